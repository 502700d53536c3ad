import CZlib
import Foundation
import Samples

/// Sample logs as a test sees them: generated once, unpacked, cut into lines.
struct SampleLogs {
    let options: SampleOptions
    let summary: SampleSummary
    /// Bytes of all files by their path below the folder.
    let files: [String: [UInt8]]
    /// Lines of each log by its file's name, the header first.
    let lines: [String: [String]]
    /// What is true of each of those lines, the header first.
    let truthOfLines: [String: [String]]

    init(_ options: SampleOptions) throws {
        self.options = options
        let folder = FileManager.default.temporaryDirectory.path + "/trackmill-samples-\(UUID().uuidString)"
        summary = try generateSamples(options, into: folder)
        var files: [String: [UInt8]] = [:]
        var lines: [String: [String]] = [:]
        var truthOfLines: [String: [String]] = [:]
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder) where path != "truth" {
            let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + "/" + path)))
            files[path] = bytes
            guard path.hasSuffix(".gz") else { continue }
            let texts = try Self.unpacked(bytes).split(separator: "\n").map(String.init)
            if path.hasPrefix("truth/") { truthOfLines[String(path.dropFirst(6))] = texts } else { lines[path] = texts }
        }
        try FileManager.default.removeItem(atPath: folder)
        self.files = files
        self.lines = lines
        self.truthOfLines = truthOfLines
    }

    /// Fifteen devices, five days; every test looks at the same ones.
    static let few = Result { try SampleLogs(SampleOptions(devices: 15, days: 5, seed: 7)) }

    /// Rows of a file of the truth, cells by the header's names.
    func truth(_ name: String) -> [[String: String]] {
        let text = String(decoding: files["truth/\(name).csv"] ?? [], as: UTF8.self)
        let rows = text.split(separator: "\n").map { Self.cells(String($0)) }
        return rows.dropFirst().map { Dictionary(uniqueKeysWithValues: zip(rows[0], $0)) }
    }

    static func cells(_ line: String) -> [String] {
        line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }

    /// Milliseconds since 1970 UTC of a cell such as 2025-06-01T08:00:00.125Z or 2025-06-01T16:00:00+08:00; nil for no time.
    static func time(_ cell: String) -> Int64? {
        let parts = cell.split { "-T:.Z+".contains($0) }.map { Int32($0) ?? -1 }
        guard parts.count >= 6, !parts.contains(-1) else { return nil }
        var moment = tm()
        (moment.tm_year, moment.tm_mon, moment.tm_mday) = (parts[0] - 1_900, parts[1] - 1, parts[2])
        (moment.tm_hour, moment.tm_min, moment.tm_sec) = (parts[3], parts[4], parts[5])
        let seconds = timegm(&moment)
        // timegm moves 31 June to 1 July, and 25:61 on.
        guard moment.tm_mday == parts[2], moment.tm_hour == parts[3], moment.tm_min == parts[4] else { return nil }
        let fraction = cell.contains(".") ? Int64(parts[6]) : 0
        return Int64(seconds) * 1_000 + fraction - (cell.hasSuffix("+08:00") ? 28_800_000 : 0)
    }

    private static func unpacked(_ packed: [UInt8]) throws -> String {
        var text = [UInt8](repeating: 0, count: packed.count * 40 + 1_000)
        var packed = packed
        var stream = z_stream()
        let count = packed.withUnsafeMutableBufferPointer { input in
            text.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                inflateInit2_(&stream, 31, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
                let status = inflate(&stream, Z_FINISH)
                inflateEnd(&stream)
                return status == Z_STREAM_END && stream.avail_in == 0 ? output.count - Int(stream.avail_out) : -1
            }
        }
        if count < 0 { throw CocoaError(.fileReadCorruptFile) }
        return String(decoding: text[..<count], as: UTF8.self)
    }
}
