import Glibc

/// Whether the write-ahead log beside a database goes on from what the database holds.
///
/// SQLite takes in every log whose frames are whole, up to the last commit: after a kill that gives what was committed, and nothing needs a
/// check. But it does not know whose log it is. One that lies there from another time, after the database alone was restored from a
/// backup, or from another database, would spoil it. The marks of commits tell: the database must hold the mark that the log's first
/// commit follows, or, where pages of the log were put into it already, one of the log's own.
///
/// - Complexity: two small reads a frame of the log; the database is not read but for one page.
/// - Source: the formats are SQLite's, "WAL-mode File Format", 2 and 4.
enum LogOrigin {
    /// The log goes on from this database, or holds nothing that SQLite would take in.
    case fits
    /// It is another's.
    case stranger
    /// It has no mark where the database has one: a program that writes none wrote it.
    case unknown

    init(of log: String, beside path: String) {
        guard let log = ReadFile(log), let header = log.bytes(at: 0, count: 32) else {
            self = .unknown
            return
        }
        let pageSize = Int(Self.number(header[8..<12]))
        guard pageSize >= 512 else {
            self = .unknown
            return
        }
        let salts = header[16..<24]
        var marks: [(page: Int, mark: CommitMark)] = []
        var frames = 0
        while let frame = log.bytes(at: 32 + frames * (24 + pageSize), count: 24), frame[8..<16].elementsEqual(salts) {
            let end = 32 + (frames + 1) * (24 + pageSize)
            frames += 1
            guard let bytes = log.bytes(at: end - CommitMark.length, count: CommitMark.length) else { break }
            if let mark = CommitMark(bytes) { marks.append((Int(Self.number(frame[0..<4])), mark)) }
        }
        self = frames == 0 ? .fits : Self.compared(marks, with: path, pageSize)
    }

    private static func compared(_ marks: [(page: Int, mark: CommitMark)], with path: String, _ pageSize: Int) -> LogOrigin {
        guard let first = marks.first, let file = ReadFile(path),
            let bytes = file.bytes(at: first.page * pageSize - CommitMark.length, count: CommitMark.length),
            let held = CommitMark(bytes)
        else { return .unknown }
        return held.own == first.mark.previous || marks.contains { $0.mark == held } ? .fits : .stranger
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> UInt32 { bytes.reduce(0) { $0 << 8 | UInt32($1) } }
}

/// A file that is read here and there. A class: it owns the descriptor.
private final class ReadFile {
    private let descriptor: Int32

    /// Nil where the file cannot be opened.
    init?(_ path: String) {
        descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
    }

    deinit { close(descriptor) }

    /// Bytes from a place; nil where the file has fewer.
    func bytes(at offset: Int, count: Int) -> [UInt8]? {
        guard offset >= 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: count)
        return pread(descriptor, &bytes, count, offset) == count ? bytes : nil
    }
}
