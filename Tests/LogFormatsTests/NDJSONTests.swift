import Geodesy
import Options
import Testing
import Tracks

@testable import LogFormats

/// Rows of JSON with paths. Expected values by hand from RFC 8259 and the pipeline's rules.
@Suite struct NDJSONTests {
    private let ten = utcMidnight("2025-06-01") + 36_000_000
    private let row = #"{"id":"a","t":"2025-06-01T10:00:00Z","lat":52.5,"lon":13.25}"#

    @Test func `an object a line is a row, and so is an object of an array`() throws {
        for text in [
            row + "\n" + row + "\n", "[" + row + "," + row + "]", "[\n  " + row + ",\n  " + row + "\n]\n", row + "\r\n" + row,
        ] {
            for format in ["ndjson", "auto"] {
                let log = try readNDJSON(text, format: format)
                #expect(log.fixes.times == [ten, ten] && log.devices == ["a", "a"], "\(text)")
                #expect(log.fixes.readLatitudes == [52.5, 52.5] && log.fixes.readLongitudes == [13.25, 13.25], "\(text)")
                #expect(log.reading.damage == nil && log.reading.rows == 2, "\(text)")
            }
        }
    }

    @Test func `a path goes down through objects and arrays`() throws {
        let columns = [
            "device": "vehicle.id", "time": "t", "latitude": "location.coords.1", "longitude": "location.coords.0",
            "altitude": "location.coords.2", "speed": "motion.speed",
        ]
        let log = try readNDJSON(
            #"{"vehicle":{"name":"x","id":17},"t":1748772000,"location":{"type":"Point","coords":[13.25,52.5,-30.5]},"motion":{"speed":"36"}}"#,
            columns, ["speed-unit": .scalar("km/h")])
        #expect(log.devices == ["17"] && log.fixes.times == [ten])
        #expect(log.fixes.readLatitudes == [52.5] && log.fixes.readLongitudes == [13.25])
        #expect(log.fixes.altitudes == [-30.5] && log.fixes.speeds == [10])
    }

    @Test func `a name that has points in it is found, in full or behind a path`() throws {
        let columns = ["device": "id", "time": "t", "latitude": "pos.lat", "longitude": "a.pos.lon"]
        let log = try readNDJSON(#"{"id":"a","t":1748772000,"pos.lat":1.5,"a":{"pos.lon":2.5}}"#, columns)
        #expect(log.fixes.readLatitudes == [1.5] && log.fixes.readLongitudes == [2.5])
    }

    @Test func `rows may be arrays`() throws {
        let columns = ["device": "0", "time": "1", "latitude": "2.0", "longitude": "2.1"]
        for text in [
            "[\"a\",1748772000,[1.5,2.5]]\n[\"a\",1748772000,[1.5,2.5]]\n",
            "[[\"a\",1748772000,[1.5,2.5]],\n[\"a\",1748772000,[1.5,2.5]]]",
        ] {
            let log = try readNDJSON(text, columns)
            #expect(log.fixes.readLatitudes == [1.5, 1.5] && log.fixes.readLongitudes == [2.5, 2.5], "\(text)")
        }
    }

    @Test func `rows in a member of an object are found by its path`() throws {
        let text = #"{"meta":{"rows":[{"id":"no"}]},"data":{"positions":[\#(row),\#(row)],"next":null},"total":2}"#
        let log = try readNDJSON(
            text, ["device": "id", "time": "t", "latitude": "lat", "longitude": "lon"], ["rows": .scalar("data.positions")])
        #expect(log.fixes.count == 2 && log.reading.rows == 2 && log.reading.damage == nil)
        let lines = try readNDJSON(
            text + "\n" + text + "\n" + row + "\n", ["device": "id", "time": "t", "latitude": "lat", "longitude": "lon"],
            ["rows": .scalar("data.positions")])
        #expect(lines.fixes.count == 4 && lines.faults == ["3 not-a-row"])
    }

    @Test func `escapes are resolved, in values and in names`() throws {
        let text = #"{"\u0069d":"\u4eac\"\/\\A\ud83d\ude97","t":"2025-06-01T10:00:00\u002B00:00","lat":"1.5","l\u006Fn":2}"#
        #expect(try readNDJSON(text).devices == ["京\"/\\A🚗"])
        #expect(try readNDJSON(#"{"id":"x\ud83dy","t":1748772000,"lat":1,"lon":2}"#).devices == ["x\u{FFFD}y"])
        #expect(try readNDJSON(#"{"id":"x\ty","t":1748772000,"lat":1,"lon":2}"#).faults == ["1 bad-text"])
    }

    @Test func `what is null, empty or another kind of value is not there`() throws {
        let lines = [
            #"{"id":null,"t":1748772000,"lat":1,"lon":2}"#, #"{"id":"a","t":"","lat":1,"lon":2}"#,
            #"{"id":"a","t":1748772000,"lat":{"x":1},"lon":2}"#, #"{"id":"a","t":1748772000,"lat":1}"#,
            #"{"id":"a","t":1748772000,"lat":"north","lon":2}"#, #"{"id":"a","t":1748772000,"lat":true,"lon":2}"#,
            #"{"id":"a","t":1748772000000,"lat":1,"lon":2}"#, #"{"id":"a","t":1748772000,"lat":91,"lon":2}"#,
            #"{"id":"a","t":1748772000,"lat":0,"lon":0.0}"#, #"{"id":"a","id":"b","t":1748772000,"lat":1e0,"lon":2E+0}"#,
        ]
        let log = try readNDJSON(lines.joined(separator: "\n"))
        #expect(
            log.faults.sorted { (Int($0.split(separator: " ")[0]) ?? 0) < (Int($1.split(separator: " ")[0]) ?? 0) } == [
                "1 no-device", "2 no-time", "3 no-position", "4 no-position", "5 bad-number", "6 bad-number", "7 bad-time",
                "8 out-of-range", "9 null-island",
            ])
        // Of a name that comes twice the last value counts.
        #expect(log.devices == ["b"] && log.fixes.readLongitudes == [2])
    }

    @Test func `a line that is broken is a reject with its text, that line only`() throws {
        let broken = [
            #"{"id":"a","t":1748772000,"lat":1,"lon":2"#, #"{"id":"a" "t":1}"#, #"{"id":"a","t":1,}"#, #"{"id":"a}"#, "{'id':1}",
            #"{"lat":01}"#, #"{"lat":NaN}"#, #"{"lat":1.}"#, #"{"lat":+1}"#, #"{"id":"\x"}"#, #"{"id":"\u12g4"}"#, "{} {}", "{},",
            "17",
            "\"text\"", "nothing", "{\"id\":\"a\tb\"}", "}", "{\"id\":[1,2}]}",
        ]
        let text = row + "\n" + broken.map { $0 + "\n" + row + "\n" }.joined()
        let log = try readNDJSON(text)
        #expect(log.fixes.count == broken.count + 1 && log.reading.damage == nil)
        #expect(log.faults == broken.indices.map { "\(2 * $0 + 2) not-a-row" })
        #expect(log.reading.daylessRejects.map(\.text) == broken)
    }

    @Test func `arrays that nest too deep are a reject, in a line that is a list as well`() throws {
        let log = try readNDJSON(row + "\n" + String(repeating: "[", count: 200) + "\n[1,\n" + row + "\n" + row)
        #expect(log.fixes.count == 3 && log.faults == ["2 not-a-row", "3 not-a-row", "3 not-a-row"])
        #expect(try readNDJSON(#"{"x":\#(String(repeating: "[", count: 200)),"id":"a"}"#).reading.rejected == [.notARow: 1])
    }

    @Test func `an array that breaks off keeps what came before and says where`() throws {
        let text = "[\n" + row + ",\n" + row
        let cut = try readNDJSON(text + ",\n{\"id\":")
        #expect(cut.fixes.count == 2)
        #expect(
            cut.reading.damage == "ends before its JSON does (line 4, byte \(text.utf8.count + 8)); what came before was kept")
        let broken = try readNDJSON(text + ",\n{\"id\":oops}, " + row + "]")
        #expect(broken.fixes.count == 2)
        #expect(
            broken.reading.damage
                == "is broken JSON at line 4, byte \(text.utf8.count + 8) (no value begins here); what came before was kept")
        let empty = try readNDJSON("[]")
        #expect(empty.reading.damage == nil && empty.reading.rows == 0)
    }

    @Test func `lines and bytes are those of the text`() throws {
        let bad = #"{"id":"a","t":"x","lat":1,"lon":2}"#
        for (text, lines) in [
            (bad + "\n\n" + bad, [1, 3]), (bad + "\r\n" + bad, [1, 2]), (bad + "\r" + bad, [1, 2]), ("\u{FEFF}\r\n\(bad)\n", [2]),
            ("[\r\n\(bad),\r\n\r\n\(bad)]", [2, 4]), ("[{\n\"x\":\n[\n1]},\(bad)]", [1, 4]),
        ] {
            #expect(try readNDJSON(text).reading.daylessRejects.map(\.line) == lines.map(UInt32.init), "\(text.debugDescription)")
        }
    }

    @Test func `further columns are kept as JSON`() throws {
        let mark = Mark(line: 1, column: 1)
        let names = ["battery", "alarm", "io", "none", "door", "n.o"].map { Node(.scalar($0), mark: mark) }
        let options = try source(["format": .scalar("ndjson"), "extra": .sequence(names)])
        let text =
            #"{"id":"a","t":1748772000,"lat":1,"lon":2,"battery":0.5,"alarm":"s\u006fs \"1\"","io":{"a":[1, 2]},"none":null,"door":true,"n":{"o":""}}"#
        let log = try read(text, options, window: anyTime)
        #expect(log.fixes.extraTexts == [#"{"battery":0.5,"alarm":"sos \"1\"","io":{"a":[1, 2]},"door":true}"#])
    }

    @Test func `options of cells are those of csv`() throws {
        let columns = ["device": "id", "date": "d", "clock": "c", "latitude": "lat", "longitude": "lon", "kind": "type"]
        let text = #"{"id":"a","d":"01.06.2025","c":"12:00","lat":"52,5 N","lon":"13,25","type":"pet"}"#
        let log = try readNDJSON(
            text, columns, ["decimal": .scalar("comma"), "time-format": .scalar("dd.MM.yyyy HH:mm")])
        #expect(log.fixes.times == [ten + 7_200_000] && log.kinds == ["pet"] && log.fixes.readLongitudes == [13.25])
        let e7 = try readNDJSON(
            #"{"id":"a","t":1748772000,"lat":525000000,"lon":132500000,"crs":"gcj02"}"#,
            ["device": "id", "time": "t", "latitude": "lat", "longitude": "lon"],
            ["coordinates": .scalar("e7"), "crs": crsColumn(default: "wgs84")])
        #expect(
            e7.fixes.readLatitudes == [52.5] && e7.fixes.readLongitudes == [13.25]
                && e7.fixes.systems == [CoordinateSystem.gcj02.rawValue])
    }

    // Source: SlashDevin/NeoGPS#31; movingpandas/movingpandas#421.
    @Test func `TJ-041, TJ-037: the epoch is what the source says, a time is cut to its millisecond once`() throws {
        let columns = ["device": "id", "time": "t", "latitude": "lat", "longitude": "lon"]
        // 552,966,942 s after 2000-01-01 are 1,499,651,742 s after 1970: 2017-07-10T01:55:42Z.
        let y2k = try readNDJSON(
            #"{"id":"a","t":552966942,"lat":1,"lon":2}"#, columns, ["time-format": .scalar("seconds since 2000-01-01")])
        #expect(y2k.fixes.times == [1_499_651_742_000])
        let fine = try readNDJSON(
            "{\"id\":\"a\",\"t\":\"2025-06-01T10:00:31.250000477Z\",\"lat\":1,\"lon\":2}\n{\"id\":\"a\",\"t\":1748772031.250000477,\"lat\":1,\"lon\":2}"
        )
        #expect(fine.fixes.times == [ten + 31_250, ten + 31_250])
    }

    @Test func `a json without columns is refused with its fields`() throws {
        let log = try readJSON(#"{"id":"a","pos":{"lat":1,"lon":[2]}}"# + "\n", "auto")
        #expect(
            log.reading.damage
                == "is JSON with the fields 'id', 'pos.lat', 'pos.lon', and its source has no 'columns'; nothing of it was read")
    }

    @Test func `a record longer than the window is a reject, and what stands behind it a row`() throws {
        let long = #"{"id":"a","x":"\#(String(repeating: "y", count: 1 << 20))","t":1748772000,"lat":1,"lon":2}"#
        for text in [row + "\n" + long + "\n" + row, "[" + row + "," + long + "," + row + "]"] {
            let log = try readNDJSON(text)
            #expect(log.fixes.count == 2 && log.reading.damage == nil && log.reading.rejected == [.notARow: 1])
            #expect(log.reading.daylessRejects.first?.text.hasPrefix(#"{"id":"a","x":"yyy"#) == true)
        }
        // What is passed over outside of records may be of any length.
        let head = #"{"head":"\#(String(repeating: "y", count: 3 << 20))","data":[\#(row)]}"#
        #expect(
            try readNDJSON(head, ["device": "id", "time": "t", "latitude": "lat", "longitude": "lon"], ["rows": .scalar("data")])
                .fixes.count == 1)
    }

    @Test func `other encodings are decoded`() throws {
        let text = #"{"id":"é","t":1748772000,"lat":1,"lon":2}"#
        let wide: [UInt8] =
            [0xFF, 0xFE] + text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        #expect(try read(bytes: wide, source(["format": .scalar("ndjson")]), window: anyTime).devices == ["é"])
        let latin = text.unicodeScalars.map { UInt8($0.value) }
        let options = try source(["format": .scalar("ndjson"), "encoding": .scalar("latin1")])
        #expect(try read(bytes: latin, options, window: anyTime).devices == ["é"])
        #expect(try read(bytes: latin, source(["format": .scalar("ndjson")]), window: anyTime).faults == ["1 bad-text"])
    }

    @Test func `a gzip that breaks off is damage, and the line in it a reject`() throws {
        let packed = gzipped((0..<5000).map { #"{"id":"a","t":\#(1_748_772_000 + $0),"lat":1.\#($0),"lon":2}"# + "\n" }.joined())
        let log = try read(
            bytes: Array(packed[..<(packed.count / 2)]), source(["format": .scalar("ndjson")]), window: anyTime, name: "a.json.gz"
        )
        #expect(log.reading.damage?.hasPrefix("ends inside a gzip block") == true)
        #expect(log.fixes.count > 100 && log.reading.rows - Int64(log.fixes.count) <= 1)
    }
}
