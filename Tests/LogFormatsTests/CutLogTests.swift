import Options
import Testing
import Tracks

@testable import LogFormats

/// A log that is cut at any byte: nothing traps, no row is invented, and every row before the cut is kept.
@Suite struct CutLogTests {
    /// A small log and the byte behind which each of its rows is whole.
    struct SmallLog: CustomTestStringConvertible {
        let format: String
        let bytes: [UInt8]
        let ends: [Int]
        /// Bytes by which the line of a row goes on behind that.
        var restOfLine = 0
        var testDescription: String { format }

        /// - Parameters:
        ///   - rows: Each as the text before its end and the text behind it.
        init(_ format: String, head: String, rows: [(String, String)], tail: String = "") {
            self.format = format
            var (text, ends) = (head, [Int]())
            for (row, rest) in rows {
                text += row
                ends.append(text.utf8.count)
                text += rest
            }
            restOfLine = rows.map(\.1.utf8.count).max() ?? 0
            bytes = Array((text + tail).utf8)
            self.ends = ends
        }

        init(fit rows: [[UInt8]]) {
            format = "fit"
            bytes = FITLog.file(FITLog.definition + rows.flatMap { $0 })
            let head = 12 + FITLog.definition.count
            ends = rows.indices.map { head + rows[...$0].reduce(0) { $0 + $1.count } }
        }

        /// In the middle, between two rows.
        var middle: Int { ends[ends.count / 2] + restOfLine }
    }

    private static let seconds = 1...4

    /// A row of CSV is whole once its last delimiter is there, as the column behind it is not mapped.
    private static let csv = SmallLog(
        "csv", head: "id,t,lat,lon,note\r\n", rows: seconds.map { ("A,2025-06-01T00:00:0\($0)Z,4\($0).5,116.25,", "x y\r\n") })
    private static let plt = SmallLog(
        "plt",
        head: "Geolife trajectory\r\nWGS 84\r\nAltitude is in Feet\r\nReserved 3\r\n0,2,255,My Track,0,0,2,8421376\r\n0\r\n",
        rows: seconds.map { ("4\($0).5,116.25,0,492,45809.0,2025-06-01,00:00:0\($0)", "\r\n") })
    /// Days since 1899-12-30: 2025-06-01 is 45809, a second 1/86,400 day. A row is whole once its last comma is there.
    private static let ozi = SmallLog(
        "plt",
        head:
            "OziExplorer Track Point File Version 2.1\r\nWGS 84\r\nAltitude is in Feet\r\nReserved 3\r\n0,2,255,A,0,0,2,8421376\r\n4\r\n",
        rows: zip(seconds, ["116", "231", "347", "463"]).map {
            ("4\($0).5,116.25,0,100,45809.0000\($1),01-Jun-25,", "00:00:0\($0)\r\n")
        })
    private static let gpx = SmallLog(
        "gpx", head: "<?xml version=\"1.0\"?>\n<gpx version=\"1.1\"><trk><trkseg>",
        rows: seconds.map {
            ("<trkpt lat=\"4\($0).5\" lon=\"116.25\"><time>2025-06-01T00:00:0\($0)Z</time></trkpt>", "\n")
        }, tail: "</trkseg></trk></gpx>\n")
    private static let tcx = SmallLog(
        "tcx", head: "<TrainingCenterDatabase><Activities><Activity><Lap><Track>",
        rows: seconds.map {
            (
                "<Trackpoint><Time>2025-06-01T00:00:0\($0)Z</Time><Position><LatitudeDegrees>4\($0).5</LatitudeDegrees><LongitudeDegrees>116.25</LongitudeDegrees></Position></Trackpoint>",
                "\n"
            )
        }, tail: "</Track></Lap></Activity></Activities></TrainingCenterDatabase>\n")
    private static let track = SmallLog(
        "kml",
        head: "<kml><Document><Placemark><gx:Track>"
            + seconds.map { "<when>2025-06-01T00:00:0\($0)Z</when>" }.joined(),
        rows: seconds.map { ("<gx:coord>116.25 4\($0).5 20</gx:coord>", "\n") },
        tail: "</gx:Track></Placemark></Document></kml>\n")
    private static let placemarks = SmallLog(
        "kml", head: "<kml><Document>",
        rows: seconds.map {
            (
                "<Placemark><TimeStamp><when>2025-06-01T00:00:0\($0)Z</when></TimeStamp><Point><coordinates>116.25,4\($0).5,0</coordinates></Point></Placemark>",
                "\n"
            )
        }, tail: "</Document></kml>\n")
    private static let nmea = SmallLog(
        "nmea", head: "",
        rows: seconds.map { second in
            let body = "GPRMC,00000\(second),A,4\(second)30.0,N,11615.0,E,,,010625,,"
            let sum = body.utf8.reduce(UInt8(0)) { $0 ^ $1 }
            let digits = Array("0123456789ABCDEF")
            return ("$\(body)*\(digits[Int(sum >> 4)])\(digits[Int(sum & 15)])", "\r\n")
        })
    private static let fit = SmallLog(fit: seconds.map { FITLog.record(UInt32($0), latitude: Double(40 + $0) + 0.5) })

    private static let logs = [csv, plt, ozi, gpx, tcx, track, placemarks, nmea, fit]

    private func options(_ log: SmallLog) throws -> SourceOptions {
        guard log.format != "csv" else { return try source(["format": .scalar("csv")]) }
        return try source(columns: [:], ["format": .scalar(log.format), "device": .scalar("a")])
    }

    private func read(_ bytes: ArraySlice<UInt8>, _ options: SourceOptions) throws -> ReadLog {
        try LogFormatsTests.read(bytes: Array(bytes), options, device: options.device, name: "log.bin")
    }

    /// Second of the day and latitude of each fix, in order of time.
    private func found(_ log: ReadLog) -> [String] {
        zip(log.fixes.times, log.fixes.readLatitudes).sorted { $0.0 < $1.0 }.map { time, latitude in
            "\((time - utcMidnight("2025-06-01")) / 1000) \((latitude * 1000).rounded() / 1000)"
        }
    }

    private func wanted(_ count: Int) -> [String] { Self.seconds.prefix(count).map { "\($0) \(40 + Double($0) + 0.5)" } }

    @Test(arguments: logs) func `plain, it has the rows that are whole`(log: SmallLog) throws {
        let options = try options(log)
        for count in 0...log.bytes.count {
            let read = try read(log.bytes[..<count], options)
            #expect(found(read) == wanted(log.ends.count { $0 <= count }), "\(log.format) \(count)")
            #expect(read.reading.rows == Int64(read.fixes.count) + read.reading.rejected.values.reduce(0, +))
        }
    }

    /// Two frames, so that a cut in the second leaves the first.
    @Test(arguments: logs, Compression.allCases)
    func `packed, it has the rows before the cut`(log: SmallLog, kind: Compression) throws {
        let first = packed(Array(log.bytes[..<log.middle]), kind)
        let whole = first + packed(Array(log.bytes[log.middle...]), kind)
        let inFirst = log.ends.count { $0 <= log.middle }
        let options = try options(log)
        for count in 0...whole.count {
            let read = try read(whole[..<count], options)
            let rows = found(read)
            #expect(rows == wanted(rows.count), "\(log.format) \(kind) \(count)")
            #expect(
                rows.count >= (count == whole.count ? log.ends.count : count >= first.count ? inFirst : 0),
                "\(log.format) \(kind) \(count)")
            #expect(count < 6 || count == first.count || count == whole.count || read.reading.damage != nil, "\(count)")
        }
    }
}
