import Geodesy
import Tracks

/// An item of a map at one zoom, as it is stored.
public struct StoredMapCluster: Sendable {
    /// Zoom level.
    public var zoom: Int64
    /// A hash of zoom and first member.
    public var id: String
    /// The kind or device, where these are kept apart.
    public var identifier: String?
    /// Degrees WGS-84.
    public var latitude: Double
    /// Degrees WGS-84.
    public var longitude: Double
    /// Points.
    public var count: Int64
    /// Points by kind as a JSON object.
    public var kinds: String
    /// Shares by kind as a JSON object; they sum to 1.
    public var shares: String
    /// Id of the representative member.
    public var representative: String
    /// Of a cluster the option `priority` of the stage, of a single point that of its kind.
    public var priority: Int64
    /// Where it falls apart; nil for a single point.
    public var expansionZoom: Int64?
    /// Whether a more important marker covers it.
    public var isHidden: Bool
    /// Id of the item that holds it one zoom below; nil at the lowest.
    public var parent: String?

    /// An item.
    public init(
        zoom: Int64, id: String, identifier: String?, latitude: Double, longitude: Double, count: Int64, kinds: String,
        shares: String,
        representative: String, priority: Int64, expansionZoom: Int64?, isHidden: Bool
    ) {
        self.zoom = zoom
        self.id = id
        self.identifier = identifier
        self.latitude = latitude
        self.longitude = longitude
        self.count = count
        self.kinds = kinds
        self.shares = shares
        self.representative = representative
        self.priority = priority
        self.expansionZoom = expansionZoom
        self.isHidden = isHidden
    }
}

/// A stay, place or fix as a map shows it.
public struct MapPoint: Sendable {
    /// The key of its device; of a place that of its earliest core stay.
    public var deviceKey: Int64
    /// The id of that device.
    public var device: String
    /// Milliseconds since 1970 UTC: when it was arrived at, or the time of the fix.
    public var time: Int64
    /// Degrees WGS-84.
    public var latitude: Double
    /// Degrees WGS-84.
    public var longitude: Double
    /// The kind; nil for none.
    public var kind: String?

    /// The id of the stay or place, the device of a latest fix, or `device time_ms` of a fix.
    public func id(as source: MapPointSource) -> String {
        switch source {
        case .stays: stableID("stay", device, time)
        case .places: stableID("place", device, time)
        case .latest: device
        case .fixes: "\(device) \(time)"
        }
    }
}

/// Map clusters (rule 3.5).
extension Store {
    /// The last day with fixes; nil where there is none.
    public func lastDayWithFixes() throws -> CalendarDay? {
        try database.first("SELECT max(day) FROM device_day WHERE first_time IS NOT NULL") { row in
            row.optionalInteger(0).map { CalendarDay(number: Int32($0)) }
        } ?? nil
    }

    /// All points of a source in the order (device, time).
    ///
    /// - Parameter since: Milliseconds since 1970 UTC; a stay or place last seen before, or a fix before, is left out.
    public func mapPoints(of source: MapPointSource, since: Int64) throws -> [MapPoint] {
        try database.rows(Self.mapPointStatement(source, fixTable), .integer(since)) { row in
            MapPoint(
                deviceKey: row.integer(0), device: row.text(1), time: row.integer(2), latitude: row.real(3),
                longitude: row.real(4),
                kind: row.optionalText(5))
        }
    }

    private static func mapPointStatement(_ source: MapPointSource, _ table: FixTable) -> String {
        let lastDay = "(SELECT max(y.day) FROM piece y WHERE y.device = p.device)"
        return switch source {
        case .stays:
            """
            SELECT s.device, d.id, s.arrived, s.latitude, s.longitude, s.kind FROM stay s JOIN device d ON d.key = s.device
            WHERE s.last_seen >= ?1 ORDER BY d.id, s.arrived
            """
        case .places:
            """
            SELECT p.device, d.id, p.first_core, p.latitude, p.longitude, CASE WHEN p.shared THEN p.kind
                ELSE (SELECT x.kind FROM device_day x WHERE x.device = p.device AND x.day = \(lastDay)) END
            FROM place p JOIN device d ON d.key = p.device WHERE p.last >= ?1 ORDER BY d.id, p.first_core
            """
        case .latest:
            """
            SELECT l.device, d.id, l.last_time, l.last_latitude / 1e7, l.last_longitude / 1e7, l.kind
            FROM (SELECT device, max(day) AS day FROM device_day WHERE first_time IS NOT NULL GROUP BY device) a
                JOIN device_day l ON l.day = a.day AND l.device = a.device JOIN device d ON d.key = l.device
            WHERE l.last_time >= ?1 ORDER BY d.id
            """
        case .fixes:
            """
            SELECT dd.device, d.id, \(table.time), x.latitude / 1e7, x.longitude / 1e7, dd.kind
            FROM device_day dd CROSS JOIN processed_day p ON p.day = dd.day CROSS JOIN device d ON d.key = dd.device
                CROSS JOIN fix x ON \(table.isOfDeviceDay)
            WHERE p.end > ?1 AND \(table.time) >= ?1 ORDER BY d.id, dd.day, x.key
            """
        }
    }

    /// Drops all map clusters.
    public func dropMapClusters() throws {
        for table in ["map_cluster", "map_member"] { try database.run("DELETE FROM \(table)") }
    }

    /// Adds map clusters.
    public func write(_ clusters: [StoredMapCluster]) throws {
        let statement = try database.statement("INSERT INTO map_cluster VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
        for cluster in clusters {
            statement.bind([
                .integer(cluster.zoom), .text(cluster.id), .optional(cluster.identifier), .real(cluster.latitude),
                .real(cluster.longitude),
                .integer(cluster.count), .text(cluster.kinds), .text(cluster.shares), .text(cluster.representative),
                .integer(cluster.priority),
                .optional(cluster.expansionZoom), .integer(cluster.isHidden ? 1 : 0), .optional(cluster.parent),
            ])
            while try statement.step() {}
        }
    }

    /// Adds a member of a cluster of the highest zoom; those of the others are found through `parent`.
    public func write(memberOf cluster: String, _ point: MapPoint, as source: MapPointSource) throws {
        try database.run(
            "INSERT INTO map_member VALUES (?, ?, ?, ?)", .text(cluster), .integer(point.deviceKey), .integer(point.time),
            .text(point.id(as: source)))
    }
}
