import SQLite
import Store
import Tracks

/// What happened in the days of a page and what is missing, in numbers and sentences.
struct PageSummary {
    var devices = 0
    var rows: Int64 = 0
    var kept: Int64 = 0
    var thinned: Int64 = 0
    var rejected: Int64 = 0
    /// Rejects by reason, the most first; of pages of single devices none, as the ledger counts by file.
    var reasons: [(reason: String, count: Int64)] = []
    /// Rejects that belong to no day, on a page of all days.
    var withoutDay: Int64 = 0
    var meters = 0.0
    var movingSeconds = 0.0
    var staySeconds = 0.0
    var stays: Int64 = 0
    var gaps: Int64 = 0
    /// Files of these days that are damaged, with what is wrong with them.
    var damaged: [(file: String, words: String)] = []
    /// Days that the last run left, and what it said.
    var left: [(day: String, sentence: String)] = []
    var pending = 0
    var addresses = 0
    /// How many of the days were made with other options; nil where none was.
    var otherOptions: String?

    /// - Parameter options: The hash of the options that days would be made with today; nil where they are not known.
    init(_ scope: PageScope, _ findings: PageFindings, _ addresses: PageAddresses, options: String?) throws {
        devices = scope.devices.count
        for row in scope.deviceDays {
            rows += row.rowsIn
            kept += row.kept
            thinned += row.thinned
            rejected += row.rejected
            meters += row.meters ?? 0
            movingSeconds += row.movingSeconds ?? 0
            staySeconds += row.staySeconds
        }
        stays = findings.counts.reduce(0) { $0 + $1.stays }
        gaps = findings.gapCount
        (pending, self.addresses) = addresses.counts
        if let days = scope.days {
            if scope.asked.isEmpty { try readReasons(scope, days) }
            damaged = try Self.damagedFiles(scope, days)
            left = try Self.leftDays(scope)
        }
        otherOptions = try Self.otherOptions(scope, options)
    }

    private mutating func readReasons(_ scope: PageScope, _ days: ClosedRange<Int64>) throws {
        reasons = try scope.database.rows(
            "SELECT reason, sum(count) FROM _reason_count WHERE day BETWEEN ? AND ? GROUP BY reason ORDER BY 2 DESC, 1",
            .integer(days.lowerBound), .integer(days.upperBound)
        ) { ($0.text(0), $0.integer(1)) }
        guard scope.isWhole else { return }
        withoutDay =
            try scope.database.first("SELECT coalesce(sum(count), 0) FROM _reason_count WHERE day IS NULL") { $0.integer(0) } ?? 0
    }

    /// Damaged files that gave these days rows, and those that gave no day any and whose window reaches into these.
    private static func damagedFiles(_ scope: PageScope, _ days: ClosedRange<Int64>) throws -> [(file: String, words: String)] {
        try scope.database.rows(
            """
            SELECT f.path, f.damage FROM _file f WHERE f.damage IS NOT NULL AND f.state = 'damaged' AND (
                EXISTS (SELECT 1 FROM _file_day g WHERE g.file = f.id AND g.day BETWEEN ?1 AND ?2)
                OR (NOT EXISTS (SELECT 1 FROM _file_day g WHERE g.file = f.id AND g.day IS NOT NULL) AND f.low < ?4 AND f.high > ?3))
            ORDER BY f.path
            """, .integer(days.lowerBound), .integer(days.upperBound), .integer(scope.start), .integer(scope.end)
        ) { ($0.text(0), $0.text(1)) }
    }

    /// A day that was never made can be left, too: the days asked for count, not only those that are there.
    private static func leftDays(_ scope: PageScope) throws -> [(day: String, sentence: String)] {
        let storable = CalendarDay.storable
        var found: [(day: String, sentence: String)] = []
        var seen: Set<String> = []
        for (day, sentence) in try scope.store.leftDays(
            from: scope.from ?? storable.lowerBound, to: scope.to ?? storable.upperBound) where seen.insert(sentence).inserted
        {
            found.append((day.description, sentence))
        }
        return found
    }

    /// How many days of the range were made with other options (rule 4.4); nil where none was.
    private static func otherOptions(_ scope: PageScope, _ options: String?) throws -> String? {
        guard let options else {
            let sets = try scope.store.optionSets(from: scope.from, to: scope.to)
            return sets > 1 ? "These days were made with \(sets) different sets of options." : nil
        }
        let days = try scope.store.daysMade(withOtherOptionsThan: options, from: scope.from, to: scope.to)
        guard days.other > 0 else { return nil }
        return "Made with other options than today's: \(days.other) of \(days.all) days. A run without dates makes them anew."
    }

    /// As an object.
    func write(to data: DataWriter) throws {
        func pairs(_ list: [(String, String)]) -> String {
            "[" + list.map { "[\(jsonText($0)),\(jsonText($1))]" }.joined(separator: ",") + "]"
        }
        let members: [(String, String)] = [
            ("rows", "\(rows)"), ("kept", "\(kept)"), ("thinned", "\(thinned)"), ("rejected", "\(rejected)"),
            ("reasons", "[" + reasons.map { "[\(jsonText($0.reason)),\($0.count)]" }.joined(separator: ",") + "]"),
            ("withoutDay", "\(withoutDay)"), ("distance", "\(Int64(meters.rounded()))"),
            ("moving", "\(Int64(movingSeconds.rounded()))"), ("stay", "\(Int64(staySeconds.rounded()))"), ("gaps", "\(gaps)"),
            ("damaged", pairs(damaged)), ("left", pairs(left)), ("pending", "\(pending)"), ("addresses", "\(addresses)"),
            ("otherOptions", otherOptions.map(jsonText) ?? "null"),
        ]
        try data.write("\"summary\":{" + members.map { "\"\($0.0)\":\($0.1)" }.joined(separator: ",") + "}")
    }
}
