import Store
import Tracks

extension ViewSelection {
    /// Whether the columns that name a row as a member name one of a cluster: of the clusters of the highest zoom that it holds.
    static func isMember(_ columns: [String]) -> String {
        let isSeveral = columns.count > 1
        return """
            \(isSeveral ? "(\(columns.joined(separator: ", ")))" : columns.first ?? "NULL") IN
            (WITH RECURSIVE part(cluster) AS (SELECT ? UNION ALL SELECT m.cluster FROM part p JOIN map_clusters m ON m.parent = p.cluster)
            SELECT \(isSeveral ? "x.device, x.time_ms" : "x.member") FROM part p JOIN map_members x ON x.cluster = p.cluster)
            """
    }

    /// The rows that are members of a map cluster: of stays, places, devices (of latest fixes) or fixes, as the clusters were made of.
    ///
    /// - Throws: `StoreMismatch` where there is no such cluster.
    public static func ofMembers(of cluster: String, zoom: Int?, in store: Store) throws -> ViewSelection {
        var clusters = ViewSelection(view: "map_clusters", zoom: zoom)
        clusters.cluster = cluster
        try clusters.checkClusters(in: store)
        let source = try store.meta("map clusters are of").flatMap(MapPointSource.init(rawValue:)) ?? .stays
        var selection = ViewSelection(view: source == .latest ? "devices" : source.rawValue)
        selection.memberOf = cluster
        return selection
    }

    /// Looks for the map cluster and the zoom that are asked for.
    ///
    /// - Throws: `StoreMismatch` where there is no such cluster, or no such zoom though there are clusters.
    func checkClusters(in store: Store) throws {
        guard view == "map_clusters" else { return }
        let zooms = try store.reader.first(
            "SELECT (SELECT min(zoom) FROM map_clusters), (SELECT max(zoom) FROM map_clusters)"
        ) { row in row.optionalInteger(0).map { $0...row.integer(1) } }
        if let zoom, let zooms = zooms ?? nil, !zooms.contains(Int64(zoom)) {
            throw StoreMismatch(
                description:
                    "there are no map clusters at zoom \(zoom); there are zooms \(zooms.lowerBound) to \(zooms.upperBound).")
        }
        guard let cluster else { return }
        let found = try store.reader.first("SELECT zoom FROM map_clusters WHERE cluster = ?", .text(cluster)) { $0.integer(0) }
        guard let found, zoom.map({ Int64($0) == found }) ?? true else {
            throw StoreMismatch(
                description:
                    "there is no map cluster '\(cluster)'\(zoom.map { " at zoom \($0)" } ?? ""); ids stand in the column cluster of map_clusters."
            )
        }
    }
}
