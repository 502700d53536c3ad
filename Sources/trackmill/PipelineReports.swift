import Glibc
import Options
import Pipeline
import Reports
import Store
import Tracks

/// Writes the reports of a pipeline after a run: those with `{date}` for each day that changed, those with `{device}` for each device of
/// these days, the others once for the range. A class: it keeps the map library that it has found.
final class PipelineReports {
    private let pipeline: PipelineFile
    private let writer: Store
    private let store: Store
    private let days: [CalendarDay]
    private let spared: [SparedFile]
    private let tell: (String) -> Void
    private var library: MapLibrary??

    /// - Parameters:
    ///   - writer: The run's own store, where reports that are written are noted.
    ///   - tell: Is told what a user should know.
    init(_ pipeline: PipelineFile, _ summary: RunSummary, _ writer: Store, tell: @escaping (String) -> Void) throws {
        self.pipeline = pipeline
        self.writer = writer
        self.tell = tell
        days = summary.changedDays
        store = try Store(readingFrom: summary.databasePath)
        spared = SparedFile.resultFile(summary.databasePath) + sparedFiles(of: pipeline)
    }

    /// Writes all that are not written yet, and gives the paths of all as the pipeline file has them.
    func writeAll() throws -> [String] {
        guard !days.isEmpty else { return [] }
        var written: [String] = []
        for report in pipeline.reports {
            for days in report.isDaily ? days.map({ [$0] }) : [days] {
                for device in try devices(of: report, days) {
                    guard !Interruption.isAsked else { throw Interrupted(description: "reports") }
                    try write(report, of: days, device: device)
                }
            }
            written.append(report.path)
        }
        return written
    }

    /// The devices that a report is written for; nil is all of them in one.
    private func devices(of report: ReportEntry, _ days: [CalendarDay]) throws -> [String?] {
        guard report.isPerDevice, let first = days.first, let last = days.last else { return [nil] }
        return try store.reader.rows(
            "SELECT id FROM _device WHERE key IN (SELECT device FROM _device_day WHERE day BETWEEN ? AND ?) ORDER BY id",
            .integer(Int64(first.number)), .integer(Int64(last.number))
        ) { $0.text(0) }
    }

    private func write(_ report: ReportEntry, of days: [CalendarDay], device: String?) throws {
        guard let first = days.first, let last = days.last else { return }
        guard let format = report.options as? any Report else {
            preconditionFailure("expected a report of BuiltIn, found \(report.name)")
        }
        let identity = report.identity + (device.map { " \($0)" } ?? "")
        guard try !writer.isDone(report: identity, of: days) else { return }
        let path = pipeline.resolved(report.path(of: first, device: device))
        try makeFolder(of: path)
        let command = { [pipeline] (device: String) in
            "trackmill report \(shellWord(pipeline.path)) --from \(first) --to \(last) --device \(shellWord(device)) -o device.html"
        }
        let context = ReportContext(
            program: "trackmill \(Main.version)", options: pipeline.phase1Options, resolved: pipeline.resolved,
            mapLibrary: { try self.library($0) }, command: command)
        let scope = ReportScope(
            from: first, to: last, devices: device.map { [$0] } ?? [], isOfRun: true, context: context)
        let outcome = try format.write(scope, of: store, to: ReportTarget(path: path, sparing: spared))
        outcome.notes.forEach(tell)
        try writer.markDone(report: identity, of: days)
    }

    /// Looked for once for all pages that name no folder of their own.
    private func library(_ folder: String?) throws -> MapLibrary? {
        if folder == nil, let library { return library }
        let found = try MapLibrary(in: mapLibraryPlaces(folder))
        if folder == nil {
            library = .some(found)
            if found == nil { tell(MapLibrary.note) }
        }
        return found
    }
}

/// Where MapLibre is looked for.
func mapLibraryPlaces(_ option: String?) -> MapLibrary.Places {
    let program = realpath("/proc/self/exe", nil)
    defer { free(program) }
    return MapLibrary.Places(
        option: option, variable: getenv("TRACKMILL_MAP_LIBRARY").map { String(cString: $0) },
        program: program.map { String(cString: $0) })
}
