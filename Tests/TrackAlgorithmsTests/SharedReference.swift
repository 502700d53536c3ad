import Foundation
import Testing

/// The reference results that stand beside the package: `$TRACKMILL_SHARED`, or `../shared` from the package's folder.
enum SharedReference {
    static let folder: String = {
        if let path = ProcessInfo.processInfo.environment["TRACKMILL_SHARED"] { return path }
        let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return package.deletingLastPathComponent().appending(path: "shared").path
    }()

    static var isPresent: Bool { FileManager.default.fileExists(atPath: folder + "/ref/README.md") }

    static func data(_ path: String) throws -> Data {
        try Data(contentsOf: URL(filePath: folder + "/" + path))
    }

    static func table(_ path: String) throws -> ReferenceTable {
        ReferenceTable(text: String(decoding: try data(path), as: UTF8.self))
    }
}

/// Tests that need the reference results are skipped, with this reason, where they are absent.
extension Trait where Self == ConditionTrait {
    static var needsSharedReference: Self {
        .enabled(
            if: SharedReference.isPresent,
            "The reference results are not at \(SharedReference.folder); set TRACKMILL_SHARED to their folder.")
    }
}

/// A CSV file without quotes, by column.
struct ReferenceTable {
    private(set) var columns: [String: [String]] = [:]
    private(set) var rowCount = 0

    init(text: String) {
        let lines = text.split(whereSeparator: \.isNewline)
        guard let header = lines.first?.split(separator: ",", omittingEmptySubsequences: false).map(String.init) else { return }
        var cells = [[String]](repeating: [], count: header.count)
        for line in lines.dropFirst() {
            let parts = line.split(separator: ",", omittingEmptySubsequences: false)
            for (column, part) in zip(cells.indices, parts) { cells[column].append(String(part)) }
        }
        rowCount = lines.count - 1
        columns = Dictionary(uniqueKeysWithValues: zip(header, cells))
    }

    func texts(_ column: String) throws -> [String] {
        try #require(columns[column], "The reference has no column \(column).")
    }

    func doubles(_ column: String) throws -> [Double] {
        try texts(column).map { try #require(Double($0)) }
    }

    func integers(_ column: String) throws -> [Int] {
        try texts(column).map { try #require(Int($0)) }
    }

    /// The rows of each value of a column, values in order of their first row.
    func rows(by column: String) throws -> [(value: String, rows: [Int])] {
        var order: [String] = []
        var groups: [String: [Int]] = [:]
        for (row, value) in try texts(column).enumerated() {
            if groups[value] == nil { order.append(value) }
            groups[value, default: []].append(row)
        }
        return order.map { ($0, groups[$0] ?? []) }
    }
}

/// Random numbers that are the same on every run (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Normal with mean 0 and deviation 1, by twelve uniform numbers.
    mutating func normal() -> Double {
        (0..<12).reduce(-6) { sum, _ in sum + Double.random(in: 0..<1, using: &self) }
    }
}
