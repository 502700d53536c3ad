import Testing
import Tracks

@testable import LogSurvey

@Suite struct DatedNameTests {
    @Test(arguments: [
        ("gps-20250601.csv.gz", "gps-{date:yyyyMMdd}.csv.gz", "2025-06-01"), ("2025-06-01.csv", "{date}.csv", "2025-06-01"),
        ("a_2025_06_01.csv", "a_{date:yyyy_MM_dd}.csv", "2025-06-01"),
        ("logs/2025/06/01/all.csv.gz", "logs/{date:yyyy/MM/dd}/all.csv.gz", "2025-06-01"),
        ("20081024020959.plt", "{date:yyyyMMdd}??????.plt", "2008-10-24"),
        ("15.06.2025.csv", "{date:dd.MM.yyyy}.csv", "2025-06-15"),
        ("06-15-2025.csv", "{date:MM-dd-yyyy}.csv", "2025-06-15"),
        ("2024-01-01/2025-06-01.csv", "2024-01-01/{date}.csv", "2025-06-01"),
    ])
    func `a day in a name becomes part of a pattern`(_ given: (path: String, pattern: String, day: String)) throws {
        let found = try #require(DatedName(in: given.path))
        #expect(found.day.description == given.day)
        #expect(found.pattern(of: given.path) == given.pattern)
    }

    @Test(arguments: [
        "log.csv", "12345678.csv", "20251301.csv", "2025-02-30.csv", "03-04-2025.csv", "imei-861234567890123.csv", "2025-06.csv",
        "",
    ])
    func `what is no day stays as it is`(path: String) { #expect(DatedName(in: path) == nil) }

    @Test func `what stands for something in patterns is any character`() {
        #expect(literalPattern("a{date}*?.csv") == "a?date}??.csv")
    }

    @Test func `several names become one pattern`() {
        #expect(joinedPattern(["logs/bus-1.gpx", "logs/bus-22.gpx"], takesDevice: true, clock: nil) == "logs/bus-{device}.gpx")
        #expect(joinedPattern(["logs/bus-1.gpx", "logs/bus-22.gpx"], takesDevice: false, clock: nil) == "logs/bus-*.gpx")
        #expect(
            joinedPattern(["000/Trajectory/1.plt", "001/Trajectory/2.plt"], takesDevice: true, clock: nil)
                == "{device}/Trajectory/*.plt")
        #expect(joinedPattern(["7-{date}.gpx", "8-{date}.gpx"], takesDevice: true, clock: nil) == "{device}-{date}.gpx")
        #expect(joinedPattern(["a/b.gpx", "c.gpx"], takesDevice: true, clock: nil) == nil)
    }

    // MARK: Whether the day fits the times

    private let beijing = TimeZoneRules(name: "Asia/Shanghai", changes: [Int64.min], offsets: [8 * 3_600_000])
    private let day = CalendarDay(number: 20_240)
    private func times(_ hours: ClosedRange<Double>) -> [Int64] {
        stride(from: hours.lowerBound, through: hours.upperBound, by: 0.25).map {
            Int64(day.number) * 86_400_000 + Int64($0 * 3_600_000)
        }
    }

    @Test func `the zone whose day holds all times is that of the names`() throws {
        // Midnight in Beijing is 16:00 UTC of the day before.
        let found = try #require(DateFit(times(-8...15.75), day: day, zones: [.utc, beijing]))
        #expect(found.zone == "Asia/Shanghai" && found.late == 0)
        let utc = try #require(DateFit(times(0...23.75), day: day, zones: [beijing, .utc]))
        #expect(utc.zone == "UTC" && utc.late == 0)
    }

    @Test func `fixes that come late are let in`() throws {
        let found = try #require(DateFit(times(-70...20), day: day, zones: [.utc]))
        #expect(found.lateWords == "3 days")
        #expect(try #require(DateFit(times(1...20), day: day, zones: [.utc])).lateWords == "2 days")
    }

    @Test func `a day that the times lie behind is of something else`() {
        #expect(DateFit(times(20...40), day: day, zones: [.utc, beijing]) == nil)
        #expect(DateFit(times(-400...0), day: day, zones: [.utc, beijing]) == nil)
        #expect(DateFit([], day: day, zones: [.utc]) == nil)
    }
}
