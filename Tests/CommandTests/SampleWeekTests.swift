import Foundation
import Store
import Testing

/// The sample week against what the generator wrote down as true: `sample-data/logs/truth`. The shares are those of issue 3, Shows 3.
@Suite struct SampleWeekTests {
    private struct Span {
        var from: Int64
        var to: Int64

        /// Overlap ÷ union.
        func agreement(with other: Span) -> Double {
            let overlap = min(to, other.to) - max(from, other.from)
            return overlap <= 0 ? 0 : Double(overlap) / Double(max(to, other.to) - min(from, other.from))
        }
    }

    /// A row of a log that was spoiled on purpose.
    private struct Injected: Hashable {
        var file: String
        var line: Int
        var reason: String
    }

    private func spans(_ device: [String], _ from: [Int64], _ to: [Int64]) -> [String: [Span]] {
        var spans: [String: [Span]] = [:]
        for (i, device) in device.enumerated() { spans[device, default: []].append(Span(from: from[i], to: to[i])) }
        return spans
    }

    private func trueStays() throws -> [String: [Span]] {
        let table = try SampleWeek.truth("stays")
        return spans(
            try table.texts("device"), try table.texts("arrived_utc").map(isoMilliseconds),
            try table.texts("left_utc").map(isoMilliseconds))
    }

    private func foundStays() throws -> [String: [Span]] {
        let table = try Table("SELECT device, arrived_ms, last_seen_ms FROM stays", in: SampleWeek.open())
        func times(_ column: String) throws -> [Int64] { try table.numbers(column).map { Int64($0) } }
        return spans(try table.texts("device"), try times("arrived_ms"), try times("last_seen_ms"))
    }

    /// How many spans of one list agree to a half with one of the other, and how many there are.
    private func matches(_ spans: [String: [Span]], in others: [String: [Span]]) -> (matched: Int, all: Int) {
        var matched = 0
        for (device, spans) in spans {
            matched += spans.count { span in (others[device] ?? []).contains { $0.agreement(with: span) >= 0.5 } }
        }
        return (matched, spans.values.reduce(0) { $0 + $1.count })
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

    @Test func `at least 95 percent of the true stays of 20 minutes or more are found`() throws {
        let long = try trueStays().mapValues { $0.filter { $0.to - $0.from >= 1_200_000 } }
        let (found, all) = matches(long, in: try foundStays())
        #expect(all > 100)
        #expect(Double(found) >= 0.95 * Double(all), "\(found) of \(all)")
    }

    @Test func `at least 95 percent of the found stays are true`() throws {
        let (right, all) = matches(try foundStays(), in: try trueStays())
        #expect(all > 100)
        #expect(Double(right) >= 0.95 * Double(all), "\(right) of \(all)")
    }

    @Test(arguments: ["null-island", "malformed", "exact-duplicate"])
    func `every row spoiled so is rejected with its reason`(what: String) throws {
        let wanted = try injected { $0 == what }
        #expect(wanted.count > 50)
        let missed = wanted.subtracting(try rejected())
        #expect(missed.isEmpty, "\(missed.count) of \(wanted.count), such as \(String(describing: missed.first))")
    }

    @Test func `at least 95 percent of the spikes are rejected`() throws {
        let wanted = try injected { $0 == "spike" }
        let dropped = wanted.intersection(try rejected()).count
        #expect(wanted.count > 100)
        #expect(Double(dropped) >= 0.95 * Double(wanted.count), "\(dropped) of \(wanted.count)")
    }

    @Test func `at most one good fix in a thousand is rejected`() throws {
        // Rows that are late or out of order are good ones.
        let bad = Set(try injected { !["late", "out-of-order"].contains($0) }.map { "\($0.file):\($0.line)" })
        let wrongly = Set(try rejected().map { "\($0.file):\($0.line)" }).subtracting(bad)
        let rows = try number(SampleWeek.open().text("SELECT sum(rows) FROM input_files"))
        #expect(Double(wrongly.count) <= 0.001 * (rows - Double(bad.count)), "\(wrongly.count): \(wrongly.sorted().prefix(5))")
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
