import Options
import SQLite
import Store
import Tracks

/// The latest fix of a device in the days of a page.
struct LatestFix {
    var time: Int64
    var latitude: Int64
    var longitude: Int64
    var course: Double?
    var speed: Double?
    var cell: Int64?
}

/// The devices of a page.
struct PageDevices {
    let scope: PageScope
    private let fix: Statement
    private let stay: Statement

    init(_ scope: PageScope) throws {
        self.scope = scope
        let table = try scope.store.fixTable
        fix = try scope.database.prepare(
            """
            SELECT x.latitude, x.longitude, \(table.course), \(table.speed) FROM _device_day dd JOIN _processed_day p ON p.day = dd.day
                CROSS JOIN _fix x ON \(table.isLast) WHERE dd.day = ? AND dd.device = ?
            """)
        stay = try scope.database.prepare(
            "SELECT cell FROM _stay WHERE device = ?1 AND arrived <= ?2 AND last_seen >= ?2 ORDER BY arrived DESC LIMIT 1")
    }

    /// The latest fix of a device; nil where it has none in these days.
    func latest(of device: PageScope.Device) throws -> LatestFix? {
        guard let number = device.lastDay, let time = scope.deviceDays[number].lastTime else { return nil }
        let row = scope.deviceDays[number]
        fix.bind([.integer(row.day), .integer(device.key)])
        defer { fix.reset() }
        guard try fix.step() else { return nil }
        stay.bind([.integer(device.key), .integer(time)])
        defer { stay.reset() }
        let cell = try stay.step() ? stay.optionalInteger(0) : nil
        return LatestFix(
            time: time, latitude: fix.integer(0), longitude: fix.integer(1), course: fix.optionalReal(2),
            speed: fix.optionalReal(3), cell: cell)
    }

    /// As a list of objects.
    ///
    /// - Parameter added: Is handed the latest fix of each device that has one.
    func write(
        to data: DataWriter, kinds: PageKinds, addresses: PageAddresses, added: (Int, LatestFix) -> Void
    ) throws {
        try data.write("\"devices\":[")
        for (number, device) in scope.devices.enumerated() {
            var bytes: [UInt8] = number > 0 ? [UInt8(ascii: ",")] : []
            bytes.add("{\"id\":")
            bytes.addText(device.id)
            bytes.add(",\"name\":")
            bytes.addText(device.name)
            bytes.add(",\"group\":")
            bytes.addText(device.group)
            bytes.add(",\"kind\":")
            bytes.add(kinds.number(of: device.kind))
            bytes.add(",\"latest\":")
            if let latest = try latest(of: device) {
                bytes.add("{\"time\":")
                bytes.add(latest.time)
                bytes.add(",\"latitude\":\(degrees(latest.latitude)),\"longitude\":\(degrees(latest.longitude)),\"course\":")
                bytes.add(latest.course.map(shortText) ?? "null")
                bytes.add(",\"speed\":")
                bytes.add(latest.speed.map(shortText) ?? "null")
                bytes.add(",\"address\":")
                bytes.add(try addresses.number(ofCell: latest.cell))
                bytes.add("}")
                added(number, latest)
            } else {
                bytes.add("null")
            }
            bytes.add("}")
            try data.write(bytes)
        }
        try data.write("]")
    }

    private func degrees(_ stored: Int64) -> String { shortText(Double(stored) / 1e7) }
}
