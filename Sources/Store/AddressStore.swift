import Geodesy
import SQLite
import Tracks

/// How far the address of a cell is.
public enum AddressState: String, Sendable, CaseIterable {
    /// It has its address.
    case done
    /// Every source was tried and knows no address there.
    case notFound = "not-found"
    /// A source is still to be asked; until then the next source's answer is shown, if there is one.
    case pending
}

/// A cell with its address, as it is stored.
public struct StoredAddress: Sendable {
    /// The cell's key.
    public var cell: Int64
    /// The cell's id.
    public var id: String
    /// The cell's centre.
    public var center: Coordinate
    /// The address as one text; nil for none.
    public var text: String?
    /// Its parts: country, province, city, district, street.
    public var parts: [String?]
    /// Who said so; nil where there is no text.
    public var provider: String?
    /// The language of the text.
    public var language: String?
    /// Whether it is the nearest place only.
    public var isApproximate: Bool
    /// Metres to what is named.
    public var distanceMeters: Double?
    /// How far it is.
    public var state: AddressState
    /// The source that is to be asked for it; nil where none is.
    public var asks: String?

    /// A cell without an address.
    public init(cell: Int64, id: String, center: Coordinate, state: AddressState, asks: String? = nil) {
        self.cell = cell
        self.id = id
        self.center = center
        self.state = state
        self.asks = asks
        parts = [nil, nil, nil, nil, nil]
        isApproximate = false
    }

    /// What is stored of it besides the cell: from the text to the source that is asked.
    var words: [Value] {
        [.optional(text)] + parts.map { .optional($0) } + [
            .optional(provider), .optional(language), .integer(isApproximate ? 1 : 0), .optional(distanceMeters),
            .text(state.rawValue),
            .optional(asks),
        ]
    }
}

/// Addresses of cells (rule 3.6).
extension Store {
    /// Whether a cell has its row.
    public func hasAddress(cell: Int64) throws -> Bool {
        try database.first("SELECT 1 FROM _address WHERE cell = ?", .integer(cell)) { _ in true } ?? false
    }

    /// Adds the addresses of cells that have none yet, with how many rows lie in each.
    public func add(_ addresses: [(address: StoredAddress, uses: Int64)]) throws {
        let statement = try database.statement(
            """
            INSERT INTO _address (cell, id, latitude, longitude, address, country, province, city, district, street, provider, language,
                approximate, distance, state, asks, uses)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """)
        var counts: [AddressState: [String: Int64]] = [:]
        for (address, uses) in addresses {
            statement.bind(address.cell, at: 1)
            statement.bind(address.id, at: 2)
            statement.bind(address.center.latitude, at: 3)
            statement.bind(address.center.longitude, at: 4)
            for (i, value) in address.words.enumerated() { statement.bind(value, at: Int32(5 + i)) }
            statement.bind(uses, at: 17)
            _ = try statement.step()
            counts[address.state, default: [:]][address.provider ?? "", default: 0] += 1
        }
        for (state, providers) in counts {
            for (provider, cells) in providers { try count(cells, state: state.rawValue, provider: provider) }
        }
    }

    /// Writes the address of a cell that has one anew; says whether anything of it is another now.
    public func rewrite(_ address: StoredAddress) throws -> Bool {
        let columns = [
            "address", "country", "province", "city", "district", "street", "provider", "language", "approximate", "distance",
            "state",
            "asks",
        ]
        let old = try database.first(
            "SELECT \(columns.joined(separator: ", ")) FROM _address WHERE cell = ?", .integer(address.cell)
        ) { row in (0..<row.columnCount).map(row.value) }
        guard let old, old != address.words else { return false }
        let statement = try database.statement(
            "UPDATE _address SET \(columns.map { $0 + " = ?" }.joined(separator: ", ")) WHERE cell = ?")
        statement.bind(address.words + [.integer(address.cell)])
        while try statement.step() {}
        guard case .text(let state) = old[10] else { return true }
        var provider: String?
        if case .text(let name) = old[6] { provider = name }
        try count(-1, state: state, provider: provider)
        try count(1, state: address.state.rawValue, provider: address.provider)
        return true
    }

    /// The keys of all cells.
    public func addressCells() throws -> [Int64] {
        try database.rows("SELECT cell FROM _address ORDER BY cell") { $0.integer(0) }
    }

    /// How many cells each source is to be asked for, by its name.
    public func cellsToAsk() throws -> [String: Int64] {
        guard try version >= Schema.versionWithAsking else { return [:] }
        let rows = try database.rows("SELECT asks, count(*) FROM _address WHERE asks IS NOT NULL GROUP BY asks") {
            ($0.text(0), $0.integer(1))
        }
        return Dictionary(rows) { a, _ in a }
    }

    /// How many cells are in each state.
    public func addressStates() throws -> [AddressState: Int64] {
        let query =
            try version >= Schema.versionWithCellUses
            ? "SELECT state, sum(cells) AS cells FROM _address_count GROUP BY state HAVING sum(cells) > 0"
            : "SELECT state, count(*) FROM addresses GROUP BY state"
        let rows = try database.rows(query) { (AddressState(rawValue: $0.text(0)) ?? .pending, $0.integer(1)) }
        return Dictionary(rows, uniquingKeysWith: +)
    }

    // MARK: What is asked first, and what shows it

    /// Gathers what lies in cells, in a table of this connection: for `cellsInOrder` and `markToReport(showing:)`.
    ///
    /// - Parameter cells: nil for those that a source is to be asked for.
    public func gatherShown(in cells: [Int64]?) throws {
        try database.execute(
            """
            CREATE TEMP TABLE IF NOT EXISTS wanted (cell INTEGER PRIMARY KEY);
            CREATE TEMP TABLE IF NOT EXISTS shown (cell INTEGER NOT NULL, day INTEGER NOT NULL, device TEXT NOT NULL, time INTEGER NOT NULL);
            CREATE INDEX IF NOT EXISTS temp.shown_of_cell ON shown (cell);
            DELETE FROM wanted; DELETE FROM shown;
            """)
        if let cells {
            for cell in cells { try database.run("INSERT OR IGNORE INTO wanted VALUES (?)", .integer(cell)) }
        } else {
            try database.run("INSERT INTO wanted SELECT cell FROM _address WHERE asks IS NOT NULL")
        }
        // A place's address is told with its stays.
        try database.run(
            """
            INSERT INTO shown
            SELECT s.cell, s.day, d.id, s.arrived FROM _stay s JOIN wanted w ON w.cell = s.cell JOIN _device d ON d.key = s.device
            UNION ALL SELECT h.cell, h.day, d.id, h.time FROM _point h JOIN wanted w ON w.cell = h.cell JOIN _device d ON d.key = h.device
            UNION ALL SELECT p.cell, s.day, d.id, s.arrived FROM _place p JOIN wanted w ON w.cell = p.cell JOIN _stay s ON s.place = p.id
                JOIN _device d ON d.key = s.device
            """)
    }

    /// The gathered cells in the order they are asked in (rule 3.6): newest day first, then device and time of arrival.
    public func cellsInOrder() throws -> [Int64] {
        try database.rows(
            """
            SELECT cell FROM (SELECT cell, day, device, time,
                row_number() OVER (PARTITION BY cell ORDER BY day DESC, device, time) AS number FROM shown)
            WHERE number = 1 ORDER BY day DESC, device, time, cell
            """
        ) { $0.integer(0) }
    }

    /// Notes the days that show gathered cells.
    public func markToReport(showing cells: some Sequence<Int64>) throws {
        for cell in cells {
            try database.run("INSERT OR IGNORE INTO _day_to_report SELECT day FROM shown WHERE cell = ?", .integer(cell))
        }
    }

    // MARK: Who must be named

    /// Keeps what must be shown where a source's answers are; nil for nothing.
    public func setAttribution(_ text: String?, of provider: String) throws {
        try database.run("DELETE FROM _meta WHERE key = ?", .text("attribution " + provider))
        if let text { try setMeta("attribution " + provider, text) }
    }

    /// What must be shown where these results are, in the order of the sources' names: of those that gave addresses.
    public func attributions() throws -> [String] {
        // Before that version all addresses were the gazetteer's, and nothing of it was kept.
        guard try version >= Schema.versionWithAsking else {
            return ["Place names: GeoNames (geonames.org), CC BY 4.0"]
        }
        let providers =
            try version >= Schema.versionWithCellUses
            ? "SELECT DISTINCT provider FROM _address_count WHERE cells > 0" : "SELECT DISTINCT provider FROM _address"
        return try database.rows(
            "SELECT m.value FROM _meta m JOIN (\(providers)) a ON m.key = 'attribution ' || a.provider GROUP BY m.value ORDER BY min(m.key)"
        ) { $0.text(0) }
    }
}
