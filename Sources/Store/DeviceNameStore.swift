import SQLite
import Tracks

/// What the devices file says: names and groups for people, kinds for the device-days that name none.
extension Store {
    /// Sets the names, groups and kinds of devices, as the devices file gives them; devices without fixes yet wait for theirs.
    public func setDevices(_ devices: [(device: String, name: String?, group: String?, kind: String?)]) throws {
        let isFirst = try meta("kinds of devices") == nil
        guard try isFirst || Self.rows(of: devices) != deviceRows() else { return }
        try database.run("DELETE FROM _device_name")
        for (device, name, group, kind) in devices {
            try database.run(
                "INSERT OR REPLACE INTO _device_name VALUES (?, ?, ?, ?)", .text(device), .optional(name), .optional(group),
                .optional(kind))
        }
        try setMeta("kinds of devices", "known")
    }

    /// As they are stored: of a device that stands there twice the last one.
    private static func rows(
        of devices: [(device: String, name: String?, group: String?, kind: String?)]
    ) -> [ExactText: [Value]] {
        let rows = devices.map { (ExactText($0.device), [.optional($0.name), .optional($0.group), Value.optional($0.kind)]) }
        return Dictionary(rows) { _, last in last }
    }

    private func deviceRows() throws -> [ExactText: [Value]] {
        let rows = try database.rows("SELECT id, name, group_name, kind FROM _device_name") { row in
            (ExactText(row.text(0)), (1...3).map(row.value))
        }
        return Dictionary(rows) { _, last in last }
    }

    /// The kinds that the devices file gave at the last run, by device; nil where an earlier version of the program ran last.
    public func kindsOfDevices() throws -> [ExactText: String]? {
        guard try meta("kinds of devices") != nil else { return nil }
        let rows = try database.rows("SELECT id, kind FROM _device_name WHERE kind IS NOT NULL") {
            (ExactText($0.text(0)), $0.text(1))
        }
        return Dictionary(rows) { a, _ in a }
    }

    /// The days that hold a device.
    public func days(holding device: String) throws -> [CalendarDay] {
        try database.rows(
            """
            SELECT p.day FROM _processed_day p, _device d
            WHERE d.id = ? AND EXISTS (SELECT 1 FROM _device_day dd WHERE dd.day = p.day AND dd.device = d.key)
            """, .text(device)
        ) { CalendarDay(number: Int32($0.integer(0))) }
    }

    /// The days that hold a device whose kind has changed since they were made, as far as it was noted.
    public func staleDays() throws -> Set<CalendarDay> {
        guard try version >= 3 else { return [] }
        return Set(
            try database.rows("SELECT day FROM _processed_day WHERE stale = 1") { CalendarDay(number: Int32($0.integer(0))) })
    }

    /// Notes that days hold a device whose kind has changed since they were made.
    public func markStale(_ days: Set<CalendarDay>) throws {
        for day in days.sorted() {
            try database.run("UPDATE _processed_day SET stale = 1 WHERE day = ?", .integer(Int64(day.number)))
        }
    }
}
