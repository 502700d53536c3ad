import Foundation
import Glibc
import SQLite
import Testing

/// Issue 18, point 2: metrics for Prometheus's textfile collector. The format is checked here by its description ("Exposition formats",
/// version 0.0.4, and "Metric and label naming" of prometheus.io); scripts/test-outputs asks promtool besides.
@Suite struct MetricsTests {
    /// A sample: `name{label="value"} 1`.
    private struct Sample: Hashable {
        let name: String
        let labels: [String: String]
    }

    /// The samples of a file, each line of which must be as the format wants it.
    private func samples(_ text: String) throws -> [Sample: Double] {
        try #require(text.hasSuffix("\n") && !text.contains("\n\n"))
        var found: [Sample: Double] = [:]
        var types: [String: String] = [:]
        var helped: Set<String> = []
        var last = ""
        for line in text.split(separator: "\n") {
            if let help = line.wholeMatch(of: /# HELP ([a-z][a-z0-9_]*) (.+)/) {
                #expect(helped.insert(String(help.1)).inserted, "\(line)")
                last = String(help.1)
            } else if let type = line.wholeMatch(of: /# TYPE ([a-z][a-z0-9_]*) (counter|gauge)/) {
                // TYPE stands once, behind HELP and before the samples; a counter, and nothing else, ends in _total.
                #expect(String(type.1) == last && types[last] == nil, "\(line)")
                #expect(type.1.hasSuffix("_total") == (type.2 == "counter"), "\(line)")
                #expect(type.1.hasPrefix("trackmill_"), "\(line)")
                // Base units, in the plural, and no other unit.
                #expect(
                    !["_ms", "_milliseconds", "_minutes", "_hours", "_kilobytes", "_mb", "_count", "_sum", "_bucket"].contains {
                        type.1.hasSuffix($0)
                    }, "\(line)")
                types[last] = String(type.2)
            } else {
                let sample = try #require(
                    line.wholeMatch(
                        of: /([a-z][a-z0-9_]*)\{((?:[a-z_]+="(?:[^"\\\n]|\\\\|\\"|\\n)*",?)+)\} (-?[0-9.]+(?:e[+-]?[0-9]+)?)/),
                    "\(line)")
                #expect(String(sample.1) == last && types[last] != nil, "samples of a metric stand together: \(line)")
                var labels: [String: String] = [:]
                for label in sample.2.matches(of: /([a-z_]+)="((?:[^"\\\n]|\\\\|\\"|\\n)*)"/) {
                    let value = label.2.replacing("\\n", with: "\n").replacing("\\\"", with: "\"").replacing("\\\\", with: "\\")
                    #expect(labels.updateValue(String(value), forKey: String(label.1)) == nil, "\(line)")
                }
                let number = try #require(Double(sample.3), "\(line)")
                #expect(found.updateValue(number, forKey: Sample(name: last, labels: labels)) == nil, "twice: \(line)")
            }
        }
        #expect(helped == Set(types.keys))
        return found
    }

    private func metrics(_ small: SmallPipeline, _ name: String = "m.prom") throws -> (String, [String: String]) -> Double? {
        let found = try samples(try small.folder.text(of: name))
        return { name, labels in
            found[Sample(name: "trackmill_" + name, labels: labels.merging(["pipeline": "small"]) { a, _ in a })]
        }
    }

    // Two days of device a with 4 rows each; b has 1 row on the first day only, so it is silent on the second. One row of a has no time.
    @Test func `the metrics of a good run`() throws {
        let small = try SmallPipeline(stages: SmallPipeline.tracks)
        try small.log("2025-06-01", SmallPipeline.rows(1) + ["b,2025-06-01T09:00:00Z,31.2,121.4"])
        try small.log("2025-06-02", SmallPipeline.rows(2) + ["a,,31.2,121.4"])
        #expect(try small.run("--metrics", "m.prom").status == 0)
        let metric = try metrics(small)
        #expect(metric("run_exit_status", [:]) == 0 && metric("run_dates", ["outcome": "made"]) == 2)
        #expect(metric("run_dates", ["outcome": "left"]) == 0)
        #expect(metric("run_rows", ["outcome": "read"]) == 10 && metric("run_rows", ["outcome": "kept"]) == 9)
        #expect(metric("run_rows", ["outcome": "thinned"]) == 0 && metric("run_rows", ["outcome": "rejected"]) == 1)
        #expect(metric("run_rejected_rows", ["reason": "no-time"]) == 1)
        #expect(metric("run_files_read", [:]) == 2 && metric("runs_total", [:]) == 1 && metric("dates", [:]) == 2)
        #expect(metric("devices", [:]) == 2 && metric("devices_silent", [:]) == 1)
        // The last row of rows(2): 2025-06-02T08:03:00Z, by date -d … +%s.
        #expect(metric("newest_fix_timestamp_seconds", [:]) == 1_748_851_380)
        let end = try #require(metric("run_end_timestamp_seconds", [:]))
        let age = try #require(metric("newest_fix_age_seconds", [:]))
        #expect(abs(end - 1_748_851_380 - age) < 0.01)
        let success = try #require(metric("last_success_timestamp_seconds", [:]))
        #expect(abs(end - success) < 600 && metric("run_duration_seconds", [:]).map { $0 >= 0 && $0 < 600 } == true)
        #expect(metric("database_size_bytes", [:]).map { $0 >= 4096 } == true)
        #expect(metric("addresses", ["state": "pending"]) == 0 && metric("damaged_files", [:]) == 0)
        // Nothing half-written is left beside it.
        #expect(try small.folder.names().filter { $0.hasPrefix("m.prom") } == ["m.prom"])
    }

    @Test func `a damaged file and a left day, and the last success stays`() throws {
        let small = try SmallPipeline.ofDays(2, top: ["metrics: out/night.prom"])
        #expect(try small.run().status == 0)
        let success = try metrics(small, "out/night.prom")("last_success_timestamp_seconds", [:])
        try small.log("2025-06-01", SmallPipeline.rows(1).dropLast())
        #expect(try small.run().status == 65)
        let metric = try metrics(small, "out/night.prom")
        #expect(metric("run_exit_status", [:]) == 65 && metric("run_dates", ["outcome": "left"]) == 1)
        #expect(metric("run_dates", ["outcome": "made"]) == 0)
        #expect(metric("run_problems", [:]) == 1 && metric("last_success_timestamp_seconds", [:]) == success && success != nil)
        #expect(metric("runs_total", [:]) == 2)
    }

    @Test func `a run that fails writes them, too`() throws {
        let small = try SmallPipeline.ofDays(1)
        try small.runUndated()
        let descriptor = open(small.folder("out.sqlite.lock"), O_RDWR | O_CLOEXEC)
        try #require(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        #expect(try small.run("--metrics", "m.prom").status == 75)
        close(descriptor)
        let held = try metrics(small)
        #expect(held("run_exit_status", [:]) == 75 && held("run_rows", ["outcome": "read"]) == nil)
        #expect(held("last_success_timestamp_seconds", [:]) != nil && held("dates", [:]) == 1)
        #expect(try small.run("--from", "1 June", "--metrics", "m.prom").status == 64)
        #expect(try metrics(small)("run_exit_status", [:]) == 64)
        // A pipeline file that cannot be read has no name: its own stands for it.
        try small.folder.write("name: small\nstages: [nonsense]\n", to: "nightly.yaml")
        #expect(try Program.run(["run", "nightly.yaml", "--metrics", "n.prom"], in: small.folder).status == 78)
        let found = try samples(try small.folder.text(of: "n.prom"))
        #expect(found[Sample(name: "trackmill_run_exit_status", labels: ["pipeline": "nightly"])] == 78)
    }

    @Test func `a run that a signal stops writes them, too`() throws {
        let small = try SmallPipeline.ofDays(2)
        try small.runWell()
        let other = try openWriting(small)
        try other.execute("BEGIN IMMEDIATE")
        let process = try BackgroundRun.trackmill(["run", "pipeline.yaml", "--metrics", "m.prom"], in: small.folder)
        try process.waitForLock()
        process.send(SIGTERM)
        try other.execute("COMMIT")
        #expect(try process.end().status == 143)
        #expect(try metrics(small)("run_exit_status", [:]) == 143)
    }

    @Test func `labels are escaped`() throws {
        let small = try SmallPipeline()
        try small.log("2025-06-01", SmallPipeline.rows(1))
        let name = "a \"b\" \\ c"
        let call = ["run", "pipeline.yaml", "--metrics", "m.prom", "--set", "name='\(name)'"]
        #expect(try Program.run(call, in: small.folder).status == 0)
        let text = try small.folder.text(of: "m.prom")
        #expect(text.contains(#"trackmill_run_exit_status{pipeline="a \"b\" \\ c"} 0"#))
        #expect(try samples(text)[Sample(name: "trackmill_run_exit_status", labels: ["pipeline": name])] == 0)
    }

    @Test func `metrics that cannot be written are told, and never fall on another file`() throws {
        let small = try SmallPipeline.ofDays(1)
        try small.folder.write("a file", to: "plain")
        let outcome = try small.run("--metrics", "plain/m.prom")
        #expect(
            outcome.status == 73 && outcome.errors.contains("trackmill: the metrics are not written: plain/m.prom"),
            "\(outcome.errors)")
        #expect(try small.lines("SELECT exit_status FROM runs") == ["0"])
        for path in ["pipeline.yaml", "out.sqlite", "logs/2025-06-01.csv"] {
            let before = try Data(contentsOf: URL(filePath: small.folder(path)))
            #expect(try small.run("--metrics", path).status == 64)
            if path != "out.sqlite" { #expect(try Data(contentsOf: URL(filePath: small.folder(path))) == before) }
        }
        #expect(try small.run().status == 0)
    }

    @Test(arguments: [
        ("out.sqlite", "'metrics' is out.sqlite, the result file; write the metrics elsewhere."),
        (
            "logs/2025-06-01.csv",
            "'metrics' is logs/2025-06-01.csv, which a source reads by 'logs/{date}.csv'; write the metrics elsewhere."
        ),
        ("\"m-{date}.prom\"", "'metrics' has 'm-{date}.prom'; one file tells of the last run, write it without braces."),
    ])
    func `check refuses metrics in the place of another file`(path: String, words: String) throws {
        let small = try SmallPipeline(top: ["metrics: \(path)"])
        let outcome = try Program.run(["check", "pipeline.yaml"], in: small.folder)
        #expect(outcome.status == 78 && outcome.errors.contains(words), "\(outcome.errors)")
    }
}

/// The result file of a pipeline, open for writing by another program.
private func openWriting(_ small: SmallPipeline) throws -> Database {
    try Database(path: small.folder("out.sqlite"), isReadOnly: false)
}
