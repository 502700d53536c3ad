import Testing
import Tracks

@testable import LogFormats

/// Expected times from Python: `int(datetime(...).timestamp() * 1000)`, and by hand from them.
@Suite struct TimeTextTests {
    /// 2025-06-01 08:00:00 UTC.
    private let eight: Int64 = 1_748_764_800_000
    private let shanghai = TimeZoneRules(name: "Asia/Shanghai", changes: [Int64.min], offsets: [28_800_000])

    private func read(_ text: String, _ format: String = "auto", zone: TimeZoneRules = .utc) -> Int64? {
        guard let format = TimeFormat(format) else { return nil }
        let value = withCell(text) { time($0, format: format, zone: zone) }
        return value == TimeFormat.bad ? nil : value
    }

    @Test(arguments: [
        "2025-06-01T08:00:00Z", "2025-06-01T08:00:00z", "2025-06-01t08:00:00Z", "2025-06-01 08:00:00", "2025-06-01T08:00:00",
        "2025-06-01T08:00",
        "2025-06-01T08", "2025-06-01T08:00:00.000Z", "2025-06-01T08:00:00,000Z", "2025-06-01T16:00:00+08:00",
        "2025-06-01T16:00:00+0800",
        "2025-06-01T16:00:00+08", "2025-06-01 16:00:00 +08:00", "2025-05-31T22:30:00-09:30", "20250601T080000Z", "20250601T0800Z",
        "20250601 080000", " 2025-06-01T08:00:00Z ",
    ])
    func `reads the forms of ISO 8601`(text: String) {
        #expect(read(text) == eight)
    }

    @Test(arguments: ["2025-06-01 08:00:00 UTC", "2025-06-01 08:00:00 GMT", "2025-06-01 08:00:00 Z", "2025-06-01T08:00:00UTC"])
    func `NC-11 a time that ends in UTC is one of UTC`(text: String) {
        #expect(read(text, zone: shanghai) == eight)
        #expect(read(text.replacing("T08", with: " 08"), "yyyy-MM-dd HH:mm:ss", zone: shanghai) == eight)
    }

    @Test(arguments: ["2025-06-01 08:00:00 UTC+8", "2025-06-01 08:00:00 UT", "2025-06-01 08:00:00 CST", "2025-06-01 08:00:00 "])
    func `NC-11 other words behind a time are none of UTC`(text: String) {
        #expect(read(text) == (text.hasSuffix(" ") ? eight : nil))
    }

    @Test func `a date alone is its midnight in the source's zone`() {
        #expect(read("2025-06-01") == eight - 28_800_000)
        #expect(read("2025-06-01", zone: shanghai) == eight - 57_600_000)
    }

    @Test func `a time without an offset is in the source's zone, one with an offset is not`() {
        #expect(read("2025-06-01T16:00:00", zone: shanghai) == eight)
        #expect(read("2025-06-01T08:00:00Z", zone: shanghai) == eight)
        #expect(read("2025-06-01T08:00:00+00:00", zone: shanghai) == eight)
    }

    @Test func `a time is the millisecond it lies in, also before 1970`() {
        #expect(read("2025-06-01T08:00:00.1239Z") == eight + 123)
        #expect(read("2025-06-01T08:00:00.9999999Z") == eight + 999)
        #expect(read("1969-12-31T23:59:59.9999Z") == -1)
        #expect(read("1969-12-31T23:59:59.9985Z") == -2)
        #expect(read("1969-12-31T23:59:59Z") == -1000)
    }

    @Test(arguments: [
        "2025-06-01T24:00:00Z", "2025-06-01T08:60:00Z", "2025-06-01T08:00:60Z", "2025-02-29T08:00:00Z", "2025-13-01T08:00:00Z",
        "2025-00-01",
        "2025-06-00", "2025-06-31", "0000-06-01", "2025-06-01T", "2025-06-01T8:00:00Z", "2025-06-01T08:0", "2025-06-01T08:00:",
        "2025-06-01T08:00:00.",
        "2025-06-01T08:00:00.Z", "2025-06-01T08:00:00X", "2025-06-01T08:00:00ZZ", "2025-06-01T08:00:00+24:00",
        "2025-06-01T08:00:00+08:60",
        "2025-06-01T08:00:00+8", "2025-06-01T08:00:00+08:", "2025-06-01T08:00:00+08:00x", "2025/06/01 08:00:00", "2025-6-1",
        "01-06-2025", "now", "",
        "2025-06-01Z", "２０２５-06-01", "1.7e9", "1748764800s",
    ])
    func `refuses what is no time`(text: String) {
        #expect(read(text) == nil)
    }

    @Test(
        arguments: [
            ("2024-02-29T00:00:00Z", 1_709_164_800_000), ("2000-02-29", 951_782_400_000), ("1900-03-01", -2_203_891_200_000),
        ] as [(String, Int64)])
    func `knows leap years`(text: String, expected: Int64) {
        #expect(read(text) == expected)
    }

    @Test func `1900 had no February 29`() {
        #expect(read("1900-02-29") == nil)
    }

    @Test func `a plain number is seconds since 1970`() {
        #expect(read("1748764800") == eight)
        #expect(read("1748764800.1239") == eight + 123)
        #expect(read("+1748764800") == eight)
        #expect(read("0") == 0)
    }

    @Test(
        arguments: [
            ("seconds", "-1", -1000), ("seconds", "-0.001", -1), ("seconds", "-0.0001", -1), ("seconds", "-0.0010001", -2),
            ("seconds", "-1.5", -1500),
            ("seconds", "-0", 0), ("milliseconds", "1748764800123", 1_748_764_800_123),
            ("milliseconds", "1748764800123.9", 1_748_764_800_123),
            ("milliseconds", "-0.5", -1), ("milliseconds", "-1", -1), ("microseconds", "1748764800123999", 1_748_764_800_123),
            ("microseconds", "-1", -1), ("microseconds", "-1000", -1), ("microseconds", "-1001", -2),
            ("microseconds", "-1000.5", -2),
        ] as [(String, String, Int64)])
    func `rounds down below 1970 too`(format: String, text: String, expected: Int64) {
        #expect(read(text, format) == expected)
    }

    @Test(arguments: ["", "-", ".", "1.2.3", "1,5", "12a", "9999999999999999999", "253402300800", "-62135596801"])
    func `refuses what is no count of seconds, or beyond the years 1 to 9999`(text: String) {
        #expect(read(text, "seconds") == nil)
    }

    @Test func `reads a pattern`() {
        #expect(read("01/06/2025 08:00:00", "dd/MM/yyyy HH:mm:ss") == eight)
        #expect(read("01/06/2025 16:00:00", "dd/MM/yyyy HH:mm:ss", zone: shanghai) == eight)
        #expect(read("010625080000.250", "ddMMyyHHmmss.SSS") == eight + 250)
        #expect(read("1/6/2025 8:00", "d/M/yyyy H:mm") == eight)
        #expect(read("2025年06月01日", "yyyy年MM月dd日") == eight - 28_800_000)
    }

    @Test(arguments: [
        "01/13/2025 08:00:00", "1/06/2025 08:00:00", "01/06/2025 08:00", "01/06/2025 08:00:00 PM", "30/02/2025 08:00:00",
        "01/06/2025 24:00:00",
    ])
    func `refuses what does not fit its pattern`(text: String) {
        #expect(read(text, "dd/MM/yyyy HH:mm:ss") == nil)
    }

    @Test func `a time-format that names no day is none`() {
        #expect(TimeFormat("HH:mm:ss") == nil)
        #expect(TimeFormat("unix") == nil)
        #expect(TimeFormat("iso") == .automatic)
    }

    @Test func `reads back what it wrote on random times`() {
        var random = SeededRandom(seed: 12)
        for _ in 0..<20_000 {
            let value = Int64.random(in: -3_000_000_000_000...4_102_444_800_000, using: &random)
            #expect(read(isoText(milliseconds: value)) == value)
        }
    }
}
