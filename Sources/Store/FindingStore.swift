import SQLite
import Tracks

/// Stays, trips and gaps: replaced in a range of one device, in the day's transaction (rule 3.2).
extension Store {
    /// The id from the log of a device.
    public func id(ofDevice key: Int64) throws -> String {
        try database.first("SELECT id FROM _device WHERE key = ?", .integer(key)) { $0.text(0) } ?? ""
    }

    /// The stay of a device that somebody saw at a time; nil for none.
    public func stay(of device: Int64, at milliseconds: Int64) throws -> Stay? {
        let statement = try findingStatements(.stayAt)
        defer { statement.reset() }
        statement.bind(device, at: 1)
        statement.bind(milliseconds, at: 2)
        guard try statement.step() else { return nil }
        let stay = StayRow(reading: statement).stay
        return stay.lastSeen >= milliseconds ? stay : nil
    }

    /// Replaces the device's stays, trips and gaps that start in [since, until): only what differs is written, and a stay that goes on
    /// keeps its place.
    ///
    /// - Parameter stays: In order of time, as the others.
    /// - Returns: The days whose rows differ from those that were there; empty where nothing does.
    public func replace(
        device: Int64, id: String, since: Int64, until: Int64, stays: [Stay], trips: [Trip], gaps: [Gap], radiusMeters: Double
    ) throws -> Set<CalendarDay> {
        let range = FindingRange(device: device, id: id, since: since, until: until)
        var days: Set<CalendarDay> = []
        try replace(range, with: stays.map { StayRow($0, radiusMeters: radiusMeters) }, &days)
        try replace(range, with: trips.map(TripRow.init), &days)
        try replace(range, with: gaps.map(GapRow.init), &days)
        return days
    }

    private struct FindingRange {
        let device: Int64
        let id: String
        let since: Int64
        let until: Int64
    }

    /// Goes through what is there and what is to be, both in order of time.
    private func replace<Row: FindingRow>(_ range: FindingRange, with rows: [Row], _ days: inout Set<CalendarDay>) throws {
        let old: [Row] = try storedRows(range)
        var next = 0
        for row in rows {
            while next < old.count, old[next].begin < row.begin {
                try remove(old[next], range, &days)
                next += 1
            }
            guard next < old.count, old[next].begin == row.begin else {
                try insert(row, range, &days)
                continue
            }
            let before = old[next]
            next += 1
            if before.day != row.day {
                try remove(before, range, &days)
                try insert(row, range, &days)
                continue
            }
            let isSame = row.shows(sameAs: before)
            guard !isSame || !row.keeps(sameAs: before) else { continue }
            let statement = try findingStatements(Row.statements.update)
            statement.bind(range.device, at: 1)
            _ = row.bind(to: statement)
            _ = try statement.step()
            if !isSame { days.insert(row.day) }
        }
        for row in old[next...] { try remove(row, range, &days) }
    }

    private func storedRows<Row: FindingRow>(_ range: FindingRange) throws -> [Row] {
        let statement = try findingStatements(Row.statements.select)
        statement.bind(range.device, at: 1)
        statement.bind(range.since, at: 2)
        statement.bind(range.until, at: 3)
        var rows: [Row] = []
        while try statement.step() { rows.append(Row(reading: statement)) }
        return rows
    }

    private func insert<Row: FindingRow>(_ row: Row, _ range: FindingRange, _ days: inout Set<CalendarDay>) throws {
        let statement = try findingStatements(Row.statements.insert)
        statement.bind(range.device, at: 1)
        let idParameter = row.bind(to: statement)
        if let seed = Row.idSeed { statement.bind(stableID(seed, range.id, row.begin), at: idParameter) }
        _ = try statement.step()
        days.insert(row.day)
    }

    private func remove<Row: FindingRow>(_ row: Row, _ range: FindingRange, _ days: inout Set<CalendarDay>) throws {
        let statement = try findingStatements(Row.statements.remove)
        statement.bind(range.device, at: 1)
        statement.bind(row.begin, at: 2)
        statement.bind(Int64(row.day.number), at: 3)
        _ = try statement.step()
        days.insert(row.day)
    }

    /// Takes away stays, trips and gaps of a device that has no day with fixes any more.
    public func removeFindings(device: Int64) throws {
        for table in ["_stay", "_trip", "_gap", "_place"] {
            try database.run("DELETE FROM \(table) WHERE device = ?", .integer(device))
        }
    }

    /// Takes away a device's stays, trips and gaps that reach into [from, to).
    ///
    /// - Returns: The days that they were of.
    public func removeFindings(device: Int64, from: Int64, to: Int64) throws -> Set<CalendarDay> {
        var days: Set<CalendarDay> = []
        for (table, start, end) in [("_stay", "arrived", "last_seen"), ("_trip", "start", "end"), ("_gap", "start", "end")] {
            let reaching = "\(table) WHERE device = ? AND \(start) < ? AND \(end) >= ?"
            let bound: [Value] = [.integer(device), .integer(to), .integer(from)]
            days.formUnion(
                try database.rows("SELECT day FROM \(reaching)", bound[0], bound[1], bound[2]) {
                    CalendarDay(number: Int32($0.integer(0)))
                })
            try database.run("DELETE FROM \(reaching)", bound[0], bound[1], bound[2])
        }
        return days
    }

    /// Marks a device whose places, addresses and map clusters must be computed anew.
    public func markDirty(device: Int64) throws {
        let statement = try findingStatements(.markDirty)
        statement.bind(device, at: 1)
        _ = try statement.step()
    }
}
