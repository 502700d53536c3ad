import Glibc
import SQLite
import Store

/// Where an output goes in the end, with links followed.
enum OutputPlace: Equatable {
    case standardOutput
    /// No regular file, such as a FIFO or a terminal: it is written straight.
    case stream
    /// A file with its permissions, nil where it is not there yet.
    case file(path: String, mode: mode_t?)

    /// The place that a path leads to.
    init(of path: String) throws(OutputError) {
        var status = stat()
        guard stat(path, &status) == 0 else {
            guard errno == ENOENT else { throw OutputError(path: path, number: errno, isCreation: true) }
            self = .file(path: endOfLinks(path), mode: nil)
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG where status.isStandardOutput: self = .standardOutput
        case S_IFREG: self = .file(path: realPath(path) ?? path, mode: status.st_mode & 0o7777)
        case S_IFIFO, S_IFCHR: self = .stream
        case S_IFDIR: throw OutputError(path: path, number: EISDIR, isCreation: true)
        default: throw OutputError(path: path, "Is a block device or a socket", isCreation: true)
        }
    }
}

/// A file, or files of some names, that no output may fall on.
public struct SparedFile: Sendable {
    /// What it is, as a message says it: `is the result file`.
    let what: String
    private let path: String?
    private let isMet: @Sendable (String) -> Bool

    /// A file that no output may fall on.
    public init(path: String, what: String) {
        self.what = what
        self.path = path
        isMet = { _ in false }
    }

    /// Files that no output may fall on, nor become.
    ///
    /// - Parameter isMet: Whether an absolute path without links is that of one.
    public init(what: String, isMet: @escaping @Sendable (String) -> Bool) {
        self.what = what
        path = nil
        self.isMet = isMet
    }

    /// A result file with what SQLite and a run keep beside it.
    public static func resultFile(_ path: String) -> [SparedFile] {
        let names = [path] + (realPath(path).map { $0 == path ? [] : [$0] } ?? [])
        return names.flatMap { name in
            [SparedFile(path: name, what: "is the result file itself")]
                + ["-wal", "-shm", "-journal", ".lock"].map {
                    SparedFile(path: name + $0, what: "belongs to the result file \(path)")
                }
        }
    }

    /// Whether it is the same file, or would be once it is there.
    func isAt(_ place: OutputPlace) -> Bool {
        guard case .file(let target, _) = place else { return false }
        guard let path else { return isMet(inRealFolder(target)) }
        var (mine, other) = (stat(), stat())
        if stat(path, &mine) == 0, stat(target, &other) == 0 { return mine.st_dev == other.st_dev && mine.st_ino == other.st_ino }
        return inRealFolder(path) == inRealFolder(target)
    }
}

/// The absolute form of a path, without links; nil where nothing is there.
private func realPath(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
}

/// A path in the absolute form of its folder; as it is where that is not there.
private func inRealFolder(_ path: String) -> String {
    let name = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    return realPath(folder(of: path) + ".").map { $0 + "/" + name } ?? path
}

/// What stands before a path's name, with its slash.
private func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
}

extension stat {
    /// Whether it is the file that standard output goes to.
    fileprivate var isStandardOutput: Bool {
        var output = stat()
        return fstat(1, &output) == 0 && output.st_dev == st_dev && output.st_ino == st_ino
    }
}
