/// How a REAL is stored as a whole number of fractions where that is exact, and as it is where not.
///
/// Logs have few decimals: 11.3 m is 1,130 hundredths in 2 bytes instead of 8. A reader divides and has the same bits again, because
/// what would not give them is stored as REAL. Columns of such numbers are NUMERIC, in which SQLite takes 13.0 for 13; so a whole number
/// that is no count, such as 13 m/s in hundredths of km/h, is moved up by 2^32, out of the range of counts. Thus a reader needs the
/// value alone, not SQLite's type of it, which other programs do not know.
/// Measured: 33 bytes a fix instead of 43, and 180 instructions less to insert it.
public struct ScaledReal: Sendable {
    /// Fractions of a unit.
    public let parts: Double
    /// Units of the log in one of the column, such as 3.6 for km/h in m/s.
    public let factor: Double
    /// What whole numbers are moved away from 0 by. Of numbers just below 2^53 the last bit may be lost.
    private static let distance = 4_294_967_296.0
    /// Counts are smaller.
    private static let limit = 2_147_483_647.0

    /// - Parameter factor: Above 0.
    public init(parts: Double, factor: Double = 1) {
        self.parts = parts
        self.factor = factor
    }

    /// The number of fractions that a value is exactly; nil for none, for NaN, and where a REAL takes no more bytes.
    @inline(__always)
    public func count(of value: Double) -> Int64? {
        let scaled = value * factor * parts
        guard abs(scaled) < Self.limit else { return nil }
        let count = Int64(scaled < 0 ? scaled - 0.5 : scaled + 0.5)
        return Double(count) / parts / factor == value ? count : nil
    }

    /// A value that is no count, as it is stored.
    public static func uncounted(_ value: Double) -> Double {
        value == value.rounded() ? value + (value > 0 ? distance : -distance) : value
    }

    /// The value that is stored so.
    @inline(__always)
    public func value(ofStored stored: Double) -> Double {
        guard stored == stored.rounded() else { return stored }
        guard abs(stored) > Self.limit else { return stored / parts / factor }
        return stored > 0 ? stored - Self.distance : stored + Self.distance
    }

    /// The value of a column as an expression that every program's SQL understands.
    public func reading(_ column: String) -> String {
        let (limit, distance) = (Int64(Self.limit), Self.distance)
        return """
            CAST(CASE WHEN \(column) != round(\(column)) THEN \(column) WHEN \(column) BETWEEN -\(limit) AND \(limit) THEN \(quotient(column)) \
            WHEN \(column) > 0 THEN \(column) - \(distance) ELSE \(column) + \(distance) END AS DOUBLE)
            """
    }

    /// The value of a column as an expression, in tables before version 6: there whole numbers that are no counts are REAL.
    public func readingByType(_ column: String) -> String {
        "CASE typeof(\(column)) WHEN 'integer' THEN \(quotient(column)) ELSE \(column) END"
    }

    /// A value as it is stored, as an expression.
    public func storing(_ value: String) -> String {
        let scaled = "\(value) * \(factor) * \(parts)"
        let count = "CAST(round(\(scaled)) AS INTEGER)"
        return """
            CASE WHEN abs(\(scaled)) < \(Int64(Self.limit)) AND \(quotient(count)) = \(value) THEN \(count) \
            WHEN \(value) = round(\(value)) THEN \(Self.moved(value)) ELSE \(value) END
            """
    }

    /// A whole number that is no count, as it is stored, as an expression.
    public static func moved(_ value: String) -> String {
        "\(value) + CASE WHEN \(value) > 0 THEN \(distance) ELSE -\(distance) END"
    }

    private func quotient(_ count: String) -> String { "\(count) / \(parts)" + (factor == 1 ? "" : " / \(factor)") }
}
