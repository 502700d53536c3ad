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
}

/// Addresses of cells (rule 3.6).
extension Store {
    /// Whether a cell has its row.
    public func hasAddress(cell: Int64) throws -> Bool {
        try database.first("SELECT 1 FROM address WHERE cell = ?", .integer(cell)) { _ in true } ?? false
    }

    /// Stores the address of a cell; says whether anything of it is another now.
    @discardableResult
    public func write(_ address: StoredAddress) throws -> Bool {
        let statement = try database.statement(
            """
            INSERT INTO address (cell, id, latitude, longitude, address, country, province, city, district, street, provider, language,
                approximate, distance, state, asks)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (cell) DO UPDATE SET address = excluded.address, country = excluded.country, province = excluded.province,
                city = excluded.city, district = excluded.district, street = excluded.street, provider = excluded.provider,
                language = excluded.language, approximate = excluded.approximate, distance = excluded.distance, state = excluded.state,
                asks = excluded.asks
            WHERE address IS NOT excluded.address OR country IS NOT excluded.country OR province IS NOT excluded.province
                OR city IS NOT excluded.city OR district IS NOT excluded.district OR street IS NOT excluded.street
                OR provider IS NOT excluded.provider OR language IS NOT excluded.language OR approximate IS NOT excluded.approximate
                OR distance IS NOT excluded.distance OR state IS NOT excluded.state OR asks IS NOT excluded.asks
            """)
        statement.bind(
            [
                .integer(address.cell), .text(address.id), .real(address.center.latitude), .real(address.center.longitude),
                .optional(address.text),
            ]
                + address.parts.map { Value.optional($0) } + [
                    .optional(address.provider), .optional(address.language), .integer(address.isApproximate ? 1 : 0),
                    .optional(address.distanceMeters), .text(address.state.rawValue), .optional(address.asks),
                ])
        while try statement.step() {}
        return database.changes > 0
    }

    /// Drops addresses of cells that nothing lies in any more.
    public func dropUnusedAddresses() throws {
        try database.run(
            """
            DELETE FROM address WHERE cell NOT IN (SELECT cell FROM stay WHERE cell IS NOT NULL UNION SELECT cell FROM place WHERE cell IS NOT NULL
            UNION SELECT cell FROM point WHERE cell IS NOT NULL)
            """)
    }

    /// The keys of all cells.
    public func addressCells() throws -> [Int64] { try database.rows("SELECT cell FROM address ORDER BY cell") { $0.integer(0) } }

    /// How many cells each source is to be asked for, by its name.
    public func cellsToAsk() throws -> [String: Int64] {
        guard try version >= Schema.versionWithAsking else { return [:] }
        let rows = try database.rows("SELECT asks, count(*) FROM address WHERE asks IS NOT NULL GROUP BY asks") {
            ($0.text(0), $0.integer(1))
        }
        return Dictionary(rows) { a, _ in a }
    }

    /// How many cells are in each state.
    public func addressStates() throws -> [AddressState: Int64] {
        let rows = try database.rows("SELECT state, count(*) FROM addresses GROUP BY state") {
            (AddressState(rawValue: $0.text(0)) ?? .pending, $0.integer(1))
        }
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
            try database.run("INSERT INTO wanted SELECT cell FROM address WHERE asks IS NOT NULL")
        }
        // A place's address is told with its stays.
        try database.run(
            """
            INSERT INTO shown
            SELECT s.cell, s.day, d.id, s.arrived FROM stay s JOIN wanted w ON w.cell = s.cell JOIN device d ON d.key = s.device
            UNION ALL SELECT h.cell, h.day, d.id, h.time FROM point h JOIN wanted w ON w.cell = h.cell JOIN device d ON d.key = h.device
            UNION ALL SELECT p.cell, s.day, d.id, s.arrived FROM place p JOIN wanted w ON w.cell = p.cell JOIN stay s ON s.place = p.id
                JOIN device d ON d.key = s.device
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
            try database.run("INSERT OR IGNORE INTO day_to_report SELECT day FROM shown WHERE cell = ?", .integer(cell))
        }
    }

    // MARK: Who must be named

    /// Keeps what must be shown where a source's answers are; nil for nothing.
    public func setAttribution(_ text: String?, of provider: String) throws {
        try database.run("DELETE FROM meta WHERE key = ?", .text("attribution " + provider))
        if let text { try setMeta("attribution " + provider, text) }
    }

    /// What must be shown where these results are, in the order of the sources' names: of those that gave addresses.
    public func attributions() throws -> [String] {
        // Before that version all addresses were the gazetteer's, and nothing of it was kept.
        guard try version >= Schema.versionWithAsking else {
            return ["Place names: GeoNames (geonames.org), CC BY 4.0"]
        }
        return try attributionsKept()
    }

    private func attributionsKept() throws -> [String] {
        try database.rows(
            "SELECT m.value FROM meta m JOIN (SELECT DISTINCT provider FROM address) a ON m.key = 'attribution ' || a.provider GROUP BY m.value ORDER BY min(m.key)"
        ) { $0.text(0) }
    }
}
