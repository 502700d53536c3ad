import Tracks

/// How a kind of device looks on a map: a row of the view `kinds`.
public struct StoredKind: Sendable, Equatable {
    /// Its name.
    public var name: String
    /// `#RRGGBB`.
    public var color: String
    /// A letter or two for its marker.
    public var glyph: String
    /// On a map: 1000 is required, 750 high, 250 low.
    public var priority: Int64

    /// A kind; without a colour it takes one of the palette, without a glyph its first letter.
    ///
    /// - Parameter number: Its place among the kinds, from 0.
    public init(name: String, number: Int, color: String? = nil, glyph: String? = nil, priority: Int64 = 750) {
        self.name = name
        self.color = color ?? (name == "other" ? Self.colorOfOther : Self.palette[number % Self.palette.count])
        self.glyph = glyph ?? Self.firstLetter(of: name)
        self.priority = priority
    }

    /// Told apart by people who see red and green alike, too, and each 3 : 1 or more against white and the dark outline.
    private static let palette = [
        "#D1495B", "#1F78B4", "#2A8C55", "#8E5AA8", "#B8860B", "#C2457A", "#118C8B", "#7A5C3E",
    ]
    private static let colorOfOther = "#6B7785"

    /// Only what can be seen: a name may begin with a mark of direction.
    private static func firstLetter(of name: String) -> String {
        let first = name.unicodeScalars.first { scalar in
            switch scalar.properties.generalCategory {
            case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter, .decimalNumber, .otherSymbol: true
            default: false
            }
        }
        return first.map { String($0).uppercased() } ?? "?"
    }
}

/// The kinds of the pipeline file, kept for those who know the database only.
extension Store {
    /// The kinds in the order of the pipeline file; none where it declares none, and of an earlier version.
    public func kinds() throws -> [StoredKind] {
        guard try version >= 4 else { return [] }
        return try database.rows("SELECT number, name, color, glyph, priority FROM _kind ORDER BY number") { row in
            StoredKind(
                name: row.text(1), number: Int(row.integer(0)), color: row.text(2), glyph: row.text(3), priority: row.integer(4))
        }
    }

    /// Keeps the kinds; where they look otherwise than before, all reports are to be written anew, and no day is made anew.
    public func setKinds(_ kinds: [StoredKind]) throws {
        let isFirst = try meta("kinds") == nil
        guard try isFirst || self.kinds() != kinds else { return }
        try database.run("DELETE FROM _kind")
        for (number, kind) in kinds.enumerated() {
            try database.run(
                "INSERT INTO _kind VALUES (?, ?, ?, ?, ?)", .integer(Int64(number)), .text(kind.name), .text(kind.color),
                .text(kind.glyph), .integer(kind.priority))
        }
        try setMeta("kinds", "known")
        if !isFirst { try markAllToReport() }
    }
}
