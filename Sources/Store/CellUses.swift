import Geodesy
import SQLite
import Tracks

extension Schema {
    /// What phase 2 keeps so that a night costs what changed: how many stays, places and history points lie in each cell, how many
    /// cells are in each state, and the days whose history came anew.
    ///
    /// A row that goes leaves its cell by itself, whoever deletes it; `INSERT OR REPLACE` deletes without telling, so nothing may use
    /// it on these tables. Rows come into cells by `CellChanges`.
    static let cellUses = """
        CREATE INDEX address_unused ON _address (cell) WHERE uses <= 0;
        CREATE TABLE _address_count (state TEXT NOT NULL, provider TEXT NOT NULL, cells BIGINT NOT NULL, PRIMARY KEY (state, provider))
            WITHOUT ROWID;
        CREATE TABLE _new_history (day INTEGER PRIMARY KEY);
        CREATE TRIGGER stay_leaves_cell AFTER DELETE ON _stay WHEN old.cell IS NOT NULL BEGIN
            UPDATE _address SET uses = uses - 1 WHERE cell = old.cell; END;
        CREATE TRIGGER place_leaves_cell AFTER DELETE ON _place WHEN old.cell IS NOT NULL BEGIN
            UPDATE _address SET uses = uses - 1 WHERE cell = old.cell; END;
        CREATE TRIGGER point_leaves_cell AFTER DELETE ON _point WHEN old.cell IS NOT NULL BEGIN
            UPDATE _address SET uses = uses - 1 WHERE cell = old.cell; END;
        """
}

/// The step to version 5 of these tables.
extension Migrations {
    /// Counts once what is kept of cells. Map clusters keep what they show, and are written anew when they next change.
    static func countCells(_ database: Database) throws {
        try database.execute(
            """
            ALTER TABLE _address ADD COLUMN uses INTEGER NOT NULL DEFAULT 0;
            ALTER TABLE _map_cluster ADD COLUMN content INTEGER;
            ALTER TABLE _map_cluster ADD COLUMN members INTEGER;
            UPDATE _address SET uses = u.uses FROM (SELECT cell, count(*) AS uses FROM (SELECT cell FROM _stay
                UNION ALL SELECT cell FROM _place UNION ALL SELECT cell FROM _point) WHERE cell IS NOT NULL GROUP BY cell) u
                WHERE u.cell = _address.cell;
            """)
        try database.execute(Schema.cellUses)
        try database.execute(
            """
            INSERT INTO _address_count SELECT state, coalesce(provider, ''), count(*) FROM _address GROUP BY 1, 2;
            INSERT INTO _new_history SELECT day FROM _processed_day WHERE EXISTS (SELECT 1 FROM _dirty);
            """)
    }
}

/// Rows that came into cells and left them, gathered to be written at once and in the order of the cells.
public struct CellChanges: Sendable {
    private var changes: [(cell: Int64, by: Int64)] = []

    /// None yet.
    public init() {}

    /// A row that lies in one cell from now on, and lay in another, or none.
    public mutating func move(from old: Int64?, to new: Int64?) {
        guard old != new else { return }
        if let old { changes.append((old, -1)) }
        if let new { changes.append((new, 1)) }
    }

    /// How many more rows lie in each cell, in the order of the cells; those where nothing changed are left out.
    var sums: [(cell: Int64, by: Int64)] {
        var sums: [(cell: Int64, by: Int64)] = []
        for change in changes.sorted(by: { $0.cell < $1.cell }) {
            if sums.last?.cell == change.cell { sums[sums.count - 1].by += change.by } else { sums.append(change) }
        }
        return sums.filter { $0.by != 0 }
    }
}

extension Store {
    /// Counts rows that came into cells and left them.
    ///
    /// - Returns: Cells that had no row of the kind `address` yet, in order, each with its rows: `add` makes theirs.
    public func apply(_ changes: CellChanges) throws -> [(cell: Int64, uses: Int64)] {
        let statement = try database.statement("UPDATE _address SET uses = uses + ? WHERE cell = ?")
        return try changes.sums.filter { cell, by in
            statement.bind(by, at: 1)
            statement.bind(cell, at: 2)
            _ = try statement.step()
            return database.changes == 0 && by > 0
        }.map { ($0.cell, $0.by) }
    }

    /// Drops addresses of cells that nothing lies in any more.
    public func dropUnusedAddresses() throws {
        let counts = try database.rows(
            "SELECT state, coalesce(provider, ''), count(*) FROM _address WHERE uses <= 0 GROUP BY 1, 2"
        ) { ($0.text(0), $0.text(1), $0.integer(2)) }
        guard !counts.isEmpty else { return }
        for (state, provider, cells) in counts { try count(-cells, state: state, provider: provider) }
        try database.run("DELETE FROM _address WHERE uses <= 0")
    }

    /// Drops all addresses; nothing may lie in a cell any more.
    func dropAllAddresses() throws {
        for table in ["_address", "_address_count"] { try database.run("DELETE FROM \(table)") }
    }

    /// Notes that so many more cells are in a state by a source.
    func count(_ cells: Int64, state: String, provider: String?) throws {
        try database.run(
            """
            INSERT INTO _address_count VALUES (?, ?, ?) ON CONFLICT (state, provider) DO UPDATE SET cells = cells + excluded.cells
            """, .text(state), .text(provider ?? ""), .integer(cells))
    }

    // MARK: History

    /// Notes a day whose history is new in part or whole: its points may lie in no cell yet.
    public func markNewHistory(_ day: CalendarDay) throws {
        try database.run("INSERT OR IGNORE INTO _new_history VALUES (?)", .integer(Int64(day.number)))
    }

    /// The days whose history is new, in order.
    public func daysOfNewHistory() throws -> [CalendarDay] {
        try database.rows("SELECT day FROM _new_history ORDER BY day") { CalendarDay(number: Int32($0.integer(0))) }
    }

    /// Clears the mark of a day, or all.
    public func clearNewHistory(_ day: CalendarDay?) throws {
        try database.run("DELETE FROM _new_history WHERE day = ?1 OR ?1 IS NULL", .optional(day.map { Int64($0.number) }))
    }

    /// Puts the points of a day that lie in no cell yet into theirs.
    public func putHistory(of day: CalendarDay, into cell: (Coordinate) -> Int64, _ changes: inout CellChanges) throws {
        let points = try database.rows(
            """
            SELECT h.device, h.number, h.latitude, h.longitude FROM _device_day x CROSS JOIN _point h ON h.device = x.device AND h.day = x.day
            WHERE x.day = ? AND h.cell IS NULL
            """, .integer(Int64(day.number))
        ) { row in
            let place = cell(Coordinate(latitude: row.real(2), longitude: row.real(3)))
            return (device: row.integer(0), number: row.integer(1), cell: place)
        }
        let statement = try database.statement("UPDATE _point SET cell = ? WHERE device = ? AND day = ? AND number = ?")
        for point in points {
            statement.bind(point.cell, at: 1)
            statement.bind(point.device, at: 2)
            statement.bind(Int64(day.number), at: 3)
            statement.bind(point.number, at: 4)
            _ = try statement.step()
            changes.move(from: nil, to: point.cell)
        }
    }
}
