import Geodesy
import SQLite
import Tracks

/// Stays, trips and gaps: replaced in a range of one device, in the day's transaction (rule 3.2).
extension Store {
    /// The pieces of the device's last day with fixes before a day; nil where there is none.
    public func pieces(of device: Int64, before day: CalendarDay) throws -> DayPieces? {
        try database.first(
            "SELECT day, bytes FROM piece WHERE device = ? AND day < ? ORDER BY day DESC LIMIT 1", .integer(device),
            .integer(Int64(day.number)), read: decode)
    }

    /// The pieces of the device's first day with fixes after a day; nil where there is none.
    public func pieces(of device: Int64, after day: CalendarDay) throws -> DayPieces? {
        try database.first(
            "SELECT day, bytes FROM piece WHERE device = ? AND day > ? ORDER BY day LIMIT 1", .integer(device),
            .integer(Int64(day.number)),
            read: decode)
    }

    private func decode(_ row: Statement) -> DayPieces {
        PieceCoding.decode(row.blob(1), day: CalendarDay(number: Int32(row.integer(0))))
    }

    /// The id from the log of a device.
    public func id(ofDevice key: Int64) throws -> String {
        try database.first("SELECT id FROM device WHERE key = ?", .integer(key)) { $0.text(0) } ?? ""
    }

    /// Replaces the device's stays, trips and gaps that start in [since, until).
    ///
    /// - Returns: The days whose rows differ from those that were there; empty where nothing does.
    public func replace(
        device: Int64, id: String, since: Int64, until: Int64, stays: [Stay], trips: [Trip], gaps: [Gap], radiusMeters: Double
    ) throws -> Set<CalendarDay> {
        let stayRows = stays.map { stay in
            [
                .integer(stay.arrived), .text(stableID("stay", id, stay.arrived)), .integer(Int64(stay.day.number)),
                .optional(stay.kind),
                .integer(stay.lastSeen), .optional(stay.departed), .real(stay.centroid.latitude), .real(stay.centroid.longitude),
                .real(stay.spreadMeters), .integer(stay.fixes), .integer(stay.isOpen ? 1 : 0), .integer(stay.isInferred ? 1 : 0),
                .real(stay.confidence(radiusMeters: radiusMeters)), .integer(stay.isArrivalSeen ? 1 : 0),
            ] as [Value]
        }
        let tripRows = trips.map { trip in
            let box = trip.legs.box.boundingBox(from: trip.legs.first.point)
            return [
                .integer(trip.legs.first.milliseconds), .text(stableID("trip", id, trip.legs.first.milliseconds)),
                .integer(Int64(trip.day.number)), .optional(trip.kind), .integer(trip.legs.last.milliseconds),
                .integer(trip.legs.micrometers),
                .integer(trip.legs.legs + 1),
                trip.legs.maximumSpeedMetersPerSecond.isNaN ? .null : .real(trip.legs.maximumSpeedMetersPerSecond),
                .integer(trip.isOpen ? 1 : 0), .integer(Int64(trip.legs.first.point.latitude)),
                .integer(Int64(trip.legs.first.point.longitude)),
                .integer(Int64(trip.legs.last.point.latitude)), .integer(Int64(trip.legs.last.point.longitude)),
                .integer(Int64(box.south)), .integer(Int64(box.west)), .integer(Int64(box.north)), .integer(Int64(box.east)),
            ] as [Value]
        }
        let gapRows = gaps.map { gap in
            [
                .integer(gap.leg.first.milliseconds), .integer(Int64(gap.day.number)), .integer(gap.leg.last.milliseconds),
                .integer(gap.leg.micrometers), .integer(gap.leg.isJump ? 1 : 0), .integer(Int64(gap.leg.first.point.latitude)),
                .integer(Int64(gap.leg.first.point.longitude)), .integer(Int64(gap.leg.last.point.latitude)),
                .integer(Int64(gap.leg.last.point.longitude)),
            ] as [Value]
        }
        let range = (device, since, until)
        let stayColumns =
            "arrived, id, day, kind, last_seen, departed, latitude, longitude, spread, fixes, open, inferred, confidence, "
            + "arrival_seen"
        let tripColumns =
            "start, id, day, kind, end, um, fixes, max_speed, open, start_latitude, start_longitude, end_latitude, end_longitude, "
            + "south, west, north, east"
        let gapColumns = "start, day, end, um, jump, start_latitude, start_longitude, end_latitude, end_longitude"
        let changes = [
            try replace("stay", key: "arrived", columns: stayColumns, range, with: stayRows),
            try replace("trip", key: "start", columns: tripColumns, range, with: tripRows),
            try replace("gap", key: "start", columns: gapColumns, range, with: gapRows),
        ]
        return changes.reduce(into: []) { $0.formUnion($1) }
    }

    private func replace(
        _ table: String, key: String, columns: String, _ range: (device: Int64, since: Int64, until: Int64), with rows: [[Value]]
    ) throws -> Set<CalendarDay> {
        let bounds = "device = ? AND \(key) >= ? AND \(key) < ?"
        let bound: [Value] = [.integer(range.device), .integer(range.since), .integer(range.until)]
        let old = try database.rows(
            "SELECT \(columns) FROM \(table) WHERE \(bounds) ORDER BY \(key)", bound[0], bound[1], bound[2]
        ) { row in
            (0..<row.columnCount).map(row.value)
        }
        guard old != rows else { return [] }
        try database.run("DELETE FROM \(table) WHERE \(bounds)", bound[0], bound[1], bound[2])
        let marks = Array(repeating: "?", count: 1 + (rows.first?.count ?? 0)).joined(separator: ", ")
        for row in rows {
            let statement = try database.statement("INSERT INTO \(table) (device, \(columns)) VALUES (\(marks))")
            statement.bind([bound[0]] + row)
            while try statement.step() {}
        }
        let position = columns.split(separator: ", ").firstIndex(of: "day") ?? 0
        let differing = old.filter { !rows.contains($0) } + rows.filter { !old.contains($0) }
        return Set(
            differing.compactMap { row in
                guard case .integer(let day) = row[position] else { return nil }
                return CalendarDay(number: Int32(day))
            })
    }

    /// What a day's first or last group turned out to be: whether it rests, and its part of a stay inside the day.
    ///
    /// - Returns: Whether that is new.
    public func setEdges(device: Int64, day: CalendarDay, first: (rests: Bool, stay: Int64)?, last: (rests: Bool, stay: Int64)?)
        throws -> Bool
    {
        let edges = [("first", first), ("last", last)]
        return try edges.reduce(false) { isNew, edge in
            guard let (rests, stay) = edge.1 else { return isNew }
            try database.run(
                """
                UPDATE device_day SET \(edge.0)_rests = ?1, \(edge.0)_stay_ms = ?2
                WHERE day = ?3 AND device = ?4 AND (\(edge.0)_rests != ?1 OR \(edge.0)_stay_ms != ?2)
                """, .integer(rests ? 1 : 0), .integer(stay), .integer(Int64(day.number)), .integer(device))
            return database.changes > 0 || isNew
        }
    }

    /// Takes away stays, trips and gaps of a device that has no day with fixes any more.
    public func removeFindings(device: Int64) throws {
        for table in ["stay", "trip", "gap", "place"] {
            try database.run("DELETE FROM \(table) WHERE device = ?", .integer(device))
        }
    }

    /// Takes away a device's stays, trips and gaps that reach into [from, to).
    ///
    /// - Returns: The days that they were of.
    public func removeFindings(device: Int64, from: Int64, to: Int64) throws -> Set<CalendarDay> {
        var days: Set<CalendarDay> = []
        for (table, start, end) in [("stay", "arrived", "last_seen"), ("trip", "start", "end"), ("gap", "start", "end")] {
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
    public func markDirty(device: Int64) throws { try database.run("INSERT OR IGNORE INTO dirty VALUES (?)", .integer(device)) }
}
