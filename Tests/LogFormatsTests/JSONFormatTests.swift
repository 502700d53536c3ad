import Options
import Testing
import Tracks

@testable import LogFormats

/// Formats of JSON that say themselves where things stand. Expected values by hand from what their programs document.
@Suite struct JSONFormatTests {
    private let ten = utcMidnight("2025-06-01") + 36_000_000

    // MARK: OwnTracks

    @Test func `a file of OwnTracks' recorder has a message a line, between tabs or spaces`() throws {
        let message =
            #"{"_type":"location","tst":1748772000,"lat":52.5,"lon":13.25,"alt":36,"vel":90,"cog":98,"acc":9,"topic":"owntracks/jane/phone","tid":"JP"}"#
        for space in ["\t", " ", "   "] {
            let log = try readJSON(
                "2025-06-01T10:00:03Z\(space)*                 \(space)\(message)\n", "auto", name: "2025-06.rec")
            #expect(log.devices == ["owntracks/jane/phone"] && log.fixes.times == [ten])
            // vel is in km/h: 90 km/h are 25 m/s.
            #expect(
                log.fixes.speeds == [25] && log.fixes.courses == [98] && log.fixes.accuracies == [9]
                    && log.fixes.altitudes == [36])
        }
        for text in [message, "[\(message)]", #"{"count":1,"data":[\#(message)]}"#] {
            #expect(try readJSON(text, "auto").fixes.readLatitudes == [52.5], "\(text)")
        }
    }

    @Test func `other messages of OwnTracks are passed over and counted`() throws {
        let text = #"""
            {"_type":"location","tst":1748772000,"lat":52.5,"lon":13.25,"vel":-1,"cog":-1,"tid":"a"}
            {"_type":"lwt","tst":1748772000}
            {"_type":"transition","tst":1748772000,"lat":52.5,"lon":13.25}
            {"_type":"lwt","tst":1748772000}
            {"_type":"encrypted","data":"x"}
            """#
        let log = try readJSON(text, "auto")
        #expect(log.fixes.count == 1 && log.reading.rows == 1 && log.fixes.speeds[0].isNaN && log.fixes.courses[0].isNaN)
        #expect(
            log.reading.notes
                == ["4 of its messages are no positions and were passed over: 2 lwt, 1 encrypted, 1 transition."])
    }

    // Source: owntracks/recorder#421.
    @Test func `TJ-039: a message without the time of its fix is no-time, whatever the line says`() throws {
        let log = try readJSON(
            "2025-06-01T10:00:03Z\t*\t{\"_type\":\"location\",\"lat\":52.5,\"lon\":13.25,\"tid\":\"a\"}\n", "owntracks")
        #expect(log.faults == ["1 no-time"])
    }

    @Test func `a line of OwnTracks without an object is a reject`() throws {
        let good = "2025-06-01T10:00:03Z\t*\t{\"_type\":\"location\",\"tst\":\"1748772000\",\"lat\":1,\"lon\":2,\"tid\":\"a\"}"
        let log = try readJSON([good, "2025-06-01T10:00:03Z\t*\tpayload", "oops {}", good].joined(separator: "\r\n"), "auto")
        #expect(log.fixes.times == [ten, ten] && log.faults == ["2 not-a-row", "3 not-a-row"])
        #expect(log.reading.daylessRejects.map(\.text) == ["2025-06-01T10:00:03Z\t*\tpayload", "oops {}"])
    }

    // MARK: Overland

    private func feature(_ properties: String, geometry: String = #""geometry":{"type":"Point","coordinates":[13.25,52.5]},"#)
        -> String
    {
        #"{"type":"Feature",\#(geometry)"properties":{\#(properties)}}"#
    }

    @Test func `locations of Overland in a batch, in batches a line, and alone`() throws {
        let one = feature(
            #""timestamp":"2025-06-01T12:00:00+0200","speed":4,"course":98,"altitude":7,"horizontal_accuracy":30,"motion":["walking"],"device_id":"phone""#
        )
        let two = feature(#""timestamp":"2025-06-01T10:00:01Z","speed":-1,"course":-1,"horizontal_accuracy":-1,"device_id":"""#)
        let batch = #"{"locations":[\#(one),\#(two)],"current":\#(one)}"#
        for (text, count) in [(batch, 1), (batch + "\n" + batch + "\n", 2), ("[\(batch),\(batch)]", 2)] {
            let log = try readJSON(text, "auto")
            #expect(log.devices == Array(repeating: "phone", count: count) && log.fixes.times.allSatisfy { $0 == ten }, "\(text)")
            // Metres a second already.
            #expect(
                log.fixes.speeds[0] == 4 && log.fixes.courses[0] == 98 && log.fixes.accuracies[0] == 30
                    && log.fixes.altitudes[0] == 7)
            // An empty id is none.
            #expect(log.reading.rejected == [.noDevice: Int64(count)], "\(text)")
        }
        let given = try readJSON(batch, "overland", device: "b")
        #expect(given.fixes.count == 2 && given.fixes.speeds.contains { $0.isNaN })
        #expect(try readJSON(one + "\n" + one + "\n", "auto").fixes.speeds == [4, 4])
    }

    @Test func `a location of Overland that says no place has no position`() throws {
        let event = feature(#""timestamp":"2025-06-01T10:00:00Z","device_id":"a","action":"will_terminate""#, geometry: "")
        let lost = feature(#""timestamp":"2025-06-01T10:00:00Z","device_id":"a""#, geometry: #""geometry":null,"#)
        let log = try readJSON(#"{"locations":[\#(event),\#(lost)]}"#, "auto")
        #expect(log.faults == ["1 no-position", "1 no-position"] && log.reading.rows == 2)
    }

    // MARK: Traccar

    private func position(_ more: String) -> String {
        #"{"id":1,"attributes":{"sat":9,"hdop":0.8,"alarm":null},"deviceId":3,"protocol":"osmand","serverTime":"2025-06-01T10:00:05.000+00:00","deviceTime":"2025-06-01T10:00:01.000+00:00","fixTime":"2025-06-01T10:00:00.000+00:00","outdated":false,"latitude":52.5,"longitude":13.25,"altitude":30.5,"course":98.0,"address":null,"accuracy":5.0,"network":null\#(more)}"#
    }

    // Source: traccar/traccar#3487.
    @Test func `TJ-054: positions of Traccar's API have their speed in knots`() throws {
        // 27.0 knots are 13.89 m/s, the speed of a car at 50 km/h.
        for text in [
            "[\(position(#","valid":true,"speed":27.0"#))]",
            #"{"devices":[],"positions":[\#(position(#","valid":true,"speed":27"#))]}"#,
        ] {
            let log = try readJSON(text, "auto")
            #expect(log.devices == ["3"] && log.fixes.times == [ten] && log.fixes.altitudes == [30.5], "\(text)")
            #expect(abs(log.fixes.speeds[0] - 13.89) < 1e-9 && log.fixes.hdops == [0.8] && log.fixes.satellites == [9])
        }
    }

    @Test func `a position of Traccar that is not valid is void`() throws {
        let log = try readJSON("[\(position(#","valid":false"#)),\(position(#","valid":true"#))]", "traccar-json")
        #expect(log.faults == ["1 void-fix"] && log.fixes.count == 1)
    }

    // MARK: Google

    @Test func `records of Google are in ten-millionths, with either time`() throws {
        let text = #"""
            {"locations": [
              {"timestampMs": "1748772000123", "latitudeE7": 525000001, "longitudeE7": -132500000, "accuracy": 20, "velocity": 4,
               "heading": 98, "altitude": 30, "activity": [{"timestampMs": "1", "activity": [{"type": "STILL", "confidence": 100}]}],
               "deviceTag": -17},
              {"timestamp": "2025-06-01T10:00:00.5Z", "latitudeE7": 1, "longitudeE7": 2, "deviceTag": 4, "velocity": -1},
              {"timestamp": "2025-06-01T10:00:00Z", "deviceTag": 4},
              {"timestamp": "2025-06-01T10:00:00Z", "latitudeE7": 1, "longitudeE7": 2}
            ]}
            """#
        let log = try readJSON(text, "auto")
        #expect(Set(log.devices) == ["-17", "4"] && log.fixes.times.sorted() == [ten + 123, ten + 500])
        #expect(Set(log.fixes.readLatitudes) == [52.5000001, 1e-7] && Set(log.fixes.readLongitudes) == [-13.25, 2e-7])
        #expect(log.fixes.speeds.filter { !$0.isNaN } == [4] && log.fixes.courses.filter { !$0.isNaN } == [98])
        #expect(Set(log.faults) == ["6 no-position", "7 no-device"])
        #expect(try readJSON(text, "google", device: "me").devices == ["me", "me", "me"])
    }

    @Test func `a visit is a fix at its start, an activity one at each end`() throws {
        let text = #"""
            {"timelineObjects": [
              {"placeVisit": {"location": {"latitudeE7": 525000000, "longitudeE7": 132500000, "name": "x"},
                "duration": {"startTimestamp": "2025-06-01T10:00:00Z", "endTimestamp": "2025-06-01T11:00:00Z"},
                "simplifiedRawPath": {"points": [{"latE7": 1, "lngE7": 2, "timestamp": "2025-06-01T10:30:00Z"}]}}},
              {"activitySegment": {"startLocation": {"latitudeE7": 525000000, "longitudeE7": 132500000},
                "endLocation": {}, "duration": {"startTimestampMs": "1748775600000", "endTimestampMs": "1748775660000"},
                "waypointPath": {"waypoints": [{"latE7": 1, "lngE7": 2}]}}}
            ]}
            """#
        let log = try readJSON(text, "auto", device: "me")
        #expect(log.fixes.times == [ten, ten + 3_600_000] && log.faults == ["5 no-position"])
    }

    @Test func `the timeline of an Android phone`() throws {
        let text = #"""
            {"semanticSegments": [
              {"startTime": "2025-06-01T12:00:00.000+02:00", "endTime": "2025-06-01T14:00:00.000+02:00",
               "timelinePath": [{"point": "52.5°, 13.25°", "time": "2025-06-01T12:01:00.000+02:00"},
                                {"point": "-52.6\u00b0, -13.26\u00b0", "time": "2025-06-01T12:02:00.000+02:00"}, {"point": "here"}]},
              {"startTime": "2025-06-01T12:10:00.000+02:00", "endTime": "2025-06-01T12:20:00.000+02:00",
               "visit": {"hierarchyLevel": 0, "topCandidate": {"placeId": "x", "placeLocation": {"latLng": "52.7°, 13.27°"}}}},
              {"startTime": "2025-06-01T12:20:00.000+02:00", "endTime": "2025-06-01T12:30:00.000+02:00",
               "activity": {"start": {"latLng": "52.8°, 13.28°"}, "end": {"latLng": "52.9°, 13.29°"}, "distanceMeters": 9.5}},
              {"startTime": "2025-06-01T12:20:00.000+02:00", "endTime": "2025-06-01T12:30:00.000+02:00", "timelineMemory": {}}],
             "rawSignals": [
              {"position": {"LatLng": "53.0°, 13.3°", "accuracyMeters": 12, "altitudeMeters": 40.5, "source": "WIFI",
                            "timestamp": "2025-06-01T12:40:00.000+02:00", "speedMetersPerSecond": 1.5}},
              {"wifiScan": {"deliveryTime": "2025-06-01T12:40:00.000+02:00"}}],
             "userLocationProfile": {"frequentPlaces": []}}
            """#
        for name in ["auto", "google"] {
            let log = try readJSON(text, name, device: "me")
            let minutes = log.fixes.times.map { ($0 - ten) / 60_000 }
            #expect(minutes == [1, 2, 10, 20, 30, 40])
            #expect(log.fixes.readLatitudes == [52.5, -52.6, 52.7, 52.8, 52.9, 53.0])
            #expect(log.fixes.readLongitudes == [13.25, -13.26, 13.27, 13.28, 13.29, 13.3])
            #expect(log.fixes.speeds.last == 1.5 && log.fixes.accuracies.last == 12 && log.fixes.altitudes.last == 40.5)
            // The third point has neither a time nor a position that is one.
            #expect(log.faults == ["2 no-time"] && log.reading.daylessRejects.map(\.text) == [#"{"point": "here"}"#])
            #expect(
                log.reading.notes == [
                    "2 of its messages are no positions and were passed over: 1 segments of another kind, 1 signals without a position."
                ])
        }
    }

    @Test func `the timeline of an iPhone`() throws {
        let text = #"""
            [{"endTime": "2025-06-01T14:00:00.000+02:00", "startTime": "2025-06-01T12:00:00.000+02:00",
              "visit": {"hierarchyLevel": "0", "topCandidate": {"probability": "0.8", "placeLocation": "geo:52.5,13.25"}}},
             {"endTime": "2025-06-01T12:30:00.000+02:00", "startTime": "2025-06-01T12:20:00.000+02:00",
              "activity": {"end": "geo:52.7,13.27", "start": "geo:52.6,13.26", "distanceMeters": "120.5"}},
             {"timelinePath": [{"point": "geo:52.8,13.28", "durationMinutesOffsetFromStartTime": "36"},
                               {"point": "geo:52.9,x", "durationMinutesOffsetFromStartTime": "37"}],
              "endTime": "2025-06-01T14:00:00.000+02:00", "startTime": "2025-06-01T12:00:00.000+02:00"}]
            """#
        let log = try readJSON(text, "auto", device: "me")
        #expect(log.fixes.times.map { ($0 - ten) / 60_000 } == [0, 20, 30, 36])
        #expect(log.fixes.readLatitudes == [52.5, 52.6, 52.7, 52.8] && log.faults == ["5 bad-number"])
    }

    @Test func `a log of Google's that names no device says what to do`() throws {
        let text =
            #"{"timelineObjects":[{"placeVisit":{"location":{"latitudeE7":1,"longitudeE7":2},"duration":{"startTimestamp":"2025-06-01T10:00:00Z"}}}]}"#
        let log = try readJSON(text, "google")
        #expect(log.faults == ["1 no-device"])
        #expect(
            log.reading.damage?.hasSuffix("Its rows name no device: 'device' of the source, or {device} in 'files', does.")
                == true)
    }

    // MARK: GeoJSON

    @Test func `points of GeoJSON have a time and more in their properties`() throws {
        let points = [
            #"{"type":"Feature","properties":{"device":"a","time":"2025-06-01T10:00:00Z","speed":2.5,"course":98,"accuracy":5},"geometry":{"coordinates":[13.25,52.5,30],"type":"Point"}}"#,
            #"{"type":"Feature","geometry":{"type":"Point","coordinates":[13.26,52.6]},"properties":{"device_id":"a","timestamp":1748772001}}"#,
            #"{"type":"Feature","geometry":{"type":"Point","coordinates":[13.27,52.7]},"properties":{"deviceId":"a","time_ms":1748772002500,"altitude_m":-3}}"#,
            #"{"type":"Feature","geometry":{"type":"Point","coordinates":[13.28,52.8]},"properties":{"device":"a"}}"#,
            #"{"type":"Feature","geometry":null,"properties":{"device":"a"}}"#,
            #"{"type":"Feature","geometry":{"type":"Polygon","coordinates":[[[1,2],[3,4],[1,2]]]},"properties":null}"#,
        ]
        for text in [
            #"{"type":"FeatureCollection","name":"x","features":[\#(points.joined(separator: ",\n"))],"bbox":[1,2,3,4]}"#,
            points.joined(separator: "\n"), "[" + points.joined(separator: ",") + "]",
        ] {
            let log = try readJSON(text, "auto")
            #expect(log.devices == ["a", "a", "a"] && log.fixes.times == [ten, ten + 1000, ten + 2500], "\(text)")
            #expect(log.fixes.readLatitudes == [52.5, 52.6, 52.7] && log.fixes.readLongitudes == [13.25, 13.26, 13.27])
            #expect(log.fixes.altitudes[0] == 30 && log.fixes.altitudes[2] == -3 && log.fixes.speeds[0] == 2.5)
            #expect(log.reading.rejected == [.noTime: 1])
            #expect(
                log.reading.notes == [
                    "2 of its messages are no positions and were passed over: 1 Polygon without times, 1 features without a position."
                ])
        }
    }

    @Test(arguments: [#""coordTimes":$"#, #""coordinateProperties":{"times":$}"#, #""times":$"#])
    func `a line of GeoJSON has a time for each position`(where place: String) throws {
        let times = #"["2025-06-01T10:00:00Z",1748772001,1748772002000,null,"2025-06-01T10:00:04Z"]"#
        let text = """
            {"type":"Feature","geometry":{"type":"LineString","coordinates":[
              [13.25,52.5,1], [13.26,52.6],
              [13.27,52.7], [13.28,52.8]]},
             "properties":{"name":"walk",\(place.replacing("$", with: times))}}
            """
        let log = try readJSON(text, "geojson", device: "a")
        #expect(log.fixes.times == [ten, ten + 1000, ten + 2000] && log.fixes.readLatitudes == [52.5, 52.6, 52.7])
        // A position without a time, a time without a position, each with the line that it stands in.
        #expect(log.faults == ["3 no-time", "4 no-position"])
        #expect(log.reading.daylessRejects.map(\.text) == ["[13.28,52.8]"])
        #expect(try readJSON(text, "auto", ["device-from-name": .scalar("on")]).devices == ["walk", "walk", "walk"])
    }

    @Test func `lines of a feature have lists of times each`() throws {
        let text =
            #"{"type":"Feature","properties":{"device":"a","coordTimes":[[1748772000],[1748772001,1748772002],[]]},"geometry":{"type":"MultiLineString","coordinates":[[[1,2]],[[3,4],[5,6]],[]]}}"#
        let log = try readJSON(text, "auto")
        #expect(log.fixes.times == [ten, ten + 1000, ten + 2000] && log.fixes.readLongitudes == [1, 3, 5])
        // Without times it is a drawing.
        let drawing = try readJSON(
            #"{"type":"Feature","properties":{},"geometry":{"type":"LineString","coordinates":[[1,2]]}}"#, "auto")
        #expect(drawing.reading.rows == 0 && drawing.reading.damage == nil && drawing.reading.notes.count == 1)
        #expect(try readJSON(#"{"type":"FeatureCollection","features":[]}"#, "auto").reading.damage == nil)
    }

    @Test func `an object that is no feature is a reject`() throws {
        let log = try readJSON(#"{"type":"FeatureCollection","features":[{"type":"Topology"},7,{}]}"#, "geojson", device: "a")
        #expect(log.faults == ["1 not-a-row", "1 not-a-row", "1 not-a-row"])
    }

    @Test func `each format is told by its content, and other json is none of them`() throws {
        for log in SmallJSON.all where log.format != "ndjson" {
            let beginning = LogBeginning(bytes: Array(log.text.utf8), path: "a.json", isWhole: true)
            let options = try source(columns: [:])
            let found = options.formats.filter { $0.recognizes(beginning) }.map { type(of: $0).name }
            // A line of OwnTracks' recorder is no JSON.
            #expect(
                found.first == log.format && found.contains("ndjson") == (log.format != "owntracks"), "\(log.format): \(found)")
        }
        for text in [#"{"a":1}"#, "[1,2]", "{", #"{"lat":1,"lon":2,"time":3}"#, "[{\"x\":[]}]"] {
            let beginning = LogBeginning(bytes: Array(text.utf8), path: "a.json", isWhole: true)
            #expect(
                try source(columns: [:]).formats.filter { $0.recognizes(beginning) }.map { type(of: $0).name } == ["ndjson"],
                "\(text)")
        }
        for text in ["a,b\n1,2\n", "", "[time],[lat]\n", "{a},b\n", "17", "$GPRMC,{}"] {
            let beginning = LogBeginning(bytes: Array(text.utf8), path: "a.csv", isWhole: true)
            #expect(try source(columns: [:]).formats.filter { $0.recognizes(beginning) }.isEmpty, "\(text)")
        }
    }
}
