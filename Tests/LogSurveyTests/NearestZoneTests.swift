import Geodesy
import Testing

@testable import LogSurvey

@Suite struct NearestZoneTests {
    /// Lines of zone1970.tab as tzdata has them.
    private let table = """
        # comment
        CN\t+3114+12128\tAsia/Shanghai\tBeijing Time
        CN\t+4348+08735\tAsia/Urumqi\tXinjiang Time
        HK\t+2217+11409\tAsia/Hong_Kong
        DE,DK,NO,SE\t+5230+01322\tEurope/Berlin\tmost of Germany
        US\t+404251-0740023\tAmerica/New_York\tEastern (most areas)
        AU\t-3352+15113\tAustralia/Sydney
        broken
        """

    @Test(arguments: [
        (52.4, 13.0, "Europe/Berlin"), (40.0, -75.0, "America/New_York"), (-33.9, 151.0, "Australia/Sydney"),
        (31.2, 121.5, "Asia/Shanghai"),
        (43.8, 87.6, "Asia/Shanghai"), (22.3, 114.17, "Asia/Hong_Kong"), (22.55, 114.05, "Asia/Shanghai"),
    ])
    func `is that of the nearest city, and Beijing's in all of the mainland`(
        _ given: (latitude: Double, longitude: Double, zone: String)
    ) {
        #expect(nearestZone(to: Coordinate(latitude: given.latitude, longitude: given.longitude), in: table)?.name == given.zone)
    }

    @Test func `without a table there is none`() {
        #expect(nearestZone(to: Coordinate(latitude: 0, longitude: 0), in: "") == nil)
    }
}
