import Options

/// Options that all providers have, with the defaults of each.
extension OptionReader {
    /// Reads `rate`, `per-day`, `in-flight` and `timeout`: what results do not depend on.
    ///
    /// - Parameters:
    ///   - perSecond: The default of `rate`.
    ///   - perDay: The default of `per-day`; nil for no limit.
    ///   - inFlight: The default of `in-flight`.
    mutating func requestLimits(perSecond: Double, perDay: Int? = nil, inFlight: Int) -> RequestLimits {
        operational { reader in
            let rate = reader.rate(
                "rate", default: perSecond, in: 1.0 / 3600...1000, help: "Requests at most, over the whole run: 3/s, 60/min.")
            let help = "Requests a day at most, over all runs that share the cache."
            let bounds = 1...100_000_000
            let daily =
                perDay.map { reader.integer("per-day", default: $0, in: bounds, help: help) }
                ?? reader.optionalInteger("per-day", in: bounds, help: help)
            return RequestLimits(
                requestsPerSecond: rate, perDay: daily,
                inFlight: reader.integer("in-flight", default: inFlight, in: 1...256, help: "Requests at once at most."),
                timeoutSeconds: reader.seconds("timeout", default: 10, in: 1...300, help: "How long one request may take."))
        }
    }

    /// Reads `keep`, a length of time or `forever`: for how long an answer may be kept and used.
    ///
    /// - Parameter longest: The default, which is the longest allowed; nil for ever.
    /// - Returns: Seconds; nil for ever.
    mutating func lifetimeSeconds(longest: Double? = nil) -> Double? {
        let hour = 3600.0
        let byDefault = longest.map(Dimension.duration.words) ?? "forever"
        return operational { reader in
            let node = reader.anything(
                "keep", type: longest == nil ? "duration, or forever" : "duration", default: byDefault,
                help: "How long an answer may be kept and used; then its cell is asked anew.")
            guard let node else { return longest }
            guard case .scalar(let text) = node.content else {
                reader.report(node.mark, "'keep' is \(node.kindInWords); it wants a length of time, such as \(byDefault).")
                return longest
            }
            if text == "forever", longest == nil { return nil }
            if let seconds = try? Dimension.duration.value(of: text), seconds >= hour, seconds <= longest ?? .infinity {
                return seconds
            }
            let wanted = longest.map { "1 h to \(Dimension.duration.words($0))" } ?? "1 h or longer, or forever"
            reader.report(node.mark, "'keep' is \(text); it may be \(wanted).")
            return longest
        }
    }
}

extension [String] {
    /// The first of these BCP 47 tags whose main part is one of `spoken`, as that one; nil where none is.
    ///
    ///     ["zh-Hant", "en"].firstSpoken(among: ["zh-CN", "en"])  // zh-CN
    func firstSpoken(among spoken: [String]) -> String? {
        lazy.compactMap { wanted in
            spoken.first { $0.lowercased() == wanted.lowercased() }
                ?? spoken.first { $0.mainLanguage == wanted.mainLanguage }
        }.first
    }
}

extension String {
    /// The main part of a BCP 47 tag: `zh` of `zh-Hant-TW`.
    var mainLanguage: String { prefix { $0 != "-" && $0 != "_" }.lowercased() }
}
