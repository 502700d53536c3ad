/// A group of one device-day (rule 2.6): the fixes from its first to its last inside the radius.
public struct FixGroup: Sendable, Hashable {
    /// Its rows, those of excursions among them.
    public var rows: Range<Int>
    /// Sums over its fixes inside.
    public var sums: PositionSums

    /// A group.
    public init(rows: Range<Int>, sums: PositionSums) {
        self.rows = rows
        self.sums = sums
    }

    /// The first row.
    public var first: Int { rows.lowerBound }
    /// The last row, which lies inside.
    public var last: Int { rows.upperBound - 1 }
}
