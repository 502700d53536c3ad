import Foundation
import Store
import Testing

/// The sample week against what the generator wrote down as true: `sample-data/logs/truth`.
@Suite struct SampleWeekTests {
    /// A row of a log that was spoiled on purpose.
    private struct Injected: Hashable {
        var file: String
        var line: Int
        var reason: String
    }

    private func injected(where isWanted: (_ what: String) -> Bool) throws -> Set<Injected> {
        let table = try SampleWeek.truth("injected")
        let lines = try table.numbers("line")
        let (files, whats, reasons) = (try table.texts("file"), try table.texts("what"), try table.texts("reason"))
        return Set(
            lines.indices.filter { isWanted(whats[$0]) }.map {
                Injected(file: files[$0], line: Int(lines[$0]), reason: reasons[$0])
            })
    }

    private func rejected() throws -> Set<Injected> {
        let table = try Table("SELECT file, line, reason FROM rejects", in: SampleWeek.open())
        return Set(
            table.rows.map { row in
                Injected(
                    file: row[0].replacingOccurrences(of: "sample-data/logs/", with: ""), line: Int(row[1]) ?? 0, reason: row[2])
            })
    }

    // RULES 1.6; what was read is counted in the files themselves.
    @Test func `the sums of every device-day and of every file add up`() throws {
        let database = try SampleWeek.open()
        #expect(try database.text("SELECT count(*) FROM days") != "0")
        #expect(try database.lines("SELECT day, device FROM days WHERE rows_in != kept + thinned + rejected") == [])
        #expect(try database.text("SELECT count(*) FROM input_files") == "7")
        #expect(
            try database.lines("SELECT file FROM input_files WHERE rows != kept + thinned + rejected + waiting OR waiting != 0")
                == [])
        #expect(try database.text("SELECT sum(kept) FROM days") == database.text("SELECT count(*) FROM fixes"))
        #expect(try database.text("SELECT sum(rejected) FROM input_files") == database.text("SELECT count(*) FROM rejects"))
        for day in SampleWeek.days {
            let rows = try Int(number(database.text("SELECT rows FROM input_files WHERE file LIKE '%\(day)%'")))
            #expect(try rows == lineCount("\(SampleWeek.logs)/\(day).csv.gz") - 1, "\(day)")
        }
    }

    /// Lines that are not empty, by gzip itself.
    private func lineCount(_ path: String) throws -> Int {
        let bytes = gunzip(Array(try Data(contentsOf: URL(filePath: path))))
        return bytes.split(separator: 10).count { !$0.isEmpty && $0 != [13] }
    }

    @Test(arguments: ["null-island", "malformed", "exact-duplicate"])
    func `every row spoiled so is rejected with its reason`(what: String) throws {
        let wanted = try injected { $0 == what }
        #expect(wanted.count > 50)
        let missed = wanted.subtracting(try rejected())
        #expect(missed.isEmpty, "\(missed.count) of \(wanted.count), such as \(String(describing: missed.first))")
    }

    // MARK: Figures (issue 12, Shows 3)

    @Test func `of the true stays of 26 minutes or more 88 percent are found, 80 percent whole`() throws {
        let figures = try SampleWeekFigures.measured.get()
        #expect(figures.trueStays > 400)
        #expect(Double(figures.trueStays - figures.missed) >= 0.88 * Double(figures.trueStays), "\(figures.text)")
        #expect(Double(figures.whole) >= 0.80 * Double(figures.trueStays), "\(figures.text)")
    }

    @Test func `few true stays are merged, and little of the stays found is false`() throws {
        let figures = try SampleWeekFigures.measured.get()
        #expect(Double(figures.merged) <= 0.02 * Double(figures.trueStays), "\(figures.text)")
        #expect(Double(figures.falseTime) <= 0.015 * Double(figures.foundTime), "\(figures.text)")
    }

    @Test func `at most one good fix in two thousand is rejected`() throws {
        let figures = try SampleWeekFigures.measured.get()
        #expect(figures.goodFixes > 60_000)
        #expect(Double(figures.goodFixesLost) <= 0.000_5 * Double(figures.goodFixes), "\(figures.text)")
    }

    @Test func `wrong positions of every kind are dropped where the limits of speed can tell`() throws {
        let wrong = try SampleWeekFigures.measured.get().wrong
        func share(_ kind: String) -> Double { wrong[kind].map { Double($0.dropped) / Double($0.all) } ?? 0 }
        #expect(share("spike") >= 0.45)
        #expect(share("burst") >= 0.3)
        #expect(share("midnight-spike") >= 0.9)
        // Most are plausible from the fix before: such positions begin where the device was.
        #expect(wrong["stale"]?.dropped ?? 0 > 0)
        #expect(wrong["cold-start"]?.dropped ?? 0 > 0)
    }

    @Test func `the ways of the days are those of the truth, and no trip is faster than its kind can go`() throws {
        let figures = try SampleWeekFigures.measured.get()
        #expect((0.9...1.05).contains(figures.wayShare), "\(figures.text)")
        #expect(figures.trips > 500)
        #expect(figures.impossibleTrips == [])
    }

    private func cleaningDocument() throws -> String {
        try String(contentsOfFile: packageFolder + "/docs/cleaning.md", encoding: .utf8)
    }

    @Test func `docs/cleaning has these figures`() throws {
        let figures = try SampleWeekFigures.measured.get()
        #expect(try cleaningDocument().contains("```text\n\(figures.text)```"), "\(figures.text)")
        let row = figures.row("`excursion: 10 min`, as in nightly.yaml")
        #expect(try cleaningDocument().contains(row), "\(row)")
    }

    @Test(arguments: [
        ("`excursion: 5 min`, the default", ["find-stays.excursion=5 min"]),
        ("`excursion: 20 min`", ["find-stays.excursion=20 min"]),
        ("`radius: 200 m`", ["find-stays.radius=200 m"]),
        ("`inferred: 16 h`", ["find-stays.inferred=16 h"]),
        ("`least-distance: 0 m`", ["split-trips.least-distance=0 m"]),
        (
            "top speeds of 15 m/s (pet) and 25 m/s (bicycle)",
            ["kinds.pet.top-speed=15 m/s", "kinds.bicycle.top-speed=25 m/s"]
        ),
        (
            "`judge: walk`, `anchor: first`, `excursion: 0 s`, `jumps: movement`",
            ["drop-spikes.judge=walk", "find-stays.anchor=first", "find-stays.excursion=0 s", "split-trips.jumps=movement"]
        ),
    ])
    func `docs/cleaning has the figures of other options`(name: String, settings: [String]) throws {
        let folder = try TemporaryFolder()
        let week = ["--from", SampleWeek.firstDay, "--to", SampleWeek.days[6], "--jobs", "2"]
        try SampleWeek.run(in: folder, week + settings.flatMap { ["--set", $0] })
        let row = try SampleWeekFigures(openResult(folder("week.sqlite"))).row(name)
        #expect(try cleaningDocument().contains(row), "\(row)")
    }

    @Test func `what a person reads with sqlite3 is there`() throws {
        let database = try SampleWeek.open()
        #expect(try database.text("PRAGMA integrity_check") == "ok")
        let row = try database.text(
            "SELECT arrived_local || '|' || round(latitude) || '|' || duration_s || '|' || address FROM stays WHERE address IS NOT NULL LIMIT 1"
        )
        #expect(row.contains("2025-06-0") && row.split(separator: "|").count == 4, "\(row)")
        #expect(try database.text("SELECT count(*) FROM stays WHERE address IS NULL") == "0")
    }

    @Test func `status prints the sums`() throws {
        let (folder, _) = try SampleWeek.result.get()
        let outcome = try Program.run(["status", "week.sqlite"], in: folder)
        #expect(outcome.status == 0)
        #expect(outcome.outputLines.filter { $0.hasSuffix("each of them adds up") }.count == 2, "\(outcome.output)")
    }

    // Issue 3: no row is of a day before 2025-06-01; shown by a day that no result has.
    @Test func `no device-day lies outside the week`() throws {
        #expect(try SampleWeek.open().lines("SELECT DISTINCT day FROM days ORDER BY day") == SampleWeek.days)
    }
}
