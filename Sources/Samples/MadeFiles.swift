import CZlib
import Glibc
import Reports

/// Which files of a folder `generate` made: it writes over these only. They are listed, as they were when they were made, in
/// `truth/files.csv`.
struct MadeFiles {
    private struct Stamp: Hashable {
        var bytes = 0
        /// CRC-32.
        var crc32: UInt = 0

        init(bytes: Int, crc32: UInt) {
            self.bytes = bytes
            self.crc32 = crc32
        }

        init(of pieces: [[UInt8]]) {
            for piece in pieces {
                bytes += piece.count
                crc32 = piece.withUnsafeBufferPointer { CZlib.crc32_z(crc32, $0.baseAddress, $0.count) }
            }
        }
    }

    private static let header = "file,bytes,crc32\n"
    private static let list = "truth/files.csv"

    private let folder: String
    private let isOurs: Bool
    /// By path below the folder; of a file that was made again while a kill came there are two.
    private var stamps: [String: Set<Stamp>] = [:]
    private var finished: [String: Stamp] = [:]

    /// The files that a folder's list names; none where there is no list.
    init(in folder: String) {
        self.folder = folder
        let path = "\(folder)/\(Self.list)"
        guard isThere(path) else {
            isOurs = true
            return
        }
        let text = contents(ofFile: path).map { String(decoding: $0, as: UTF8.self) } ?? ""
        isOurs = text.hasPrefix(Self.header)
        guard isOurs else { return }
        for line in text.dropFirst(Self.header.count).split(separator: "\n") {
            let cells = line.split(separator: ",", omittingEmptySubsequences: false)
            guard cells.count == 3, let bytes = Int(cells[1]), let crc32 = UInt(cells[2], radix: 16) else { continue }
            stamps[String(cells[0]), default: []].insert(Stamp(bytes: bytes, crc32: crc32))
        }
    }

    /// Refuses files that are there and not as `generate` made them.
    ///
    /// - Parameter names: Paths below the folder.
    func check(_ names: [String]) throws {
        let others = names.filter(isOther) + (isOurs ? [] : [Self.list])
        guard let first = others.first else { return }
        let more = others.count > 1 ? " (and \(others.count - 1) more)" : ""
        throw SampleProblem(
            what: "It is there\(more), and not as generate made it; nothing was written.", place: "\(folder)/\(first)",
            mend: "Choose another folder with -o, or add --force to overwrite it.")
    }

    private func isOther(_ name: String) -> Bool {
        let path = "\(folder)/\(name)"
        guard isThere(path) else { return false }
        guard let known = stamps[name], let bytes = contents(ofFile: path) else { return true }
        return !known.contains(Stamp(of: [bytes]))
    }

    /// Writes a file of these bytes, packed where a level is given; gives how many bytes it has.
    mutating func write(_ pieces: [[UInt8]], to name: String, gzipLevel: Int? = nil) throws -> Int {
        let pieces = gzipLevel.map { gzipped(pieces, level: $0) } ?? pieces
        let file = try OutputFile(path: "\(folder)/\(name)")
        for piece in pieces { try file.write(piece) }
        let stamp = Stamp(of: pieces)
        try note(name, stamp)
        try file.finish()
        return stamp.bytes
    }

    /// Notes a file that is whole but has not its name yet, so that one which a kill leaves is known, too.
    private mutating func note(_ name: String, _ stamp: Stamp) throws {
        stamps[name, default: []].insert(stamp)
        let path = "\(folder)/\(Self.list)"
        let isNew = !isThere(path)
        guard let list = fopen(path, "ae") else { throw SampleProblem.cannotWrite(path) }
        fputs((isNew ? Self.header : "") + Self.line(name, stamp), list)
        guard fclose(list) == 0 else { throw SampleProblem.cannotWrite(path) }
        finished[name] = stamp
    }

    /// Writes the list anew: a line a file, in the order of their names.
    func finish() throws -> Int {
        var lines = stamps.compactMapValues(\.first)
        lines.merge(finished) { $1 }
        let text = Self.header + lines.sorted { $0.key < $1.key }.map(Self.line).joined()
        let file = try OutputFile(path: "\(folder)/\(Self.list)")
        try file.write(text)
        try file.finish()
        return text.utf8.count
    }

    private static func line(_ name: String, _ stamp: Stamp) -> String {
        let digits = String(stamp.crc32, radix: 16)
        return "\(name),\(stamp.bytes),\(String(repeating: "0", count: max(0, 8 - digits.count)))\(digits)\n"
    }
}

private func isThere(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
}

/// The bytes of a regular file; nil for anything else, a link too, and where it cannot be read.
private func contents(ofFile path: String) -> [UInt8]? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, let file = fopen(path, "rbe") else { return nil }
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
    return fread(&bytes, 1, bytes.count, file) == bytes.count ? bytes : nil
}
