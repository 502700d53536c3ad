import Geodesy
import Testing

@testable import LogSurvey

@Suite struct SystemDistancesTests {
    /// Tiananmen in WGS-84, GCJ-02 and BD-09, about, as maps show it: they differ by 500 m and more.
    private let place = Coordinate(latitude: 39.90734, longitude: 116.39089)

    @Test(arguments: [
        ("116.39,39.9", CoordinateSystem.wgs84), ("116.39,39.9,gcj02", .gcj02), (" 116.39 , 39.9 , bd09", .bd09),
        ("-0.1,51.5", .wgs84),
    ])
    func `reads a place`(_ given: (text: String, system: CoordinateSystem)) {
        #expect(KnownPlace(given.text)?.system == given.system)
    }

    @Test(arguments: [
        "", "116.39", "39.9;116.4", "116.39,139.9", "a,b", "116.39,39.9,utm", "116.39,39.9,bd09mc", "116.39,39.9,wgs84,1",
    ])
    func `refuses what is no place`(text: String) { #expect(KnownPlace(text) == nil) }

    /// Fixes 1 km to the west and at the place, as a log in a system writes them.
    private func fixes(in system: CoordinateSystem) -> [Coordinate] {
        let conversion = Conversion(from: .wgs84, to: system)
        return (0...10).map {
            conversion.converted(Coordinate(latitude: place.latitude, longitude: place.longitude - Double($0) * 0.001))
        }
    }

    @Test(arguments: [CoordinateSystem.wgs84, .gcj02, .bd09])
    func `the system of the log is the one in which it comes near`(system: CoordinateSystem) throws {
        let known = try #require(KnownPlace("116.39089,39.90734"))
        let found = SystemDistances(fixes(in: system), [known], systems: [.wgs84, .gcj02, .bd09])
        #expect(found.clear == system, "\(found.words(of: 0))")
    }

    @Test func `a place of a Chinese map is converted first`() throws {
        let shown = Conversion(from: .wgs84, to: .bd09).converted(place)
        let known = try #require(KnownPlace("\(shown.longitude),\(shown.latitude),bd09"))
        #expect(SystemDistances(fixes(in: .wgs84), [known], systems: [.wgs84, .gcj02, .bd09]).clear == .wgs84)
    }

    @Test func `a place that no fix comes near tells nothing`() throws {
        let far = try #require(KnownPlace("116.5,39.9"))
        #expect(SystemDistances(fixes(in: .wgs84), [far], systems: [.wgs84, .gcj02, .bd09]).clear == nil)
        // Outside China all systems are one.
        let paris = try #require(KnownPlace("2.35,48.85"))
        let found = SystemDistances([Coordinate(latitude: 48.85, longitude: 2.35)], [paris], systems: [.wgs84, .gcj02, .bd09])
        #expect(found.clear == nil && found.words(of: 0) == "wgs84 0 m, gcj02 0 m, bd09 0 m")
    }

    @Test func `fixes in China leave the system open`() throws {
        let text = "id,time,lat,lon\n" + rows(20) { "a,\(1_748_764_800 + $0 * 30),39.9,116.4\($0 + 10)" }
        let found = try survey(text)
        #expect(found.asks("the coordinate system; fixes lie in China"))
        #expect(found.lines.contains("crs: wgs84"))
        let paris = try survey("id,time,lat,lon\n" + rows(20) { "a,\(1_748_764_800 + $0 * 30),48.9,2.4\($0 + 10)" })
        #expect(!paris.asks("coordinate system"))
    }

    @Test func `which metres they are is asked for, or told by a place`() throws {
        let conversion = Conversion(from: .wgs84, to: .bd09mc)
        let text =
            "id,time,x,y\n"
            + rows(20) { i in
                let found = conversion.converted(
                    Coordinate(latitude: place.latitude, longitude: place.longitude + Double(i) * 0.0001))
                return "a,\(1_748_764_800 + i * 30),\(Int(found.longitude)),\(Int(found.latitude))"
            }
        let open = try survey(text)
        #expect(open.lines.contains("crs: bd09mc") && open.asks("whose metres they are"), "\(open.unread)")
        let told = try survey(text) { $0.known = [KnownPlace("116.39089,39.90734")].compactMap(\.self) }
        #expect(told.lines.contains("crs: bd09mc") && !told.asks("whose metres"))
        #expect(
            told.seen.contains { $0.contains("bd09mc 1 m, webmercator ") || $0.contains("bd09mc 0 m, webmercator ") },
            "\(told.seen)")
    }

    @Test func `a known place decides and its distances are said`() throws {
        let fixes = fixes(in: .gcj02)
        let text = "id,time,lat,lon\n" + rows(11) { "a,\(1_748_764_800 + $0 * 30),\(fixes[$0].latitude),\(fixes[$0].longitude)" }
        let found = try survey(text) { $0.known = [KnownPlace("116.39089,39.90734")].compactMap(\.self) }
        #expect(found.lines.contains("crs: gcj02") && !found.asks("coordinate system"))
        #expect(
            found.seen.contains { $0.hasPrefix("nearest fix to 116.39089,39.90734 (wgs84): wgs84 ") && $0.contains("gcj02 0 m") },
            "\(found.seen)")
    }
}
