import Foundation
import SQLite
import Store
import Testing

/// Real logs of `data/`, measured with other programs in `data/truth.csv`.
@Suite(.needsSharedReference) struct RealLogTests {
    /// The row of `truth.csv` about a file, by column.
    private func truth(of file: String) throws -> [String: String] {
        let table = Table(csv: try String(contentsOfFile: SharedReference.path("data/truth.csv"), encoding: .utf8))
        let row = try #require(table.rows.first { $0[0] == file })
        // The last columns are sentences that may hold commas; none of those before does.
        return Dictionary(uniqueKeysWithValues: zip(table.columns, row).prefix(30).map { ($0, $1) })
    }

    // MARK: GeoLife

    // Expected: data/truth.csv, counted with pandas.
    @Test func `the GeoLife sample goes through pipelines/geolife.yaml and every row is accounted for`() throws {
        let folder = try TemporaryFolder()
        let outcome = try Program.run(
            ["run", packageFolder + "/pipelines/geolife.yaml", "--set", "write.sqlite=\(folder("geolife.sqlite"))"], in: folder,
            environment: ["GEOLIFE": SharedReference.path("data/geolife")])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("read      217,653 rows of 1 files"))
        let truth = try truth(of: "geolife/geolife_sample.txt.gz")
        let database = try openResult(folder("geolife.sqlite"))
        #expect(try database.text("SELECT rows FROM input_files") == truth["fixes"])
        #expect(try database.text("SELECT rows - kept - thinned - rejected - waiting FROM input_files") == "0")
        #expect(try database.text("SELECT waiting FROM input_files") == "0")
        #expect(try database.text("SELECT sum(rows_in) FROM days") == truth["fixes"])
        #expect(try database.text("SELECT count(*) FROM days WHERE rows_in != kept + thinned + rejected") == "0")
        #expect(try database.text("SELECT sum(kept) - (SELECT count(*) FROM fixes) FROM days") == "0")
        #expect(try database.text("SELECT sum(rejected) - (SELECT count(*) FROM rejects) FROM days") == "0")
        #expect(try database.text("SELECT count(*) FROM devices") == truth["tracks"])
        #expect(try database.lines("SELECT DISTINCT reason FROM rejects") == ["spike"])
        // The log's first, last and outermost fixes follow and precede others a few seconds and metres off, so they are no spikes.
        try expectTimesAndBox(of: truth, in: database)
        // The boxes of days are those before thinning, so they span the same.
        try expect(
            Table("SELECT min(south), min(west), max(north), max(east) FROM days", in: database).rows[0], areTheBoxOf: truth)
    }

    /// The first and the last time and the box of all fixes are those of the truth.
    private func expectTimesAndBox(of truth: [String: String], in database: Database) throws {
        let wanted = try ["first_utc", "last_utc"].map { try isoMilliseconds(truth[$0] ?? "") }
        #expect(try database.lines("SELECT min(time_ms), max(time_ms) FROM fixes") == ["\(wanted[0]),\(wanted[1])"])
        let box = try Table("SELECT min(latitude), min(longitude), max(latitude), max(longitude) FROM fixes", in: database)
        try expect(box.rows[0], areTheBoxOf: truth)
    }

    /// South, west, north and east.
    private func expect(_ box: [String], areTheBoxOf truth: [String: String]) throws {
        for (column, found) in zip(["min_lat", "min_lon", "max_lat", "max_lon"], box) {
            // Six decimals there.
            #expect(abs(try number(truth[column] ?? "") - number(found)) < 1e-6, "\(column)")
        }
    }

    // Expected: data/truth.csv; dup_time says how many rows have the time of another.
    @Test func `the GeoLife sample read without stages has the fixes, times and box of truth`() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            """
            name: plain
            timezone: UTC
            read:
              files: "\(SharedReference.path("data/geolife"))/*.txt.gz"
              columns: {device: uid, time: datetime, latitude: lat, longitude: lng}
              settle: 0 s
            write: {sqlite: out.sqlite}
            """, to: "pipeline.yaml")
        let outcome = try Program.run(["run", "pipeline.yaml"], in: folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        let truth = try truth(of: "geolife/geolife_sample.txt.gz")
        let database = try openResult(folder("out.sqlite"))
        let fixes = Int(try number(truth["fixes"] ?? ""))
        let duplicates = Int(try number(truth["dup_time"] ?? ""))
        #expect(try database.text("SELECT count(*) FROM fixes") == "\(fixes - duplicates)")
        #expect(try database.text("SELECT count(*) FROM rejects WHERE reason LIKE 'duplicate%'") == "\(duplicates)")
        try expectTimesAndBox(of: truth, in: database)
    }

    // MARK: Three coordinate systems

    private static let twins = ["geolife_20081028002304", "geolife_20081028102805"]

    /// The result of the twins in one coordinate system; the pipeline's text is the same for each.
    private func twins(in system: String) throws -> (folder: TemporaryFolder, database: Database) {
        let folder = try TemporaryFolder()
        for name in Self.twins {
            try folder.copy(SharedReference.path("data/derived/\(name)_\(system).csv.gz"), to: "logs/\(name)_\(system).csv.gz")
        }
        try folder.write(
            """
            name: twins
            timezone: Asia/Shanghai
            read:
              files: "logs/*.csv.gz"
              columns: {device: device_id, time: time, latitude: lat, longitude: lon}
              crs: {column: coord_sys}
              timezone: UTC
              settle: 0 s
            stages:
              - convert
              - find-stays: {radius: 100 m, at-least: 2 min, gap: 30 min, anchor: first, excursion: 0 s}
            write: {sqlite: out.sqlite}
            """, to: "pipeline.yaml")
        let outcome = try Program.run(["run", "pipeline.yaml"], in: folder)
        try #require(outcome.status == 0, "\(outcome.errors)")
        return (folder, try openResult(folder("out.sqlite")))
    }

    // Expected: the tracks in WGS-84, from which the others were encoded; 647 + 328 fixes in data/truth.csv; issue 3 for 2e-7°.
    @Test(arguments: ["gcj02", "bd09"])
    func `real tracks in another coordinate system give the same fixes and the same stays`(system: String) throws {
        let (wantedFolder, wanted) = try twins(in: "wgs84")
        let (foundFolder, found) = try twins(in: system)
        let query = "SELECT device, time_ms, latitude, longitude FROM fixes ORDER BY device, time_ms"
        try compare(Table(query, in: wanted), Table(query, in: found), rows: 647 + 328)
        let stays =
            "SELECT device, arrived_ms, last_seen_ms, departed_ms, fixes, latitude, longitude FROM stays ORDER BY device, arrived_ms"
        // One stay each.
        try compare(Table(stays, in: wanted), Table(stays, in: found), rows: 2)
        #expect(try found.text("SELECT count(DISTINCT device) FROM stays") == "2")
        try expectTruthOfTwins(in: wanted)
        withExtendedLifetime((wantedFolder, foundFolder)) {}
    }

    /// Each of the twins has the number of fixes, the times and the box of its WGS-84 file in `data/truth.csv`.
    private func expectTruthOfTwins(in database: Database) throws {
        let found = try Table(
            """
            SELECT count(*), min(time_ms), max(time_ms), min(latitude), min(longitude), max(latitude), max(longitude)
            FROM fixes GROUP BY device ORDER BY min(time_ms)
            """, in: database)
        try #require(found.rows.count == Self.twins.count)
        for (name, row) in zip(Self.twins, found.rows) {
            let truth = try truth(of: "derived/\(name)_wgs84.csv.gz")
            #expect(row[0] == truth["fixes"])
            #expect(try row[1] == "\(isoMilliseconds(truth["first_utc"] ?? ""))", "\(name)")
            #expect(try row[2] == "\(isoMilliseconds(truth["last_utc"] ?? ""))", "\(name)")
            try expect(Array(row[3...]), areTheBoxOf: truth)
        }
    }

    /// The last two columns are degrees, the others texts.
    private func compare(_ wanted: Table, _ found: Table, rows: Int) throws {
        #expect(wanted.rows.count == rows)
        #expect(found.rows.map { $0.dropLast(2) } == wanted.rows.map { $0.dropLast(2) })
        for column in ["latitude", "longitude"] {
            let differences = zip(try wanted.numbers(column), try found.numbers(column)).map { abs($0 - $1) }
            #expect(differences.max() ?? 1 <= 2.000_001e-7, "\(column)")
        }
    }
}
