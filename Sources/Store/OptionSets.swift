import Tracks

/// With which options days were made (rule 4.4).
extension Store {
    /// How many days of a range there are, and how many of them were made with other options than these.
    ///
    /// - Parameters:
    ///   - options: The hash of today's options.
    ///   - from: The first day; nil for all.
    ///   - to: The last day; nil for all.
    public func daysMade(withOtherOptionsThan options: String, from: CalendarDay?, to: CalendarDay?) throws -> (
        other: Int64, all: Int64
    ) {
        let counts = try database.first(
            "SELECT coalesce(sum(options != ?3), 0), count(*) FROM _processed_day WHERE \(Self.isInRange)",
            .optional(from.map { Int64($0.number) }), .optional(to.map { Int64($0.number) }), .text(options)
        ) { (other: $0.integer(0), all: $0.integer(1)) }
        return counts ?? (0, 0)
    }

    /// With how many different sets of options the days of a range were made.
    public func optionSets(from: CalendarDay?, to: CalendarDay?) throws -> Int64 {
        try database.first(
            "SELECT count(DISTINCT options) FROM _processed_day WHERE \(Self.isInRange)",
            .optional(from.map { Int64($0.number) }), .optional(to.map { Int64($0.number) })
        ) { $0.integer(0) } ?? 0
    }

    /// Says of days that were made with some options that these are others in another writing.
    public func rename(options before: String, to options: String, text: String) throws {
        guard before != options else { return }
        try database.run("INSERT OR IGNORE INTO _option_set VALUES (?, ?)", .text(options), .text(text))
        try database.run("UPDATE _processed_day SET options = ? WHERE options = ?", .text(options), .text(before))
        try database.run("DELETE FROM _option_set WHERE hash = ?", .text(before))
    }

    /// Says of files that were read with some options that these are others in another writing.
    public func rename(readingOptions before: String, to options: String) throws {
        guard before != options else { return }
        try database.run("UPDATE _file SET options = ? WHERE options = ?", .text(options), .text(before))
    }

    private static let isInRange = "day BETWEEN coalesce(?1, day) AND coalesce(?2, day)"
}
