import Foundation
import Testing

/// The reference in the program, and `generate`.
@Suite struct HelpTests {
    private func text(_ arguments: String...) throws -> String {
        let outcome = try Program.run(arguments, in: TemporaryFolder())
        try #require(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.errors == "")
        return outcome.output
    }

    // DESIGN, the command line; issue 3: run, check, status, digest, generate, export, report, help, each with examples.
    @Test(arguments: ["run", "geocode", "check", "status", "digest", "generate", "export", "report", "help"])
    func `each command has its help with examples`(command: String) throws {
        let found = try text(command, "--help")
        #expect(found.hasPrefix("trackmill \(command)"))
        #expect(found.contains("Examples:\n  trackmill \(command)"))
        #expect(try text("help", command).hasSuffix(found))
        #expect(try text("--help").contains("  \(command)"))
    }

    // Defaults and bounds: DESIGN's example and STYLE, section 4 (radius 10 to 2000 m).
    @Test func `help on a stage has each option with default and range`() throws {
        let found = try text("help", "find-stays")
        #expect(found.contains("radius: length, 10 to 2000 m; default 150 m."))
        #expect(found.contains("at-least: ") && found.contains("default 20 min."))
        #expect(found.contains("gap: ") && found.contains("default 30 min."))
    }

    // The stages of issue 3.
    @Test(arguments: [
        "convert", "drop-invalid", "drop-spikes", "find-stays", "split-trips", "pick-history", "thin", "simplify", "find-places",
        "geocode",
        "cluster-for-map", "geocoders", "amap", "csv", "html", "source", "formats", "movebank", "t-drive", "kinds", "stages",
        "reports", "commands",
    ])
    func `each topic has a page`(topic: String) throws {
        #expect(try text("help", topic).count > 40)
        #expect(try text("help").contains(topic))
    }

    // RULES 1.7 and the reasons of stages.
    @Test func `help rejects lists every reason of the rules`() throws {
        let reasons = [
            "not-a-row", "repeated-header", "bad-checksum", "wrong-column-count", "no-device", "bad-text", "void-fix", "no-time",
            "bad-time", "no-position",
            "bad-number", "mercator-as-degrees", "swapped-lat-lon", "out-of-range",
            "null-island",
            "unknown-crs", "past", "too-late", "ahead-of-file", "future", "duplicate", "duplicate-time", "spike", "inaccurate",
            "too-few-satellites", "near-zero", "too-many",
        ]
        #expect(try text("help", "rejects").split(separator: "\n").map { String($0.prefix { $0 != ":" }) } == reasons)
    }

    @Test func `a misspelt topic gets a hint`() throws {
        let outcome = try Program.run(["help", "find-stay"], in: TemporaryFolder())
        #expect(outcome.status == 64)
        #expect(outcome.errors == "trackmill: there is no help on 'find-stay'. Did you mean 'find-stays'?\n")
    }

    @Test func `the version is one line`() throws {
        let found = try text("--version")
        #expect(found.hasPrefix("trackmill ") && found.hasSuffix("\n") && found.split(separator: "\n").count == 1)
    }

    @Test func `the same seed gives the same bytes, another seed others`() throws {
        let folder = try TemporaryFolder()
        for (name, seed) in [("a", "5"), ("b", "5"), ("c", "6")] {
            let outcome = try Program.run(["generate", "--devices", "5", "--days", "2", "--seed", seed, "-o", name], in: folder)
            #expect(outcome.status == 0, "\(outcome.errors)")
        }
        let days = ["2025-06-01.csv.gz", "2025-06-02.csv.gz"]
        let names =
            days + days.map { "truth/\($0)" } + ["days", "files", "injected", "places", "stays"].map { "truth/\($0).csv" }
        #expect(try FileManager.default.subpathsOfDirectory(atPath: folder("a")).filter { $0.contains(".csv") }.sorted() == names)
        for name in names {
            let bytes = try Data(contentsOf: URL(filePath: folder("a/\(name)")))
            #expect(try Data(contentsOf: URL(filePath: folder("b/\(name)"))) == bytes, "\(name)")
            #expect(try Data(contentsOf: URL(filePath: folder("c/\(name)"))) != bytes, "\(name)")
        }
    }

    // Issue 3: the committed week is that of `make sample-data`.
    @Test func `the committed sample week is what generate makes`() throws {
        let folder = try TemporaryFolder()
        let outcome = try Program.run(["generate", "--devices", "14", "--days", "7", "--seed", "1", "-o", "logs"], in: folder)
        #expect(outcome.status == 0, "\(outcome.errors)")
        for name in SampleWeek.days.flatMap({ ["\($0).csv.gz", "truth/\($0).csv.gz"] })
            + ["days", "injected", "places", "stays"].map({ "truth/\($0).csv" })
        {
            // Packed bytes may differ between versions of zlib; what they hold may not.
            let (made, committed) = try (
                Data(contentsOf: URL(filePath: folder("logs/\(name)"))),
                Data(contentsOf: URL(filePath: "\(SampleWeek.logs)/\(name)"))
            )
            let isSame = name.hasSuffix(".gz") ? gunzip(Array(made)) == gunzip(Array(committed)) : made == committed
            #expect(isSame, "\(name)")
        }
    }
}
