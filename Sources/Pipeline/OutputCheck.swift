import Glibc
import Options

/// Refuses results and reports that would destroy what the pipeline reads, or each other.
///
/// Paths are compared without `.` and `..`; symbolic links are not followed.
struct OutputCheck {
    /// What was wrong so far.
    private(set) var problems: [Problem] = []
    private let file: String
    private let base: String
    private var taken: [(shape: PathShape, words: String)] = []

    /// A check of the outputs of a pipeline file whose paths are relative to a folder.
    init(file: String, base: String) {
        self.file = file
        self.base = base
        taken.append((PathShape(file), "the pipeline file"))
    }

    /// Notes a file that the pipeline reads.
    mutating func reads(_ path: String, words: String) { taken.append((PathShape(joinedPath(base, path)), words)) }

    /// Notes the logs that a pattern of a source matches.
    mutating func readsLogs(_ text: String) {
        guard let pattern = FilePattern(text) else { return }
        taken.append((PathShape(pattern, in: base), "which a source reads by '\(text)'"))
    }

    /// Checks the result file and what SQLite and a run write beside it.
    mutating func writesResults(_ path: String, at mark: Mark?) {
        guard !path.isEmpty, isFile("sqlite", path, mark) else { return }
        guard !path.contains("{date"), !path.contains("{device") else {
            report(mark, "'sqlite' has '\(path)'; one file holds the results of all days and devices, write it without braces.")
            return
        }
        let files = ["", "-wal", "-shm", ".lock"].map { (path: path + $0, shape: PathShape(joinedPath(base, path + $0))) }
        let conflicts = files.compactMap { file in conflict(file.shape).map { (file.path, $0) } }
        if let (name, words) = conflicts.first {
            let found = name == path ? "'sqlite' is \(path)" : "'sqlite' is \(path), beside which is written \(name)"
            report(mark, "\(found), \(words); write the results elsewhere.")
        }
        for (name, shape) in files {
            taken.append((shape, name == path ? "the result file" : "which belongs to the result file"))
        }
    }

    /// Checks a report.
    mutating func writesReport(_ path: String, at mark: Mark?) {
        guard !path.isEmpty, isFile("to", path, mark) else { return }
        guard let pattern = FilePattern(writing: path) else {
            report(mark, "'to' has '\(path)'; braces may hold date, or date: with yyyy, MM and dd.")
            return
        }
        let shape = PathShape(pattern, in: base)
        if let words = conflict(shape) { report(mark, "'to' is \(path), \(words); write the report elsewhere.") }
        taken.append((shape, "which another report writes, too"))
    }

    private func conflict(_ shape: PathShape) -> String? { taken.first { $0.shape.overlaps(shape) }?.words }

    private mutating func isFile(_ option: String, _ path: String, _ mark: Mark?) -> Bool {
        guard path.hasSuffix("/") || isFolder(joinedPath(base, path)) else { return true }
        report(mark, "'\(option)' is \(path), which is a folder; write a file in it.")
        return false
    }

    private mutating func report(_ mark: Mark?, _ what: String) {
        problems.append(Problem(file: file, mark: mark, what: what))
    }
}

/// Whether a path names a folder that is there.
func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
}

/// The folder that relative paths are relative to; the root where the system does not say.
func currentFolder() -> String {
    guard let path = getcwd(nil, 0) else { return "/" }
    defer { free(path) }
    return String(cString: path)
}
