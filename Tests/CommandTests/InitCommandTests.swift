import Foundation
import Testing

/// `trackmill init`: the pipeline files that it writes are good, and run at once.
@Suite struct InitCommandTests {
    private static func log(_ day: String, device: String = "a", header: String = "device,time,lat,lon") -> String {
        header + "\n" + (0..<40).map { "\(device),\(day)T08:\($0 + 10):00Z,52.5\($0 + 10),13.4\n" }.joined()
    }

    @Test func `what it writes is good and runs`() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.log("2025-06-01"), to: "logs/gps-20250601.csv.gz")
        try folder.write(Self.log("2025-06-02"), to: "logs/gps-20250602.csv.gz")
        let made = try Program.run(
            ["init", "logs/gps-20250601.csv.gz", "logs/gps-20250602.csv.gz", "-o", "nightly.yaml"], in: folder)
        #expect(made.status == 0 && made.output.isEmpty)
        #expect(made.errors.contains("logs/gps-20250601.csv.gz: csv, comma-separated, header, utf-8\n"))
        #expect(made.errors.hasSuffix("Run it: trackmill run nightly.yaml\n"))
        let checked = try Program.run(["check", "nightly.yaml"], in: folder)
        #expect(checked.status == 0 && checked.output == "nightly.yaml: good\n" && checked.errors.isEmpty, "\(checked.errors)")
        let run = try Program.run(["run", "nightly.yaml", "--quiet"], in: folder)
        #expect(run.status == 0, "\(run.errors)")
        let result = try openResult(folder("out/nightly.sqlite"))
        #expect(try result.text("select sum(kept + thinned) from days") == "80")
        #expect(try result.text("select count(*) from rejects") == "0")
        #expect(folder.has("out/nightly-2025-06-01.html"))
    }

    @Test func `without a file it goes to standard output, what was seen to standard error`() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.log("2025-06-01"), to: "a.csv")
        let made = try Program.run(["init", "a.csv"], in: folder)
        #expect(made.status == 0)
        #expect(made.output.hasPrefix("# Made by: trackmill init a.csv\n"))
        #expect(made.outputLines.contains("  - files: a.csv"))
        #expect(made.errors.contains("a.csv: columns: device 'device', time 'time', latitude 'lat', longitude 'lon'\n"))
        let quiet = try Program.run(["init", "a.csv", "--quiet"], in: folder)
        #expect(quiet.output == made.output && quiet.errors.isEmpty)
    }

    @Test func `a file that is there stays unless it is forced`() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.log("2025-06-01"), to: "a.csv")
        try folder.write("mine\n", to: "a.yaml")
        let refused = try Program.run(["init", "a.csv", "-o", "a.yaml"], in: folder)
        #expect(refused.status == 73)
        #expect(refused.errors == "trackmill: a.yaml: is there already; --force overwrites it. Nothing was written.\n")
        #expect(try folder.text(of: "a.yaml") == "mine\n")
        #expect(try Program.run(["init", "a.csv", "-o", "a.yaml", "--force", "--quiet"], in: folder).status == 0)
        #expect(try folder.text(of: "a.yaml").hasPrefix("# Made by: "))
        // Never over a log.
        let over = try Program.run(["init", "a.csv", "-o", "a.csv", "--force", "--quiet"], in: folder)
        #expect(over.status == 64 && over.errors.contains("a.csv: is a log; nothing was written."), "\(over.errors)")
        #expect(try folder.text(of: "a.csv") == Self.log("2025-06-01"))
    }

    @Test func `logs that cannot be read are named and the others written`() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.log("2025-06-01"), to: "a.csv")
        try folder.write(Array("PK\u{3}\u{4}".utf8) + [UInt8](repeating: 7, count: 100), to: "b.zip")
        let made = try Program.run(["init", "a.csv", "b.zip", "gone.csv", "-o", "a.yaml", "--quiet"], in: folder)
        #expect(made.status == 65 && folder.has("a.yaml"))
        #expect(made.errorLines.count == 2)
        #expect(
            made.errors.hasPrefix(
                "trackmill init: b.zip: looks like a zip archive (also kmz and xlsx are); unpack it, then read what is in it;"))
        #expect(made.errors.hasSuffix("trackmill init: gone.csv: cannot be opened: No such file or directory.\n"))
        let none = try Program.run(["init", "gone.csv", "-o", "b.yaml"], in: folder)
        #expect(none.status == 66 && !folder.has("b.yaml"))
        let damaged = try Program.run(["init", "b.zip", "-o", "b.yaml"], in: folder)
        #expect(damaged.status == 65 && !folder.has("b.yaml"))
    }

    @Test func `a folder beside that of the logs gets a base`() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.log("2025-06-01"), to: "logs/2025-06-01.csv")
        try folder.write("", to: "pipelines/empty")
        let made = try Program.run(["init", "logs/2025-06-01.csv", "-o", "pipelines/my night.yaml", "--quiet"], in: folder)
        #expect(made.status == 0, "\(made.errors)")
        let text = try folder.text(of: "pipelines/my night.yaml")
        #expect(text.contains("\nname: my-night\nbase: \"..\"") && text.contains("  - files: \"logs/{date}.csv\"\n"), "\(text)")
        #expect(try Program.run(["run", "pipelines/my night.yaml", "--quiet"], in: folder).status == 0)
        #expect(folder.has("out/my-night.sqlite"))
    }

    @Test func `wrong places are refused`() throws {
        let folder = try TemporaryFolder()
        try folder.write(Self.log("2025-06-01"), to: "a.csv")
        let wrong = try Program.run(["init", "a.csv", "--known", "39.9"], in: folder)
        #expect(wrong.status == 64)
        #expect(
            wrong.errors
                == "trackmill: --known is '39.9'; it wants LON,LAT in degrees, or LON,LAT,SYSTEM with wgs84, gcj02 or bd09.\n")
    }

    /// Texts that mean something in YAML, in patterns, in comments, or to a terminal.
    static let hostile = [
        "a\"b", "a'b", "a: b", "# a", "{date}", "{a: b}", "[a]", "&a", "*a", "!a", "| a", "> a", "%a", "@a", "`a", "- a", "? a",
        "~", "on",
        "1", "a\\nb", "${HOME}", "$(x)", "\u{1B}[31m", "\u{202E}a", "\u{85}", "\u{2028}", "\u{FEFF}", "纬", "  a  ", "a\tb", "---",
        "...",
    ]

    @Test(arguments: hostile) func `names of files, devices and columns cannot break what is written`(name: String) throws {
        let folder = try TemporaryFolder()
        let file = "logs/\(name.replacing("/", with: "-")).csv"
        let quoted = "\"\(name.replacing("\"", with: "\"\""))\""
        let rows = (0..<20).map { "\(quoted),2025-06-01T08:\($0 + 10):00Z,52.5\($0 + 10),13.4,\(quoted)\n" }.joined()
        try folder.write("device,time,lat,lon,type\n" + rows, to: file)
        // The name of a column that is the device by its first word would be another test; here it is a further column.
        let made = try Program.run(["init", file, "-o", "p.yaml"], in: folder)
        let isText = !name.unicodeScalars.contains { $0.value == 0x1B || $0.value == 0x85 || $0.value == 0xFEFF || $0.value == 9 }
        guard isText else {
            // Ids with such characters are rejects: no row is left.
            #expect(made.status == 65 && !folder.has("p.yaml"), "\(made.errors)")
            return
        }
        #expect(made.status == 0, "\(made.errors)")
        let checked = try Program.run(["check", "p.yaml"], in: folder)
        #expect(checked.status == 0, "\(checked.errors)")
        let run = try Program.run(["run", "p.yaml", "--quiet"], in: folder)
        #expect(run.status == 0, "\(run.errors)")
        let result = try openResult(folder("out/p.sqlite"))
        #expect(try result.text("select sum(kept + thinned) from days") == "20")
        #expect(try result.text("select distinct device from days") == name.trimmingCharacters(in: .whitespaces))
    }

    @Test(arguments: ["lat: x", "lat \"q\"", "lat # c", "lat {d}", "lat ${HOME}", "lat\nline", "lat \\ b", "lat, c", "纬度"])
    func `names of columns cannot break what is written`(name: String) throws {
        let folder = try TemporaryFolder()
        let other = name.replacing("lat", with: "lon").replacing("纬", with: "经")
        func cell(_ text: String) -> String { "\"\(text.replacing("\"", with: "\"\""))\"" }
        let header = ["id", "time", name, other].map(cell).joined(separator: ",")
        let rows = (0..<20).map { "a,2025-06-01T08:\($0 + 10):00Z,52.5\($0 + 10),13.4\n" }.joined()
        try folder.write(header + "\n" + rows, to: "a.csv")
        let made = try Program.run(["init", "a.csv", "-o", "p.yaml"], in: folder)
        #expect(made.status == 0, "\(made.errors)")
        let run = try Program.run(["run", "p.yaml", "--quiet"], in: folder)
        #expect(run.status == 0, "\(run.errors)")
        #expect(try openResult(folder("out/p.sqlite")).text("select sum(kept + thinned) from days") == "20")
    }

    @Test func `patterns of two sources that would match one log are written out`() throws {
        let folder = try TemporaryFolder()
        for name in ["a-1", "a-2", "a-3", "a-4"] { try folder.write(Self.log("2025-06-01", device: name), to: "\(name).csv") }
        try folder.write(Self.log("2025-06-01").replacing(",", with: ";"), to: "a-5.csv")
        let names = (1...5).map { "a-\($0).csv" }
        #expect(try Program.run(["init"] + names + ["-o", "p.yaml", "--quiet"], in: folder).status == 0)
        #expect(try Program.run(["check", "p.yaml"], in: folder).status == 0)
        #expect(try Program.run(["run", "p.yaml", "--quiet"], in: folder).status == 0)
        #expect(try openResult(folder("out/p.sqlite")).text("select sum(kept + thinned) from days") == "200")
    }
}
