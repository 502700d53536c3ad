import Foundation
import Testing
import Tracks

@testable import LogFormats

/// Folder of the real logs: `data` of `$TRACKMILL_SHARED`, or of `../shared` from the package's folder.
private let realLogs: String = {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let shared =
        ProcessInfo.processInfo.environment["TRACKMILL_SHARED"]
        ?? package.deletingLastPathComponent().appending(path: "shared").path
    return shared + "/data"
}()

/// What another program found in a real log (a row of truth.csv).
private struct RealLog: CustomTestStringConvertible {
    let cells: [String: String]

    var file: String { cells["file"] ?? "" }
    var testDescription: String { file }

    func count(_ column: String) -> Int { Int(cells[column] ?? "") ?? 0 }

    /// The rows of some formats. None of the columns up to the counts holds a comma.
    static func all(_ formats: Set<String>) -> [RealLog] {
        guard let text = try? String(contentsOfFile: realLogs + "/truth.csv", encoding: .utf8) else { return [] }
        let lines = text.split(whereSeparator: \.isNewline).map {
            $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        }
        guard let columns = lines.first else { return [] }
        return lines.dropFirst().map { RealLog(cells: Dictionary(zip(columns, $0.prefix(30)), uniquingKeysWith: { a, _ in a })) }
            .filter { formats.contains(($0.cells["format"] ?? "").replacingOccurrences(of: ".gz", with: "")) }
    }
}

/// Real logs, counted by other programs (`../shared/data/truth.csv`), each read with its format and told by its content.
@Suite(
    .enabled(if: FileManager.default.fileExists(atPath: realLogs), "The real logs are not at \(realLogs); set TRACKMILL_SHARED."))
struct RealFormatTests {
    /// Everything from 1881 on: some logs hold 1901 and 1970.
    private static let always = FileWindow(
        modified: utcMidnight("2030-01-01"), notBefore: CalendarDay.storable.lowerBound, in: .utc)

    private func readReal(_ log: RealLog, format: String) throws -> ReadLog {
        let bytes = try Data(contentsOf: URL(filePath: realLogs + "/" + log.file))
        let options = try source(columns: [:], ["format": .scalar(format), "device": .scalar("a")])
        return try read(
            bytes: Array(bytes), options, window: Self.always, device: "a",
            name: log.file.split(separator: "/").last.map(String.init) ?? "")
    }

    /// What both readings of a log must hold: rows, rejects, times, box.
    private func check(_ log: RealLog, _ found: ReadLog, malformed also: [RejectReason] = []) throws {
        let reading = found.reading
        let rejected = reading.rejected
        #expect(found.fixes.count == log.count("fixes_with_time") + sloppyTimes(log))
        #expect(rejected[.noTime, default: 0] == Int64(log.count("fixes") - log.count("fixes_with_time")))
        let reasons: [RejectReason] = [.notARow, .badChecksum, .badNumber, .wrongColumnCount] + also
        let malformed: Int64 = reasons.reduce(0) { $0 + rejected[$1, default: 0] }
        #expect(malformed == Int64(log.count("malformed")))
        #expect(reading.rows == Int64(found.fixes.count) + rejected.values.reduce(Int64(0), +))
        let times = found.fixes.times.sorted()
        for (column, time) in [("first_utc", times.first), ("last_utc", times.last)] {
            let wanted = log.cells[column].flatMap { isoTime($0, zone: .utc) }
            #expect(time == wanted, "\(column)")
        }
        guard !times.isEmpty, log.count("fixes") == log.count("fixes_with_time") else { return }
        let (latitudes, longitudes) = (found.fixes.readLatitudes, found.fixes.readLongitudes)
        let box: [(column: String, value: Double?)] = [
            ("min_lat", latitudes.min()), ("max_lat", latitudes.max()), ("min_lon", longitudes.min()),
            ("max_lon", longitudes.max()),
        ]
        for (column, value) in box {
            // Seven decimals there.
            let wanted: Double = log.cells[column].flatMap { Double($0) } ?? .nan
            #expect(abs((value ?? .nan) - wanted) < 1.01e-7, "\(column)")
        }
    }

    /// Where readers disagree, fixes that are read here and left out in truth.csv: times with a blank before or behind them (`222517 `, ` 222519`,
    /// `222521.0 `) are times here; `222515.x`, `222523.0x` and `.1` are none in either.
    private func sloppyTimes(_ log: RealLog) -> Int { log.file.hasSuffix("gpsbabel_nmeadatetime.nmea") ? 3 : 0 }

    /// A file of which nothing can be used is damaged, and says what it holds instead.
    private func isUseless(_ log: RealLog) -> Bool {
        let others = ["fixes", "malformed", "waypoints", "routepoints", "sentences"]
        return log.count("fixes_with_time") == 0 && others.contains { log.count($0) > 0 }
    }

    @Test func `every log of each format is there`() {
        #expect(RealLog.all(["nmea"]).count == 39)
        #expect(RealLog.all(["plt"]).count == 5)
        #expect(RealLog.all(["gpx"]).count == 58)
        let kinds = [["google-records"], ["google-semantic"], ["overland"], ["owntracks.rec"]]
        #expect(kinds.map { RealLog.all(Set($0)).count } == [1, 1, 1, 2])
    }

    @Test(arguments: RealLog.all(["nmea"]), ["nmea", "auto"])
    private func `sentences of NMEA`(log: RealLog, format: String) throws {
        let found = try readReal(log, format: format)
        // Binary of a receiver, which no format knows when it is not named.
        if format == "auto", log.count("sentences") == log.count("no_checksum") {
            #expect(found.fixes.count == 0 && found.reading.damage != nil)
            return
        }
        try check(log, found)
        #expect((found.reading.damage != nil) == isUseless(log), "\(found.reading.damage ?? "")")
        // Where receivers say that they have no position, that is said, a moment each.
        if log.count("void_pos") > 0 { #expect(found.reading.rejected[.voidFix, default: 0] > 0) }
    }

    @Test(arguments: RealLog.all(["plt"]), ["plt", "auto"])
    private func `tracks of GeoLife as PLT`(log: RealLog, format: String) throws {
        let found = try readReal(log, format: format)
        try check(log, found)
        #expect(found.reading.damage == nil)
    }

    @Test(arguments: RealLog.all(["gpx"]), ["gpx", "auto"])
    private func `tracks of GPX`(log: RealLog, format: String) throws {
        let found = try readReal(log, format: format)
        try check(log, found)
        #expect((found.reading.damage != nil) == isUseless(log), "\(found.reading.damage ?? "")")
    }

    @Test(arguments: RealLog.all(["google-records", "google-semantic", "overland"]), ["named", "auto"])
    private func `JSON of phones`(log: RealLog, format: String) throws {
        let kind = log.cells["format"] ?? ""
        let named = kind.hasPrefix("google") ? "google" : kind
        let found = try readReal(log, format: format == "named" ? named : format)
        // A feature without a geometry is the malformed one of Overland's.
        try check(log, found, malformed: kind == "overland" ? [.noPosition] : [])
        #expect(found.reading.damage == nil, "\(found.reading.damage ?? "")")
        // Both ends of an activity that says no place are rows without a position: 48 of the 84 activities of that log.
        let placeless: [String: Int64] = ["google-semantic": 96, "overland": 1]
        #expect(found.reading.rejected[.noPosition, default: 0] == placeless[kind, default: 0])
    }

    @Test(arguments: RealLog.all(["owntracks.rec"]), ["owntracks", "auto"])
    private func `messages of OwnTracks`(log: RealLog, format: String) throws {
        let found = try readReal(log, format: format)
        try check(log, found)
        #expect(found.reading.damage == nil, "\(found.reading.damage ?? "")")
        // truth.csv counts the other types in words: {'transition': 2, 'lwt': 1, 'waypoint': 1}.
        let others = log.file.contains("dawarich") ? "4 of its messages" : "2 of its messages"
        #expect(found.reading.notes.contains { $0.hasPrefix(others) }, "\(found.reading.notes)")
    }
}
