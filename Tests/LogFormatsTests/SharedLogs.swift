import Foundation
import Options
import Tracks

@testable import LogFormats

/// Real logs with what is known of them: `../shared/data`; nil where the folder is not there.
enum SharedLogs {
    static let folder: String? = {
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let shared =
            ProcessInfo.processInfo.environment["TRACKMILL_SHARED"]
            ?? package.deletingLastPathComponent().appending(path: "shared").path
        return FileManager.default.fileExists(atPath: shared + "/data/truth.csv") ? shared + "/data" : nil
    }()

    /// What another reader found in a file.
    struct Truth {
        var fixes = 0
        var fixesWithTime = 0
        var malformed = 0
        var noPosition = 0
        var first: Int64?
        var last: Int64?
        /// South, west, north, east as the file has them.
        var box: [Double] = []
    }

    /// By path in the folder.
    static let truths: [String: Truth] = {
        guard let folder, let bytes = FileManager.default.contents(atPath: folder + "/truth.csv"),
            let rows = try? csvRows(Array(bytes), file: "truth.csv"), let header = rows.first
        else { return [:] }
        let names = header.cells.map(\.text)
        var truths: [String: Truth] = [:]
        for row in rows.dropFirst() {
            func text(_ name: String) -> String { names.firstIndex(of: name).map { row.cell($0).text } ?? "" }
            func time(_ name: String) -> Int64? { isoTime(text(name), zone: .utc) }
            var truth = Truth()
            truth.fixes = Int(text("fixes")) ?? 0
            truth.fixesWithTime = Int(text("fixes_with_time")) ?? 0
            truth.malformed = Int(text("malformed")) ?? 0
            truth.noPosition = Int(text("no_position_rows")) ?? 0
            (truth.first, truth.last) = (time("first_utc"), time("last_utc"))
            truth.box = ["min_lat", "min_lon", "max_lat", "max_lon"].compactMap { Double(text($0)) }
            truths[text("file")] = truth
        }
        return truths
    }()

    /// Reads a file of the folder, undated, with every time allowed.
    static func read(_ file: String, _ options: SourceOptions, device: String? = nil, zones: [String: TimeZoneRules] = [:]) throws
        -> ReadLog
    {
        let path = (folder ?? "") + "/" + file
        let bytes = Array(FileManager.default.contents(atPath: path) ?? Data())
        let name = String(file.split(separator: "/").last ?? "")
        let window = FileWindow(modified: 4_102_444_800_000, notBefore: CalendarDay(number: -32_500), in: .utc)
        return try LogFormatsTests.read(
            bytes: bytes, options, window: window, device: device, name: name, timeZone: .utc, zones: zones)
    }
}
