import Options
import Testing
import Tracks

@testable import LogFormats

/// How a source says that its delimited text is written.
@Suite struct CSVOptionTests {
    private func scalars(_ options: [String: String]) -> [String: Node.Content] { options.mapValues { .scalar($0) } }

    private func messages(columns: [String: String], _ options: [String: Node.Content]) -> [String] {
        do {
            _ = try source(columns: columns, options)
            return []
        } catch let problems as Problems { return problems.list.map(\.what) } catch { return ["\(error)"] }
    }

    private let names = ["device": "id", "time": "t", "latitude": "lat", "longitude": "lon"]
    private let places = ["device": "1", "time": "2", "latitude": "3", "longitude": "4"]

    // MARK: Delimiter and header

    @Test(arguments: [",", ";", "\t", "|", " "]) func `the delimiter is told by the header`(delimiter: String) throws {
        let text = "id,t,lat,lon\na,2025-06-01T00:00:00Z,1.5,2\n".replacing(",", with: delimiter)
        let log = try read(text, source())
        #expect(log.fixes.count == 1 && log.fixes.readLatitudes == [1.5] && log.reading.damage == nil)
        let quoted = try read("\"id\";\"t\";\"lat\";\"lon\";\"x, y\"\na;2025-06-01T00:00:00Z;1;2;z\n", source())
        #expect(quoted.fixes.count == 1)
    }

    @Test func `a delimiter that is given is that`() throws {
        let log = try read("id;t;lat;lon\n", source(["delimiter": .scalar("comma")]))
        #expect(log.reading.damage?.hasSuffix("'delimiter: semicolon' of the source would find them") == true)
    }

    @Test(arguments: [",", ";", "\t", "|", " "]) func `without a header columns are positions`(delimiter: String) throws {
        let text = "a,2025-06-01T00:00:00Z,1,2,x\n\nb,2025-06-01T00:00:01Z,3,4,y\nc,2025-06-01T00:00:02Z,3\n"
        let log = try read(
            text.replacing(",", with: delimiter), source(columns: places, ["header": .scalar("off"), "extra": .scalar("5")]))
        #expect(log.devices == ["a", "b"] && log.fixes.readLatitudes == [1, 3] && log.fixes.readLongitudes == [2, 4])
        #expect(log.fixes.extraTexts == ["{\"5\":\"x\"}", "{\"5\":\"y\"}"])
        #expect(log.faults == ["4 wrong-column-count"])
    }

    @Test func `positions are checked`() throws {
        #expect(
            messages(columns: names, scalars(["header": "off"])).sorted()
                == ["device", "latitude", "longitude", "time"].map {
                    "'columns.\($0)' is '\(names[$0] ?? "")', and 'header' is off; it wants a position from 1 on."
                })
        let log = try read("a,2025-06-01T00:00:00Z,1\n", source(columns: places, scalars(["header": "off"])))
        #expect(log.reading.damage == "has rows of 3 cells, and 'columns.longitude' is 4; nothing of it was read")
        #expect(try read("", source(columns: places, scalars(["header": "off"]))).reading.damage == nil)
    }

    @Test func `a header that ends in a delimiter has a name too many`() throws {
        let log = try read("id,t,lat,lon,\na,2025-06-01T00:00:00Z,1,2\nb,2025-06-01T00:00:00Z,1,2\n", source())
        #expect(log.devices == ["a", "b"])
        let full = try read("id,t,lat,lon,\na,2025-06-01T00:00:00Z,1,2,\n", source())
        #expect(full.devices == ["a"])
    }

    @Test func `comments are no rows`() throws {
        let text = "# made by x\nid,t,lat,lon\n#a,2025-06-01T00:00:00Z,1,2\nb,2025-06-01T00:00:00Z,1,2\n# \"end\n#"
        let log = try read(text, source(scalars(["comment": "#"])))
        #expect(log.devices == ["b"] && log.reading.rows == 1 && log.faults == [] && log.fixes.lines == [4])
        let two = try read("//x\r\nid,t,lat,lon\r\n//y\r\nb,2025-06-01T00:00:00Z,1,2\r\n", source(scalars(["comment": "//"])))
        #expect(two.devices == ["b"] && two.fixes.lines == [4])
    }

    // MARK: Numbers and coordinates

    @Test func `decimal commas`() throws {
        let columns = names.merging(["altitude": "h", "speed": "v"]) { a, _ in a }
        let text = "id;t;lat;lon;h;v\na;2025-06-01T00:00:00Z;-52,5;13,25;1.234,5;-7\nb;2025-06-01T00:00:00Z;52.5;13,25;;\n"
        let log = try read(text, source(columns: columns, scalars(["decimal": "comma"])))
        #expect(log.fixes.readLatitudes == [-52.5] && log.fixes.readLongitudes == [13.25])
        #expect(log.fixes.altitudes == [1234.5] && log.fixes.speeds == [-7])
        #expect(log.faults == ["3 bad-number"] && log.rejects.first?.value == "52.5 ?")
        let words = messages(columns: names, scalars(["decimal": "comma", "delimiter": ","]))
        #expect(words == ["'delimiter' and 'decimal' are both a comma; one of them is something else."])
    }

    private func place(_ latitude: String, _ longitude: String, _ options: [String: String] = [:]) throws -> [Double] {
        let text = "id;t;lat;lon\na;2025-06-01T00:00:00Z;\(latitude);\(longitude)\n"
        let log = try read(text, source(scalars(options)))
        return log.fixes.readLatitudes + log.fixes.readLongitudes
    }

    // By hand: 39°54'26.4" is 39.9073333…, 54.44' is 0.9073333…°; 116°24.5' is 116.408333…
    @Test func `coordinates in several writings`() throws {
        func expect(_ found: [Double], _ wanted: [Double]) {
            #expect(found.count == 2 && zip(found, wanted).allSatisfy { abs($0 - $1) < 1e-12 }, "\(found)")
        }
        let place = [39 + 54.0 / 60 + 26.4 / 3600, -(116 + 24.5 / 60)]
        expect(try self.place("39.5N", "116.25W"), [39.5, -116.25])
        expect(try self.place("N39.5", "W116.25", ["coordinates": "degrees"]), [39.5, -116.25])
        expect(try self.place("39.5 s", "116.25 E", ["coordinates": "degrees"]), [-39.5, 116.25])
        expect(try self.place("39°54'26.4\"N", "116°24.5'W"), place)
        expect(try self.place("39°54′26.4″", "W 116° 24′ 30″"), place)
        expect(try self.place("39:54:26.4", "-116:24:30", ["coordinates": "dms"]), place)
        expect(try self.place("39 54 26.4", "116 24 30 W", ["coordinates": "dms"]), place)
        expect(try self.place("395426.4", "-1162430", ["coordinates": "dms"]), place)
        expect(try self.place("3954.44", "-11624.5", ["coordinates": "ddmm"]), place)
        expect(try self.place("S3954.44", "11624.5E", ["coordinates": "ddmm"]), [-place[0], -place[1]])
        expect(try self.place("399073333", "-1164083333", ["coordinates": "e7"]), [39.9073333, -116.4083333])
    }

    @Test(arguments: [
        ("39.5E", "116", "39.5E"), ("-39.5S", "116", "-39.5S"), ("N39.5N", "116", "N39.5N"), ("39.5X", "116", "39.5X"),
        ("39 75 00 N", "116", "39 75 00 N"), ("N39.5", "116", "N39.5"), ("N", "116", "N"), ("39..5N", "116", "39..5N"),
    ])
    func `what is no coordinate is a reject`(latitude: String, longitude: String, value: String) throws {
        let log = try read("id,t,lat,lon\na,2025-06-01T00:00:00Z,\(latitude),\(longitude)\n", source())
        #expect(log.faults == ["2 bad-number"] && log.rejects.first?.value == value)
    }

    @Test(arguments: [true, false]) func `hemispheres in columns of their own`(isOption: Bool) throws {
        let keys = ["latitude-hemisphere": "ns", "longitude-hemisphere": "ew"]
        let columns = isOption ? names : names.merging(keys) { a, _ in a }
        let text =
            "id,t,lat,ns,lon,ew\na,2025-06-01T00:00:00Z,1.5,S,2,w\nb,2025-06-01T00:00:00Z,1.5,,2,E\nc,2025-06-01T00:00:00Z,1.5,N,-2,E\n"
            + "d,2025-06-01T00:00:00Z,1.5,E,2,E\ne,2025-06-01T00:00:00Z,,,,\n"
        let log = try read(text, source(columns: columns, isOption ? scalars(keys) : [:]))
        #expect(log.fixes.readLatitudes == [-1.5] && log.fixes.readLongitudes == [-2])
        #expect(log.faults == ["3 bad-number", "4 bad-number", "5 bad-number", "6 no-position"])
    }

    @Test func `a file of another writing says which option reads it`() throws {
        func words(_ latitude: String, _ longitude: String) throws -> String {
            try read("id;t;lat;lon\na;2025-06-01T00:00:00Z;\(latitude);\(longitude)\n", source()).reading.damage ?? ""
        }
        #expect(try words("3954.44", "11624.5").hasSuffix("'coordinates: ddmm' of the source would read it."))
        #expect(try words("399073333", "1164083333").hasSuffix("'coordinates: e7' of the source would read it."))
        #expect(try words("39 54 26", "116 24 30").hasSuffix("'coordinates: dms' of the source would read it."))
        #expect(
            try words("52,5", "13,4").hasSuffix("Its numbers have decimal commas: 'decimal: comma' of the source reads them."))
        let swapped = try words("116.4", "39.9")
        #expect(
            swapped
                == "its only row cannot be used: swapped-lat-lon in line 2, 'a;2025-06-01T00:00:00Z;116.4;39.9'. Latitude and longitude look swapped: 'columns: {latitude: lon, longitude: lat}' of the source would read them."
        )
        // Baidu's and Web Mercator's metres of Beijing.
        for (y, x) in [("4826550", "12959650"), ("4852834.05", "12958175.18")] {
            #expect(
                try words(y, x).hasSuffix(
                    "Its positions are metres: 'crs: webmercator', or 'crs: bd09mc' of Baidu's, of the source would read them."))
        }
    }

    @Test func `places beyond degrees are told apart`() throws {
        let rows = [
            ("90.5", "45"), ("180", "-90"), ("180.5", "45"), ("45", "190"), ("95", "95"), ("4826550", "12959650"),
            ("3954.44", "11624.5"), ("399073333", "1164083333"), ("-5000000", "2000"),
        ]
        let text = "id,t,lat,lon\n" + rows.map { "a,2025-06-01T00:00:00Z,\($0.0),\($0.1)\n" }.joined()
        let reasons = try read(text, source()).faults.map { $0.split(separator: " ")[1] }
        #expect(
            reasons == [
                "out-of-range", "swapped-lat-lon", "out-of-range", "out-of-range", "out-of-range", "mercator-as-degrees",
                "out-of-range", "out-of-range", "mercator-as-degrees",
            ])
    }

    // MARK: Constants

    @Test func `a constant kind is that of rows that name none`() throws {
        let log = try read("id,t,lat,lon\na,2025-06-01T00:00:00Z,1,2\n", source(scalars(["kind": "pet"])))
        #expect(log.kinds == ["pet"])
        let columns = names.merging(["kind": "k"]) { a, _ in a }
        let two = try read(
            "id,t,lat,lon,k\na,2025-06-01T00:00:00Z,1,2,\nb,2025-06-01T00:00:00Z,1,2,car\n",
            source(columns: columns, scalars(["kind": "pet"])))
        #expect(zip(two.devices, two.kinds).map { "\($0)\($1)" }.sorted() == ["apet", "bcar"])
        #expect(messages(columns: names, scalars(["kind": " "])) == ["'kind' is empty; it wants a kind."])
    }

    // MARK: Presets

    @Test func `keys beside a preset win`() throws {
        let text = "time;lat;lon;elevation;accuracy;bearing;speed;provider;mine\n2025-06-01T00:00:00Z;1;2;3;4;5;36;gps;x\n"
        let options = try source(
            columns: ["altitude": "accuracy", "device": "mine"],
            scalars(["format": "gpslogger", "delimiter": "semicolon", "speed-unit": "km/h"]))
        let log = try read(text, options)
        #expect(log.devices == ["x"] && log.fixes.altitudes == [4] && log.fixes.speeds == [10] && log.fixes.courses == [5])
    }

    @Test func `a preset wants a device where its logs name none`() throws {
        #expect(messages(columns: [:], scalars(["format": "gpslogger"])) == ["'columns' lacks device."])
        #expect(messages(columns: [:], scalars(["format": "gpslogger", "device": "a"])) == [])
        let log = try read("time,lat,lon,bearing,provider\n2025-06-01T00:00:00Z,1,2,5,gps\n", source(columns: [:]))
        #expect(log.faults == ["2 no-device"])
        #expect(
            log.reading.damage?.hasSuffix("Its rows name no device: 'device' of the source, or {device} in 'files', does.")
                == true)
    }

    // The header is that of CsvExportProvider of Traccar 6; speeds are in knots.
    @Test(arguments: ["auto", "traccar-csv"]) func `an export of Traccar`(format: String) throws {
        let text =
            "id,deviceId,protocol,serverTime,deviceTime,fixTime,valid,latitude,longitude,altitude,speed,course,address,accuracy,batteryLevel\n"
            + "7,12,osmand,2025-06-01 08:00:02,2025-06-01 08:00:01,2025-06-01 08:00:00,true,31.5,121.25,4.0,10.0,90.0,,5.0,80.0\n"
        let log = try read(text, source(columns: [:], scalars(["format": format])))
        #expect(log.devices == ["12"] && log.fixes.times == [utcMidnight("2025-06-01") + 8 * 3_600_000])
        #expect(log.fixes.speeds.map { ($0 * 1e6).rounded() } == [5_144_444])
    }

    @Test(arguments: ["auto", "owntracks-csv"]) func `a table of OwnTracks' recorder`(format: String) throws {
        let text = "tid,tst,lat,lon,acc,vel,cog\nab,1748736000,31.5,121.25,5,36,90\ncd,,31.5,121.25,5,36,90\n"
        let log = try read(text, source(columns: [:], scalars(["format": format])))
        #expect(log.devices == ["ab"] && log.fixes.times == [utcMidnight("2025-06-01")] && log.fixes.speeds == [10])
        #expect(log.faults == ["3 no-time"])
    }

    /// TJ-039: a row without a time of its fix does not get that of its arrival.
    @Test func `TJ-039: a row without tst is rejected`() throws {
        let log = try read("tid,tst,lat,lon,created_at\nab,,31.5,121.25,1748736000\n", source(columns: [:]))
        #expect(log.faults == ["2 no-time"] && log.fixes.count == 0)
    }
}
