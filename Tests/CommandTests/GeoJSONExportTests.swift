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
        let id: String?
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
                type: try #require(geometry["type"] as? String), id: feature["id"] as? String,
                coordinates: try #require(geometry["coordinates"]),
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
            // Times in milliseconds have a text, too (RFC 3339).
            let times = view.columns.filter { $0.hasSuffix("_ms") }.map { $0.replacing("_ms", with: "_utc") }
            #expect(Set(feature.properties.keys) == Set(view.columns + times).subtracting(["latitude", "longitude"]))
        }
    }

    // RFC 7946, 3.2: an identifier is the member "id" of the feature.
    @Test(arguments: [
        ("stays", "stay"), ("places", "place"), ("map_clusters", "cluster"), ("trips", "trip"), ("devices", "device"),
        ("history", nil), ("fixes", nil),
    ])
    func `a feature is named by the id of its row`(table: String, column: String?) throws {
        let found = try features(try pipeline(), "--table", table)
        #expect(!found.isEmpty)
        for feature in found { #expect(feature.id == column.flatMap { feature.properties[$0] as? String }) }
        #expect(column == nil || Set(found.map(\.id)).count == found.count)
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

    @Test func `NC-32 a trip along ±180° is one line without a part of two equal positions`() throws {
        let small = try SmallPipeline(stages: ["find-stays: {radius: 150 m, at-least: 20 min, gap: 30 min}", "split-trips"])
        try small.log("2025-06-01", ["C,\(time(0)),10,180", "C,\(time(600)),10.01,-180", "C,\(time(1_200)),10.02,180"])
        try small.runWell()
        let trips = try features(small, "--table", "trips")
        #expect(trips.map(\.type) == ["LineString"])
        let line = try #require(trips.first?.coordinates as? [[Double]])
        // A longitude is stored in [−180, 180] as it was logged.
        #expect(line.map { $0[0] } == [180, 180, 180] && line.map { $0[1] } == [10, 10.01, 10.02])
    }

    @Test func `a table without positions cannot be GeoJSON`() throws {
        let outcome = try Program.run(["export", "out.sqlite", "--format", "geojson", "--table", "days"], in: pipeline().folder)
        #expect(outcome.status != 0 && outcome.output == "")
        #expect(
            outcome.errors.contains(
                "days cannot be geojson: it has no positions. Write it as csv, or one of fixes, history, trips, gaps, stays, places, map_clusters, devices, addresses."
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

    @Test func `members can be of days, a device or a kind`() throws {
        let small = try pipeline()
        let cluster = try small.result().text("SELECT cluster FROM map_clusters WHERE zoom = 8")
        func members(_ arguments: String...) throws -> Outcome {
            try Program.run(
                ["export", "out.sqlite", "--table", "map_clusters", "--cluster", cluster, "--members"] + arguments,
                in: small.folder)
        }
        #expect(try members().outputLines.count == 6)
        #expect(try members("--device", "p").outputLines.count == 2)
        #expect(try members("--kind", "van").outputLines.count == 5)
        #expect(try members("--kind", "bus").status == 64)
        #expect(try members("--day", "2025-06-01").outputLines.count == 6)
        #expect(try members("--from", "2025-05-01", "--to", "2025-05-31").outputLines.count == 1)
    }

    @Test func `members that have no days or kinds are told`() throws {
        let small = try pipeline(clusters: "cluster-for-map: {of: places, zooms: 8..12}")
        let cluster = try small.result().text("SELECT cluster FROM map_clusters WHERE zoom = 8")
        for (option, value, word) in [("--from", "2025-06-01", "day"), ("--kind", "van", "kind")] {
            let outcome = try Program.run(
                ["export", "out.sqlite", "--table", "map_clusters", "--cluster", cluster, "--members", option, value],
                in: small.folder)
            #expect(outcome.status == 64 && outcome.output == "")
            #expect(outcome.errors == "trackmill: places cannot be narrowed by \(word).\n")
        }
    }

    @Test func `a cluster or zoom that is not there is an error`() throws {
        let small = try pipeline()
        for (arguments, sentence) in [
            (["--cluster", "NOPE"], "there is no map cluster 'NOPE'; ids stand in the column cluster of map_clusters."),
            (["--zoom", "13"], "there are no map clusters at zoom 13; there are zooms 8 to 12."),
            (["--zoom", "7"], "there are no map clusters at zoom 7; there are zooms 8 to 12."),
            (["--zoom", "7", "--cluster", "NOPE"], "there are no map clusters at zoom 7; there are zooms 8 to 12."),
        ] {
            for format in ["csv", "geojson"] {
                let outcome = try Program.run(
                    ["export", "out.sqlite", "--table", "map_clusters", "--format", format] + arguments, in: small.folder)
                #expect(outcome.status == 64 && outcome.output == "" && outcome.errors == "trackmill: \(sentence)\n")
            }
        }
    }

    @Test func `no map clusters are no error of a zoom`() throws {
        let small = try SmallPipeline()
        try small.log("2025-06-01", ["a,\(time(0)),1,1"])
        try small.runWell()
        #expect(try features(small, "--table", "map_clusters", "--zoom", "5").isEmpty)
    }

    @Test func `a report of map clusters is of its zoom`() throws {
        let small = try pipeline()
        func report(_ options: String) throws -> Outcome {
            try Program.run(
                ["run", "pipeline.yaml", "--day", "2025-06-01", "--set", "reports=[{\(options)}]"], in: small.folder)
        }
        #expect(try report("geojson: {table: map_clusters, zoom: 9, to: c.geojson}").status == 0)
        let zooms = try small.folder.text(of: "c.geojson").components(separatedBy: "\"zoom\":").dropFirst().map { $0.prefix(2) }
        #expect(!zooms.isEmpty && zooms.allSatisfy { $0 == "9," })
        #expect(try report("csv: {table: map_clusters, zoom: 10, to: c.csv}").status == 0)
        let rows = Table(csv: try small.folder.text(of: "c.csv").replacing("\"", with: ""))
        #expect(Set(try rows.texts("zoom")) == ["10"])
        let missing = try report("geojson: {table: map_clusters, to: c.geojson}")
        #expect(missing.status == 78 && missing.errors.contains("geojson of map_clusters wants 'zoom', such as zoom: 12"))
        let beyond = try report("csv: {table: map_clusters, zoom: 20, to: d.csv}")
        #expect(
            beyond.status == 78
                && beyond.errorLines == [
                    "trackmill: a report cannot be made: there are no map clusters at zoom 20; there are zooms 8 to 12."
                ])
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
