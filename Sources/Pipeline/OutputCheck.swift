import Glibc
import Options
import SQLite
import Store

/// Refuses results and reports that would destroy what the pipeline reads, or each other.
///
/// Paths are compared without `.` and `..`; symbolic links are not followed.
struct OutputCheck {
    /// What was wrong so far.
    private(set) var problems: [Problem] = []
    private let file: String
    private let base: String
    private var taken: [(shape: PathShape, words: String)] = []
    /// Where those stand that are of one path each, as there may be many.
    private var places: [[UInt8]: Int] = [:]
    private var patternPlaces: [Int] = []

    /// A check of the outputs of a pipeline file whose paths are relative to a folder.
    init(file: String, base: String) {
        self.file = file
        self.base = base
        take(PathShape(file), "the pipeline file")
    }

    /// Notes a file that the pipeline reads.
    mutating func reads(_ path: String, words: String) { take(PathShape(joinedPath(base, path)), words) }

    /// Notes the logs that a pattern of a source matches.
    mutating func readsLogs(_ text: String) {
        guard let pattern = FilePattern(text) else { return }
        take(PathShape(pattern, in: base), "which a source reads by '\(text)'")
    }

    /// Checks the result file and what SQLite and a run write beside it.
    mutating func writesResults(_ path: String, at mark: Mark?) {
        guard !path.isEmpty, isFile("sqlite", path, mark) else { return }
        guard !path.contains("{date"), !path.contains("{device") else {
            report(mark, "'sqlite' has '\(path)'; one file holds the results of all days and devices, write it without braces.")
            return
        }
        if let what = excess(of: path) { report(mark, "'sqlite' is \(path), \(what); write the results elsewhere.") }
        let files = ["", "-wal", "-shm", ".lock"].map { (path: path + $0, shape: PathShape(joinedPath(base, path + $0))) }
        let conflicts = files.compactMap { file in conflict(file.shape).map { (file.path, $0) } }
        if let (name, words) = conflicts.first {
            let found = name == path ? "'sqlite' is \(path)" : "'sqlite' is \(path), beside which is written \(name)"
            report(mark, "\(found), \(words); write the results elsewhere.")
        }
        for (name, shape) in files {
            take(shape, name == path ? "the result file" : "which belongs to the result file")
        }
    }

    /// Checks the cache of addresses and what is written beside it.
    mutating func writesCache(_ path: String, at mark: Mark?) {
        guard isFile("cache", path, mark) else { return }
        guard !path.contains("{date"), !path.contains("{device") else {
            report(mark, "'cache' has '\(path)'; one file keeps the answers of all days, write it without braces.")
            return
        }
        if let what = excess(of: path) { report(mark, "'cache' is \(path), \(what); keep the answers elsewhere.") }
        let shapes = ["", "-journal", "-wal", "-shm", ".lock"].map { PathShape(joinedPath(base, path + $0)) }
        if let words = shapes.compactMap(conflict).first {
            report(mark, "'cache' is \(path), \(words); keep the answers elsewhere.")
        }
        for shape in shapes { take(shape, "the cache of addresses") }
    }

    /// In what a result file's path is too long; nil where it is not.
    private func excess(of path: String) -> String? {
        let end = endOfLinks(joinedPath(base, path))
        let name = end.split(separator: "/").last ?? ""
        // `-journal` is the longest of what stands behind the name.
        let longestName = Int(NAME_MAX) - "-journal".utf8.count
        guard name.utf8.count <= longestName else {
            return "whose name has \(name.utf8.count) bytes, where \(longestName) may be"
        }
        let bytes = (absoluteFolder(of: end) + "/" + name).utf8.count
        guard bytes > Database.longestPath else { return nil }
        return "whose absolute path has \(bytes) bytes, where SQLite takes \(Database.longestPath)"
    }

    /// The folder of a file without links, where it is there.
    private func absoluteFolder(of path: String) -> String {
        let folder = folder(of: path)
        guard let real = realpath(folder, nil) else { return shortenedPath(joinedPath(currentFolder(), folder)) }
        defer { free(real) }
        return String(cString: real)
    }

    /// Checks the file of metrics.
    mutating func writesMetrics(_ path: String, at mark: Mark?) {
        guard isFile("metrics", path, mark) else { return }
        guard !path.contains("{date"), !path.contains("{device") else {
            report(mark, "'metrics' has '\(path)'; one file tells of the last run, write it without braces.")
            return
        }
        let shape = PathShape(joinedPath(base, path))
        if let words = conflict(shape) { report(mark, "'metrics' is \(path), \(words); write the metrics elsewhere.") }
        take(shape, "the file of metrics")
    }

    /// Checks a report.
    mutating func writesReport(_ path: String, at mark: Mark?) {
        guard !path.isEmpty, isFile("to", path, mark) else { return }
        guard let pattern = FilePattern(writing: path) else {
            report(mark, "'to' has '\(path)'; braces may hold date, date: with yyyy, MM and dd, or device.")
            return
        }
        let shape = PathShape(pattern, in: base)
        if let words = conflict(shape) { report(mark, "'to' is \(path), \(words); write the report elsewhere.") }
        take(shape, "which another report writes, too")
    }

    private mutating func take(_ shape: PathShape, _ words: String) {
        if let path = shape.path {
            if places[path] == nil { places[path] = taken.count }
        } else {
            patternPlaces.append(taken.count)
        }
        taken.append((shape, words))
    }

    private func conflict(_ shape: PathShape) -> String? {
        guard let path = shape.path else { return taken.first { $0.shape.overlaps(shape) }?.words }
        let place = [places[path], patternPlaces.first { taken[$0].shape.overlaps(shape) }].compactMap(\.self).min()
        return place.map { taken[$0].words }
    }

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
