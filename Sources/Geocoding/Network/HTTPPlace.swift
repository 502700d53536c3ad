import CCurl

/// Where a web address leads, without what may be secret in it.
struct HTTPPlace: Equatable {
    let scheme: String
    let host: String
    let port: String

    /// The place of an address; nil where curl cannot read it.
    init?(_ url: String) {
        guard let parsed = curl_url() else { return nil }
        defer { curl_url_cleanup(parsed) }
        guard curl_url_set(parsed, CURLUPART_URL, url, 0) == CURLUE_OK,
            let scheme = Self.part(CURLUPART_SCHEME, of: parsed), let host = Self.part(CURLUPART_HOST, of: parsed),
            let port = Self.part(CURLUPART_PORT, of: parsed)
        else { return nil }
        self.scheme = scheme.lowercased()
        self.host = host.lowercased()
        self.port = port
    }

    private static func part(_ part: CURLUPart, of url: OpaquePointer) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        guard curl_url_get(url, part, &text, UInt32(CURLU_DEFAULT_PORT)) == CURLUE_OK, let text else { return nil }
        defer { curl_free(text) }
        return String(cString: text)
    }

    /// The host, with its port where that is not the scheme's own.
    var shown: String { port == Self.ownPort(of: scheme) ? host : "\(host):\(port)" }

    /// Whether the host is the machine that asks.
    var isThisMachine: Bool {
        host == "localhost" || host.hasPrefix("127.") && host.allSatisfy { $0.isNumber || $0 == "." } || host == "[::1]"
    }

    private static func ownPort(of scheme: String) -> String { scheme == "https" ? "443" : "80" }

    /// Whether a reply from here may send a request there: the same server, or the same name with TLS.
    func mayRedirect(to other: HTTPPlace) -> Bool {
        guard host == other.host else { return false }
        if scheme == other.scheme { return port == other.port }
        return scheme == "http" && other.scheme == "https" && port == "80" && other.port == "443"
    }
}
