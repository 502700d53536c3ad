import Foundation
import Testing

/// Issue 6: `export --format geojson` (RFC 7946) and members of map clusters, through the real program.
@Suite struct GeoJSONExportTests {
    /// A van that goes 2 km twice between two yards, beside the antimeridian where `longitude` is 179.99, and a pet without a kind.
    private func pipeline(longitude: Double = 116.4, clusters: String = "cluster-for-map: {of: stays, zooms: 8..12}") throws
        -> SmallPipeline
    {
        let small = try SmallPipeline(
            columns: "device: device, time: time, latitude: lat, longitude: lon, kind: kind",
            stages: [
                "find-stays: {radius: 100 m, at-least: 5 min, gap: 30 min}", "split-trips", "pick-history: {points: 4}",
                "find-places: {min-stays: 2}", clusters,
            ],
            top: ["kinds:", "  van: {priority: low}", "  bus: {priority: high}"])
        var rows: [String] = []
        for i in 0..<80 {
            let leg = Double(i % 40)
            let part = leg < 15 ? 0 : leg < 20 ? (leg - 14) / 6 : leg < 35 ? 1 : (40 - leg) / 6
            let east = longitude + 0.02 * part
            rows.append("v 1,\(time(i * 60)),0.5,\(east > 180 ? east - 360 : east),van")
        }
        for i in 0..<10 { rows.append("p,\(time(i * 60)),0.5001,\(longitude),") }
        try small.log("2025-06-01", header: "device,time,lat,lon,kind", rows)
        try small.runWell()
        return small
    }

    private struct Feature {
        let type: String
        let coordinates: Any
        let properties: [String: Any]
    }

    private func features(_ small: SmallPipeline, _ arguments: String...) throws -> [Feature] {
        let outcome = try Program.run(["export", "out.sqlite", "--format", "geojson"] + arguments, in: small.folder)
        try #require(outcome.status == 0, "\(outcome.errors)")
        let parsed = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
        #expect(parsed?["type"] as? String == "FeatureCollection")
        return try #require(parsed?["features"] as? [[String: Any]]).map { feature in
            #expect(feature["type"] as? String == "Feature")
            let geometry = try #require(feature["geometry"] as? [String: Any])
            return Feature(
                type: try #require(geometry["type"] as? String), coordinates: try #require(geometry["coordinates"]),
                properties: try #require(feature["properties"] as? [String: Any]))
        }
    }

    @Test(arguments: ["stays", "places", "map_clusters", "devices", "history", "fixes"])
    func `each row is a point, longitude first, its other columns are properties`(table: String) throws {
        let small = try pipeline()
        let found = try features(small, "--table", table)
        let view = try Table("SELECT * FROM \(table)", in: small.result())
        #expect(!found.isEmpty && found.count == view.rows.count)
        for feature in found {
            let position = try #require(feature.coordinates as? [Double])
            #expect(feature.type == "Point" && position.count == 2 && position[0] > 116 && position[1] < 1)
            #expect(Set(feature.properties.keys) == Set(view.columns).subtracting(["latitude", "longitude"]))
        }
    }

    @Test func `a trip is the line of its fixes`() throws {
        let trips = try features(try pipeline(), "--table", "trips", "--device", "v 1")
        #expect(trips.map(\.type) == ["LineString", "LineString", "LineString", "LineString"])
        let line = try #require(trips.first?.coordinates as? [[Double]])
        #expect(line.count == trips[0].properties["fixes"] as? Int)
        #expect(line.first == [116.4, 0.5] && line.last == [116.42, 0.5])
    }

    @Test func `a trip over ±180° is cut there`() throws {
        let trips = try features(try pipeline(longitude: 179.99), "--table", "trips", "--device", "v 1")
        let parts = try #require(trips.first?.coordinates as? [[[Double]]])
        #expect(trips.first?.type == "MultiLineString" && parts.count == 2)
        #expect(parts[0].last?.first == 180 && parts[1].first?.first == -180)
    }

    @Test func `a table without positions cannot be GeoJSON`() throws {
        let outcome = try Program.run(["export", "out.sqlite", "--format", "geojson", "--table", "gaps"], in: pipeline().folder)
        #expect(outcome.status != 0 && outcome.output == "")
        #expect(
            outcome.errors.contains(
                "gaps has no positions; write it as csv, or one of stays, places, map_clusters, trips, devices, history, fixes, addresses."
            ))
    }

    @Test func `no rows are an empty collection`() throws {
        #expect(try features(try pipeline(), "--from", "2025-07-01").isEmpty)
    }

    @Test func `clusters of a zoom have their kinds and shares as objects`() throws {
        let found = try features(try pipeline(), "--table", "map_clusters", "--zoom", "8")
        #expect(found.count == 1)
        #expect(found[0].properties["kinds"] as? [String: Int] == ["van": 4, "other": 1])
        #expect(found[0].properties["shares"] as? [String: Double] == ["van": 0.8, "other": 0.2])
        #expect(found[0].properties["count"] as? Int == 5 && found[0].properties["priority"] as? Int == 750)
    }

    // The stays of both yards, found again from the cluster alone.
    @Test(arguments: [("stays", "stay", 5), ("places", "place", 2), ("latest", "device", 2), ("fixes", "time_ms", 90)])
    func `members are the rows that a cluster is of`(source: String, column: String, count: Int) throws {
        let small = try pipeline(clusters: "cluster-for-map: {of: \(source), zooms: 8..12}")
        let cluster = try small.result().text("SELECT cluster FROM map_clusters WHERE zoom = 8")
        #expect(try small.result().text("SELECT count FROM map_clusters WHERE cluster = '\(cluster)'") == "\(count)")
        let outcome = try Program.run(
            ["export", "out.sqlite", "--table", "map_clusters", "--zoom", "8", "--cluster", cluster, "--members"],
            in: small.folder)
        let table = Table(csv: outcome.output)
        #expect(table.rows.count == count && table.columns.contains(column))
        #expect(try features(small, "--table", "map_clusters", "--cluster", cluster).count == 1)
    }

    @Test func `a cluster that is not there is said so`() throws {
        let small = try pipeline()
        let wrong = try Program.run(
            ["export", "out.sqlite", "--table", "map_clusters", "--zoom", "9", "--cluster", "00", "--members"], in: small.folder)
        #expect(
            wrong.status != 0
                && wrong.errors.contains(
                    "there is no map cluster '00' at zoom 9; ids stand in the column cluster of map_clusters.")
        )
        let usage = try Program.run(["export", "out.sqlite", "--members"], in: small.folder)
        #expect(usage.status == 64 && usage.errors.contains("--members wants --table map_clusters and --cluster ID."))
    }
}
