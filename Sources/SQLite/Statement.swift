import CSQLite

/// A prepared statement. A class: it owns SQLite's object.
public final class Statement {
    private let handle: OpaquePointer
    private unowned let database: Database

    init(_ handle: OpaquePointer, of database: Database) {
        self.handle = handle
        self.database = database
    }

    deinit { sqlite3_finalize(handle) }

    // MARK: Values in

    /// Binds values from the first parameter on.
    public func bind(_ values: [Value]) {
        for (i, value) in values.enumerated() { bind(value, at: Int32(i + 1)) }
    }

    /// Binds a value to a parameter, from 1.
    public func bind(_ value: Value, at index: Int32) {
        switch value {
        case .null: sqlite3_bind_null(handle, index)
        case .integer(let number): sqlite3_bind_int64(handle, index, number)
        case .real(let number): bind(number, at: index)
        case .text(let text): bind(text, at: index)
        case .blob(let bytes):
            bytes.withUnsafeBytes { _ = sqlite3_bind_blob(handle, index, $0.baseAddress, Int32($0.count), Self.copying) }
        }
    }

    /// Binds an INTEGER.
    @inline(__always)
    public func bind(_ number: Int64, at index: Int32) { sqlite3_bind_int64(handle, index, number) }

    /// Binds 1 or 0.
    @inline(__always)
    public func bind(_ isTrue: Bool, at index: Int32) { bind(isTrue ? Int64(1) : 0, at: index) }

    /// Binds a REAL; NaN is NULL.
    @inline(__always)
    public func bind(_ number: Double, at index: Int32) {
        if number.isNaN { sqlite3_bind_null(handle, index) } else { sqlite3_bind_double(handle, index, number) }
    }

    /// Binds a TEXT.
    public func bind(_ text: String, at index: Int32) {
        var copy = text
        copy.withUTF8 { bytes in
            _ = bytes.withMemoryRebound(to: CChar.self) {
                sqlite3_bind_text(handle, index, $0.baseAddress, Int32($0.count), Self.copying)
            }
        }
    }

    /// SQLite's SQLITE_TRANSIENT: it copies what is bound.
    private static var copying: sqlite3_destructor_type { unsafeBitCast(-1, to: sqlite3_destructor_type.self) }

    /// Runs to the next row; false when there is none.
    public func step() throws -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE:
            sqlite3_reset(handle)
            return false
        default:
            let problem = database.error("")
            sqlite3_reset(handle)
            throw problem
        }
    }

    /// Ready to run again; bound values stay.
    public func reset() { sqlite3_reset(handle) }

    // MARK: Values out

    /// Whether it changes nothing in the database.
    public var isReadOnly: Bool { sqlite3_stmt_readonly(handle) != 0 }

    /// Columns of a row.
    public var columnCount: Int { Int(sqlite3_column_count(handle)) }

    /// The name of a column.
    public func name(_ column: Int) -> String { sqlite3_column_name(handle, Int32(column)).map { String(cString: $0) } ?? "" }

    /// INTEGER of a column.
    public func integer(_ column: Int) -> Int64 { sqlite3_column_int64(handle, Int32(column)) }

    /// INTEGER of a column; nil for NULL.
    public func optionalInteger(_ column: Int) -> Int64? { isNull(column) ? nil : integer(column) }

    /// REAL of a column.
    public func real(_ column: Int) -> Double { sqlite3_column_double(handle, Int32(column)) }

    /// REAL of a column; nil for NULL.
    public func optionalReal(_ column: Int) -> Double? { isNull(column) ? nil : real(column) }

    /// TEXT of a column; empty for NULL.
    public func text(_ column: Int) -> String {
        guard let start = sqlite3_column_text(handle, Int32(column)) else { return "" }
        let count = Int(sqlite3_column_bytes(handle, Int32(column)))
        return String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    }

    /// TEXT of a column; nil for NULL.
    public func optionalText(_ column: Int) -> String? { isNull(column) ? nil : text(column) }

    /// Reads the bytes of TEXT of a column in place; nil for NULL.
    ///
    /// Unsafe: they are SQLite's, and gone with the row. A text that is only compared or counted costs no allocation so.
    public func withText<Result>(_ column: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result? {
        guard let start = sqlite3_column_text(handle, Int32(column)) else { return nil }
        return body(UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, Int32(column)))))
    }

    /// BLOB of a column.
    public func blob(_ column: Int) -> [UInt8] {
        guard let start = sqlite3_column_blob(handle, Int32(column)) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, Int32(column)))))
    }

    /// Whether a column is NULL.
    public func isNull(_ column: Int) -> Bool { sqlite3_column_type(handle, Int32(column)) == SQLITE_NULL }

    /// The value of a column as SQLite stores it.
    public func value(_ column: Int) -> Value {
        switch sqlite3_column_type(handle, Int32(column)) {
        case SQLITE_INTEGER: .integer(integer(column))
        case SQLITE_FLOAT: .real(real(column))
        case SQLITE_TEXT: .text(text(column))
        case SQLITE_BLOB: .blob(blob(column))
        default: .null
        }
    }

    /// The value of a column in place, without a copy of its text; a BLOB is NULL.
    ///
    /// Unsafe: the bytes of a text are SQLite's, and gone with the row. Rows are exported so without an allocation a cell.
    public func cell(_ column: Int) -> Cell {
        switch sqlite3_column_type(handle, Int32(column)) {
        case SQLITE_INTEGER: return .integer(integer(column))
        case SQLITE_FLOAT: return .real(real(column))
        case SQLITE_TEXT:
            guard let start = sqlite3_column_text(handle, Int32(column)) else { return .null }
            return .text(UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, Int32(column)))))
        default: return .null
        }
    }
}

/// A value of a row that is being read.
public enum Cell {
    /// NULL, or a BLOB.
    case null
    /// INTEGER.
    case integer(Int64)
    /// REAL.
    case real(Double)
    /// The bytes of a TEXT, which are gone with the row.
    case text(UnsafeBufferPointer<UInt8>)
}
