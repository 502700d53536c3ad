import Options

/// Where a provider's server is: what stands before the path of its requests, `https://restapi.amap.com`.
struct ServerAddress: Sendable {
    /// Without a slash at its end.
    let text: String

    /// The host of a URL, in lower case, without a port; empty where it has none.
    var host: String { Self.host(of: text) }

    /// Reads the option `url`, with a default or required.
    ///
    /// - Parameter help: What it is for.
    init(reading reader: inout OptionReader, default given: String?, help: String) {
        let text = reader.text("url", default: given, isRequired: given == nil, help: help) ?? ""
        self.text = String(text.reversed().drop { $0 == "/" }.reversed())
        guard reader.has("url"), !text.isEmpty else { return }
        if let fault = Self.fault(of: text, isTemplate: false) { reader.report(at: "url", fault) }
    }

    /// What is wrong with a URL, in a sentence; nil for nothing.
    static func fault(of text: String, isTemplate: Bool) -> String? {
        let example = isTemplate ? "" : ", such as http://localhost:8080"
        guard !authority(of: text).contains("@") else {
            return "'url' holds a user or a password; it is kept with the results, so neither may stand in it."
        }
        guard text.hasPrefix("http://") || text.hasPrefix("https://"), !host(of: text).isEmpty else {
            return "'url' is '\(text)'; it wants http:// or https:// and a host\(example)."
        }
        guard text.utf8.allSatisfy({ $0 > 32 && $0 != 127 }) else { return "'url' holds a space or a control character." }
        guard isTemplate || !text.contains(where: { "?#".contains($0) }) else {
            return "'url' is '\(text)'; it ends before the path of the requests\(example)."
        }
        return nil
    }

    /// The host of a URL; see `host`.
    static func host(of text: String) -> String {
        let authority = authority(of: text).split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        if authority.hasPrefix("[") { return authority.prefix { $0 != "]" }.lowercased() + "]" }
        return authority.prefix { $0 != ":" }.lowercased()
    }

    private static func authority(of text: String) -> Substring {
        guard let scheme = text.firstRange(of: "://") else { return "" }
        return text[scheme.upperBound...].prefix { !"/?#".contains($0) }
    }
}
