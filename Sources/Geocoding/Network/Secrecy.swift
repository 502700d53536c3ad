extension SourceFailure {
    /// The shortest text that may be a key; shorter ones are parts of common words.
    private static let shortestSecret = 6

    /// The same with asterisks for what the request's address and headers hold: keys, signatures, names and passwords.
    func withoutSecrets(of request: HTTPRequest) -> SourceFailure {
        var secrets: [String] = []
        if let start = request.url.firstIndex(where: { $0 == "?" || $0 == "@" }) {
            // Behind the last slash of https:// stand a user and a password, if any.
            let user = request.url[start] == "@" ? request.url[..<start].split(separator: "/").last : nil
            secrets += (user ?? "").split(separator: ":").map(String.init)
            for part in request.url[start...].split(whereSeparator: { "?&@".contains($0) }) {
                secrets += part.split(separator: "=", maxSplits: 1).dropFirst().map(String.init)
            }
        }
        secrets += request.headers.map(\.value)
        secrets += secrets.map(Self.decoded)
        var shown = self
        for secret in secrets where secret.utf8.count >= Self.shortestSecret {
            shown.words = shown.words.replacing(secret, with: "***")
            shown.code = shown.code.replacing(secret, with: "***")
        }
        return shown
    }

    /// A part of an address without its percent signs.
    private static func decoded(_ part: String) -> String {
        var bytes: [UInt8] = []
        var rest = Array(part.utf8)[...]
        while let byte = rest.popFirst() {
            let digits = String(decoding: rest.prefix(2), as: UTF8.self)
            if byte == UInt8(ascii: "%"), digits.utf8.count == 2, let value = UInt8(digits, radix: 16) {
                bytes.append(value)
                rest = rest.dropFirst(2)
            } else {
                bytes.append(byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
