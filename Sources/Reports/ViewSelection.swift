import Geodesy
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

    /// Hands each row to a body, the names of the columns first.
    ///
    /// - Throws: `StoreMismatch` where the view is unknown, cannot be narrowed so or has no positions to convert, and where there is no
    ///   such map cluster or zoom.
    public func forEach(in store: Store, columns: ([String]) throws -> Void, row: ([Value]) throws -> Void) throws {
        guard let known = View.named(view) else {
            throw StoreMismatch(
                description: "there is no view '\(view)'; there are \(View.all.map(\.name).joined(separator: ", ")).")
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
        if view == "fixes", memberOf == nil, try store.hasFixLines {
            let names = known.columns.map(\.name)
            let positions = try ConvertedPositions(known, system, columns: names)
            try columns(names)
            try store.forEachFix(from: from, to: to, devices: devices, kinds: kinds) { fix in
                let values = fix.values
                try row(positions?.converted(values) ?? values)
            }
            return
        }
        let source = try store.source(ofView: view, from: from, to: to)
        let filter = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
        let statement = try store.reader.prepare("SELECT * FROM \(source)\(filter) ORDER BY \(known.key)")
        statement.bind(values)
        let names = (0..<statement.columnCount).map(statement.name)
        let positions = try ConvertedPositions(known, system, columns: names)
        try columns(names)
        while try statement.step() {
            let values = (0..<statement.columnCount).map(statement.value)
            try row(positions?.converted(values) ?? values)
        }
    }
}
