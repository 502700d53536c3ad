import Testing

/// Issue 11, 17: map clusters of points without a kind or group, and of points that Web Mercator cannot reach.
@Suite struct MapClusterCommandTests {
    private func clusters(_ places: [String], options: String, top: [String] = []) throws -> SmallPipeline {
        let small = try SmallPipeline(
            columns: "device: device, time: time, latitude: lat, longitude: lon, kind: kind",
            stages: ["cluster-for-map: {of: latest, \(options)}"], top: top)
        let rows = places.enumerated().map { number, place in "v\(number + 1),\(time(0)),\(place)" }
        try small.log("2025-06-01", header: "device,time,lat,lon,kind", rows)
        try small.runWell()
        return small
    }

    private let query = """
        SELECT count, coalesce(identifier, '-'), round(latitude, 4), round(longitude, 4) FROM map_clusters ORDER BY latitude, identifier
        """

    @Test func `kinds kept apart count each point once, where it is, also one without a kind`() throws {
        let small = try clusters(
            ["50,10,vehicle", "50,10,vehicle", "10.74,20,", "-40,-70,vehicle", "10.74,20,vehicle"],
            options: "separate-by: kind, zooms: 10..10")
        #expect(
            try small.lines(query) == [
                "1,vehicle,-40.0,-70.0", "1,-,10.74,20.0", "1,vehicle,10.74,20.0", "2,vehicle,50.0,10.0",
            ])
    }

    @Test func `groups kept apart count each point once, also those of a device without a group`() throws {
        let small = try SmallPipeline(
            stages: ["cluster-for-map: {of: latest, separate-by: group, zooms: 10..10}"], top: ["devices: devices.csv"])
        try small.folder.write("device,group\nv1,north\nv2,north\nv4,north\nv5,north\n", to: "devices.csv")
        let places = ["50,10", "50,10", "10.74,20", "-40,-70", "10.74,20"]
        try small.log("2025-06-01", places.enumerated().map { number, place in "v\(number + 1),\(time(0)),\(place)" })
        try small.runWell()
        #expect(
            try small.lines(query) == [
                "1,north,-40.0,-70.0", "1,-,10.74,20.0", "1,north,10.74,20.0", "2,north,50.0,10.0",
            ])
    }

    /// The map ends at 85.051129° (its side is as long as the equator): what lies beyond is on its edge.
    @Test func `fixes beyond ±85.05° merge at the edge of the map that they lie on`() throws {
        let small = try clusters(
            ["-90,10,a", "-89.5,10,a", "-85.06,10,b", "86,10,a", "90,10,a"], options: "zooms: 0..16")
        let counts = try small.lines(
            "SELECT zoom, sum(count), count(*), round(min(latitude), 4), round(max(latitude), 4) FROM map_clusters GROUP BY zoom")
        #expect(counts == (0...16).map { "\($0),5,2,-85.0511,85.0511" })
    }
}
