/// What a file gave to one day: how many rows, rejects included, and a hash over what reading made of them in order (rule 4.2).
public struct DayShare: Sendable, Hashable {
    /// Rows.
    public var rows: Int64 = 0
    /// Over line, byte offset, mapped values and extra; of a reject its reason and text. It does not hold the file's name.
    public var hash: UInt64 = 0

    /// No rows.
    public init() {}

    /// A share as it was stored.
    public init(rows: Int64, hash: UInt64) {
        self.rows = rows
        self.hash = hash
    }
}
