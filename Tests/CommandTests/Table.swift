import Foundation
import SQLite
import Store
import Testing

/// Rows of text with named columns: a CSV file without quotes, or a view.
struct Table {
    let columns: [String]
    private(set) var rows: [[String]] = []

    init(columns: [String], rows: [[String]]) {
        self.columns = columns
        self.rows = rows
    }

    /// A CSV text without quotes, lines ended by LF or CR LF; NULL is empty.
    init(csv text: String) {
        var lines: [[String]] = []
        for line in text.utf8.split(whereSeparator: { $0 == 10 || $0 == 13 }) {
            let cells = line.split(separator: 44, maxSplits: .max, omittingEmptySubsequences: false)
            lines.append(cells.map { String(decoding: $0, as: UTF8.self) })
        }
        columns = lines.first ?? []
        rows = Array(lines.dropFirst())
    }

    /// What a query gives; NULL is empty, REAL has 15 digits.
    init(_ query: String, in database: Database) throws {
        var names: [String] = []
        rows = try database.rows(query) { row in
            if names.isEmpty { names = (0..<row.columnCount).map(row.name) }
            return (0..<row.columnCount).map(row.text)
        }
        columns = names
    }

    /// The cells of a column.
    func texts(_ column: String) throws -> [String] {
        let position = try #require(columns.firstIndex(of: column), "There is no column \(column).")
        return rows.map { $0[position] }
    }

    /// The cells of a column as numbers.
    func numbers(_ column: String) throws -> [Double] { try texts(column).map(number) }

    /// The cells of a column of ISO times as milliseconds since 1970 UTC; empty cells stay empty.
    func milliseconds(_ column: String) throws -> [String] {
        try texts(column).map { $0.isEmpty ? "" : "\(try isoMilliseconds($0))" }
    }
}

/// The number that a text holds.
func number(_ text: String) throws -> Double { try #require(Double(text), "'\(text)' is no number.") }

/// Milliseconds since 1970 UTC of `2026-01-12T16:11:27Z`, with or without a fraction of three digits.
func isoMilliseconds(_ text: String) throws -> Int64 {
    let digits = text.utf8.filter { (48...57).contains($0) }.map { Int($0 - 48) }
    try #require(digits.count == 14 || digits.count == 17, "'\(text)' is no time.")
    func number(_ range: Range<Int>) -> Int { digits[range].reduce(0) { $0 * 10 + $1 } }
    var parts = tm()
    parts.tm_year = Int32(number(0..<4) - 1900)
    parts.tm_mon = Int32(number(4..<6) - 1)
    parts.tm_mday = Int32(number(6..<8))
    parts.tm_hour = Int32(number(8..<10))
    parts.tm_min = Int32(number(10..<12))
    parts.tm_sec = Int32(number(12..<14))
    return Int64(timegm(&parts)) * 1000 + (digits.count == 17 ? Int64(number(14..<17)) : 0)
}

/// The result file of a run, open for reading.
func openResult(_ path: String) throws -> Database { try Database(path: path, isReadOnly: true) }

extension Database {
    /// The first cell of a query's first row; empty where there is none.
    func text(_ query: String) throws -> String { try first(query) { $0.text(0) } ?? "" }

    /// The rows of a query, cells joined by commas; NULL is empty.
    func lines(_ query: String) throws -> [String] {
        try rows(query) { row in (0..<row.columnCount).map(row.text).joined(separator: ",") }
    }
}

/// The digest over all views of a result file.
func digest(of database: String, in folder: TemporaryFolder) throws -> String {
    let outcome = try Program.run(["digest", database], in: folder)
    try #require(outcome.status == 0, "\(outcome.errors)")
    let last = try #require(outcome.outputLines.last)
    try #require(last.hasSuffix("  all"))
    return last
}
