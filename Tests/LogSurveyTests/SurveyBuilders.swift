import Foundation
import LogFormats
import Options
import Tracks

@testable import LogSurvey

/// Formats that these tests ask, in the order of BuiltIn.swift.
let formats: [any LogFormat.Type] = [
    NMEA.self, PLT.self, FIT.self, GPX.self, KML.self, TCX.self, GoogleLocations.self, Overland.self, OwnTracks.self,
    TraccarJSON.self,
    GeoJSON.self, Movebank.self, GeoLifeTable.self, TraccarCSV.self, TDrive.self, OwnTracksCSV.self, GPSLogger.self, NDJSON.self,
    CSV.self,
]

/// A folder that is gone with the last reference to it.
final class SurveyFolder {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "trackmill-survey-tests-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        do { try FileManager.default.removeItem(atPath: path) } catch { print("left behind: \(path): \(error)") }
    }

    /// Writes a log and gives its path.
    func write(_ bytes: [UInt8], _ name: String) throws -> String {
        let url = URL(filePath: path + "/" + name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
        return url.path
    }

    func write(_ text: String, _ name: String) throws -> String { try write(Array(text.utf8), name) }
}

/// Looks at logs with these bytes by name; paths in the file are relative to their folder.
func survey(_ logs: [(name: String, bytes: [UInt8])], _ change: (inout SurveyOptions) -> Void = { _ in }) throws -> LogSurvey {
    let folder = try SurveyFolder()
    let paths = try logs.map { try folder.write($0.bytes, $0.name) }
    var options = SurveyOptions(formats: formats)
    options.pathInBase = { String($0.dropFirst(folder.path.count + 1)) }
    change(&options)
    return LogSurvey(of: paths, options)
}

/// Looks at one log.
func survey(_ text: String, name: String = "log.csv", _ change: (inout SurveyOptions) -> Void = { _ in }) throws -> LogSurvey {
    try survey([(name, Array(text.utf8))], change)
}

extension LogSurvey {
    /// The lines of the pipeline file without their comments and the spaces before them.
    var lines: [String] {
        (text ?? "").split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") && !$0.hasPrefix("  #") }.map { line in
            let bare = line.firstRange(of: "  #").map { String(line[..<$0.lowerBound]) } ?? line
            return String(bare.drop { $0 == " " || $0 == "-" }).trimmedEnd
        }
    }

    /// What could not be told.
    var open: [String] {
        (text ?? "").split(separator: "\n").filter { $0.hasPrefix("# decide: ") }.map { String($0.dropFirst(10)) }
    }

    /// Whether something about these words could not be told.
    func asks(_ words: String) -> Bool { open.contains { $0.contains(words) } }
}

/// Rows of a table: a time from `clock` for each of so many minutes, and a place that moves.
func rows(_ count: Int, _ row: (_ i: Int) -> String) -> String { (0..<count).map { row($0) + "\n" }.joined() }

/// Two digits.
func two(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }

/// A text in another encoding; nil where the system does not know it.
func encoded(_ text: String, _ encoding: String) -> [UInt8]? {
    guard let descriptor = iconv_open(encoding, "UTF-8"), descriptor != UnsafeMutableRawPointer(bitPattern: -1) else {
        return nil
    }
    defer { iconv_close(descriptor) }
    var input = text.utf8.map { CChar(bitPattern: $0) }
    var output = [CChar](repeating: 0, count: 4 * input.count + 4)
    let left = input.withUnsafeMutableBufferPointer { input in
        output.withUnsafeMutableBufferPointer { output -> Int? in
            var (from, count, to, room) = (input.baseAddress, input.count, output.baseAddress, output.count)
            return iconv(descriptor, &from, &count, &to, &room) == 0 && count == 0 ? room : nil
        }
    }
    return left.map { output[..<(output.count - $0)].map { UInt8(bitPattern: $0) } }
}
