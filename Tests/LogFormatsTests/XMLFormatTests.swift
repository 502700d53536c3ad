import Options
import Testing
import Tracks

@testable import LogFormats

/// GPX, KML and TCX.
@Suite struct XMLFormatTests {
    private let morning = utcMidnight("2025-06-01")

    private func read(_ format: String, _ text: String, _ options: [String: Node.Content] = [:], device: String? = "a") throws
        -> ReadLog
    {
        var given = options.merging(["format": .scalar(format)]) { a, _ in a }
        if let device { given["device"] = .scalar(device) }
        return try LogFormatsTests.read(text, source(columns: [:], given), device: device, name: "a.\(format)")
    }

    private func track(_ points: String, root: String = "gpx", prefix: String = "") -> String {
        "<?xml version=\"1.0\"?><\(prefix)\(root) version=\"1.1\"><\(prefix)trk><\(prefix)name>Cat 7</\(prefix)name><\(prefix)trkseg>\(points)</\(prefix)trkseg></\(prefix)trk></\(prefix)\(root)>"
    }

    private func point(_ second: Int, _ inner: String = "", latitude: String = "40.5", prefix: String = "") -> String {
        let time = "<\(prefix)time>2025-06-01T00:00:0\(second)Z</\(prefix)time>"
        return "<\(prefix)trkpt lat=\"\(latitude)\" lon=\"116.25\">\(time)\(inner)</\(prefix)trkpt>"
    }

    @Test(arguments: ["", "gpx:", "undeclared:"])
    func `points of a track, whatever the prefix`(prefix: String) throws {
        let inner =
            "<\(prefix)ele>12.5</\(prefix)ele><\(prefix)extensions><x:TPX><x:speed>3.5</x:speed><x:course>90</x:course></x:TPX></\(prefix)extensions>"
        let log = try read("gpx", track(point(1, inner, prefix: prefix), prefix: prefix))
        #expect(log.fixes.times == [morning + 1000] && log.fixes.readLatitudes == [40.5] && log.fixes.readLongitudes == [116.25])
        #expect(log.reading.damage == nil)
    }

    @Test func `a position that is no number and a point without a time are rejects`() throws {
        let log = try read("gpx", track(point(1, latitude: "undefined") + "<trkpt lat=\"1\" lon=\"2\"/>" + point(2)))
        #expect(log.fixes.count == 1 && Set(log.faults.map { $0.split(separator: " ")[1] }) == ["bad-number", "no-time"])
        let words = (log.rejects + log.reading.daylessRejects).map(\.text)
        #expect(words.contains("lat=\"undefined\" lon=\"116.25\" time=\"2025-06-01T00:00:01Z\""))
    }

    @Test func `broken XML keeps what came before it`() throws {
        let whole = track(point(1) + point(2))
        let cut = try read(
            "gpx",
            String(
                whole[
                    ..<(whole.firstRange(of: "<trkpt lat=\"40.5\" lon=\"116.25\"><time>2025-06-01T00:00:02")?.lowerBound
                        ?? whole.startIndex)] + "<trkpt lat="))
        #expect(cut.fixes.count == 1 && cut.reading.damage?.hasPrefix("is broken XML at line 1, column ") == true)
    }

    @Test func `a log that is cut anywhere keeps the points before and invents none`() throws {
        let whole = Array(track(point(1) + point(2)).utf8)
        let ends = Array("</trkpt>".utf8)
        let closed = whole.indices.filter { $0 + 8 <= whole.count && Array(whole[$0..<$0 + 8]) == ends }.map { $0 + 8 }
        for count in 0..<whole.count {
            let log = try LogFormatsTests.read(
                bytes: Array(whole[..<count]), source(columns: [:], ["format": .scalar("gpx"), "device": .scalar("a")]),
                device: "a",
                name: "a.gpx")
            #expect(log.fixes.count == closed.filter { $0 <= count }.count, "\(count)")
            #expect(log.reading.damage != nil || count == 0)
        }
    }

    @Test func `the name of a track is the device where that is asked for`() throws {
        let log = try read("gpx", track(point(1)), ["device-from-name": .scalar("on")], device: nil)
        #expect(log.devices == ["Cat 7"])
        #expect(throws: Problems.self) { try source(columns: [:], ["format": .scalar("gpx")]) }
    }

    @Test func `entities are refused`() throws {
        let bomb =
            "<?xml version=\"1.0\"?><!DOCTYPE gpx [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]>" + track("&b;").dropFirst(21)
        #expect(try read("gpx", bomb).reading.damage == "declares an entity; such XML is not read")
    }

    // Names of elements and their order: KML 2.3, 16.9 gx:Track.
    @Test func `a track of KML has its times first or in turn`() throws {
        let times = (1...2).map { "<when>2025-06-01T00:00:0\($0)Z</when>" }
        let places = ["<gx:coord>116.25 40.5 20</gx:coord>", "<gx:coord>116.5 40.75 21</gx:coord>"]
        for inner in [times.joined() + places.joined(), times[0] + places[0] + times[1] + places[1]] {
            let log = try read("kml", "<kml><Document><Placemark><gx:Track>\(inner)</gx:Track></Placemark></Document></kml>")
            #expect(log.fixes.times.sorted() == [morning + 1000, morning + 2000])
            #expect(log.fixes.readLatitudes.sorted() == [40.5, 40.75] && log.fixes.readLongitudes.sorted() == [116.25, 116.5])
        }
    }

    @Test func `placemarks with a time stamp are fixes, drawings are no rows`() throws {
        let log = try read(
            "kml",
            "<kml><Placemark><TimeStamp><when>2025-06-01T00:00:03Z</when></TimeStamp><Point><coordinates>116.25,40.5,0</coordinates></Point></Placemark>"
                + "<Placemark><LineString><coordinates>1,2 3,4</coordinates></LineString></Placemark><Placemark><Point><coordinates>1,2</coordinates></Point></Placemark></kml>"
        )
        #expect(log.fixes.times == [morning + 3000] && log.fixes.readLatitudes == [40.5] && log.reading.rows == 1)
    }

    @Test func `track points of TCX`() throws {
        let log = try read(
            "tcx",
            "<TrainingCenterDatabase><Activities><Activity><Lap><Track><Trackpoint><Time>2025-06-01T00:00:04Z</Time><Position><LatitudeDegrees>40.5</LatitudeDegrees><LongitudeDegrees>116.25</LongitudeDegrees></Position><AltitudeMeters>7</AltitudeMeters></Trackpoint><Trackpoint><Time>2025-06-01T00:00:05Z</Time></Trackpoint></Track></Lap></Activity></Activities></TrainingCenterDatabase>"
        )
        #expect(log.fixes.times == [morning + 4000] && log.fixes.readLongitudes == [116.25])
        #expect(log.faults.map { $0.split(separator: " ")[1] } == ["no-position"])
    }
}
