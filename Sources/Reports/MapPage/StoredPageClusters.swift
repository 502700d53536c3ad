import SQLite
import Store
import TrackAlgorithms
import Tracks

extension PageClusters {
    /// The map clusters of the database; nil where it has none.
    ///
    /// Each row is met once. Ids are hashes and are kept as such: there are as many rows at a zoom as there are stays.
    /// - Parameter number: Of the point that an id names, on the page; nil where it is not there.
    init?(of scope: PageScope, kinds: PageKinds, number: (MapPointSource, String) -> Int32?) throws {
        let bounds = try scope.database.first("SELECT min(zoom), max(zoom) FROM _map_cluster") {
            ($0.optionalInteger(0), $0.optionalInteger(1))
        }
        guard let (low, high) = bounds, let low, let high else { return nil }
        let source = try scope.store.meta("map clusters are of").flatMap(MapPointSource.init(rawValue:)) ?? .stays
        self.init(source: source, zooms: Int(low)...Int(high))
        var texts = KindTexts(kinds, try scope.database.prepare("SELECT key, value FROM json_each(?)"))
        let statement = try scope.database.prepare(
            "SELECT id, count, hidden, parent, latitude, longitude, priority, kinds, representative FROM _map_cluster WHERE zoom = ?"
        )
        // Items of the zoom above, by what each became.
        var above: [UInt64: Item] = [:]
        for zoom in zooms.reversed() {
            statement.bind(Int64(zoom), at: 1)
            var below: [UInt64: Item] = [:]
            below.reserveCapacity(above.count)
            var hiddenItems: [Item] = []
            while try statement.step() {
                let count = statement.integer(1)
                let item: Item
                if let known = stableHash(ofID: statement.text(0)).flatMap({ above[$0] }), self.count(of: known) == count {
                    extend(known, to: zoom)
                    item = known
                } else {
                    item = try add(
                        count: count, latitude: statement.real(4), longitude: statement.real(5), priority: statement.integer(6),
                        zoom: zoom, point: count == 1 ? number(source, statement.text(8)) ?? -1 : -1
                    ) { try texts.counts(in: statement.text(7)) }
                }
                if statement.integer(2) == 1 { hiddenItems.append(item) }
                // Of several parts of one item none has its count.
                if let parent = statement.optionalText(3).flatMap(stableHash(ofID:)) { below[parent] = item }
            }
            hide(hiddenItems, at: zoom)
            above = below
        }
    }
}

/// Reads counts of kinds such as `{"pet":7}`, each text once: most clusters have the same few.
private struct KindTexts {
    private let kinds: PageKinds
    private let statement: Statement
    private var known: [ExactText: KindCounts] = [:]

    init(_ kinds: PageKinds, _ statement: Statement) {
        self.kinds = kinds
        self.statement = statement
    }

    /// The counts in a text, by the numbers of the kinds.
    mutating func counts(in text: String) throws -> KindCounts {
        if let counts = known[ExactText(text)] { return counts }
        statement.bind(text, at: 1)
        var found: [Int: Int64] = [:]
        while try statement.step() { found[Int(kinds.number(of: statement.text(0))), default: 0] += statement.integer(1) }
        let counts = found.sorted { $0.key < $1.key }.map { (kind: $0.key, count: $0.value) }
        known[ExactText(text)] = counts
        return counts
    }
}

/// The hash that a stable id shows as 16 hexadecimal digits; nil for another text.
func stableHash(ofID id: String) -> UInt64? {
    var hash: UInt64 = 0
    var count = 0
    for digit in id.utf8 {
        switch digit {
        case 48...57: hash = hash << 4 | UInt64(digit - 48)
        case 97...102: hash = hash << 4 | UInt64(digit - 87)
        default: return nil
        }
        count += 1
    }
    return count == 16 ? hash : nil
}
