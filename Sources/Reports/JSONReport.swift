import Options
import SQLite
import Store
import Tracks

/// A view as JSON: an array of objects, or pages of it with an index that says how many there are.
///
/// What an app asks its server for page by page: `history-1.json`, `history-2.json`, … and `history-index.json`.
public struct JSONReport: TextReport {
    /// `json`.
    public static let name = "json"
    /// One sentence.
    public static let summary = "A view as an array of JSON objects, or as pages of it with an index."
    /// `.json`.
    public static let suffix = ".json"
    /// All views, all options.
    public static let limits = ViewLimits()

    /// Its rows.
    public var rows = ViewRowsAsked()

    /// It has no options of its own.
    public init(ofFormat reader: inout OptionReader) {}

    func writer(_ selection: ViewSelection, of store: Store) -> ObjectLines { ObjectLines(isArray: true) }

    static func needed(of view: String) -> [String] { View.named(view)?.hasDays == true ? ["day"] : [] }

    /// Writes the rows to a file, or to pages and their index, which is put into its place last.
    public func write(_ scope: ReportScope, of store: Store, to target: ReportTarget) throws -> ReportOutcome {
        let selection = try selection(scope)
        let indexPath = rows.pageSize == nil ? nil : pagePath(try target.pathOfPages(), "index")
        let source = try source(selection, in: store, needed: Self.needed(of: selection.view), namesSystem: true)
        var writer = writer(selection, of: store)
        guard let indexPath, let pageSize = rows.pageSize else {
            var outcome = try target.write { try writer.write(source, to: $0) }
            outcome.notes = source.notes
            return outcome
        }
        var (first, last): (String?, String?) = (nil, nil)
        let column = source.column("day")
        let (pages, count) = try writer.writePages(source, rowsEach: pageSize, to: target) { row in
            guard let day = row.text(column) else { return }
            first = min(first ?? day, day)
            last = max(last ?? day, day)
        }
        let index = try OutputFile(path: indexPath, sparing: target.spared)
        try index.write(
            Self.index(
                total: count, pages: pages.count, pageSize: pageSize, from: selection.from.map { "\($0)" } ?? first,
                to: selection.to.map { "\($0)" } ?? last))
        try index.close(isOnDisk: target.isOnDisk)
        for page in pages { try page.file.finish() }
        try index.finish()
        return ReportOutcome(paths: pages.map(\.path) + [indexPath], pages: pages.count, notes: source.notes)
    }

    private static func index(total: Int, pages: Int, pageSize: Int, from: String?, to: String?) -> String {
        let (from, to) = (from.map(jsonText) ?? "null", to.map(jsonText) ?? "null")
        return "{\"total\":\(total),\"pages\":\(pages),\"page_size\":\(pageSize),\"from\":\(from),\"to\":\(to)}\n"
    }
}
