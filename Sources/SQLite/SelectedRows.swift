import CSQLite

/// Why a query of a user cannot be answered.
public struct QueryError: Error, Sendable, CustomStringConvertible {
    /// SQLite's words, or ours.
    public let words: String

    /// A sentence.
    public var description: String { words.hasSuffix(".") ? words : words + "." }

    static let ofWriting = QueryError(words: "only reading is allowed: give one SELECT.")
}

/// The rows of a query. A class: it owns the statement, and goes on with each row.
public final class SelectedRows {
    /// The names of the columns.
    public let columns: [String]
    private let statement: Statement
    /// A statement that is asked again behind its last row begins anew.
    private var isDone = false

    init(_ statement: Statement) {
        self.statement = statement
        columns = (0..<statement.columnCount).map(statement.name)
    }

    /// The next row; nil behind the last.
    ///
    /// - Throws: `QueryError` where a function of the query fails, `StoreError` where the file does.
    public func next() throws -> [Value]? {
        guard !isDone else { return nil }
        do {
            isDone = try !statement.step()
        } catch let error as StoreError where error.code & 0xFF == SQLITE_ERROR {
            throw QueryError(words: error.description)
        }
        return isDone ? nil : columns.indices.map(statement.value)
    }
}

/// Lets a statement read tables, call functions and ask what tables there are, and refuses the rest: writing, ATTACH, transactions,
/// settings, extensions.
///
/// - Source: SQLite, "Compile-Time Authorization Callbacks".
let refuseAllButReading:
    @convention(c) (
        UnsafeMutableRawPointer?, Int32, UnsafePointer<CChar>?, UnsafePointer<CChar>?, UnsafePointer<CChar>?,
        UnsafePointer<CChar>?
    ) -> Int32 = { _, action, first, second, _, _ in
        switch action {
        case SQLITE_SELECT, SQLITE_READ, SQLITE_RECURSIVE: SQLITE_OK
        case SQLITE_FUNCTION: second.map { String(cString: $0) } == "load_extension" ? SQLITE_DENY : SQLITE_OK
        // What a table of pragmas does while it is declared; a statement of this kind is none that only reads.
        case SQLITE_UPDATE: first.map { String(cString: $0) } == "sqlite_master" ? SQLITE_OK : SQLITE_DENY
        case SQLITE_PRAGMA: first.map { readingPragmas.contains(String(cString: $0)) } == true ? SQLITE_OK : SQLITE_DENY
        default: SQLITE_DENY
        }
    }

/// Pragmas that only tell, whatever they are given.
private let readingPragmas: Set<String> = ["table_info", "table_xinfo", "table_list", "index_list", "index_info"]
