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
    /// The local days that overlap the day it is dated; nil for an undated file.
    var ownDays: ClosedRange<CalendarDay>?
}

/// Looks whether two sources of a pipeline match one file.
public func checkFiles(of pipeline: PipelineFile) throws(Problems) { _ = try inputFiles(of: pipeline) }

/// The log files of a pipeline, in the byte order of their paths.
///
/// - Throws: `Problems` where two sources match one file, or two files have one name in different bytes.
func inputFiles(of pipeline: PipelineFile) throws(Problems) -> [InputFile] {
    var found: [String: InputFile] = [:]
    var problems: [Problem] = []
    for (index, source) in pipeline.sources.enumerated() {
        for pattern in source.patterns {
            for match in pattern.matches(in: pipeline.base) {
                guard match.fault == nil else { continue }
                let path = relativePath(match.path, base: pipeline.base)
                if let other = found[path] {
                    if ExactText(other.path) != ExactText(path) {
                        let what =
                            "\(path) and \(other.path) are one name, written in two ways of Unicode; rename one of the files."
                        problems.append(Problem(file: pipeline.path, mark: source.options.mark, what: what))
                        continue
                    }
                    guard other.source != index else { continue }
                    problems.append(
                        Problem(
                            file: pipeline.path, mark: source.options.mark,
                            what: "\(path) is matched by two sources; make their patterns differ."))
                    continue
                }
                found[path] = inputFile(match, path: path, sourceIndex: index, source, pipeline)
            }
        }
    }
    guard problems.isEmpty else { throw Problems(problems) }
    return found.values.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
}

/// Files whose names look like those of logs and that cannot be read as such for one reason: a sentence each.
func filesLeftAlone(by pipeline: PipelineFile, as fault: FilePattern.Fault) -> [String] {
    let matches = pipeline.sources.flatMap(\.patterns).flatMap { $0.matches(in: pipeline.base) }
    let paths = Set(matches.filter { $0.fault == fault }.map { relativePath($0.path, base: pipeline.base) })
    return paths.sorted().map { "\($0) was left alone: \(fault.rawValue). Rename it, then run again." }
}

private func relativePath(_ path: String, base: String) -> String {
    let prefix = base.hasSuffix("/") ? base : base + "/"
    return path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
}

private func inputFile(
    _ match: FilePattern.Match, path: String, sourceIndex: Int, _ source: Source, _ pipeline: PipelineFile
) -> InputFile? {
    let absolute = joinedPath(pipeline.base, match.path)
    guard let (size, modified) = sizeAndModification(of: absolute) else { return nil }
    let options = source.options
    guard let day = match.day else {
        let window = FileWindow(modified: modified, notBefore: options.notBefore, in: pipeline.zone)
        return InputFile(
            path: path, absolutePath: absolute, source: sourceIndex, date: nil, device: match.device ?? options.device,
            size: size,
            modified: modified, window: window, settles: modified + options.settle, ownDays: nil)
    }
    let start = source.datedIn.start(of: day)
    let end = source.datedIn.end(of: day)
    return InputFile(
        path: path, absolutePath: absolute, source: sourceIndex, date: day, device: match.device ?? options.device, size: size,
        modified: modified, window: FileWindow(dated: day, in: source.datedIn, late: options.late), settles: end + options.settle,
        ownDays: pipeline.zone.day(of: start)...pipeline.zone.day(of: end - 1))
}

/// What tells a file from others of its path; nil where it is not there.
func fileNumber(of path: String) -> UInt64? {
    var status = stat()
    return stat(path, &status) == 0 ? UInt64(status.st_ino) : nil
}

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
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    let modified = Int64(status.st_mtim.tv_sec) * 1000 + Int64(status.st_mtim.tv_nsec) / 1_000_000
    return (Int64(status.st_size), modified)
}
