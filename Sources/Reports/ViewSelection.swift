import Geodesy
import Options
import SQLite
import Store
import Tracks

/// Rows of a view that an export or report is of.
public struct ViewSelection: Sendable {
    /// The view.
    public var view: String
    /// The first day; nil for all.
    public var from: CalendarDay?
    /// The last day; nil for all.
    public var to: CalendarDay?
    /// Only of these devices; of all where there is none.
    public var devices: [String]
    /// Only of these kinds; of all where there is none.
    public var kinds: [String]
    /// Only at this zoom.
    public var zoom: Int?
    /// Only this map cluster.
    public var cluster: String?
    /// Only members of this map cluster: of the view that map clusters are of, see `ofMembers`.
    public var memberOf: String?
    /// What positions are converted to from the WGS-84 of the store.
    public var system = CoordinateSystem.wgs84
    /// Only these columns, in this order; all where there is none.
    public var columns: [String] = []

    /// All rows of a view.
    public init(
        view: String, from: CalendarDay? = nil, to: CalendarDay? = nil, devices: [String] = [], kinds: [String] = [],
        zoom: Int? = nil
    ) {
        self.view = view
        self.from = from
        self.to = to
        self.devices = devices
        self.kinds = kinds
        self.zoom = zoom
    }

    /// Why a view cannot be narrowed to one device; nil where it can.
    public static func whyNotPerDevice(_ view: String) -> String? {
        View.named(view).map { $0.narrowings.contains(.device) } == false ? "\(view) has no devices" : nil
    }

    /// Why a view cannot be narrowed by kind; nil where it can.
    static func whyNotByKind(_ view: String) -> String? {
        View.named(view).map { $0.narrowings.contains(.kind) } == false ? "\(view) has no kinds" : nil
    }

    /// The rows, ready to be read.
    ///
    /// - Parameters:
    ///   - needed: Columns that the rows have, too, behind those that are shown.
    ///   - namesSystem: Whether the names of converted positions end in that of their system: `latitude_gcj02`.
    /// - Throws: `StoreMismatch` where the view or a column is unknown, the view cannot be narrowed so or has no positions to convert,
    ///   and where there is no such map cluster or zoom.
    func rows(in store: Store, needed: [String] = [], namesSystem: Bool = false) throws -> ViewRows {
        guard let known = View.named(view) else {
            let names = View.all.map(\.name)
            let hint = suggestion(for: view, among: names).map { " Did you mean '\($0)'?" } ?? ""
            throw StoreMismatch(description: "there is no view '\(view)'; there are \(names.joined(separator: ", ")).\(hint)")
        }
        var conditions: [String] = []
        var values: [Value] = []
        func narrow(by option: String, _ can: Bool, _ condition: String, _ bound: [Value]) throws {
            guard !bound.isEmpty else { return }
            guard can else { throw StoreMismatch(description: "\(view) cannot be narrowed by \(option).") }
            conditions.append(condition)
            values += bound
        }
        func isOne(_ column: String, of names: [String]) -> String {
            "\(column) IN (\(names.map { _ in "?" }.joined(separator: ", ")))"
        }
        let by = known.narrowings
        if from != nil || to != nil, !known.hasDays {
            throw StoreMismatch(description: "\(view) cannot be narrowed by day.")
        }
        try narrow(by: "device", by.contains(.device), isOne("device", of: devices), devices.map { .text($0) })
        try narrow(by: "kind", by.contains(.kind), isOne("kind", of: kinds), kinds.map { .text($0) })
        try narrow(by: "cluster", by.contains(.cluster), "cluster = ?", cluster.map { [.text($0)] } ?? [])
        try narrow(
            by: "members of a cluster", !known.member.isEmpty, Self.isMember(known.member), memberOf.map { [.text($0)] } ?? [])
        try narrow(by: "zoom", by.contains(.zoom), "zoom = ?", zoom.map { [.integer(Int64($0))] } ?? [])
        try checkClusters(in: store)
        let source = try store.source(ofView: view, from: from, to: to)
        let filter = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
        let all = try columns(of: source, in: store)
        let shown = try shownColumns(of: all)
        // A position is converted as a whole, also where half of it is shown.
        let more = needed + (system == .wgs84 ? [] : ConvertedPositions.partners(of: shown, in: known))
        let read = shown + more.filter { !shown.contains($0) && all.contains($0) }
        let list = read.map { "\"\($0)\"" }.joined(separator: ", ")
        let statement = try store.reader.prepare("SELECT \(list) FROM \(source)\(filter) ORDER BY \(known.key)")
        statement.bind(values)
        return ViewRows(
            statement, names: read, shown: shown.count, positions: try ConvertedPositions(known, system, columns: read),
            namesSystem: namesSystem)
    }

    /// The rows, read as fast as they can be.
    ///
    /// - Parameters:
    ///   - needed: Columns that the rows have, too, behind those that are shown.
    ///   - namesSystem: Whether the names of converted positions end in that of their system: `latitude_gcj02`.
    func source(in store: Store, needed: [String] = [], namesSystem: Bool = false) throws -> any RowSource {
        try FixLineRows(self, in: store, needed: needed, namesSystem: namesSystem)
            ?? rows(in: store, needed: needed, namesSystem: namesSystem)
    }

    private func columns(of source: String, in store: Store) throws -> [String] {
        let statement = try store.reader.prepare("SELECT * FROM \(source) LIMIT 0")
        return (0..<statement.columnCount).map(statement.name)
    }

    /// The columns that are asked for.
    func shownColumns(of all: [String]) throws -> [String] {
        guard !columns.isEmpty else { return all }
        for (i, name) in columns.enumerated() {
            guard all.contains(name) else {
                let hint = suggestion(for: name, among: all).map { "Did you mean '\($0)'?" }
                throw StoreMismatch(
                    description: "\(view) has no column '\(name)'. \(hint ?? "It has \(all.joined(separator: ", ")).")")
            }
            guard !columns[..<i].contains(name) else {
                throw StoreMismatch(description: "the column '\(name)' is asked for twice; name it once.")
            }
        }
        return columns
    }
}
