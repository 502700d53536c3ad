import Testing
import Tracks

@testable import Pipeline

/// Changes of offset as Python 3.11's zoneinfo gives them: found by halving between times six hours apart whose `utcoffset` differs.
/// Zone, first second of the new offset, offset before it, offset from it on, in seconds.
private let changes = """
    Europe/Berlin 323830800 3600 7200
    Europe/Berlin 338950800 7200 3600
    Europe/Berlin 828234000 3600 7200
    Europe/Berlin 846378000 7200 3600
    Europe/Berlin 1743296400 3600 7200
    Europe/Berlin 1761440400 7200 3600
    Europe/Berlin 2121901200 3600 7200
    Europe/Berlin 2140045200 7200 3600
    Europe/Berlin 2153350800 3600 7200
    Europe/Berlin 2172099600 7200 3600
    Europe/Berlin 4078429200 3600 7200
    Europe/Berlin 4096573200 7200 3600
    Asia/Shanghai 515527200 28800 32400
    Asia/Shanghai 527014800 32400 28800
    Asia/Shanghai 545162400 28800 32400
    Asia/Shanghai 558464400 32400 28800
    Asia/Shanghai 577216800 28800 32400
    Asia/Shanghai 589914000 32400 28800
    Asia/Shanghai 608666400 28800 32400
    Asia/Shanghai 621968400 32400 28800
    Asia/Shanghai 640116000 28800 32400
    Asia/Shanghai 653418000 32400 28800
    Asia/Shanghai 671565600 28800 32400
    Asia/Shanghai 684867600 32400 28800
    America/New_York 126687600 -18000 -14400
    America/New_York 152085600 -14400 -18000
    America/New_York 162370800 -18000 -14400
    America/New_York 183535200 -14400 -18000
    America/New_York 1173596400 -18000 -14400
    America/New_York 1194156000 -14400 -18000
    America/New_York 1741503600 -18000 -14400
    America/New_York 1762063200 -14400 -18000
    America/New_York 2120108400 -18000 -14400
    America/New_York 2140668000 -14400 -18000
    America/New_York 2152162800 -18000 -14400
    America/New_York 2172722400 -14400 -18000
    America/New_York 4076636400 -18000 -14400
    America/New_York 4097196000 -14400 -18000
    Pacific/Apia 1285498800 -39600 -36000
    Pacific/Apia 1301752800 -36000 -39600
    Pacific/Apia 1316872800 -39600 -36000
    Pacific/Apia 1325239200 -36000 50400
    Pacific/Apia 1333202400 50400 46800
    Pacific/Apia 1348927200 46800 50400
    Pacific/Apia 1586008800 50400 46800
    Pacific/Apia 1601128800 46800 50400
    Pacific/Apia 1617458400 50400 46800
    Asia/Pyongyang 1439564400 32400 30600
    Asia/Pyongyang 1525446000 30600 32400
    """

private struct Change: CustomTestStringConvertible {
    let zone: String
    let second: Int64
    let before: Int64
    let after: Int64

    init(_ line: Substring) {
        let parts = line.split(separator: " ")
        let numbers = parts.dropFirst().compactMap { Int64($0) }
        (zone, second, before, after) = (String(parts[0]), numbers[0], numbers[1], numbers[2])
    }

    var testDescription: String { "\(zone) \(second)" }
}

@Suite(.enabled(if: hasTimeZones(), "The package tzdata is not installed.")) struct TimeZoneFileTests {
    private func rules(_ name: String) throws -> TimeZoneRules { try #require(timeZoneRules(named: name)) }

    @Test(arguments: changes.split(separator: "\n").map(Change.init))
    private func `changes its offset in the very second that Python says`(change: Change) throws {
        let zone = try rules(change.zone)
        #expect(zone.offset(at: change.second * 1000 - 1) == change.before * 1000)
        #expect(zone.offset(at: change.second * 1000) == change.after * 1000)
    }

    /// Python: datetime(year, 7, 1, tzinfo=UTC).astimezone(ZoneInfo(zone)).utcoffset(), in seconds, for 1890, 1935, 1970, 2000, 2050, 2100.
    @Test(arguments: [
        ("Europe/Berlin", [3208, 3600, 3600, 7200, 7200, 7200]),
        ("Asia/Shanghai", [29_143, 28_800, 28_800, 28_800, 28_800, 28_800]),
        ("America/New_York", [-18_000, -14_400, -14_400, -14_400, -14_400, -14_400]),
        ("Pacific/Apia", [45_184, -41_400, -39_600, -39_600, 46_800, 46_800]),
        ("Asia/Pyongyang", [30_180, 32_400, 32_400, 32_400, 32_400, 32_400]),
    ])
    func `knows old and far years`(name: String, offsets: [Int64]) throws {
        let zone = try rules(name)
        let times = ["1890", "1935", "1970", "2000", "2050", "2100"].map {
            Int64(CalendarDay("\($0)-07-01")?.number ?? 0) * 86_400_000
        }
        #expect(times.map(zone.offset) == offsets.map { $0 * 1000 })
    }

    @Test func `Apia had no December 30 in 2011`() throws {
        let apia = try rules("Pacific/Apia")
        let skipped = try #require(CalendarDay("2011-12-30"))
        #expect(apia.start(of: skipped) == 1_325_239_200_000 && apia.end(of: skipped) == 1_325_239_200_000)
        #expect(
            apia.day(of: 1_325_239_199_999) == CalendarDay("2011-12-29")
                && apia.day(of: 1_325_239_200_000) == CalendarDay("2011-12-31"))
    }

    @Test func `Pyongyang set its clocks at midnight`() throws {
        let zone = try rules("Asia/Pyongyang")
        let back = try #require(CalendarDay("2015-08-15"))
        // 00:00 was 23:30 of the day before: that day had 24 hours and a half, and 2018-05-04 half an hour less than 24.
        #expect(zone.start(of: back) == 1_439_564_400_000 + 1_800_000)
        #expect(zone.end(of: back.advanced(by: -1)) - zone.start(of: back.advanced(by: -1)) == 88_200_000)
        let forward = try #require(CalendarDay("2018-05-04"))
        #expect(zone.end(of: forward) - zone.start(of: forward) == 84_600_000)
    }

    @Test(arguments: ["Europe/Berlin", "America/New_York"])
    func `a year has a day of 23 hours, one of 25, all others 24`(name: String) throws {
        let zone = try rules(name)
        for year in [1999, 2025, 2038, 2099] {
            let first = try #require(CalendarDay(year: year, month: 1, day: 1))
            let days = (0..<365).map { first.advanced(by: $0) }
            let hours = days.map { (zone.end(of: $0) - zone.start(of: $0)) / 3_600_000 }
            #expect(
                hours.filter { $0 == 23 }.count == 1 && hours.filter { $0 == 25 }.count == 1
                    && hours.filter { $0 == 24 }.count == 363)
        }
    }

    @Test func `UTC has three names`() {
        for name in ["UTC", "Etc/UTC", "Z"] { #expect(timeZoneRules(named: name) == .utc) }
    }

    @Test(arguments: [
        "Asia/Nowhere", "", "/etc/localtime", "../../../etc/passwd", "Asia", "Europe/Berlin\n", "tzdata.zi",
        "Europe/../Europe/Berlin",
    ])
    func `what is no zone gives none`(name: String) {
        #expect(timeZoneRules(named: name) == nil)
    }
}
