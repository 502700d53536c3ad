extension View {
    /// Clusters and single points at each zoom, from `cluster-for-map`.
    static let mapClusters = View(
        "map_clusters", key: "zoom, cluster", id: "cluster", by: [.zoom, .cluster], shape: .point,
        rows: """
            SELECT zoom, id AS cluster, identifier, latitude, longitude, count, kinds, representative, priority, expansion_zoom, hidden, shares, parent
            FROM _map_cluster
            """,
        columns: [
            .init("zoom", "zoom level"), .init("cluster", "id: a hash of zoom and first member"),
            .init("identifier", "what separate-by keeps apart: kind, device or group"),
        ]
            + .position("weighted centre") + [
                .init("count", "points"), .init("kinds", "JSON", "points by kind; unlisted and missing ones are other"),
                .init("representative", "id of the member of the highest priority, then the first"),
                .init("priority", "of a cluster the option 'priority' of cluster-for-map; of a single point that of its kind"),
                .init("expansion_zoom", "zoom at which it falls apart"), .flag("hidden", "another marker covers it"),
                .init("shares", "JSON", "shares of the kinds; they sum to 1"),
                .init("parent", "the cluster that holds it one zoom below"),
            ])
}
