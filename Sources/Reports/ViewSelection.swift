import Geodesy
import Options
import SQLite
import Store
import Tracks

/// Rows of a view that an export or report is of.
public struct ViewSelection: Sendable {
    /// Views that can be exported, with the column that a day, device and kind are compared with; nil where it has none.
    public static let views: [(name: String, day: String?, device: Bool, kind: Bool, order: String)] = [
        ("fixes", "day", true, true, "device, time_ms"), ("history", "day", true, false, "device, day, number"),
        ("trips", "day", true, true, "device, start_ms"), ("gaps", "day", true, false, "device, from_ms"),
        ("stays", "day", true, true, "device, arrived_ms"), ("places", nil, true, false, "device, place"),
        ("map_clusters", nil, false, false, "zoom, cluster"), ("map_members", nil, true, false, "cluster, device, time_ms"),
        ("devices", nil, true, true, "device"), ("addresses", nil, false, false, "cell"),
        ("days", "day", true, true, "device, day"), ("rejects", "day", true, false, "file, line, reason"),
        ("kinds", nil, false, false, "number"), ("runs", nil, false, false, "run"),
        ("input_files", nil, false, false, "file"), ("day_ledger", "day", false, false, "day, file"),
        ("about", nil, false, false, "view, \"column\""),
    ]

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
        views.contains { $0.name == view && !$0.device } ? "\(view) has no devices" : nil
    }

    /// Hands each row to a body, the names of the columns first.
    ///
    /// - Throws: `StoreMismatch` where the view is unknown, cannot be narrowed so or has no positions to convert, and where there is no
    ///   such map cluster or zoom.
    public func forEach(in store: Store, columns: ([String]) throws -> Void, row: ([Value]) throws -> Void) throws {
        guard let known = Self.views.first(where: { $0.name == view }) else {
            let names = Self.views.map(\.name)
            let hint = suggestion(for: view, among: names).map { " Did you mean '\($0)'?" } ?? ""
            throw StoreMismatch(description: "there is no view '\(view)'; there are \(names.joined(separator: ", ")).\(hint)")
        }
        var conditions: [String] = []
        var values: [Value] = []
        func narrow(_ value: Value?, _ column: String?, _ operation: String, _ option: String) throws {
            guard let value else { return }
            guard let column else { throw StoreMismatch(description: "\(view) cannot be narrowed by \(option).") }
            conditions.append("\(column) \(operation) " + (operation == "IN" ? Self.members(column) : "?"))
            values.append(value)
        }
        func narrow(_ names: [String], _ column: String?, _ option: String) throws {
            guard !names.isEmpty else { return }
            guard let column else { throw StoreMismatch(description: "\(view) cannot be narrowed by \(option).") }
            conditions.append("\(column) IN (\(names.map { _ in "?" }.joined(separator: ", ")))")
            values += names.map { .text($0) }
        }
        if from != nil || to != nil, known.day == nil {
            throw StoreMismatch(description: "\(view) cannot be narrowed by day.")
        }
        try narrow(devices, known.device ? "device" : nil, "device")
        try narrow(kinds, known.kind ? "kind" : nil, "kind")
        try narrow(cluster.map { .text($0) }, view == "map_clusters" ? "cluster" : nil, "=", "cluster")
        try narrow(memberOf.map { .text($0) }, Self.memberColumns[view], "IN", "members of a cluster")
        try narrow(zoom.map { .integer(Int64($0)) }, view == "map_clusters" ? "zoom" : nil, "=", "zoom")
        try checkClusters(in: store)
        let source = try store.source(ofView: view, from: from, to: to)
        let filter = conditions.isEmpty ? "" : " WHERE " + conditions.joined(separator: " AND ")
        let statement = try store.reader.prepare("SELECT * FROM \(source)\(filter) ORDER BY \(known.order)")
        statement.bind(values)
        let names = (0..<statement.columnCount).map(statement.name)
        let positions = try ConvertedPositions(self, columns: names)
        try columns(names)
        while try statement.step() {
            let values = (0..<statement.columnCount).map(statement.value)
            try row(positions?.converted(values) ?? values)
        }
    }
}
