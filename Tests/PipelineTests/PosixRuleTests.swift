import Testing
import Tracks

@testable import Pipeline

/// POSIX.1 TZ and RFC 8536 section 3.3; times counted on the calendar, UTC.
@Suite struct PosixRuleTests {
    private func changes(_ text: String, _ year: Int = 2025) -> [String] {
        (PosixRule(text)?.changes(years: year...year) ?? []).map { "\(isoText(milliseconds: $0.0).prefix(16)) \($0.1 / 60_000)" }
    }

    @Test func `a zone without saving has one offset`() {
        #expect(PosixRule("CST-8")?.changes(years: 2025...2026).map(\.1) == [28_800_000])
        #expect(PosixRule("<+0845>-8:45")?.changes(years: 2025...2026).map(\.1) == [31_500_000])
        #expect(PosixRule("<-03>3")?.changes(years: 2025...2026).map(\.1) == [-10_800_000])
    }

    @Test func `the last Sunday of a month, at two o'clock unless it is said`() {
        #expect(changes("CET-1CEST,M3.5.0,M10.5.0/3") == ["2025-03-30T01:00 120", "2025-10-26T01:00 60"])
    }

    @Test func `the second Sunday of March and the first of November`() {
        #expect(changes("EST5EDT,M3.2.0,M11.1.0") == ["2025-03-09T07:00 -240", "2025-11-02T06:00 -300"])
    }

    @Test func `south of the equator saving ends in the same year first`() {
        #expect(changes("AEST-10AEDT,M10.1.0,M4.1.0/3") == ["2025-04-05T16:00 600", "2025-10-04T16:00 660"])
    }

    @Test func `winter time may be the saving one`() {
        #expect(changes("IST-1GMT0,M10.5.0,M3.5.0/1") == ["2025-03-30T01:00 60", "2025-10-26T01:00 0"])
    }

    @Test func `times may be negative or beyond a day`() {
        #expect(changes("<-02>2<-01>,M3.5.0/-1,M10.5.0/0") == ["2025-03-30T01:00 -60", "2025-10-26T01:00 -120"])
        // Thursday of the last week before the Friday, 26 hours on: as Israel writes it.
        #expect(changes("IST-2IDT,M3.4.4/26,M10.5.0") == ["2025-03-28T00:00 180", "2025-10-25T23:00 120"])
    }

    @Test func `days of the year count February 29 or do not`() {
        // J60 is March 1 always; 59 is February 29 in a leap year.
        #expect(changes("AAA0BBB,J60/0,J365/0", 2024).first == "2024-03-01T00:00 60")
        #expect(changes("AAA0BBB,J60/0,J365/0", 2025).first == "2025-03-01T00:00 60")
        #expect(changes("AAA0BBB,59/0,364/0", 2024).first == "2024-02-29T00:00 60")
        #expect(changes("AAA0BBB,59/0,364/0", 2025).first == "2025-03-01T00:00 60")
        #expect(changes("AAA0BBB,J59/0,J365/0", 2024).first == "2024-02-28T00:00 60")
    }

    @Test(arguments: ["", "-8", "CST", "CST-8CDT,", "CST-8CDT,M3", "CST-8CDT,M3.2.0", "CST-8CDT,M3.2.0,x"])
    func `what is no rule is none`(text: String) {
        #expect(PosixRule(text) == nil)
    }
}
