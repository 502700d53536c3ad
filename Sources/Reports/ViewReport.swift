import Geodesy
import Options
import Store
import Tracks

/// A format that the rows of a view are written in.
public protocol ViewReport: Report {
    /// What it takes, and why not the rest.
    static var limits: ViewLimits { get }
    /// Its rows.
    var rows: ViewRowsAsked { get set }
    /// Reads the options that only this format has.
    init(ofFormat reader: inout OptionReader)
}

/// Which rows of a view a report has.
public struct ViewRowsAsked: Sendable {
    /// The view, and which of its rows and columns.
    public var selection = ViewSelection(view: "stays")
    /// The most rows of a file; nil for one file.
    public var pageSize: Int?
    /// How heat is counted, where that is the table.
    public var heat = Heat()

    /// All stays, in one file.
    public init() {}

    /// Reads the options that all formats of views have, and says what this one does not take.
    init(reading reader: inout OptionReader, of format: String, within limits: ViewLimits) {
        selection.view = reader.choice("table", default: "stays", of: limits.views, help: "Which view.")
        let zoomHelp =
            limits.wantsZoom
            ? "The zoom of map_clusters, which must be given: all on one map would hide each other."
            : "Only this zoom of map_clusters."
        if limits.views.contains("map_clusters") { readZoom(&reader, zoomHelp, format, limits) }
        selection.kinds = reader.texts("kind", help: "Only these kinds.")
        if !selection.kinds.isEmpty, let why = ViewSelection.whyNotByKind(selection.view) {
            reader.report(at: "kind", "'kind' is for views with kinds; \(why).")
        }
        if limits.whyNoColumns == nil {
            selection.columns = reader.texts("columns", help: "Only these columns, in this order.")
        }
        if limits.whyOnlyWGS84 == nil {
            let names = CoordinateSystem.allCases.map(\.name)
            let name = reader.choice("crs", default: "wgs84", of: names, help: "What positions are converted to.")
            selection.system = CoordinateSystem(name: name) ?? .wgs84
        }
        if limits.views.contains(Heat.table) { readHeat(&reader) }
        if limits.whyNoPages == nil {
            pageSize = reader.optionalInteger(
                "page-size", in: 1...Int(Int32.max), help: "Files of at most so many rows each: stays-1.csv, stays-2.csv …")
        }
    }

    private mutating func readHeat(_ reader: inout OptionReader) {
        heat = Heat(reading: &reader)
        guard selection.view != Heat.table else { return }
        for name in Heat.options where reader.has(name) {
            reader.report(at: name, "'\(name)' is for the table heat; \(selection.view) has no cells.")
        }
    }

    private mutating func readZoom(_ reader: inout OptionReader, _ help: String, _ format: String, _ limits: ViewLimits) {
        selection.zoom = reader.optionalInteger("zoom", in: 0...24, help: help)
        if selection.zoom != nil, selection.view != "map_clusters" {
            reader.report(at: "zoom", "'zoom' is for the table map_clusters; \(selection.view) has no zooms.")
        }
        if limits.wantsZoom, selection.view == "map_clusters", !reader.has("zoom") {
            reader.report(
                at: "table",
                "\(format) of map_clusters wants 'zoom', such as zoom: 12: all zooms on one map hide each other.")
        }
    }
}

/// What a format of views takes.
public struct ViewLimits: Sendable {
    /// The views that it can be of.
    public var views: [String] = View.all.map(\.name) + [Heat.table]
    /// Why it is not of the others: `{view} has no positions`.
    public var whyNotOthers = "it has no positions"
    /// Why positions stay in WGS-84; nil where they can be converted.
    public var whyOnlyWGS84: String?
    /// Why it is one file; nil where it can be pages.
    public var whyNoPages: String?
    /// Why columns cannot be chosen; nil where they can.
    public var whyNoColumns: String?
    /// Whether map clusters of all zooms make no sense in one file.
    public var wantsZoom = false

    /// Of formats that hold tracks and places and nothing else, in WGS-84.
    static let tracksAndPlaces = ViewLimits(
        views: ["fixes", "history", "trips", "stays", "places", "devices"], whyNotOthers: "its rows are no tracks or places",
        whyOnlyWGS84: "is in WGS-84 by its definition", whyNoPages: "keeps a track whole in one file",
        whyNoColumns: "has elements of its own, no columns")

    /// Refuses what the format does not take.
    ///
    /// - Throws: `StoreMismatch`.
    func check(_ rows: ViewRowsAsked, format: String) throws {
        let view = rows.selection.view
        // A view that there is not at all is told elsewhere, with those that there are.
        guard views.contains(view) || View.named(view) == nil && view != Heat.table else {
            throw StoreMismatch(
                description:
                    "\(view) cannot be \(format): \(whyNotOthers). Write it as csv, or one of \(views.joined(separator: ", ")).")
        }
        if rows.selection.system != .wgs84, let whyOnlyWGS84 {
            throw StoreMismatch(description: "\(format) \(whyOnlyWGS84); leave the system out, or write csv or geojson.")
        }
        if rows.pageSize != nil, let whyNoPages {
            throw StoreMismatch(
                description: "\(format) \(whyNoPages); leave the size of pages out, or write csv, ndjson, json or geojson.")
        }
        if !rows.selection.columns.isEmpty, let whyNoColumns {
            throw StoreMismatch(description: "\(format) \(whyNoColumns); leave the columns out, or write csv, ndjson or parquet.")
        }
    }
}

extension ViewReport {
    /// Reads the options of the rows and of the format.
    public init(reading reader: inout OptionReader) {
        let rows = ViewRowsAsked(reading: &reader, of: Self.name, within: Self.limits)
        self.init(ofFormat: &reader)
        self.rows = rows
    }

    /// Why there can be none of one device; nil where there can.
    public var whyNotPerDevice: String? {
        rows.selection.view == Heat.table ? "heat is of all devices" : ViewSelection.whyNotPerDevice(rows.selection.view)
    }

    /// The rows of a scope.
    func selection(_ scope: ReportScope) throws -> ViewSelection {
        try Self.limits.check(rows, format: Self.name)
        var selection = rows.selection
        if selection.view == Heat.table || View.named(selection.view)?.hasDays == true || !scope.isOfRun {
            (selection.from, selection.to) = (scope.from, scope.to)
        }
        selection.devices = scope.devices
        return selection
    }

    /// The rows themselves.
    ///
    /// - Parameters:
    ///   - needed: Columns that the rows have, too, behind those that are shown.
    ///   - namesSystem: Whether the names of converted positions end in that of their system.
    func source(
        _ selection: ViewSelection, in store: Store, needed: [String] = [], namesSystem: Bool = false
    ) throws -> any RowSource {
        guard selection.view == Heat.table else {
            return try selection.source(in: store, needed: needed, namesSystem: namesSystem)
        }
        return try HeatRows(rows.heat, selection, in: store)
    }
}

/// A format of views that is text, row after row.
protocol TextReport: ViewReport {
    associatedtype Writer: RowWriter
    /// Whether names of columns of converted positions say the system.
    static var namesSystem: Bool { get }
    /// Columns that it needs besides those that are asked for.
    static func needed(of view: String) -> [String]
    /// What makes its text.
    func writer(_ selection: ViewSelection, of store: Store) throws -> Writer
}

extension TextReport {
    static var namesSystem: Bool { true }
    static func needed(of view: String) -> [String] { [] }

    /// Writes the rows to a file, or to pages.
    public func write(_ scope: ReportScope, of store: Store, to target: ReportTarget) throws -> ReportOutcome {
        let selection = try selection(scope)
        if rows.pageSize != nil { _ = try target.pathOfPages() }
        let source = try source(
            selection, in: store, needed: Self.needed(of: selection.view), namesSystem: Self.namesSystem)
        var writer = try writer(selection, of: store)
        var outcome: ReportOutcome
        if let pageSize = rows.pageSize {
            let (pages, _) = try writer.writePages(source, rowsEach: pageSize, to: target) { _ in }
            for page in pages { try page.file.finish() }
            outcome = ReportOutcome(paths: pages.map(\.path), pages: pages.count)
        } else {
            outcome = try target.write { try writer.write(source, to: $0) }
        }
        outcome.notes = source.notes
        return outcome
    }
}
