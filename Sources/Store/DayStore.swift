import Geodesy
import SQLite
import Tracks

/// Writing a day's device-days (phase 1).
extension Store {
    /// The key of a device, a new one where it is new: its part in the high bits, so that parts written in turn are in key order.
    public func key(ofDevice id: String, partition: Int) throws -> Int64 {
        if let known = deviceKeys[ExactText(id)] { return known }
        if let stored = try database.first("SELECT key FROM _device WHERE id = ?", .text(id), read: { $0.integer(0) }) {
            deviceKeys[ExactText(id)] = stored
            return stored
        }
        let first = Int64(partition) << 15
        let next =
            try nextKeys[partition]
            ?? (database.first(
                "SELECT max(key) + 1 FROM _device WHERE key >= ? AND key < ?", .integer(first), .integer(first + 32_768)
            ) { $0.optionalInteger(0) } ?? nil)
            ?? first
        guard next < first + 32_768 else {
            throw StoreError(code: 1, description: "\(database.path): holds two million devices, which is all it can.")
        }
        try database.run("INSERT INTO _device (key, id) VALUES (?, ?)", .integer(next), .text(id))
        nextKeys[partition] = next + 1
        deviceKeys[ExactText(id)] = next
        return next
    }

    /// Forgets keys that a transaction gave and that were undone with it.
    public func forgetKeys() {
        deviceKeys.removeAll()
        nextKeys.removeAll()
        fileIDs.removeAll()
    }

    /// What a day's device-days were before it is written anew, by device key.
    public func hashes(ofDay day: CalendarDay) throws -> [Int64: Int64] {
        var hashes: [Int64: Int64] = [:]
        for (device, hash) in try database.rows(
            "SELECT device, hash FROM _device_day WHERE day = ?", .integer(Int64(day.number)),
            read: { ($0.integer(0), $0.integer(1)) })
        {
            hashes[device] = hash
        }
        return hashes
    }

    /// Takes away what a day's transaction writes anew; pieces, stays, trips and gaps are
    /// replaced by joining, history where it differs.
    public func clear(day: CalendarDay) throws {
        let number = Value.integer(Int64(day.number))
        // The fixes of a day are appended in one transaction, so they are one range.
        if let (first, last) = try database.first(
            "SELECT min(first_key), max(first_key + kept - 1) FROM _device_day WHERE day = ? AND kept > 0", number,
            read: { row in row.optionalInteger(0).map { ($0, row.integer(1)) } }) ?? nil
        {
            try database.run("DELETE FROM _fix WHERE key BETWEEN ? AND ?", .integer(first), .integer(last))
        }
        for table in ["_device_day", "_made", "_reject", "_reason_count"] {
            try database.run("DELETE FROM \(table) WHERE day = ?", number)
        }
    }

    /// Writes the device-days of a part. Returns them with their keys and hashes, in key order.
    ///
    /// - Parameters:
    ///   - before: The hashes of the day's device-days before; history that is as it was stays, and keeps its addresses.
    ///   - hasTrips: Whether the pipeline splits trips; else distances are NULL (rule 2.7).
    public func write(_ part: DayPart, partition: Int, before: [Int64: Int64], hasTrips: Bool) throws -> [(
        key: Int64, result: DeviceDayResult, hash: Int64
    )] {
        var keyed: [(key: Int64, result: DeviceDayResult, hash: Int64)] = []
        for result in part.devices {
            keyed.append((try key(ofDevice: result.device, partition: partition), result, hash(of: result)))
        }
        keyed.sort { $0.key < $1.key }
        let firstKey = try writeFixes(of: part)
        var deviceDays = try DeviceDayWriter(database, day: part.day, hasTrips: hasTrips)
        for (key, result, hash) in keyed {
            let ownKey = result.rows.isEmpty ? 0 : firstKey + Int64(result.rows.lowerBound)
            try deviceDays.write(result, hash: hash, device: key, firstKey: ownKey)
            guard before[key] != hash else { continue }
            try removeHistory(day: part.day, device: key)
            for point in result.history { try write(point, day: part.day, device: key) }
        }
        return keyed
    }

    /// Takes away the history of a device-day.
    public func removeHistory(day: CalendarDay, device: Int64) throws {
        try database.run("DELETE FROM _point WHERE device = ? AND day = ?", .integer(device), .integer(Int64(day.number)))
    }

    private func write(_ point: HistoryPoint, day: CalendarDay, device: Int64) throws {
        try database.run(
            "INSERT INTO _point VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, NULL, ?)", .integer(device), .integer(Int64(day.number)),
            .integer(Int64(point.number)), .integer(point.milliseconds), .real(point.coordinate.latitude),
            .real(point.coordinate.longitude),
            .optional(point.courseDegrees), .optional(point.speedMetersPerSecond), .integer(point.fixes),
            .optional(point.accuracyMeters))
    }

    /// A hash over what phase 2 and views of devices take from a device-day: its counts, its latest fix and its history.
    private func hash(of result: DeviceDayResult) -> Int64 {
        var hash = StableHash()
        hash.combine(result.kind ?? "")
        for count in [result.rowsIn, result.kept, result.thinned, result.rejected, result.last?.milliseconds ?? 0] {
            hash.combine(UInt64(bitPattern: count))
        }
        for point in result.history {
            hash.combine(UInt64(bitPattern: point.milliseconds))
            hash.combine(point.coordinate.latitude.bitPattern)
            hash.combine(point.coordinate.longitude.bitPattern)
            hash.combine((point.courseDegrees ?? -1).bitPattern)
            hash.combine((point.speedMetersPerSecond ?? -1).bitPattern)
            hash.combine(UInt64(bitPattern: point.fixes))
            if let accuracy = point.accuracyMeters { hash.combine(accuracy.bitPattern) }
        }
        return Int64(bitPattern: hash.value)
    }
}
