import CSQLite
import SQLite
import Tracks

/// The fixes of a part as a table that `INSERT INTO fix … SELECT` reads: SQLite asks for each value when it needs it.
///
/// Nothing is bound: 2,330 instructions a fix, where 64 rows of bound values a statement take 2,740.
/// A class: SQLite holds on to it as long as the connection is open.
final class FixRows {
    /// Its name in statements.
    static let name = "fix_to_write"
    // Unsafe: SQLite reads both through pointers until the connection is closed.
    private let module = UnsafeMutablePointer<sqlite3_module>.allocate(capacity: 1)
    fileprivate let content = UnsafeMutablePointer<Content>.allocate(capacity: 1)

    /// What the table shows.
    fileprivate struct Content {
        var fixes = FixBatch()
        var start: Int64 = 0
    }

    init() {
        content.initialize(to: Content())
        // Without `xCreate` a table is there by its name alone.
        var functions = sqlite3_module()
        functions.xConnect = connect
        functions.xBestIndex = plan
        functions.xDisconnect = disconnect
        functions.xOpen = open
        functions.xClose = close
        functions.xFilter = begin
        functions.xNext = advance
        functions.xEof = isAtEnd
        functions.xColumn = column
        functions.xRowid = number
        module.initialize(to: functions)
    }

    deinit {
        content.deinitialize(count: 1)
        content.deallocate()
        module.deallocate()
    }

    /// Makes the table known to a connection, which then owns it.
    func join(_ database: Database) throws {
        try database.addTable(Self.name, module, context: Unmanaged.passRetained(self).toOpaque()) { context in
            if let context { Unmanaged<FixRows>.fromOpaque(context).release() }
        }
    }

    /// Shows the fixes of a part to what a body does.
    func with(_ part: DayPart, _ body: () throws -> Void) rethrows {
        content.pointee = Content(fixes: part.fixes, start: part.start)
        defer { content.pointee = Content() }
        try body()
    }
}

// MARK: What SQLite calls

// Unsafe: these begin with SQLite's own fields, as its interface wants (sqlite.org/vtab.html).
private struct Table {
    var base = sqlite3_vtab()
    let content: UnsafeMutablePointer<FixRows.Content>
}

private struct Cursor {
    var base = sqlite3_vtab_cursor()
    var row = 0
    let content: UnsafeMutablePointer<FixRows.Content>
}

private typealias TablePointer = UnsafeMutablePointer<sqlite3_vtab>?
private typealias CursorPointer = UnsafeMutablePointer<sqlite3_vtab_cursor>?

private func whole(_ table: UnsafeMutablePointer<sqlite3_vtab>) -> UnsafeMutablePointer<Table> {
    UnsafeMutableRawPointer(table).assumingMemoryBound(to: Table.self)
}

private func whole(_ cursor: UnsafeMutablePointer<sqlite3_vtab_cursor>) -> UnsafeMutablePointer<Cursor> {
    UnsafeMutableRawPointer(cursor).assumingMemoryBound(to: Cursor.self)
}

private func connect(
    _ database: OpaquePointer?, _ context: UnsafeMutableRawPointer?, _: Int32,
    _: UnsafePointer<UnsafePointer<CChar>?>?, _ made: UnsafeMutablePointer<TablePointer>?,
    _: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> Int32 {
    guard let context, let made else { return SQLITE_MISUSE }
    let code = sqlite3_declare_vtab(
        database, "CREATE TABLE x (time, latitude, longitude, altitude, speed, course, accuracy, extra)")
    guard code == SQLITE_OK else { return code }
    let table = UnsafeMutablePointer<Table>.allocate(capacity: 1)
    table.initialize(to: Table(content: Unmanaged<FixRows>.fromOpaque(context).takeUnretainedValue().content))
    made.pointee = UnsafeMutableRawPointer(table).assumingMemoryBound(to: sqlite3_vtab.self)
    return SQLITE_OK
}

private func plan(_: TablePointer, _ plan: UnsafeMutablePointer<sqlite3_index_info>?) -> Int32 {
    plan?.pointee.estimatedCost = 1
    return SQLITE_OK
}

private func disconnect(_ table: TablePointer) -> Int32 {
    if let table { whole(table).deallocate() }
    return SQLITE_OK
}

private func open(_ table: TablePointer, _ made: UnsafeMutablePointer<CursorPointer>?) -> Int32 {
    guard let table, let made else { return SQLITE_MISUSE }
    let cursor = UnsafeMutablePointer<Cursor>.allocate(capacity: 1)
    cursor.initialize(to: Cursor(content: whole(table).pointee.content))
    made.pointee = UnsafeMutableRawPointer(cursor).assumingMemoryBound(to: sqlite3_vtab_cursor.self)
    return SQLITE_OK
}

private func close(_ cursor: CursorPointer) -> Int32 {
    if let cursor { whole(cursor).deallocate() }
    return SQLITE_OK
}

private func begin(
    _ cursor: CursorPointer, _: Int32, _: UnsafePointer<CChar>?, _: Int32, _: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
    if let cursor { whole(cursor).pointee.row = 0 }
    return SQLITE_OK
}

private func advance(_ cursor: CursorPointer) -> Int32 {
    if let cursor { whole(cursor).pointee.row += 1 }
    return SQLITE_OK
}

private func isAtEnd(_ cursor: CursorPointer) -> Int32 {
    guard let cursor else { return 1 }
    let place = whole(cursor)
    return place.pointee.row < place.pointee.content.pointee.fixes.times.count ? 0 : 1
}

private func number(_ cursor: CursorPointer, _ number: UnsafeMutablePointer<sqlite3_int64>?) -> Int32 {
    if let cursor { number?.pointee = Int64(whole(cursor).pointee.row) }
    return SQLITE_OK
}

private func column(_ cursor: CursorPointer, _ context: OpaquePointer?, _ column: Int32) -> Int32 {
    guard let cursor else { return SQLITE_MISUSE }
    let row = whole(cursor).pointee.row
    let content = whole(cursor).pointee.content
    switch column {
    case 0: sqlite3_result_int64(context, content.pointee.fixes.times[row] - content.pointee.start)
    case 1: sqlite3_result_int64(context, Int64(content.pointee.fixes.latitudes[row]))
    case 2: sqlite3_result_int64(context, Int64(content.pointee.fixes.longitudes[row]))
    case 3: give(content.pointee.fixes.altitudes[row], as: FixTable.storedAltitude, to: context)
    case 4: give(content.pointee.fixes.speeds[row], as: FixTable.storedSpeed, to: context)
    case 5: give(content.pointee.fixes.courses[row], as: FixTable.storedCourse, to: context)
    case 6: give(content.pointee.fixes.accuracies[row], as: FixTable.storedAccuracy, to: context)
    default: giveExtra(content, row, to: context)
    }
    return SQLITE_OK
}

/// NaN is NULL, which is what a column is that nothing is given for.
@inline(__always)
private func give(_ value: Double, as stored: ScaledReal, to context: OpaquePointer?) {
    if let count = stored.count(of: value) {
        sqlite3_result_int64(context, count)
    } else if !value.isNaN {
        sqlite3_result_double(context, ScaledReal.uncounted(value))
    }
}

private func giveExtra(_ content: UnsafeMutablePointer<FixRows.Content>, _ row: Int, to context: OpaquePointer?) {
    let number = Int(content.pointee.fixes.extras[row])
    guard number >= 0 else { return }
    var text = content.pointee.fixes.extraTexts[number]
    text.withUTF8 { bytes in
        bytes.withMemoryRebound(to: CChar.self) {
            // SQLITE_TRANSIENT: it is copied.
            sqlite3_result_text(
                context, $0.baseAddress, Int32($0.count), unsafeBitCast(-1, to: sqlite3_destructor_type.self))
        }
    }
}
