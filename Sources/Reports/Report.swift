import Options
import Store
import Tracks

/// A format that results are written in: one file of code, and one line in `BuiltIn.swift`.
///
/// `reports:` of a pipeline file, `export`, `report`, the help and the reference pages all come from what it declares.
public protocol Report: Sendable {
    /// `csv`: its name under `reports:` and behind `--format`.
    static var name: String { get }
    /// One sentence.
    static var summary: String { get }
    /// What names of its files end in: `.csv`.
    static var suffix: String { get }

    /// Reads its options but `to`.
    init(reading reader: inout OptionReader)

    /// Why there can be none of one device with these options; nil where there can.
    var whyNotPerDevice: String? { get }

    /// Writes it: beside its place first, and then renamed.
    func write(_ scope: ReportScope, of store: Store, to target: ReportTarget) throws -> ReportOutcome
}

/// What a report is of, besides its own options.
public struct ReportScope {
    /// The first day; nil for all.
    public var from: CalendarDay?
    /// The last day; nil for all.
    public var to: CalendarDay?
    /// Only of these devices; of all where there is none.
    public var devices: [String]
    /// Whether days do not concern what has none: a run's report of places is of all. Otherwise they are refused.
    public var isOfRun: Bool
    /// What a page is made from besides the database.
    public var context: ReportContext

    /// A scope.
    public init(
        from: CalendarDay? = nil, to: CalendarDay? = nil, devices: [String] = [], isOfRun: Bool = false,
        context: ReportContext = ReportContext()
    ) {
        (self.from, self.to, self.devices, self.isOfRun, self.context) = (from, to, devices, isOfRun, context)
    }
}

/// What a report may ask about where it is written.
public struct ReportContext {
    /// The name and version of the program.
    public var program: String
    /// The hash of the options that days would be made with today; nil where they are not known.
    public var options: String?
    /// The absolute form of a path among the options.
    public var resolved: (String) -> String
    /// What draws the map, of a folder that an option names or nil.
    public var mapLibrary: (String?) throws -> MapLibrary?
    /// The command that writes the page of one device.
    public var command: (String) -> String

    /// A context.
    public init(
        program: String = "trackmill", options: String? = nil, resolved: @escaping (String) -> String = { $0 },
        mapLibrary: @escaping (String?) throws -> MapLibrary? = { _ in nil },
        command: @escaping (String) -> String = { "trackmill report DB --device \(shellWord($0)) -o device.html" }
    ) {
        (self.program, self.options, self.resolved) = (program, options, resolved)
        (self.mapLibrary, self.command) = (mapLibrary, command)
    }
}

/// Where a report goes.
public struct ReportTarget: Sendable {
    /// A file; nil is standard output.
    public var path: String?
    /// Files that it may not fall on.
    public var spared: [SparedFile]
    /// Whether it is on the disk before it is in its place, so that no crash leaves it there empty.
    public var isOnDisk: Bool

    /// A place to write to.
    public init(path: String?, sparing spared: [SparedFile] = [], isOnDisk: Bool = true) {
        (self.path, self.spared, self.isOnDisk) = (path, spared, isOnDisk)
    }

    /// Writes one file.
    func write(_ body: (OutputFile) throws -> Void) throws -> ReportOutcome {
        let output = try OutputFile(path: path, sparing: spared)
        try body(output)
        try output.finish(isOnDisk: isOnDisk)
        return ReportOutcome(paths: path.map { [$0] } ?? [])
    }

    /// The path of a page.
    func path(ofPage number: Int) throws -> String { pagePath(try pathOfPages(), number) }

    /// The path after which pages are named.
    func pathOfPages() throws -> String {
        guard let path, case .file = try OutputPlace(of: path) else {
            throw OutputError(path: path ?? "standard output", spared: "is no file, after which others could be named")
        }
        return path
    }
}

/// What was written.
public struct ReportOutcome: Sendable {
    /// The files in their order; none for standard output.
    public var paths: [String]
    /// The last page's number; nil where there are no pages.
    public var pages: Int?
    /// Sentences for whoever had it written.
    public var notes: [String] = []
}
