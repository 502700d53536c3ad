import Tracks

/// An item of a map at one zoom, as it is stored.
public struct StoredMapCluster: Sendable {
    /// Zoom level.
    public var zoom: Int64
    /// A hash of zoom and first member.
    public var id: String
    /// The kind, where kinds are kept apart.
    public var identifier: String?
    /// Degrees WGS-84.
    public var latitude: Double
    /// Degrees WGS-84.
    public var longitude: Double
    /// Points.
    public var count: Int64
    /// Points by kind as a JSON object.
    public var kinds: String
    /// Id of the representative member.
    public var representative: String
    /// A cluster's own is 750, a single point's that of its kind.
    public var priority: Int64
    /// Where it falls apart; nil for a single point.
    public var expansionZoom: Int64?

    /// An item.
    public init(
        zoom: Int64, id: String, identifier: String?, latitude: Double, longitude: Double, count: Int64, kinds: String, representative: String,
        priority: Int64, expansionZoom: Int64?
    ) {
        self.zoom = zoom
        self.id = id
        self.identifier = identifier
        self.latitude = latitude
        self.longitude = longitude
        self.count = count
        self.kinds = kinds
        self.representative = representative
        self.priority = priority
        self.expansionZoom = expansionZoom
    }
}

/// A stay or place as a map shows it.
public struct MapPoint: Sendable {
    /// Id of the stay or place.
    public var id: String
    /// Id of its device.
    public var device: String
    /// Milliseconds since 1970 UTC: when it was arrived at.
    public var arrived: Int64
    /// Degrees WGS-84.
    public var latitude: Double
    /// Degrees WGS-84.
    public var longitude: Double
    /// The kind; nil for none.
    public var kind: String?
}

/// Map clusters (rule 3.5).
extension Store {
    /// All stays or places in the order (device, arrived).
    public func mapPoints(of what: String) throws -> [MapPoint] {
        let sql =
            what == "places"
            ? """
            SELECT p.id, d.id, p.first_core, p.latitude, p.longitude,
                (SELECT x.kind FROM device_day x WHERE x.device = p.device AND x.day = (SELECT max(y.day) FROM piece y WHERE y.device = p.device))
            FROM place p JOIN device d ON d.key = p.device ORDER BY d.id, p.first_core
            """
            : "SELECT s.id, d.id, s.arrived, s.latitude, s.longitude, s.kind FROM stay s JOIN device d ON d.key = s.device ORDER BY d.id, s.arrived"
        return try database.rows(sql) { row in
            MapPoint(
                id: row.text(0), device: row.text(1), arrived: row.integer(2), latitude: row.real(3), longitude: row.real(4),
                kind: row.optionalText(5))
        }
    }

    /// Drops all map clusters.
    public func dropMapClusters() throws { try database.run("DELETE FROM map_cluster") }

    /// Adds map clusters.
    public func write(_ clusters: [StoredMapCluster]) throws {
        let statement = try database.statement("INSERT INTO map_cluster VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 0)")
        for cluster in clusters {
            statement.bind([
                .integer(cluster.zoom), .text(cluster.id), .optional(cluster.identifier), .real(cluster.latitude), .real(cluster.longitude),
                .integer(cluster.count), .text(cluster.kinds), .text(cluster.representative), .integer(cluster.priority),
                .optional(cluster.expansionZoom),
            ])
            while try statement.step() {}
        }
    }
}
