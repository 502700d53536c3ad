import Foundation
import SQLite
import Store
import Testing

/// "Bad input" of issue 3: pipeline files, settings and outputs. Exit statuses are those of DESIGN.md (sysexits).
@Suite struct BadPipelineTests {
    // Lines and columns were counted by hand; the sentences about 'radius' and 'raduis' are those of STYLE.md, section 4.
    private static let fiveMistakes = """
        name: five
        timezone: Asia/Shanghaii
        read:
          files: "logs/{date}.csv"
          columns: {device: device, time: time, latitude: lat, longitude: lon, sped: speed}
        stages:
          - find-stays: {radius: 5 m, raduis: 150 m, at-least: 20 min, gap: 30 min}
          - split-trip
        write: {sqlite: out.sqlite}

        """

    @Test(arguments: ["check", "run"])
    func `five mistakes give five lines with line and column`(command: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.fiveMistakes, to: "five.yaml")
        let outcome = try Program.run([command, "five.yaml"], in: folder)
        #expect(outcome.status == 78)
        #expect(outcome.output == "")
        let places = ["2:11", "5:72", "7:26", "7:31", "8:5"].map { "five.yaml:\($0): " }
        #expect(outcome.errorLines.count == 5)
        for (line, place) in zip(outcome.errorLines, places) { #expect(line.contains(place), "\(line)") }
        let found = outcome.errors
        #expect(found.contains("five.yaml:7:26: 'radius' is 5 m; it may be 10 to 2000 m.\n"))
        #expect(found.contains("five.yaml:7:31: find-stays has no option 'raduis'. Did you mean 'radius'?\n"))
        for hint in ["'Asia/Shanghaii'", "'speed'", "'split-trips'"] { #expect(found.contains(hint), "\(hint)") }
        #expect(try folder.names() == ["five.yaml"])
    }

    // DESIGN: where YAML fails or reads a mapping, check says: put quotes round it.
    @Test(arguments: ["{date}.csv.gz", "{date}", "${LOGS}/{date}.csv"])
    func `a value in braces without quotes is told to take quotes`(value: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(
            """
            name: unquoted
            timezone: UTC
            read:
              files: \(value)
              columns: {device: device, time: time, latitude: lat, longitude: lon}
            write: {sqlite: out.sqlite}

            """, to: "unquoted.yaml")
        let outcome = try Program.run(["check", "unquoted.yaml"], in: folder)
        #expect(outcome.status == 78)
        // Block style that does not begin with { is fine; then the variable that is not set is the problem.
        #expect(outcome.errors.contains(value.hasPrefix("{") ? "put quotes round it" : "LOGS is not set"), "\(outcome.errors)")
        #expect(outcome.errors.hasPrefix("unquoted.yaml:4:"), "\(outcome.errors)")
    }

    // DESIGN lists this among the problems of a pipeline file.
    @Test(arguments: ["check", "run"])
    func `a file that two sources match is a problem with its place`(command: String) throws {
        let folder = try TemporaryFolder()
        let columns = "columns: {device: device, time: time, latitude: lat, longitude: lon}"
        try folder.write(
            """
            name: twice
            timezone: UTC
            read:
              - files: "logs/{date}.csv"
                \(columns)
              - files: "logs/*.csv"
                \(columns)
            write: {sqlite: out.sqlite}

            """, to: "twice.yaml")
        try folder.write("device,time,lat,lon\n", to: "logs/2025-06-01.csv")
        let outcome = try Program.run([command, "twice.yaml"], in: folder)
        #expect(outcome.status == 78)
        #expect(outcome.errors.contains("twice.yaml:6:5: logs/2025-06-01.csv is matched by two sources"), "\(outcome.errors)")
        #expect(try folder.names() == ["logs", "twice.yaml"])
    }

    // Issue: a page written over the logs, or over a table that people keep, cannot be had back.
    @Test(arguments: ["check", "run"])
    func `a report that would destroy an input is refused before anything is done`(command: String) throws {
        let small = try SmallPipeline(
            top: ["devices: devices.csv", "reports: [{csv: {to: \"logs/{date}.csv\"}}, {html: {to: ./x/../devices.csv}}]"])
        try small.folder.write("device,kind\na,van\n", to: "devices.csv")
        try small.log("2025-06-01", ["a,\(time(0)),39.9,116.4"])
        let log = try small.folder.text(of: "logs/2025-06-01.csv")
        let outcome = try Program.run([command, "pipeline.yaml"], in: small.folder)
        #expect(outcome.status == 78)
        #expect(
            outcome.errors.contains(
                "'to' is logs/{date}.csv, which a source reads by 'logs/{date}.csv'; write the report elsewhere."),
            "\(outcome.errors)")
        #expect(
            outcome.errors.contains("'to' is ./x/../devices.csv, the devices file; write the report elsewhere."),
            "\(outcome.errors)")
        #expect(try small.folder.text(of: "logs/2025-06-01.csv") == log)
        #expect(try small.folder.text(of: "devices.csv") == "device,kind\na,van\n")
    }

    @Test func `reports of a day take the forms of a day that logs take`() throws {
        let small = try SmallPipeline(top: ["reports: [{csv: {table: days, to: \"r/{date:yyyy/MMdd}.csv\"}}]"])
        try small.log("2025-06-01", ["a,\(time(0)),39.9,116.4"])
        try small.runWell()
        #expect(try small.folder.names(in: "r/2025") == ["0601.csv"])
    }

    @Test func `a good file is said to be good`() throws {
        let small = try SmallPipeline.ofDays(1)
        let outcome = try Program.run(["check", "pipeline.yaml"], in: small.folder)
        #expect(outcome.status == 0)
        #expect(outcome.output == "pipeline.yaml: good\n")
        #expect(outcome.errors == "")
    }

    @Test func `every pipeline file of the project is good`() throws {
        let folder = try TemporaryFolder()
        let names = try FileManager.default.contentsOfDirectory(atPath: packageFolder + "/pipelines").filter {
            $0.hasSuffix(".yaml")
        }
        #expect(names.count >= 2)
        let outcome = try Program.run(["check"] + names.map { "\(packageFolder)/pipelines/\($0)" }, in: folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
    }

    @Test func `a setting with a value out of range is named by its key`() throws {
        let small = try SmallPipeline(stages: ["find-stays"])
        let outcome = try small.run("--set", "find-stays.radius='5 m'")
        #expect(outcome.status == 78)
        #expect(outcome.errors.contains("'radius' is 5 m; it may be 10 to 2000 m."), "\(outcome.errors)")
    }

    @Test func `a pipeline file that is not there`() throws {
        let outcome = try Program.run(["run", "absent.yaml"], in: TemporaryFolder())
        #expect(outcome.status == 78)
        #expect(outcome.errorLines.count == 1)
        #expect(outcome.errors.contains("absent.yaml: the pipeline file cannot be read: No such file or directory."))
    }

    // MARK: Outputs

    @Test func `an output that cannot be made is one sentence, 73, and leaves nothing`() throws {
        let small = try SmallPipeline()
        try small.log("2025-06-01", ["a,\(time(0)),39.9,116.4"])
        let before = try small.folder.names()
        let outcome = try small.run("--day", "2025-06-01", "--set", "write.sqlite=pipeline.yaml/out.sqlite")
        #expect(outcome.status == 73)
        #expect(outcome.errorLines.count == 1)
        #expect(outcome.errors.contains("pipeline.yaml/out.sqlite"))
        #expect(try small.folder.names() == before)
    }

    @Test func `an export that cannot be written is one sentence, 73, and leaves nothing`() throws {
        let small = try SmallPipeline()
        try small.log("2025-06-01", ["a,\(time(0)),39.9,116.4"])
        try small.runWell()
        let outcome = try Program.run(["export", "out.sqlite", "--table", "fixes", "-o", "absent/fixes.csv"], in: small.folder)
        #expect(outcome.status == 73)
        #expect(
            outcome.errors
                == "trackmill: absent/fixes.csv: cannot be written: No such file or directory. Choose another path, or mend its folder, then run again.\n"
        )
        #expect(try small.folder.names().filter { !$0.hasPrefix("out.sqlite") } == ["logs", "pipeline.yaml"])
    }

    @Test func `a database of another pipeline is refused and left as it is`() throws {
        let small = try SmallPipeline()
        try small.log("2025-06-01", ["a,\(time(0)),39.9,116.4"])
        try small.runWell()
        let before = try digest(of: "out.sqlite", in: small.folder)
        let outcome = try small.run("--day", "2025-06-01", "--set", "name=other")
        #expect(outcome.status == 78)
        #expect(outcome.errors.contains("out.sqlite belongs to the pipeline 'small', not 'other'"), "\(outcome.errors)")
        #expect(try digest(of: "out.sqlite", in: small.folder) == before)
        #expect(try small.lines("SELECT count(*) FROM runs") == ["1"])
    }

    @Test func `a file that is no database is refused and left as it is`() throws {
        let small = try SmallPipeline()
        try small.log("2025-06-01", ["a,\(time(0)),39.9,116.4"])
        let text = String(repeating: "These are notes, not a database.\n", count: 100)
        try small.folder.write(text, to: "out.sqlite")
        let outcome = try small.run("--day", "2025-06-01")
        #expect([73, 74, 78].contains(outcome.status))
        #expect(outcome.errorLines.count == 1)
        #expect(outcome.errors.contains("out.sqlite: file is not a database"), "\(outcome.errors)")
        #expect(try small.folder.text(of: "out.sqlite") == text)
        #expect(try Program.run(["status", "out.sqlite"], in: small.folder).status != 0)
    }

    @Test func `a database of another program is refused and left as it is, byte for byte`() throws {
        let small = try SmallPipeline()
        try small.log("2025-06-01", ["a,\(time(0)),39.9,116.4"])
        do {
            let foreign = try Database(path: small.folder("out.sqlite"), isReadOnly: false)
            try foreign.execute("CREATE TABLE notes (text TEXT); INSERT INTO notes VALUES ('mine')")
        }
        let before = try Data(contentsOf: URL(filePath: small.folder("out.sqlite")))
        let outcome = try small.run("--day", "2025-06-01")
        #expect([64, 73, 78].contains(outcome.status))
        #expect(outcome.errors.contains("out.sqlite is no result file of trackmill; it was left as it is."), "\(outcome.errors)")
        #expect(try Data(contentsOf: URL(filePath: small.folder("out.sqlite"))) == before)
    }

    @Test func `a result file that is not there is 66 and says how to make it`() throws {
        for command in ["status", "digest", "export", "report"] {
            let folder = try TemporaryFolder()
            let outcome = try Program.run([command, "absent.sqlite"], in: folder)
            #expect(outcome.status == 66, "\(command)")
            #expect(outcome.errors == "trackmill: absent.sqlite: there is no such file. Make it with: trackmill run PIPELINE\n")
            #expect(try folder.names() == [])
        }
    }

    // DESIGN: 75 another run holds the lock. The test holds it as a run does: flock(2) on the file beside the result.
    @Test func `a result file that another run holds is 75`() throws {
        let small = try SmallPipeline()
        try small.log("2025-06-01", ["a,\(time(0)),39.9,116.4"])
        try small.runWell()
        let descriptor = open(small.folder("out.sqlite.lock"), O_RDWR | O_CREAT, 0o600)
        defer { close(descriptor) }
        try #require(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        let outcome = try small.run("--day", "2025-06-01")
        #expect(outcome.status == 75)
        #expect(outcome.errorLines.count == 1)
        #expect(outcome.errors.contains("out.sqlite is held by another run"), "\(outcome.errors)")
        #expect(try small.lines("SELECT count(*) FROM runs") == ["1"])
    }

    // MARK: Calls

    @Test(arguments: [
        [], ["run"], ["run", "a.yaml", "b.yaml"], ["run", "pipeline.yaml", "--frmo", "2025-06-01"],
        ["run", "pipeline.yaml", "--from"],
        ["run", "pipeline.yaml", "--from", "1 June"], ["run", "pipeline.yaml", "--from", "2025-02-29"],
        ["plan", "pipeline.yaml", "--to", "1 June"],
        ["run", "pipeline.yaml", "--from", "2025-06-02", "--to", "2025-06-01"], ["run", "pipeline.yaml", "--jobs", "0"],
        ["run", "pipeline.yaml", "--memory", "512"], ["run", "pipeline.yaml", "--remove-missing"],
        ["run", "pipeline.yaml", "--quiet=yes"],
        ["export", "out.sqlite", "--table", "nosuch"], ["export", "out.sqlite", "--format", "nosuch"],
        ["export", "out.sqlite", "--zoom", "99"],
        ["digest", "out.sqlite", "--view", "nosuch"], ["help", "nosuch"], ["generate"], ["generate", "--days", "x", "-o", "out"],
        ["nosuch"],
    ])
    func `a wrong call is 64 and says so on standard error`(arguments: [String]) throws {
        let small = try SmallPipeline()
        try small.log("2025-06-01", ["a,\(time(0)),39.9,116.4"])
        try small.runWell()
        let outcome = try Program.run(arguments, in: small.folder)
        #expect(outcome.status == 64, "\(outcome.errors)")
        #expect(outcome.output == "")
        #expect(outcome.errors.hasPrefix("trackmill: "))
        #expect(try small.lines("SELECT count(*) FROM runs") == ["1"])
    }

    @Test func `a misspelt command gets a hint`() throws {
        let outcome = try Program.run(["rnu", "pipeline.yaml"], in: TemporaryFolder())
        #expect(outcome.status == 64)
        #expect(outcome.errors == "trackmill: there is no command 'rnu'. Did you mean 'run'?\n")
    }
}
