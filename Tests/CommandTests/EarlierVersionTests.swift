import Foundation
import SQLite
import Store
import Testing

/// Result files of earlier versions of the tables: `sample-data/cases/version-…`.
@Suite struct EarlierVersionTests {
    private func folder(withVersion version: Int) throws -> TemporaryFolder {
        let source = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "sample-data/cases/version-\(version)")
        let folder = try TemporaryFolder()
        for name in try FileManager.default.contentsOfDirectory(atPath: source.path) where name != "tracks.sql" {
            try folder.copy(source.appending(path: name).path, to: name)
        }
        // Its window ends with its modification.
        if folder.has("logs/extra-1.csv") {
            try folder.setModification(of: "logs/extra-1.csv", to: "2025-06-03T00:00:00Z")
        }
        try Database(path: folder("tracks.sqlite"), isReadOnly: false)
            .execute(String(contentsOf: source.appending(path: "tracks.sql"), encoding: .utf8))
        return folder
    }

    /// Rules changed with version 3 of the tables.
    @Test(arguments: [1, 2])
    func `a run makes days of earlier rules anew, as plan says, and leaves what a new file would hold`(version: Int) throws {
        let folder = try folder(withVersion: version)
        for name in ["2025-06-01.csv", "2025-06-02.csv"] {
            try folder.setModification(of: "logs/\(name)", to: "2025-06-03T00:00:00Z")
        }
        let plan = try Program.run(["plan", "pipeline.yaml"], in: folder)
        let reasons = plan.outputLines.filter { $0.hasPrefix("2025-06-01") || $0.hasPrefix("2025-06-02") }
        #expect(reasons.count == 2 && reasons.allSatisfy { $0.contains("new rules of the program") }, "\(plan.output)")
        let run = try Program.run(["run", "pipeline.yaml"], in: folder)
        #expect(run.status == 0)
        #expect(run.outputLines.first?.hasPrefix("days      2 (2025-06-01 to 2025-06-02)") == true, "\(run)")
        let new = try Program.run(["run", "pipeline.yaml", "--set", "write.sqlite=new.sqlite"], in: folder)
        #expect(new.status == 0)
        #expect(try digest(of: "tracks.sqlite", in: folder) == digest(of: "new.sqlite", in: folder))
    }

    @Test func `a day of earlier rules whose log is gone keeps what it has and is named`() throws {
        let folder = try folder(withVersion: 2)
        let reader = try openResult(folder("tracks.sqlite"))
        let columns = try reader.lines("SELECT name FROM pragma_table_info('stays')").joined(separator: ", ")
        let query = "SELECT \(columns) FROM stays WHERE day = '2025-06-01' ORDER BY stay"
        let before = try reader.lines(query)
        try FileManager.default.removeItem(atPath: folder("logs/2025-06-01.csv"))
        let run = try Program.run(["run", "pipeline.yaml", "--quiet"], in: folder)
        #expect(run.status == 0)
        #expect(run.errors.contains("2025-06-01 was left as it is: logs/2025-06-01.csv made it and is gone."), "\(run.errors)")
        let plan = try Program.run(["plan", "pipeline.yaml"], in: folder)
        #expect(plan.output.contains("missing     gone file logs/2025-06-01.csv"), "\(plan.output)")
        let after = try openResult(folder("tracks.sqlite")).lines(query)
        #expect(after == before)
    }

    @Test(arguments: [1, 2, 5])
    func `plan, status, explain and export read it as it is`(version: Int) throws {
        let folder = try folder(withVersion: version)
        let calls = [
            ["plan", "pipeline.yaml"], ["status", "tracks.sqlite"],
            ["export", "tracks.sqlite", "--table", "stays", "--format", "csv"],
            [
                "explain", "pipeline.yaml", "--device", "pet-1", "--time",
                version == 1 ? "2025-06-01T21:10:00Z" : "2025-06-01T00:30:00Z",
            ],
        ]
        for call in calls {
            let outcome = try Program.run(call, in: folder)
            #expect(outcome.status == 0, "\(call[0]): \(outcome.errors)")
        }
        let found = try Database(path: folder("tracks.sqlite"), isReadOnly: true).first("PRAGMA user_version") { $0.integer(0) }
        #expect(found == Int64(version))
    }

    @Test func `the checksum of a log is what gzip and zlib say`() throws {
        let folder = try folder(withVersion: 1)
        _ = try Program.run(["run", "pipeline.yaml"], in: folder)
        let found = try Database(path: folder("tracks.sqlite"), isReadOnly: true).rows("SELECT crc32 FROM input_files") {
            $0.text(0)
        }
        // python3 -c 'import zlib; print("%08x" % zlib.crc32(open(FILE, "rb").read()))'
        #expect(found == ["7fc8cf40", "ee8ed0dc"])
    }

    /// Of programs whose rules are today's: whatever options a later one has, its days stay as they are.
    private func folderWithTodaysRules(_ version: Int = 3) throws -> TemporaryFolder {
        let folder = try folder(withVersion: version)
        for name in ["2025-06-01.csv", "2025-06-02.csv"] {
            try folder.setModification(of: "logs/\(name)", to: "2025-06-03T00:00:00Z")
        }
        return folder
    }

    @Test func `points of the history and ends of gaps get what their fixes have`() throws {
        let folder = try folderWithTodaysRules()
        try #require(try Program.run(["run", "pipeline.yaml"], in: folder).status == 0)
        let new = try Program.run(["run", "pipeline.yaml", "--set", "write.sqlite=new.sqlite"], in: folder)
        try #require(new.status == 0, "\(new.errors)")
        let (migrated, fresh) = (try openResult(folder("tracks.sqlite")), try openResult(folder("new.sqlite")))
        #expect(try migrated.text("PRAGMA user_version") == "6")
        #expect(try migrated.lines("SELECT * FROM gaps ORDER BY 1, 3") == fresh.lines("SELECT * FROM gaps ORDER BY 1, 3"))
        #expect(try migrated.text("SELECT count(*) > 0 FROM gaps WHERE from_latitude IS NOT NULL") == "1")
        // By hand: of the points, bike-1's at 10:01 is no fix any more, as simplify took it; van-1's log gives no accuracy.
        let query = "SELECT device, time_ms, accuracy_m FROM history ORDER BY 1, 2"
        let wanted = try fresh.lines(query).map { $0 == "bike-1,1748743260000,5.0" ? "bike-1,1748743260000," : $0 }
        #expect(try migrated.lines(query) == wanted)
    }

    @Test(arguments: [3, 4, 5])
    func `a database of today's rules whose logs are as they were stays current`(version: Int) throws {
        let folder = try folderWithTodaysRules(version)
        // Addresses are of this program's gazetteer, history, trips, stays and gaps have more columns; all else is as it was.
        func views() throws -> [String] {
            try ["fixes", "days", "rejects", "map_clusters"].map {
                try Program.run(["digest", "tracks.sqlite", "--view", $0], in: folder).output
            }
        }
        let before = try views()
        let plan = try Program.run(["plan", "pipeline.yaml"], in: folder)
        let days = plan.outputLines.filter { $0.hasPrefix("2025-06-0") }
        #expect(days.count == 2 && days.allSatisfy { $0.contains("  current") }, "\(plan.output)")
        let anew =
            "places, addresses and map clusters of all devices are made anew: changed option `gazetteer in the program (version)`"
        let said = plan.outputLines.filter { $0.contains("made anew") }
        #expect(said == [anew] || version >= 4 && said.isEmpty, "\(said)")
        #expect(
            try Program.run(["run", "pipeline.yaml"], in: folder).outputLines.first == "days      none: nothing is new or changed"
        )
        #expect(try views() == before)
        #expect(try !Program.run(["plan", "pipeline.yaml"], in: folder).output.contains("made anew"))
        let again = try digest(of: "tracks.sqlite", in: folder)
        #expect(try Program.run(["run", "pipeline.yaml"], in: folder).status == 0)
        #expect(try digest(of: "tracks.sqlite", in: folder) == again)
        #expect(try Program.run(["status", "pipeline.yaml"], in: folder).output.contains("other options") == false)
    }

    @Test func `a device that gets another kind makes only its days anew`() throws {
        let folder = try folderWithTodaysRules()
        try folder.write("device,name,kind,group\nbike-1,Blitz,pet,south\npet-1,Rex,pet,north\n", to: "devices.csv")
        let run = try Program.run(["run", "pipeline.yaml"], in: folder)
        #expect(run.status == 0)
        #expect(run.outputLines.first == "days      1 (2025-06-01), 2 device-days")
    }

    @Test func `of version 2, days are made by the kinds that stood with their options`() throws {
        let folder = try folder(withVersion: 2)
        let stored = try Store(readingFrom: folder("tracks.sqlite"))
        #expect(try stored.kindsOfDevices() == nil)
        let lines = try #require(stored.optionTexts().values.first).split(separator: "\n").filter { $0.hasPrefix("devices.") }
        #expect(lines == ["devices.bike-1=bicycle", "devices.pet-1=pet"])
    }
}
