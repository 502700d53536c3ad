import SQLite
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

/// What is kept of a stored map cluster to tell whether it is still the same.
public struct MapClusterContent: Sendable, Equatable {
    /// A hash of all that is stored of it.
    public var content: UInt64
    /// A hash of its members, at the highest zoom; 0 elsewhere.
    public var members: UInt64

    /// Hashes.
    public init(content: UInt64, members: UInt64) { (self.content, self.members) = (content, members) }
}

/// Map clusters (rule 3.5).
extension Store {
    /// The last day with fixes; nil where there is none.
    public func lastDayWithFixes() throws -> CalendarDay? {
        try database.first("SELECT max(day) FROM _device_day WHERE first_time IS NOT NULL") { row in
            row.optionalInteger(0).map { CalendarDay(number: Int32($0)) }
        } ?? nil
    }

    /// All points of a source in the order (device, time).
    ///
    /// - Parameters:
    ///   - since: Milliseconds since 1970 UTC; a stay or place last seen before, or a fix before, is left out.
    ///   - goOn: Is called now and then; what it throws ends the reading.
    public func mapPoints(of source: MapPointSource, since: Int64, goOn: () throws -> Void) throws -> MapPoints {
        var points = MapPoints(devices: try devicesInOrder())
        let statement = try database.statement(Self.mapPointStatement(source, fixTable))
        defer { statement.reset() }
        statement.bind(since, at: 1)
        let numbers = DeviceNumbers(points.devices.map(\.key))
        while try statement.step() {
            points.append(device: numbers.number(of: statement.integer(0)), statement)
            if points.count % 65_536 == 0 { try goOn() }
        }
        points.sort()
        return points
    }

    /// All points as they lie in the database: a sort of SQLite's costs more than all else.
    private static func mapPointStatement(_ source: MapPointSource, _ table: FixTable) -> String {
        let lastDay = "(SELECT y.last_day FROM _track_days y WHERE y.device = p.device)"
        return switch source {
        case .stays:
            """
            SELECT s.device, s.arrived, s.latitude, s.longitude, s.kind FROM _stay s WHERE s.last_seen >= ?1
            """
        case .places:
            """
            SELECT p.device, p.first_core, p.latitude, p.longitude, CASE WHEN p.shared THEN p.kind
                ELSE (SELECT x.kind FROM _device_day x WHERE x.device = p.device AND x.day = \(lastDay)) END
            FROM _place p WHERE p.last >= ?1
            """
        case .latest:
            """
            SELECT l.device, l.last_time, l.last_latitude / 1e7, l.last_longitude / 1e7, l.kind
            FROM (SELECT device, max(day) AS day FROM _device_day WHERE first_time IS NOT NULL GROUP BY device) a
                JOIN _device_day l ON l.day = a.day AND l.device = a.device
            WHERE l.last_time >= ?1
            """
        case .fixes:
            """
            SELECT dd.device, \(table.time), x.latitude / 1e7, x.longitude / 1e7, dd.kind
            FROM _device_day dd CROSS JOIN _processed_day p ON p.day = dd.day CROSS JOIN _fix x ON \(table.isOfDeviceDay)
            WHERE p.end > ?1 AND \(table.time) >= ?1
            """
        }
    }

    /// Drops all map clusters.
    public func dropMapClusters() throws {
        for table in ["_map_cluster", "_map_member"] { try database.run("DELETE FROM \(table)") }
    }

    /// What is stored of the map clusters of a zoom, by the numbers of their ids.
    public func mapClusterContents(zoom: Int) throws -> MapClusterContents {
        let statement = try database.statement("SELECT id, content, members FROM _map_cluster WHERE zoom = ?")
        statement.bind(Int64(zoom), at: 1)
        var contents = MapClusterContents()
        while try statement.step() {
            guard let id = statement.withText(0, stableNumber) ?? nil, !statement.isNull(1) else { continue }
            let (content, members) = (UInt64(bitPattern: statement.integer(1)), UInt64(bitPattern: statement.integer(2)))
            contents.append(id, MapClusterContent(content: content, members: members))
        }
        return contents
    }

    /// Drops the map clusters of which an earlier version of the program kept no content, with all others.
    public func dropMapClustersOfUnknownContent() throws {
        guard try meta("map clusters keep their content") == nil else { return }
        try dropMapClusters()
        try setMeta("map clusters keep their content", "1")
    }

    /// Writes a map cluster, in place of the one of its id.
    public func write(_ cluster: StoredMapCluster, _ kept: MapClusterContent) throws {
        let statement = try database.statement(Self.clusterInsertion)
        statement.bind([
            .integer(cluster.zoom), .text(cluster.id), .optional(cluster.identifier), .real(cluster.latitude),
            .real(cluster.longitude), .integer(cluster.count), .text(cluster.kinds), .text(cluster.shares),
            .text(cluster.representative), .integer(cluster.priority), .optional(cluster.expansionZoom),
            .integer(cluster.isHidden ? 1 : 0), .optional(cluster.parent), .integer(Int64(bitPattern: kept.content)),
            .integer(Int64(bitPattern: kept.members)),
        ])
        while try statement.step() {}
    }

    private static let clusterInsertion: String = {
        let columns = [
            "zoom", "id", "identifier", "latitude", "longitude", "count", "kinds", "shares", "representative", "priority",
            "expansion_zoom", "hidden", "parent", "content", "members",
        ]
        return """
            INSERT INTO _map_cluster (\(columns.joined(separator: ", "))) VALUES (\(columns.map { _ in "?" }.joined(separator: ", ")))
            ON CONFLICT (zoom, id) DO UPDATE SET \(columns.dropFirst(2).map { "\($0) = excluded.\($0)" }.joined(separator: ", "))
            """
    }()

    /// Drops a map cluster, and its members where it has some.
    public func dropMapCluster(_ id: UInt64, zoom: Int, hasMembers: Bool) throws {
        try database.run("DELETE FROM _map_cluster WHERE zoom = ? AND id = ?", .integer(Int64(zoom)), .text(stableText(id)))
        if hasMembers { try database.run("DELETE FROM _map_member WHERE cluster = ?", .text(stableText(id))) }
    }

    /// Makes the members of a cluster of the highest zoom these points; those of the others are found through `parent`.
    public func replaceMembers(
        of cluster: String, isNew: Bool, with members: [Int32], of points: MapPoints, as source: MapPointSource
    )
        throws
    {
        var wanted = members.map {
            MapMemberKey(device: points.devices[Int(points.deviceNumbers[Int($0)])].key, point: $0, points)
        }
        wanted.sort()
        var old: ArraySlice<MapMemberKey> = []
        if !isNew {
            old = try database.rows(
                "SELECT device, time FROM _map_member WHERE cluster = ? ORDER BY device, time", .text(cluster)
            ) { MapMemberKey(device: $0.integer(0), time: $0.integer(1), point: -1) }[...]
        }
        let statement = try database.statement("INSERT INTO _map_member VALUES (?, ?, ?, ?)")
        statement.bind(cluster, at: 1)
        for member in wanted {
            while let gone = old.first, gone < member { try drop(old.removeFirst(), of: cluster) }
            if let same = old.first, !(member < same) {
                old.removeFirst()
                continue
            }
            statement.bind(member.device, at: 2)
            statement.bind(member.time, at: 3)
            statement.bind(points.id(of: Int(member.point), as: source), at: 4)
            _ = try statement.step()
        }
        for gone in old { try drop(gone, of: cluster) }
    }

    private func drop(_ member: MapMemberKey, of cluster: String) throws {
        try database.run(
            "DELETE FROM _map_member WHERE cluster = ? AND device = ? AND time = ?", .text(cluster), .integer(member.device),
            .integer(member.time))
    }
}

/// A member in the order in which it is stored.
private struct MapMemberKey: Comparable {
    let device: Int64
    let time: Int64
    let point: Int32

    init(device: Int64, time: Int64, point: Int32) { (self.device, self.time, self.point) = (device, time, point) }

    init(device: Int64, point: Int32, _ points: MapPoints) {
        self.init(device: device, time: points.times[Int(point)], point: point)
    }

    static func < (a: MapMemberKey, b: MapMemberKey) -> Bool { a.device != b.device ? a.device < b.device : a.time < b.time }

    static func == (a: MapMemberKey, b: MapMemberKey) -> Bool { a.device == b.device && a.time == b.time }
}
