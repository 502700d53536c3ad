import Foundation
import Store
import Testing

/// Days from one to another, both included.
struct DayRange {
    let from: String
    let to: String

    init(_ from: String, _ to: String) {
        self.from = from
        self.to = to
    }

    /// Each day of it, `YYYY-MM-DD`.
    func days() throws -> [String] {
        let style = Date.ISO8601FormatStyle().year().month().day()
        var day = try style.parse(from)
        let last = try style.parse(to)
        var days: [String] = []
        while day <= last {
            days.append(style.format(day))
            day += 86_400
        }
        return days
    }
}

/// A whole pipeline with the views it must give, copied so that it can be run: a folder of `rules-2/ref/whole` or of `sample-data/cases`.
struct WholePipeline {
    static let views = ["fixes", "stays", "trips", "gaps", "days", "rejects", "input_files"]

    private let folder: TemporaryFolder
    private let name: String

    init(_ name: String, in parent: String = SharedReference.path("rules-2/ref/whole")) throws {
        self.name = name
        folder = try TemporaryFolder()
        try folder.copy(parent + "/" + name, to: "case")
        guard folder.has("case/modified.txt") else { return }
        for line in try folder.text(of: "case/modified.txt").split(separator: "\n") {
            let words = line.split(separator: " ").map(String.init)
            try folder.setModification(of: "case/" + words[0], to: words[1])
        }
    }

    /// The ranges of `runs.txt`.
    func runs() throws -> [DayRange] {
        try folder.text(of: "case/runs.txt").split(separator: "\n").map { line in
            let words = line.split(separator: " ").map(String.init)
            return DayRange(words[0], words[1])
        }
    }

    func run(_ range: DayRange, jobs: Int) throws {
        let outcome = try Program.run(
            ["run", "case/pipeline.yaml", "--from", range.from, "--to", range.to, "--jobs", "\(jobs)"], in: folder)
        try #require(outcome.status == 0, "\(name), \(range.from) to \(range.to): \(outcome.errors)")
    }

    /// The views that `expected` has rows of.
    func expectedViews() throws -> [String] {
        try folder.names(in: "case/expected").map { String($0.dropLast(".csv".count)) }
    }

    func digest() throws -> String { try CommandTests.digest(of: "case/out.sqlite", in: folder) }

    /// Compares the columns of a view that are expected with their rows, as the README of `rules-2/ref/whole` says.
    func compare(_ view: String) throws {
        let wanted = Table(csv: try folder.text(of: "case/expected/\(view).csv"))
        let found = try rows(of: view, columns: wanted.columns)
        let decimals = wanted.columns.map(Self.decimals)
        let sortedWanted = Self.sorted(wanted.rows, decimals)
        let sortedFound = Self.sorted(found, decimals)
        #expect(sortedFound.count == sortedWanted.count, "\(name): rows of \(view)")
        let different = zip(sortedWanted, sortedFound).filter { wanted, found in
            !zip(decimals, zip(wanted, found)).allSatisfy { Self.isSame($1.0, $1.1, decimals: $0) }
        }
        #expect(
            different.isEmpty,
            "\(name): \(different.count) rows of \(view) differ, first: wanted \(different.first?.0 ?? []), found \(different.first?.1 ?? [])"
        )
    }

    /// The view's rows; where a column wants the key of a fix's stay or trip, that instead of the id.
    private func rows(of view: String, columns: [String]) throws -> [[String]] {
        let database = try openResult(folder("case/out.sqlite"))
        let keys = ["stay_arrived_ms": ("stay", "stays", "arrived_ms"), "trip_start_ms": ("trip", "trips", "start_ms")]
        let names = columns.map { keys[$0]?.0 ?? $0 }
        var rows = try Table("SELECT \(names.joined(separator: ", ")) FROM \(view)", in: database).rows
        guard let device = columns.firstIndex(of: "device") else { return rows }
        for (position, column) in columns.enumerated() {
            guard let (id, other, key) = keys[column] else { continue }
            let table = try Table("SELECT device, \(id), \(key) FROM \(other)", in: database)
            let keyOf = Dictionary(uniqueKeysWithValues: table.rows.map { ([$0[0], $0[1]], $0[2]) })
            for i in rows.indices where !rows[i][position].isEmpty {
                rows[i][position] = try #require(
                    keyOf[[rows[i][device], rows[i][position]]], "\(name): a fix names no \(id) there is")
            }
        }
        return rows
    }

    /// The decimals that a column of numbers is compared with; nil where it is compared as text.
    private static func decimals(_ column: String) -> Int? {
        switch column {
        case "distance_m", "spread_m", "confidence": 6
        case "latitude", "longitude", "south", "west", "north", "east": 9
        default: ["_s", "_m", "_mps"].contains { column.hasSuffix($0) } ? 3 : nil
        }
    }

    /// Rows in the order of their columns of text, the same on both sides.
    private static func sorted(_ rows: [[String]], _ decimals: [Int?]) -> [[String]] {
        let keyed = rows.map { row in (zip(row, decimals).filter { $1 == nil }.map(\.0), row) }
        return keyed.sorted { $0.0.lexicographicallyPrecedes($1.0) }.map(\.1)
    }

    private static func isSame(_ wanted: String, _ found: String, decimals: Int?) -> Bool {
        guard wanted != found else { return true }
        guard let decimals, let a = Double(wanted), let b = Double(found) else { return false }
        // One of the last decimal, and what the text of a Double may lack.
        return abs(a - b) <= 1.01 * pow(10, -Double(decimals))
    }
}
