import SQLite

/// The statements of joining, prepared once: to find one by its text costs as much as to run it (measured: 600 to 1,200 instructions).
///
/// A class: its statements are made when they are first asked for.
final class FindingStatements {
    private let database: Database
    private var made: [Statement?] = []

    /// What a statement does; its number is its place.
    enum Which: Int, CaseIterable {
        case trackDays, writeTrackDays, removeTrackDays
        case pieces, writePieces, setEdges, removePieces
        case stays, stayAt, insertStay, updateStay, removeStay
        case trips, insertTrip, updateTrip, removeTrip
        case gaps, insertGap, updateGap, removeGap
        case markDirty
    }

    /// Those of a table of findings: all of a device in a range of time, and one.
    struct OfTable {
        let select: Which
        let insert: Which
        let update: Which
        let remove: Which
    }

    init(_ database: Database) {
        self.database = database
        made = Array(repeating: nil, count: Which.allCases.count)
    }

    /// A statement, ready to be bound.
    func callAsFunction(_ which: Which) throws -> Statement {
        if let known = made[which.rawValue] {
            known.reset()
            return known
        }
        let statement = try database.prepare(Self.sql(which))
        made[which.rawValue] = statement
        return statement
    }

    private static let stayColumns =
        "arrived, day, kind, last_seen, departed, latitude, longitude, spread, fixes, open, inferred, arrival_seen, confidence, sums"
    private static let tripColumns =
        "start, day, kind, end, um, fixes, max_speed, open, start_latitude, start_longitude, end_latitude, end_longitude, south, "
        + "west, north, east"
    private static let gapColumns = "start, day, end, um, jump, start_latitude, start_longitude, end_latitude, end_longitude"

    private static func sql(_ which: Which) -> String {
        switch which {
        case .trackDays: "SELECT first_day, bits FROM _track_days WHERE device = ?"
        case .writeTrackDays: "INSERT OR REPLACE INTO _track_days (device, first_day, last_day, bits) VALUES (?, ?, ?, ?)"
        case .removeTrackDays: "DELETE FROM _track_days WHERE device = ?"
        case .pieces:
            """
            SELECT first_rests, first_stay_ms, last_rests, last_stay_ms, joined, behind, bytes FROM _piece
            WHERE day = ? AND device = ?
            """
        case .writePieces:
            """
            INSERT OR REPLACE INTO _piece (day, device, first_rests, first_stay_ms, last_rests, last_stay_ms, joined, behind, bytes)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
            """
        case .setEdges:
            """
            UPDATE _piece SET first_rests = ?3, first_stay_ms = ?4, last_rests = ?5, last_stay_ms = ?6, joined = ?7, behind = ?8
            WHERE day = ?1 AND device = ?2
            """
        case .removePieces: "DELETE FROM _piece WHERE day = ? AND device = ?"
        case .stays: select(stayColumns, from: "_stay", key: "arrived")
        case .stayAt:
            "SELECT \(stayColumns) FROM _stay WHERE device = ? AND arrived <= ? AND inferred = 0 ORDER BY arrived DESC LIMIT 1"
        case .insertStay: insert(stayColumns, into: "_stay", id: true)
        // Its place and cell stay until phase 2 looks at the device: it counts what lies in a cell.
        case .updateStay: update(stayColumns, of: "_stay", key: "arrived")
        case .removeStay: "DELETE FROM _stay WHERE day = ?3 AND device = ?1 AND arrived = ?2"
        case .trips: select(tripColumns, from: "_trip", key: "start")
        case .insertTrip: insert(tripColumns, into: "_trip", id: true)
        case .updateTrip: update(tripColumns, of: "_trip", key: "start")
        case .removeTrip: "DELETE FROM _trip WHERE day = ?3 AND device = ?1 AND start = ?2"
        case .gaps: select(gapColumns, from: "_gap", key: "start")
        case .insertGap: insert(gapColumns, into: "_gap", id: false)
        case .updateGap: update(gapColumns, of: "_gap", key: "start")
        case .removeGap: "DELETE FROM _gap WHERE day = ?3 AND device = ?1 AND start = ?2"
        case .markDirty: "INSERT OR IGNORE INTO _dirty VALUES (?)"
        }
    }

    private static func select(_ columns: String, from table: String, key: String) -> String {
        "SELECT \(columns) FROM \(table) WHERE device = ? AND \(key) >= ? AND \(key) < ? ORDER BY \(key)"
    }

    private static func insert(_ columns: String, into table: String, id: Bool) -> String {
        let names = "device, " + columns + (id ? ", id" : "")
        let marks = names.split(separator: ",").map { _ in "?" }.joined(separator: ", ")
        return "INSERT INTO \(table) (\(names)) VALUES (\(marks))"
    }

    /// Parameter 1 is the device, then the columns follow; the first is the rest of the key, the second the day.
    private static func update(_ columns: String, of table: String, key: String) -> String {
        let names = columns.split(separator: ",").map { $0.drop { $0 == " " } }
        let changes = names.enumerated().dropFirst(2).map { "\($1) = ?\($0 + 2)" }
        return "UPDATE \(table) SET \(changes.joined(separator: ", ")) WHERE day = ?3 AND device = ?1 AND \(key) = ?2"
    }
}
