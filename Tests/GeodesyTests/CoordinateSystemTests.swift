import Geodesy
import Testing

@Suite struct CoordinateSystemTests {
    @Test(arguments: [
        ("wgs84", CoordinateSystem.wgs84), ("WGS-84", .wgs84), ("WGS 84", .wgs84), ("EPSG:4326", .wgs84), ("GCJ-02", .gcj02),
        ("gcj_02", .gcj02), ("BD-09", .bd09), ("bd09ll", .bd09), ("BD09MC", .bd09mc), ("BD-09 MC", .bd09mc),
        ("EPSG:3857", .webMercator), ("Web Mercator", .webMercator), ("webmercator", .webMercator),
    ])
    func `a name is read in any case, with and without signs between`(row: (String, CoordinateSystem)) {
        #expect(CoordinateSystem(name: row.0) == row.1)
    }

    @Test(arguments: ["", "wgs", "84", "gcj03", "epsg:4490", "bd09mcx"])
    func `an unknown name is no system`(name: String) {
        #expect(CoordinateSystem(name: name) == nil)
    }

    @Test func `every system's own name is read again`() {
        for system in CoordinateSystem.allCases { #expect(CoordinateSystem(name: system.name) == system) }
    }
}
