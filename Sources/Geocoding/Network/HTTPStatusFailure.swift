extension SourceFailure {
    /// What an HTTP status says where the provider says nothing of its own; nil for 200 to 299.
    ///
    /// 408, 425, 429 and 5xx are `backOff`; all else is `misconfigured`, a redirect too: those that may be followed have been.
    public init?(ofHTTPStatus status: Int) {
        guard !(200..<300).contains(status) else { return nil }
        let name = Self.names[status].map { " (\($0))" } ?? ""
        let sentence = "The server answered \(status)\(name)"
        let code = "HTTP \(status)"
        switch status {
        case 300..<400: self.init(.misconfigured, code: code, "\(sentence), which leads to another server; give its own address.")
        case 401, 403, 407: self.init(.misconfigured, code: code, "\(sentence); look at the key.")
        case 408, 425, 429: self.init(.backOff, code: code, "\(sentence); it is asked more slowly.")
        // It will never be able to.
        case 501, 505: self.init(.misconfigured, code: code, "\(sentence); look at its address.")
        case 400..<500: self.init(.misconfigured, code: code, "\(sentence); look at its address and options.")
        case 500..<600: self.init(.backOff, code: code, "\(sentence).")
        default: self.init(.unusable, code: code, "\(sentence).")
        }
    }

    /// What says that a reply holds no JSON; nil where it may hold some.
    public init?(ofNoJSON response: HTTPResponse) {
        let spaces: [UInt8] = [0x20, 0x09, 0x0A, 0x0D]
        guard let first = response.body.first(where: { !spaces.contains($0) }) else {
            self.init(.unusable, code: "empty", "The reply is empty.")
            return
        }
        guard first == UInt8(ascii: "<") || response.contentType?.lowercased().hasPrefix("text/html") == true else { return nil }
        self.init(.unusable, code: "HTML", "The reply is a web page, not JSON.")
    }

    /// A reply that ends early or has another shape.
    ///
    /// - Parameter what: What is wrong, as the end of a sentence: "it ends early", "it has no 'status'".
    public static func malformed(_ what: String) -> SourceFailure {
        SourceFailure(.unusable, code: "malformed", "The reply cannot be used: \(what).")
    }

    private static let names = [
        301: "Moved Permanently", 302: "Found", 303: "See Other", 307: "Temporary Redirect", 308: "Permanent Redirect",
        400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden", 404: "Not Found",
        405: "Method Not Allowed", 407: "Proxy Authentication Required", 408: "Request Timeout", 410: "Gone",
        414: "URI Too Long", 425: "Too Early", 429: "Too Many Requests", 500: "Internal Server Error", 501: "Not Implemented",
        502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
    ]
}
