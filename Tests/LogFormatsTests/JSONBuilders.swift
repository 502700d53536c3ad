import Options
import Tracks

@testable import LogFormats

/// The names of the formats of JSON that need no columns.
let jsonFormats = ["google", "overland", "owntracks", "traccar-json", "geojson"]

/// Any time that a database holds.
let anyTime = FileWindow(modified: 2_208_988_800_000, notBefore: CalendarDay(number: 0), in: .utc)

/// Reads a text as a format says, or as its beginning does, undated.
func readJSON(
    _ text: String, _ format: String, device: String? = nil, _ options: [String: Node.Content] = [:], name: String = "log.json"
) throws -> ReadLog {
    var given = options.merging(["format": .scalar(format)]) { a, _ in a }
    if let device { given["device"] = .scalar(device) }
    return try read(text, source(columns: [:], given), window: anyTime, device: device, name: name)
}

/// Reads rows with paths, undated.
func readNDJSON(
    _ text: String, _ columns: [String: String] = ["device": "id", "time": "t", "latitude": "lat", "longitude": "lon"],
    _ options: [String: Node.Content] = [:], format: String = "ndjson"
) throws -> ReadLog {
    try read(
        text, source(columns: columns, options.merging(["format": .scalar(format)]) { a, _ in a }), window: anyTime,
        name: "log.json")
}

/// A small log of each format of JSON, with the byte behind each of its rows.
struct SmallJSON {
    let format: String
    let text: String
    /// The row's last byte in words: what the text has once a row more is whole.
    let ends: [Int]

    /// - Parameter pieces: Of the text; behind each that is marked a row is whole.
    private init(_ format: String, _ pieces: [(text: String, isRow: Bool)]) {
        self.format = format
        var (text, ends) = ("", [Int]())
        for piece in pieces {
            text += piece.text
            if piece.isRow { ends.append(text.utf8.count) }
        }
        (self.text, self.ends) = (text, ends)
    }

    private static func minute(_ i: Int) -> String { "2025-06-01T10:0\(i):00" }

    static let all: [SmallJSON] = [
        SmallJSON(
            "ndjson",
            (0..<3).flatMap { i in
                [(#"{"id":"a\#(i)","t":"\#(minute(i))Z","p":{"lat":5\#(i).5,"lon":1\#(i)}}"#, true), ("\n", false)]
            }),
        SmallJSON(
            "ndjson",
            [("[\n", false)]
                + (0..<3).flatMap { i in
                    [(#" {"id":"a","t":"\#(minute(i))Z","p":{"lat":5\#(i).5,"lon":1\#(i)}}"#, true), (",\n", false)]
                }.dropLast() + [("\n]\n", false)]),
        SmallJSON(
            "geojson",
            [(#"{"type":"FeatureCollection","features":["#, false)]
                + (0..<2).flatMap { i in
                    [
                        (
                            #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1\#(i),5\#(i).5,3]},"properties":{"device":"a","time":"\#(minute(i))Z"}}"#,
                            true
                        ), (",", false),
                    ]
                }.dropLast() + [("]}", false)]),
        SmallJSON(
            "google",
            [("{\n  \"locations\": [", false)]
                + (0..<3).flatMap { i in
                    [
                        (
                            "{\n    \"latitudeE7\": 5\(i)5000000,\n    \"longitudeE7\": 100000000,\n    \"deviceTag\": 7,\n"
                                + "    \"timestamp\": \"\(minute(i)).5Z\"\n  }", true
                        ), (", ", false),
                    ]
                }.dropLast() + [("]\n}\n", false)]),
        SmallJSON(
            "overland",
            [(#"{"locations":["#, false)]
                + (0..<2).flatMap { i in
                    [
                        (
                            #"{"type":"Feature","geometry":{"type":"Point","coordinates":[1\#(i),5\#(i).5]},"properties":{"timestamp":"\#(minute(i))Z","device_id":"a","horizontal_accuracy":5}}"#,
                            true
                        ), (",", false),
                    ]
                }.dropLast() + [(#"],"trip":{"mode":"car"}}"#, false)]),
        SmallJSON(
            "owntracks",
            (0..<3).flatMap { i in
                [
                    (
                        "2025-06-01T10:00:0\(i)Z\t*                 \t"
                            + #"{"_type":"location","tid":"ne","tst":174877200\#(i),"lat":5\#(i).5,"lon":1\#(i)}"#,
                        true
                    ), ("\r\n", false),
                ]
            }),
        SmallJSON(
            "traccar-json",
            [("[", false)]
                + (0..<2).flatMap { i in
                    [
                        (
                            #"{"id":\#(i),"deviceId":3,"serverTime":"\#(minute(i)).000+00:00","fixTime":"\#(minute(i)).000+00:00","valid":true,"latitude":5\#(i).5,"longitude":1\#(i),"speed":1}"#,
                            true
                        ), (",", false),
                    ]
                }.dropLast() + [("]", false)]),
    ]

    /// Where the rows of `ndjson` stand.
    static let columns = ["device": "id", "time": "t", "latitude": "p.lat", "longitude": "p.lon"]

    /// Reads some bytes as the format.
    func read(_ bytes: some Collection<UInt8>) throws -> ReadLog {
        let options = try source(
            columns: format == "ndjson" ? Self.columns : [:], ["format": .scalar(format), "rejects-kept": .scalar("100000")])
        return try LogFormatsTests.read(bytes: Array(bytes), options, window: anyTime, name: "log.json")
    }
}
