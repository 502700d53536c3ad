import Glibc
import LogFormats
import Options
import Tracks

/// A log file of a pipeline as the folder shows it.
struct InputFile: Sendable {
    /// Relative to the base; how the ledger names it.
    var path: String
    /// Where it lies.
    var absolutePath: String
    /// Index of its source.
    var source: Int
    /// The day its path names; nil for an undated file.
    var date: CalendarDay?
    /// The device its path names.
    var device: String?
    /// Bytes on disk.
    var size: Int64
    /// Milliseconds since 1970 UTC of its modification.
    var modified: Int64
    /// What times it may hold.
    var window: FileWindow
    /// From when on it may be read by an undated run, in milliseconds since 1970 UTC (rule 1.3).
    var settles: Int64
    /// The local days that overlap the day it is dated; nil for an undated file, and for one of a day that its zone skipped.
    var ownDays: ClosedRange<CalendarDay>?
    /// Why the system does not let it be read; nil where it does.
    var unreadable: String?

    /// Whether it is dated a day that its zone skipped: no row is of that day.
    var isOfSkippedDay: Bool { date != nil && ownDays == nil }
}

/// The log files of a pipeline, and what is to be said of those that are none.
struct InputFiles: Sendable {
    /// In the byte order of their paths.
    var logs: [InputFile] = []
    /// Files and folders that the system does not let see or read, by path, with its words.
    var unreadable: [(path: String, words: String)] = []
    /// Files that were left alone, and why: a sentence each.
    var leftAlone: [String] = []
    /// Files whose names look like those of logs and are no UTF-8: a sentence each.
    var misnamed: [String] = []
    /// Indices of sources that match no file.
    var sourcesWithout: [Int] = []

    /// Whether a path may be in a folder, or be a file, that cannot be seen.
    func hides(_ path: String) -> Bool {
        unreadable.contains { place in
            place.path == "." || place.path == "/" && path.hasPrefix("/") || ExactText(place.path) == ExactText(path)
                || path.utf8.starts(with: (place.path + "/").utf8)
        }
    }
}

/// Looks whether two sources of a pipeline match one file, and gives what is to be said of sources without one.
///
/// - Returns: Warnings.
public func checkFiles(of pipeline: PipelineFile) throws(Problems) -> [Problem] {
    let files = try inputFiles(of: pipeline)
    do { _ = try pipeline.openedChain() } catch let error as Problems { throw error } catch {
        throw Problems([Problem(file: pipeline.path, what: "\(error)")])
    }
    return files.sourcesWithout.map { index in
        let source = pipeline.sources[index].options
        return Problem(file: pipeline.path, mark: source.mark, what: pipeline.nothingMatches(index), isWarning: true)
    }
}

extension PipelineFile {
    /// What is said of a source that matches no file.
    func nothingMatches(_ source: Int) -> String {
        let files = sources[source].options.files
        return "no log is there: nothing matches \(files.joined(separator: ", ")) in the folder '\(base)'\(hint(of: files))."
    }
}

/// The log files of a pipeline, and those left alone.
///
/// - Throws: `Problems` where two sources match one file.
func inputFiles(of pipeline: PipelineFile) throws(Problems) -> InputFiles {
    var finder = FileFinder(pipeline: pipeline)
    for index in pipeline.sources.indices { finder.look(for: index) }
    return try finder.finish()
}

/// Collects what the patterns of all sources match.
private struct FileFinder {
    let pipeline: PipelineFile
    private var found: [ExactText: (match: FilePattern.Match, source: Int)] = [:]
    private var faults: [ExactText: FilePattern.Fault] = [:]
    private var unreadable: [ExactText: String] = [:]
    private var problems: [Problem] = []
    private var result = InputFiles()

    init(pipeline: PipelineFile) { self.pipeline = pipeline }

    mutating func look(for index: Int) {
        let source = pipeline.sources[index]
        for pattern in source.patterns {
            let listing = pattern.matches(in: pipeline.base)
            for (path, number) in listing.unreadable { unreadable[relative(path)] = String(cString: strerror(number)) }
            for match in listing.matches {
                let path = relative(match.path)
                guard match.fault == nil else {
                    faults[path] = match.fault
                    continue
                }
                guard let other = found[path] else {
                    found[path] = (match, index)
                    continue
                }
                guard other.source != index else { continue }
                let what = "\(path.text) is matched by two sources; make their patterns differ."
                problems.append(Problem(file: pipeline.path, mark: source.options.mark, what: what))
            }
        }
    }

    mutating func finish() throws(Problems) -> InputFiles {
        guard problems.isEmpty else { throw Problems(problems) }
        var firstNames: [Identity: ExactText] = [:]
        for (path, (match, source)) in found.sorted(by: { $0.key < $1.key }) {
            if let plain = plainTwin(of: path) {
                result.leftAlone.append("\(path.text) was left alone: \(plain.text) beside it is the log.")
                continue
            }
            let identity = Identity(device: match.status.device, number: match.status.number)
            if let first = firstNames[identity] {
                result.leftAlone.append("\(path.text) was left alone: it is \(first.text) under another name.")
                continue
            }
            firstNames[identity] = path
            let file = inputFile(match, path: path.text, source)
            if let words = file.unreadable { unreadable[path] = words }
            result.logs.append(file)
        }
        result.unreadable = unreadable.sorted { $0.key < $1.key }.map { ($0.key.text, $0.value) }
        for (path, fault) in faults.sorted(by: { $0.key < $1.key }) {
            let sentence = "\(path.text) was left alone: \(fault.rawValue). \(fault.mend)"
            if fault == .isNoUTF8 { result.misnamed.append(sentence) } else { result.leftAlone.append(sentence) }
        }
        let matched = Set(result.logs.map(\.source))
        result.sourcesWithout = pipeline.sources.indices.filter { !matched.contains($0) }
        return result
    }

    private struct Identity: Hashable {
        var device: UInt64
        var number: UInt64
    }

    /// Of names that differ by a suffix of compression only, the one without it (rule 1.1).
    private func plainTwin(of path: ExactText) -> ExactText? {
        for suffix in packedSuffixes where path.text.hasSuffix(suffix) {
            let plain = ExactText(String(path.text.dropLast(suffix.count)))
            if found[plain] != nil { return plain }
        }
        return nil
    }

    private func relative(_ path: String) -> ExactText {
        let prefix = pipeline.base.hasSuffix("/") ? pipeline.base : pipeline.base + "/"
        guard path.utf8.starts(with: prefix.utf8) else { return ExactText(path) }
        return ExactText(String(decoding: path.utf8.dropFirst(prefix.utf8.count), as: UTF8.self))
    }

    private func inputFile(_ match: FilePattern.Match, path: String, _ sourceIndex: Int) -> InputFile {
        let source = pipeline.sources[sourceIndex]
        let options = source.options
        let absolute = joinedPath(pipeline.base, match.path)
        let modified = match.status.modified
        var file = InputFile(
            path: path, absolutePath: absolute, source: sourceIndex, date: match.day, device: match.device ?? options.device,
            size: match.status.size, modified: modified,
            window: FileWindow(modified: modified, notBefore: options.notBefore, in: pipeline.zone),
            settles: modified + options.settle)
        if access(absolute, R_OK) != 0, errno != ENOENT { file.unreadable = systemError() }
        guard let day = match.day else { return file }
        let (start, end) = (source.datedIn.start(of: day), source.datedIn.end(of: day))
        file.window = FileWindow(dated: day, in: source.datedIn, late: options.late)
        file.settles = end + options.settle
        if start < end { file.ownDays = pipeline.zone.day(of: start)...pipeline.zone.day(of: end - 1) }
        return file
    }
}

/// What tells a file from others of its path; nil where it is not there.
func fileNumber(of path: String) -> UInt64? { (try? FileStatus(of: path))?.number }

/// A path without `folder/..` in it.
public func shortenedPath(_ path: String) -> String {
    var parts: [Substring] = []
    for part in path.split(separator: "/", omittingEmptySubsequences: false) {
        if part == "..", let last = parts.last, last != "..", !last.isEmpty, last != "." {
            parts.removeLast()
        } else {
            parts.append(part)
        }
    }
    if parts.first == ".", parts.count > 1 { parts.removeFirst() }
    return parts.joined(separator: "/")
}

/// Bytes and modification time in milliseconds of a file; nil where it is not there.
func sizeAndModification(of path: String) -> (size: Int64, modified: Int64)? {
    (try? FileStatus(of: path)).map { ($0.size, $0.modified) }
}
