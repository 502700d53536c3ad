/// What a quantity measures, with the units a pipeline file may write it in.
public enum Dimension: Sendable {
    /// Metres inside.
    case length
    /// Seconds inside.
    case duration
    /// Metres per second inside.
    case speed
    /// Square metres inside.
    case area
    /// Bytes inside; powers of ten.
    case size
    /// Times per second inside.
    case rate

    /// Units by name with their factor; the first is the one that messages use.
    public var units: [(name: String, factor: Double)] {
        switch self {
        case .length: [("m", 1), ("km", 1000)]
        case .duration:
            [
                ("s", 1), ("ms", 0.001), ("min", 60), ("h", 3600), ("hour", 3600), ("hours", 3600), ("day", 86_400),
                ("days", 86_400), ("d", 86_400), ("week", 604_800), ("weeks", 604_800),
            ]
        case .speed: [("m/s", 1), ("km/h", 1 / 3.6), ("mph", 0.44704), ("kn", 1852.0 / 3600)]
        case .area: [("m2", 1), ("m²", 1), ("km2", 1e6), ("km²", 1e6)]
        case .size: [("MB", 1e6), ("B", 1), ("kB", 1e3), ("KB", 1e3), ("GB", 1e9)]
        case .rate: [("/s", 1), ("/min", 1.0 / 60), ("/h", 1.0 / 3600), ("/day", 1.0 / 86_400)]
        }
    }

    /// The value of a text such as `15 m` in the first unit.
    ///
    /// - Throws: `QuantityError`: no number, no unit, or a unit that is not of this dimension.
    public func value(of text: String) throws(QuantityError) -> Double {
        let trimmed = text.trimmed
        let end = trimmed.firstIndex { !"0123456789+-.".contains($0) }
        let digits = String(trimmed[..<(end ?? trimmed.endIndex)])
        guard let number = Double(digits), number.isFinite else { throw .noNumber }
        let unit = String(trimmed[(end ?? trimmed.endIndex)...]).trimmed
        guard !unit.isEmpty else { throw .noUnit(digits) }
        guard let factor = units.first(where: { $0.name == unit })?.factor else { throw .unknownUnit(unit) }
        // A division keeps 90 km/h exactly 25 m/s where a product with 1/3.6 would not; so 90/min are 1.5/s.
        if unit == "km/h" { return number / 3.6 }
        return self == .rate ? number / (1 / factor).rounded() : number * factor
    }

    /// A number with its unit: `15 m`, `3/s`.
    func text(_ number: String, _ unit: String) -> String { self == .rate ? number + unit : "\(number) \(unit)" }

    /// The unit to propose for a number without one; nil where none brings it within the bounds.
    ///
    /// The first unit, else the largest that the lower bound holds: what may be 24 h and more is told in days.
    func unit(for number: Double, in bounds: ClosedRange<Double>) -> String? {
        let plural = number == 1 ? ["hours", "days", "weeks"] : ["hour", "day", "week"]
        let fitting = units.filter { bounds.contains(number * $0.factor) && !plural.contains($0.name) }
        if let first = fitting.first, first.name == units[0].name { return first.name }
        return (fitting.filter { $0.factor <= bounds.lowerBound }.max { $0.factor < $1.factor } ?? fitting.first)?.name
    }

    /// A value in words: with the largest unit that keeps it short.
    public func words(_ value: Double) -> String {
        guard self != .rate else { return Self.words(perSecond: value) }
        let candidates: [(String, Double)] =
            switch self {
            case .length: value >= 10_000 ? [("km", 1000), ("m", 1)] : [("m", 1)]
            case .duration: [("days", 86_400), ("h", 3600), ("min", 60), ("s", 1)]
            case .size: [("GB", 1e9), ("MB", 1e6), ("B", 1)]
            case .speed, .area, .rate: [(units[0].name, 1)]
            }
        for (name, factor) in candidates where value != 0 && value / factor == (value / factor).rounded() && value / factor >= 1 {
            guard name != "days" || value / factor >= 2 else { continue }
            return "\(shortText(value / factor)) \(name)"
        }
        return "\(shortText(value)) \(units[0].name)"
    }

    /// The shortest unit in which a rate is a whole number.
    private static func words(perSecond value: Double) -> String {
        for (unit, seconds) in [("/s", 1.0), ("/min", 60), ("/h", 3600), ("/day", 86_400)] {
            let number = (value * seconds).rounded()
            if number >= 1, number / seconds == value { return shortText(number) + unit }
        }
        return shortText(value) + "/s"
    }
}

/// Why a text is no quantity.
public enum QuantityError: Error, Sendable, Equatable {
    /// It does not begin with a number.
    case noNumber
    /// A bare number, given as written.
    case noUnit(String)
    /// A number with a unit of something else.
    case unknownUnit(String)
}

/// The shortest text of a number: no `.0`.
public func shortText(_ value: Double) -> String {
    value == value.rounded() && abs(value) < 9e15 ? "\(Int64(value))" : "\(value)"
}

extension StringProtocol {
    /// Without spaces and tabs at its ends.
    public var trimmed: String {
        var text = Substring(self)
        while let first = text.first, first.isWhitespace { text.removeFirst() }
        while let last = text.last, last.isWhitespace { text.removeLast() }
        return String(text)
    }
}
