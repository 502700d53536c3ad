import Foundation
import SQLite
import Testing

/// A page of the program, taken apart.
struct PageContent {
    /// The whole text.
    let text: String
    /// The JSON of its data.
    let data: [String: Any]

    init(_ text: String) throws {
        self.text = text
        let bytes = try #require(Self.block("trackmill-data", of: text))
        data = try #require(JSONSerialization.jsonObject(with: bytes) as? [String: Any])
    }

    /// What a packed block holds; nil where the page has none.
    static func block(_ id: String, of text: String) -> Data? {
        guard let start = text.range(of: "<script type=\"application/octet-stream\" id=\"\(id)\">"),
            let end = text.range(of: "</script>", range: start.upperBound..<text.endIndex),
            let packed = Data(base64Encoded: String(text[start.upperBound..<end.lowerBound]))
        else { return nil }
        return Data(gunzip(Array(packed)))
    }

    /// A section such as `stays`; a table, which a page carries in parts, as a whole.
    func section(_ name: String) throws -> [String: Any] {
        if let parts = data[name] as? [[String: Any]] { return try Self.whole(parts) }
        let section = try #require(data[name] as? [String: Any], "\(name)")
        guard let parts = section["parts"] as? [[String: Any]] else { return section }
        return section.merging(try Self.whole(parts)) { old, _ in old }
    }

    private static func whole(_ parts: [[String: Any]]) throws -> [String: Any] {
        var table: [String: [Any]] = [:]
        for part in parts {
            for (name, column) in part { table[name, default: []] += try #require(column as? [Any], "\(name)") }
        }
        return table
    }

    /// A column of numbers of a section; null is -1e18.
    func numbers(_ name: String, of section: String) throws -> [Double] {
        try Self.numbers(try self.section(section)[name])
    }

    /// A column of texts of a section; null is empty.
    func texts(_ name: String, of section: String) throws -> [String] {
        let list = try #require(try self.section(section)[name] as? [Any])
        return list.map { $0 as? String ?? "" }
    }

    static func numbers(_ list: Any?) throws -> [Double] {
        try #require(list as? [Any]).map { ($0 as? NSNumber)?.doubleValue ?? -1e18 }
    }

    /// The ids of the devices.
    func devices() throws -> [String] {
        try #require(data["devices"] as? [[String: Any]]).map { $0["id"] as? String ?? "" }
    }

    /// The names of the kinds.
    func kinds() throws -> [String] {
        try #require(data["kinds"] as? [[String: Any]]).map { $0["name"] as? String ?? "" }
    }

    /// An address by its number.
    func address(_ number: Double) throws -> String {
        guard number >= 0 else { return number == -2 ? "pending" : "" }
        return try #require(data["texts"] as? [String])[Int(number)]
    }

    /// A column of the tracks with its differences summed, a list a device; a track may go on in the next part of its table.
    func tracks(_ name: String, areDifferences: Bool) throws -> [[Double]] {
        let fixes = try section("fixes")
        let devices = try Self.numbers(fixes["device"])
        var lists: [[Double]] = []
        for (row, list) in try #require(fixes[name] as? [Any]).enumerated() {
            if row > 0, devices[row] == devices[row - 1] {
                lists[lists.count - 1] += try Self.numbers(list)
            } else {
                lists.append(try Self.numbers(list))
            }
        }
        guard areDifferences else { return lists }
        return lists.map { values in
            var sum = 0.0
            return values.map { value in
                sum += value
                return sum
            }
        }
    }

    /// The points by kind that the map shows at a zoom, over all that is drawn there.
    func clusterTotals(zoom: Int) throws -> [String: Int] {
        let clusters = try section("clusters")
        let kinds = try kinds()
        let (low, high) = (try Self.numbers(clusters["low"]), try Self.numbers(clusters["high"]))
        let counts = try #require(clusters["kinds"] as? [Any]).map { try Self.numbers($0) }
        var totals: [String: Int] = [:]
        for i in low.indices where low[i] <= Double(zoom) && Double(zoom) <= high[i] {
            for pair in stride(from: 0, to: counts[i].count, by: 2) {
                totals[kinds[Int(counts[i][pair])], default: 0] += Int(counts[i][pair + 1])
            }
        }
        let singles = try Self.whole(try #require(clusters["singles"] as? [[String: Any]]))
        let (points, lows) = (try Self.numbers(singles["point"]), try Self.numbers(singles["low"]))
        let kindOfStay = try numbers("kind", of: "stays")
        for i in points.indices where lows[i] <= Double(zoom) {
            totals[kinds[Int(kindOfStay[Int(points[i])])], default: 0] += 1
        }
        return totals
    }
}
