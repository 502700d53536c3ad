/// A view of the result file, declared once: what `about`, the digest, exports, reports and filters by day know of it.
///
/// The views are the contract with people and with checks: plain SQL only (rule 4.6). Nothing in the views of results depends on when or
/// how often a run happened (rule 4.5).
public struct View: Sendable {
    /// A column and what it means.
    public struct Column: Sendable {
        /// Its name, which says its unit.
        public let name: String
        /// The unit, or what its text is; empty where it has none.
        public let unit: String
        /// What it says.
        public let meaning: String

        init(_ name: String, _ unit: String, _ meaning: String) {
            self.name = name
            self.unit = unit
            self.meaning = meaning
        }

        /// Whether its texts are JSON.
        public var isJSON: Bool { unit == "JSON" }
    }

    /// What a row is on a map.
    public enum Shape: Sendable {
        /// A point at `latitude` and `longitude`.
        case point
        /// The line of a device's fixes from `start_ms` to `end_ms`.
        case track
        /// The line from `from_latitude`, `from_longitude` to `to_latitude`, `to_longitude`.
        case ends
    }

    /// What a row can be looked up by.
    public enum Narrowing: Sendable {
        /// The column `device`.
        case device
        /// The column `kind`: the kind of the device.
        case kind
        /// The column `zoom`.
        case zoom
        /// The column `cluster`, which names the row.
        case cluster
    }

    /// A condition on columns of its tables that hold the numbers of days; what it is handed makes one of a column.
    typealias DayCondition = @Sendable (_ isInRange: (String) -> String) -> String

    /// Its name.
    public let name: String
    /// Its columns, in order.
    public let columns: [Column]
    /// The columns that rows are told apart and put into order by, as SQL.
    public let key: String
    /// The column that names a row; nil where none does.
    public let id: String?
    /// The columns that name a row as a member of a map cluster; none where map clusters are never of it.
    public let member: [String]
    /// What rows can be looked up by.
    public let narrowings: Set<Narrowing>
    /// What a row is on a map; nil for nothing.
    public let shape: Shape?
    /// Whether its rows are results, which the digest goes over.
    public let isResult: Bool
    /// The statement, from SELECT to FROM and its joins.
    let rows: String
    /// What must hold of its rows.
    let condition: String?
    /// What must hold of rows of some days; nil where they have none.
    let dayCondition: DayCondition?

    init(
        _ name: String, key: String, id: String? = nil, member: [String] = [], by narrowings: Set<Narrowing> = [],
        shape: Shape? = nil,
        isResult: Bool = true, rows: String, where condition: String? = nil, days: DayCondition? = nil, columns: [Column]
    ) {
        self.name = name
        self.columns = columns
        self.key = key
        self.id = id
        self.member = member
        self.narrowings = narrowings
        self.shape = shape
        self.isResult = isResult
        self.rows = rows
        self.condition = condition
        dayCondition = days
    }

    /// Whether rows belong to days.
    public var hasDays: Bool { dayCondition != nil }

    /// The columns of each position: of a box those of two of its corners.
    public var positions: [(latitude: String, longitude: String)] {
        let names = Set(columns.map(\.name))
        let places = columns.compactMap { column -> (latitude: String, longitude: String)? in
            guard column.name.hasSuffix("latitude") else { return nil }
            return (column.name, column.name.dropLast("latitude".count) + "longitude")
        }
        return (places + [("south", "west"), ("north", "east")]).filter { names.contains($0.latitude) }
    }

    /// The statement behind it.
    var sql: String { rows + (condition.map { "\nWHERE \($0)" } ?? "") }

    /// The statement for days by their numbers; nil where rows have none.
    ///
    /// Findings lie in their tables by the day that their first fix lies in.
    func sql(ofDays days: ClosedRange<Int64>) -> String? {
        guard let dayCondition else { return nil }
        let inDays = dayCondition { "\($0) BETWEEN \(days.lowerBound) AND \(days.upperBound)" }
        return rows + "\nWHERE " + [condition, inDays].compactMap(\.self).joined(separator: " AND ")
    }

    /// All views, in the order of the digest and of the documentation.
    public static let all: [View] = [
        fixes, history, trips, gaps, stays, places, mapClusters, mapMembers, devices, addresses, days, rejects, kinds, runs,
        inputFiles, dayLedger, about,
    ]

    /// The view of a name; nil for none.
    public static func named(_ name: String) -> View? { all.first { $0.name == name } }
}
