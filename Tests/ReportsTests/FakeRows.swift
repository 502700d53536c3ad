import Foundation
import SQLite

@testable import Reports

/// Rows of a test's own. A class: it owns the bytes that it lends.
final class FakeRows: RowSource {
    /// A value of a test.
    enum Value {
        case null
        case integer(Int64)
        case real(Double)
        case text(String)
        /// Bytes that need not be UTF-8.
        case bytes([UInt8])
    }

    let names: [String]
    let shown: Int
    private let rows: [[Value]]
    private var row = 0
    private var lent: [UnsafeMutableBufferPointer<UInt8>] = []

    init(_ names: [String], _ rows: [[Value]]) {
        (self.names, self.rows, shown) = (names, rows, names.count)
    }

    deinit { lent.forEach { $0.deallocate() } }

    func forEach(_ body: () throws -> Void) rethrows {
        for number in rows.indices {
            row = number
            try body()
        }
    }

    func cell(_ column: Int) -> Cell {
        switch rows[row][column] {
        case .null: .null
        case .integer(let number): .integer(number)
        case .real(let number): .real(number)
        case .text(let text): .text(lend(Array(text.utf8)))
        case .bytes(let bytes): .text(lend(bytes))
        }
    }

    private func lend(_ bytes: [UInt8]) -> UnsafeBufferPointer<UInt8> {
        let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: max(1, bytes.count))
        _ = copy.initialize(from: bytes)
        lent.append(copy)
        return UnsafeBufferPointer(rebasing: copy[..<bytes.count])
    }
}

extension RowWriter {
    /// The text of rows.
    mutating func text(_ rows: FakeRows) throws -> String {
        try withFolder { folder in
            let output = try OutputFile(path: folder + "/rows")
            try write(rows, to: output)
            try output.finish()
            return String(decoding: try Data(contentsOf: URL(filePath: folder + "/rows")), as: UTF8.self)
        }
    }
}

/// Texts that readers of CSV, JSON, XML, SQL and of file names take for their own.
let hostileTexts = [
    "<script>alert(1)</script>", "]]>", "--", "\"a\" 'b'", "two\nlines", "\r\n", "=cmd()", "../x", "a\0b", "\u{202E}\u{2066}",
    "🚜",
    String(repeating: "x", count: 10_000), "", " a ", "\u{1}\u{1B}", "\u{FFFE}\u{FFFF}", "e\u{301}", "&amp;", "\\",
]
