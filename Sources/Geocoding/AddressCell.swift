/// A cell of a `CellGrid`; what is asked for an address is the cell's centre.
///
/// Means nothing without the size of its grid. Ordered from south to north, then from west to east.
public struct AddressCell: Sendable, Hashable, Comparable {
    /// Rows north of the south pole.
    public let row: Int32
    /// Columns east of longitude −180° on this row.
    public let column: Int32

    /// The cell of these numbers; that they lie in a grid is the caller's promise.
    public init(row: Int32, column: Int32) {
        self.row = row
        self.column = column
    }

    /// The cell whose `key` this is.
    public init(key: Int64) {
        row = Int32(truncatingIfNeeded: key >> 32)
        column = Int32(truncatingIfNeeded: key)
    }

    /// Row and column in one number, 0 or more; rises as cells do. Stable from run to run.
    public var key: Int64 { Int64(row) << 32 | Int64(column) }

    /// Row and column as people see them: "722400-1262311".
    public var id: String { "\(row)-\(column)" }

    /// South before north, then west before east.
    public static func < (left: AddressCell, right: AddressCell) -> Bool { left.key < right.key }
}
