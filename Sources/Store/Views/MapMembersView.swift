extension View {
    /// What the clusters of the highest zoom are of.
    static let mapMembers = View(
        "map_members", key: "cluster, device, time_ms", by: [.device], isResult: false,
        rows: """
            SELECT m.cluster AS cluster, d.id AS device, m.time AS time_ms, m.id AS member FROM _map_member m JOIN _device d ON d.key = m.device
            """,
        columns: [
            .init("cluster", "id of a cluster of the highest zoom; others reach theirs through parent"), .device,
            .time("time", "arrival of the stay or of the place's earliest core stay, or time of the fix"),
            .init("member", "id of the stay or place, the device of a latest fix, or 'device time_ms' of a fix"),
        ])
}
