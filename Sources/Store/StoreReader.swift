import SQLite

/// Questions about what a result file holds: SELECT only, so that nobody but `Store` writes.
public struct StoreReader {
    private let database: Database

    init(_ database: Database) { self.database = database }

    /// Where the file lies.
    public var path: String { database.path }

    /// A statement that is not kept.
    public func prepare(_ sql: String) throws -> Statement { Self.checked(try database.prepare(sql), sql) }

    /// The rows of a statement, which is kept.
    public func rows<Row>(_ sql: String, _ values: Value..., read: (Statement) throws -> Row) throws -> [Row] {
        let statement = Self.checked(try database.statement(sql), sql)
        statement.bind(values)
        var rows: [Row] = []
        while try statement.step() { rows.append(try read(statement)) }
        return rows
    }

    /// The first row of a statement, which is kept, if there is one.
    public func first<Row>(_ sql: String, _ values: Value..., read: (Statement) throws -> Row) throws -> Row? {
        let statement = Self.checked(try database.statement(sql), sql)
        statement.bind(values)
        defer { statement.reset() }
        return try statement.step() ? try read(statement) : nil
    }

    private static func checked(_ statement: Statement, _ sql: String) -> Statement {
        precondition(statement.isReadOnly, "expected a SELECT, found \(sql)")
        return statement
    }
}
