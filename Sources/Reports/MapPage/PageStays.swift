import SQLite
import Store
import Tracks

/// A stay of a page.
struct PageStay {
    var id: String
    var day: Int64
    var kind: String?
    var arrived: Int64
    var lastSeen: Int64
    var departed: Int64?
    var latitude: Double
    var longitude: Double
    var place: String?
    var cell: Int64?
    var isOpen: Bool
    var isInferred: Bool
    var fixes: Int64
}

/// Reads the stays of the devices of a page, one device at a time.
struct PageStayReader {
    private let scope: PageScope
    private let statement: Statement

    init(_ scope: PageScope) throws {
        self.scope = scope
        // From the last stay on that began before the days: it may reach into them.
        statement = try scope.database.prepare(
            """
            SELECT s.id, s.day, s.kind, s.arrived, s.last_seen, s.departed, s.latitude, s.longitude, s.place, s.cell,
                CASE WHEN s.inferred THEN s.last_seen = (SELECT x.last_time FROM _device_day x WHERE x.device = s.device
                    AND x.day = \(scope.store.lastTrackDay(of: "s.device"))) ELSE s.open END, s.inferred, s.fixes
            FROM _stay s
            WHERE s.device = ?1 AND s.arrived < ?3
                AND s.arrived >= coalesce((SELECT max(z.arrived) FROM _stay z WHERE z.device = ?1 AND z.arrived < ?2), ?2)
            ORDER BY s.arrived
            """)
    }

    /// The stays of a device that reach into the days of the page, in order of time.
    func stays(of device: PageScope.Device) throws -> [PageStay] {
        statement.bind([.integer(device.key), .integer(scope.start), .integer(scope.end)])
        var stays: [PageStay] = []
        while try statement.step() {
            guard statement.integer(4) >= scope.start else { continue }
            stays.append(
                PageStay(
                    id: statement.text(0), day: statement.integer(1), kind: statement.optionalText(2),
                    arrived: statement.integer(3), lastSeen: statement.integer(4), departed: statement.optionalInteger(5),
                    latitude: statement.real(6), longitude: statement.real(7), place: statement.optionalText(8),
                    cell: statement.optionalInteger(9), isOpen: statement.integer(10) == 1,
                    isInferred: statement.integer(11) == 1, fixes: statement.integer(12)))
        }
        return stays
    }
}

/// Finds the stay that a fix lies in, for fixes that come in order of time.
struct StayWalk {
    private let stays: [PageStay]
    private var next = 0

    init(_ stays: [PageStay]) { self.stays = stays }

    /// The cell of the stay that a time lies in; nil where it lies in none.
    ///
    /// Where one stay ends and an inferred one begins with the same fix, that fix belongs to the first, as in the view `fixes`.
    mutating func cell(at time: Int64) -> Int64? {
        while next < stays.count, stays[next].lastSeen < time { next += 1 }
        guard next < stays.count, stays[next].arrived <= time else { return nil }
        return stays[next].cell
    }
}
