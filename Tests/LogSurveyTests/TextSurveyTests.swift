import LogFormats
import Testing

@testable import LogSurvey

/// What small logs of our own tell of how they are written. Each is written here as a program could write it; what must be found is what it
/// was written with.
@Suite struct TextSurveyTests {
    /// A log with a header and rows of these cells.
    private func log(_ delimiter: String, comma: Bool = false, time: (Int) -> String = { "2025-06-01T08:\(two($0)):00Z" })
        -> String
    {
        func number(_ value: Double) -> String { comma ? "\(value)".replacing(".", with: ",") : "\(value)" }
        return ["device", "time", "lat", "lon"].joined(separator: delimiter) + "\n"
            + rows(40) { i in
                ["a", time(i), number(52.5 + Double(i) / 1024), number(13.375 + Double(i) / 1024)].joined(separator: delimiter)
            }
    }

    @Test(arguments: [(",", "comma"), (";", "semicolon"), ("\t", "tab"), ("|", "pipe")])
    func `tells the delimiter`(_ given: (delimiter: String, name: String)) throws {
        let found = try survey(log(given.delimiter))
        #expect(found.unread == [])
        #expect(found.lines.contains("delimiter: \(given.name)"))
        #expect(found.lines.contains("columns: {device: device, time: time, latitude: lat, longitude: lon}"))
        #expect(found.seen.contains { $0.contains("40 fixes of 1 device, one in 60 s") }, "\(found.seen)")
    }

    @Test func `tells spaces between cells`() throws {
        let found = try survey(log(" "))
        #expect(found.lines.contains("delimiter: space"))
    }

    @Test func `tells decimal commas`() throws {
        let found = try survey(log(";", comma: true))
        #expect(found.lines.contains("decimal: comma") && found.lines.contains("delimiter: semicolon"))
        #expect(found.seen.contains { $0.contains("40 fixes") })
    }

    @Test(arguments: [("milliseconds", "000"), ("microseconds", "000000")])
    func `tells the unit of times since 1970`(_ given: (format: String, zeros: String)) throws {
        let found = try survey(log(",") { "\(1_748_764_800 + $0 * 60)" + given.zeros })
        #expect(found.lines.contains("time-format: \(given.format)"))
        #expect(
            found.seen.contains { $0.hasSuffix("from 2025-06-01T08:00:00.000Z to 2025-06-01T08:39:00.000Z") }, "\(found.seen)")
        #expect(!found.asks("zone of the times"))
    }

    @Test func `seconds since 1970 need no format`() throws {
        let found = try survey(log(",") { "\(1_748_764_800 + $0 * 60)" })
        #expect(!found.lines.contains { $0.hasPrefix("time-format") })
        #expect(found.seen.contains { $0.contains("times: seconds since 1970 (sure)") })
        #expect(!found.asks("zone of the times"))
    }

    @Test func `a day above 12 says that days come first`() throws {
        let found = try survey(log(",") { "\(two($0 % 20 + 1))/06/2025 08:00:00" })
        #expect(found.lines.contains("time-format: \"dd/MM/yyyy HH:mm:ss\""))
        #expect(!found.asks("parts of a time"))
        #expect(found.asks("zone of the times"))
    }

    @Test func `a day above 12 says that months come first`() throws {
        let found = try survey(log(",") { "06/\(two($0 % 20 + 1))/2025 08:00:00" })
        #expect(found.lines.contains("time-format: \"MM/dd/yyyy HH:mm:ss\""))
        #expect(!found.asks("parts of a time"))
    }

    @Test func `whether days or months come first is open on a day below 13`() throws {
        let found = try survey(log(",") { "03/04/2025 08:\(two($0)):00" })
        #expect(found.lines.contains("time-format: \"dd/MM/yyyy HH:mm:ss\""))
        #expect(found.asks("parts of a time are; 'MM/dd/yyyy HH:mm:ss' would read every time, too."))
    }

    @Test func `the date in the name says which comes first`() throws {
        let found = try survey([("2025-03-04.csv", Array(log(",") { "03/04/2025 08:\(two($0)):00" }.utf8))])
        #expect(found.lines.contains("time-format: \"MM/dd/yyyy HH:mm:ss\""))
        #expect(!found.asks("parts of a time"))
        #expect(found.lines.contains("files: \"{date}.csv\""))
    }

    @Test func `times that lie close together say which comes first`() throws {
        // June 1st to 7th, or the first days of seven months.
        let found = try survey(log(",") { "\(two($0 / 6 + 1))/06/2025 08:\(two($0)):00" })
        #expect(found.lines.contains("time-format: \"dd/MM/yyyy HH:mm:ss\""))
        #expect(!found.asks("parts of a time"))
    }

    @Test func `reads AM and PM, and names of months`() throws {
        let halves = try survey(log(",") { "6/15/2025 \($0 % 12 + 1):05:00 PM" })
        #expect(halves.lines.contains("time-format: \"M/d/yyyy h:mm:ss a\""))
        let names = try survey(log(",") { "15-Jun-2025 08:\(two($0)):00" })
        #expect(
            names.lines.contains("time-format: dd-MMM-yyyy HH:mm:ss")
                || names.lines.contains("time-format: \"dd-MMM-yyyy HH:mm:ss\""))
    }

    @Test func `a day and a clock in two columns`() throws {
        let text = "imei,DATE,TIME,LATITUDE,LONGITUDE\n" + rows(30) { "7,2025/06/01,08:\(two($0)):00,52.5\($0 + 10),13.4" }
        let found = try survey(text)
        #expect(
            found.lines.contains("columns: {device: imei, date: DATE, clock: TIME, latitude: LATITUDE, longitude: LONGITUDE}"))
        #expect(found.lines.contains("time-format: \"yyyy/MM/dd HH:mm:ss\""))
    }

    @Test func `tells GBK`() throws {
        let text = "车牌号,定位时间,纬度,经度\n" + rows(30) { "京A\($0 % 3),2025-06-01 08:\(two($0)):00,39.9\($0 + 10),116.4" }
        // Bytes of GB 18030, by the system's iconv.
        let bytes = try #require(encoded(text, "GB18030"))
        let found = try survey([("taxi.csv", bytes)])
        #expect(found.lines.contains("encoding: gb18030"))
        #expect(found.lines.contains("columns: {device: \"车牌号\", time: \"定位时间\", latitude: \"纬度\", longitude: \"经度\"}"))
        #expect(found.asks("the encoding"))
        #expect(found.seen.contains { $0.contains("30 fixes of 3 devices") }, "\(found.seen)")
    }

    @Test func `tells letters of western Europe`() throws {
        let text = "vehicle,time,lat,lon\n" + rows(30) { "Käthe \($0 % 3),2025-06-01T08:\(two($0)):00Z,48.1\($0 + 10),11.5" }
        let bytes = try #require(encoded(text, "WINDOWS-1252"))
        #expect(try survey([("a.csv", bytes)]).lines.contains("encoding: windows-1252"))
    }

    @Test func `a byte order mark says the encoding`() throws {
        let found = try survey([("a.csv", [0xEF, 0xBB, 0xBF] + Array(log(",").utf8))])
        #expect(found.seen.contains { $0.contains("utf-8, by its byte order mark") })
        #expect(!found.lines.contains { $0.hasPrefix("encoding") })
        let wide = try #require(encoded(log(","), "UTF-16LE"))
        let marked = try survey([("b.csv", [0xFF, 0xFE] + wide)])
        #expect(marked.seen.contains { $0.contains("utf-16le, by its byte order mark") }, "\(marked.unread)")
        #expect(marked.seen.contains { $0.contains("40 fixes") })
    }

    @Test func `tells columns without a header by what they hold`() throws {
        let found = try survey(rows(30) { "car-1,2025-06-01 08:\(two($0)):00,116.3\($0 + 10),39.9\($0 + 10),5" })
        #expect(found.lines.contains("header: \"off\""))
        #expect(found.lines.contains("columns: {device: 1, time: 2, latitude: 4, longitude: 3}"))
        #expect(!found.asks("which column is the latitude"))
    }

    @Test func `which of two small numbers is the latitude is open`() throws {
        let found = try survey(rows(30) { "car-1,2025-06-01 08:\(two($0)):00,48.1\($0 + 10),11.5\($0 + 10)" })
        #expect(found.lines.contains("columns: {device: 1, time: 2, latitude: 3, longitude: 4}"))
        #expect(found.asks("which column is the latitude"))
    }

    @Test func `comments are no rows`() throws {
        let found = try survey("# made by a logger\n# version 2\n" + log(","))
        #expect(found.lines.contains("comment: \"#\""))
        #expect(found.seen.contains { $0.contains("40 fixes") })
    }

    @Test func `a header may begin with a hash`() throws {
        let found = try survey("#" + log(","))
        #expect(!found.lines.contains { $0.hasPrefix("comment") })
        #expect(found.lines.contains("columns: {device: \"#device\", time: time, latitude: lat, longitude: lon}"))
    }

    @Test(arguments: [
        ("e7", "521250000", "133750000"), ("ddmm", "5207.5", "1322.5"), ("dms", "520730", "132230"),
    ])
    func `tells how coordinates are written`(_ given: (format: String, latitude: String, longitude: String)) throws {
        let text = "id,time,lat,lon\n" + rows(30) { "a,2025-06-01T08:\(two($0)):00Z,\(given.latitude),\(given.longitude)" }
        let found = try survey(text)
        #expect(found.lines.contains("coordinates: \(given.format)"), "\(found.unread)")
    }

    @Test func `letters of hemispheres in columns of their own`() throws {
        let text = "id,time,lat,N/S,lon,E/W\n" + rows(30) { "a,2025-06-01T08:\(two($0)):00Z,33.9\($0 + 10),S,151.2\($0 + 10),E" }
        let found = try survey(text)
        #expect(
            found.lines.contains(
                "columns: {device: id, time: time, latitude: lat, longitude: lon, latitude-hemisphere: N/S, longitude-hemisphere: E/W}"
            ))
    }

    @Test func `the unit of speeds is told by distances and times`() throws {
        // 36 km/h: 10 m/s along a meridian, whose degree has 111,195 m on the sphere of rule 2.2.
        let text =
            "id,time,lat,lon,speed\n" + rows(60) { "a,\(1_748_764_800 + $0 * 30),\(50 + Double($0) * 300 / 111_195.08),8.5,36.0" }
        let found = try survey(text)
        #expect(found.lines.contains("speed-unit: km/h"))
        #expect(!found.asks("unit of the speeds"))
    }

    @Test func `the unit of speeds is told by the name, else asked for`() throws {
        func text(_ name: String) -> String {
            "id,time,lat,lon,\(name)\n" + rows(20) { "a,\(1_748_764_800 + $0 * 30),50.\($0 + 10),8.5,36.0" }
        }
        #expect(try survey(text("speed_kmh")).lines.contains("speed-unit: km/h"))
        #expect(try survey(text("Speed (mph)")).lines.contains("speed-unit: mph"))
        #expect(try survey(text("speed")).asks("the unit of the speeds"))
    }

    @Test func `a number of the row is no device`() throws {
        let text = "id,vehicle,time,lat,lon\n" + rows(20) { "\($0),v\($0 % 2),\(1_748_764_800 + $0 * 30),50.\($0 + 10),8.5" }
        #expect(try survey(text).lines.contains("columns: {device: vehicle, time: time, latitude: lat, longitude: lon}"))
        let without = "id,time,lat,lon\n" + rows(20) { "\($0),\(1_748_764_800 + $0 * 30),50.\($0 + 10),8.5" }
        let found = try survey(without, name: "bus-7.csv")
        #expect(found.lines.contains("device: bus-7") && found.asks("the id of the device"))
    }

    @Test func `columns that name the coordinate system`() throws {
        let text =
            "id,time,lat,lon,coord_sys\n"
            + rows(20) { "a,\(1_748_764_800 + $0 * 30),39.\($0 + 10),116.4,\($0 % 2 == 0 ? "gcj02" : "wgs84")" }
        let found = try survey(text)
        #expect(found.lines.contains("crs: {column: coord_sys}"))
        #expect(!found.asks("coordinate system"))
        let named = try survey("id,time,lat_gcj02,lng_gcj02\n" + rows(20) { "a,\(1_748_764_800 + $0 * 30),39.\($0 + 10),116.4" })
        #expect(named.lines.contains("crs: gcj02"))
    }

    @Test func `kinds are named`() throws {
        let text =
            "id,time,lat,lon,type\n"
            + rows(20) { "a,\(1_748_764_800 + $0 * 30),50.\($0 + 10),8.5,\($0 % 2 == 0 ? "pet" : "car")" }
        let found = try survey(text)
        #expect(found.lines.contains("columns: {device: id, time: time, latitude: lat, longitude: lon, kind: type}"))
        #expect(found.seen.contains { $0.hasSuffix("kinds: 'pet', 'car'") })
    }

    @Test func `a table without times or positions is refused with a reason`() throws {
        let timeless = try survey("lat,lon,type\n" + rows(20) { "37.\($0 + 10),-122.4,bicycle" })
        #expect(timeless.text == nil)
        #expect(
            timeless.unread[0].hasSuffix(
                "has positions, but no column of it holds times by its name and cells: its columns are 'lat', 'lon', 'type'. A row without a time is no fix."
            ))
        let placeless = try survey("id,time,price\n" + rows(20) { "a,\(1_748_764_800 + $0),\($0)" })
        #expect(
            placeless.unread[0].contains(
                "none of its columns hold latitudes and longitudes by their names and cells: its columns are 'id', 'time', 'price'"
            ))
    }
}
