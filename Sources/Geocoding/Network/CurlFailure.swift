import CCurl

extension SourceFailure {
    /// Why curl got no reply, with the host and curl's words, never with the address.
    ///
    /// - Parameter detail: What curl wrote of this one failure; used where it is about a certificate only, since elsewhere it may
    ///   quote the address.
    init(ofCurl code: CURLcode, host: String, detail: String) {
        let general = String(cString: curl_easy_strerror(code))
        let isOfTLS = Self.ofTLS.contains(code.rawValue)
        let words = "\(host): \(isOfTLS && !detail.isEmpty ? detail : general)."
        if Self.ofCertificates.contains(code.rawValue) {
            self.init(.misconfigured, code: "certificate", words)
        } else if isOfTLS {
            self.init(.unusable, code: "TLS", words)
        } else if [CURLE_UNSUPPORTED_PROTOCOL, CURLE_URL_MALFORMAT].contains(code) {
            self.init(.misconfigured, code: "address", words)
        } else if [CURLE_COULDNT_RESOLVE_HOST, CURLE_COULDNT_RESOLVE_PROXY].contains(code) {
            self.init(.unusable, code: "name", words)
        } else if Self.ofConnections.contains(code.rawValue) {
            self.init(.unusable, code: "connection", words)
        } else if [CURLE_BAD_CONTENT_ENCODING, CURLE_PARTIAL_FILE, CURLE_WEIRD_SERVER_REPLY].contains(code) {
            self.init(.unusable, code: "malformed", words)
        } else {
            self.init(.unusable, code: "curl \(code.rawValue)", words)
        }
    }

    private static let ofCertificates = [CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_ISSUER_ERROR].map(
        \.rawValue)
    private static let ofTLS = ofCertificates + [CURLE_SSL_CONNECT_ERROR, CURLE_SSL_CIPHER].map(\.rawValue)
    private static let ofConnections = [
        CURLE_COULDNT_CONNECT, CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_HTTP2, CURLE_HTTP2_STREAM,
        CURLE_PROXY,
    ].map(\.rawValue)
}
