import Options
import Testing
import Tracks

@testable import LogFormats

/// How a source says that its times are written.
@Suite struct TimeOptionTests {
    private let berlin = TimeZoneRules(
        name: "Europe/Berlin", changes: [Int64.min, 1_743_296_400_000, 1_761_440_400_000],
        offsets: [3_600_000, 7_200_000, 3_600_000])

    private func milliseconds(_ text: String, _ format: String, zone: TimeZoneRules = .utc) -> Int64? {
        guard let format = TimeFormat(format) else { return nil }
        let found = withCell(text) { time($0, format: format, zone: zone) }
        return found == TimeFormat.bad ? nil : found
    }

    private func utc(_ text: String) -> Int64? { isoTime(text, zone: .utc) }

    @Test func `halves of a day and names of months`() {
        let noon = utc("2025-06-01T12:05:00Z")
        #expect(milliseconds("06/01/2025 12:05 PM", "MM/dd/yyyy hh:mm a") == noon)
        #expect(milliseconds("6/1/2025 12:05 am", "M/d/yyyy h:mm a") == utc("2025-06-01T00:05:00Z"))
        #expect(milliseconds("01-Jun-2025 1:05:09PM", "dd-MMM-yyyy h:mm:ssa") == utc("2025-06-01T13:05:09Z"))
        #expect(milliseconds("June 1, 2025 11:05 pm", "MMMM d, yyyy h:mm a") == utc("2025-06-01T23:05:00Z"))
        #expect(milliseconds("1 SEPT 2025 11:05", "d MMM yyyy HH:mm") == utc("2025-09-01T11:05:00Z"))
        #expect(milliseconds("01-Jun-2025 13:05 PM", "dd-MMM-yyyy hh:mm a") == nil)
        #expect(milliseconds("01-Jun-2025 0:05 AM", "dd-MMM-yyyy h:mm a") == nil)
        #expect(milliseconds("01-Jux-2025 01:05", "dd-MMM-yyyy HH:mm") == nil)
        #expect(milliseconds("01-Junk-2025 01:05", "dd-MMM-yyyy HH:mm") == nil)
    }

    /// TJ-041: 552966942 seconds since 2000 are 2017-07-10T01:55:42Z: 946,684,800 + 552,966,942 = 17,357 days and 6,942 seconds after 1970.
    @Test func `TJ-041: seconds since 2000 are told by the source, and named where they are not`() throws {
        #expect(milliseconds("552966942", "seconds since 2000-01-01") == utc("2017-07-10T01:55:42Z"))
        #expect(milliseconds("552966942000", "milliseconds since 2000-01-01") == utc("2017-07-10T01:55:42Z"))
        #expect(TimeFormat("seconds since 2000") == nil && TimeFormat("hours since 2000-01-01") == nil)
        let window = FileWindow(modified: utc("2017-07-11T00:00:00Z") ?? 0, notBefore: CalendarDay(number: 7305), in: .utc)
        let log = try read("id,t,lat,lon\na,552966942,1,2\n", source(), window: window)
        #expect(log.faults == ["2 past"])
        #expect(log.reading.damage?.contains("past in line 2") == true && log.reading.damage?.contains("'time-format'") == true)
    }

    /// NC-11 of the cases of kind time-format.
    @Test(arguments: ["auto", "yyyy-MM-dd HH:mm:ss"]) func `NC-11: a time that ends in UTC`(format: String) throws {
        for text in ["2025-06-01 10:00:00 UTC", "2025-06-01 10:00:00 GMT", "2025-06-01 10:00:00Z"] {
            let log = try read("id,t,lat,lon\na,\(text),31,121\n", source(["time-format": .scalar(format)]), timeZone: berlin)
            #expect(log.fixes.times == [utcMidnight("2025-06-01") + 36_000_000] && log.faults == [])
        }
    }

    @Test func `a time may name its zone`() throws {
        for text in [
            "2025-06-01 10:00:00 Europe/Berlin", "2025-06-01T10:00:00+02:00[Europe/Berlin]", "2025-06-01T10:00:00[Europe/Berlin]",
        ] {
            let log = try read("id,t,lat,lon\na,\(text),31,121\n", source(), zones: ["Europe/Berlin": berlin])
            #expect(log.fixes.times == [utcMidnight("2025-06-01") + 28_800_000], "\(log.faults)")
        }
        let text = "id,t,lat,lon\na,2025-06-01 10:00:00 Europe/Nowhere,31,121\na,2025-06-01 10:00:00 CST,31,121\n"
        #expect(try read(text, source(), zones: ["Europe/Berlin": berlin]).faults == ["2 bad-time", "3 bad-time"])
    }

    @Test func `a list of formats: the first that reads a time`() throws {
        let formats = ["dd.MM.yyyy HH:mm", "MM/dd/yyyy HH:mm", "auto"].map { Node(.scalar($0), mark: Mark(line: 1, column: 1)) }
        let text = "id,t,lat,lon\na,01.06.2025 01:00,1,2\na,06/01/2025 02:00,1,2\na,2025-06-01T03:00:00Z,1,2\na,2025/06/01,1,2\n"
        let log = try read(text, source(["time-format": .sequence(formats)]))
        #expect(log.fixes.times == [1, 2, 3].map { utcMidnight("2025-06-01") + $0 * 3_600_000 } && log.faults == ["5 bad-time"])
        #expect(throws: Problems.self) { try source(["time-format": .sequence([])]) }
        #expect(throws: Problems.self) {
            try source(["time-format": .sequence([Node(.scalar("unix"), mark: Mark(line: 1, column: 1))])])
        }
    }

    /// 1748736000000 are the milliseconds of 2025-06-01T00:00:00Z.
    @Test func `a number of thirteen digits says which option reads it`() throws {
        let log = try read("id,t,lat,lon\na,1748736000000,1,2\n", source())
        #expect(log.faults == ["2 bad-time"])
        #expect(log.reading.daylessRejects.first?.value == "1748736000000 (time-format: milliseconds?)")
        #expect(log.reading.damage?.hasSuffix("'time-format: milliseconds' of the source would read it.") == true)
        let micro = try read("id,t,lat,lon\na,1748736000000000,1,2\n", source())
        #expect(micro.reading.daylessRejects.first?.value == "1748736000000000 (time-format: microseconds?)")
        #expect(
            try read("id,t,lat,lon\na,1748736000000,1,2\n", source(["time-format": .scalar("milliseconds")])).fixes.count == 1)
    }

    /// Berlin's clocks stepped back from 3:00 to 2:00 at 2025-10-26T01:00:00Z.
    @Test func `the order of rows tells the passes of an hour that comes twice`() throws {
        let clocks = ["01:50", "02:10", "02:50", "02:49:30", "02:10", "02:20", "02:55", "03:05"]
        let text =
            "id,t,lat,lon\n" + clocks.map { "a,2025-10-26 \($0),1,2\n" }.joined() + "b,2025-10-26 02:30,1,2\n"
            + "a,2025-10-26 02:10+02:00,1,2\n"
        let window = FileWindow(dated: CalendarDay("2025-10-26") ?? CalendarDay(number: 0), in: .utc, late: 86_400_000)
        func times(_ rule: String) throws -> [Int64] {
            let log = try read(text, source(["time-of-repeated-hour": .scalar(rule)]), window: window, timeZone: berlin)
            return zip(log.fixes.lines, log.fixes.times).sorted { $0.0 < $1.0 }.map(\.1)
        }
        func utc(_ clocks: String...) -> [Int64] { clocks.compactMap { self.utc("2025-10-\($0)Z") } }
        #expect(
            try times("by-order")
                == utc(
                    "25T23:50", "26T00:10", "26T00:50", "26T00:49:30", "26T01:10", "26T01:20", "26T01:55", "26T02:05", "26T00:30",
                    "26T00:10"))
        #expect(
            try times("first")
                == utc(
                    "25T23:50", "26T00:10", "26T00:50", "26T00:49:30", "26T00:10", "26T00:20", "26T00:55", "26T02:05", "26T00:30",
                    "26T00:10"))
    }

    /// TJ-029: a receiver two epochs behind: 1986-10-13 in a file of 2026-01-12 is 2 · 1024 weeks earlier.
    @Test func `TJ-029: a time two epochs of 1024 weeks behind is repaired`() throws {
        let day = CalendarDay("2026-01-12") ?? CalendarDay(number: 0)
        let text = "id,t,lat,lon\na,1986-10-13T08:00:00Z,1,2\n"
        let window = FileWindow(dated: day, in: .utc, late: 0)
        let log = try read(text, source(["week-rollover": .scalar("repair")]), window: window)
        #expect(log.fixes.times == [utc("2026-01-12T08:00:00Z")] && log.reading.repaired == 1)
        #expect(try read(text, source(), window: window).faults == ["2 too-late"])
    }
}
