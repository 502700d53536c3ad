/// Items of one zoom level in hashed square cells, so wide that a search looks into about three; items that were taken leave them.
///
/// Items of different identifiers lie in different cells, so a search never walks through those it may not merge.
/// - Complexity: O(n) to build and, as a search takes out what it finds, to search through; 32 bytes an item.
struct MercatorCells {
    /// An item as the search sees it: its place in float32.
    private struct Entry {
        var x: Float
        var y: Float
        var item: Int32
    }

    /// Three radii wide: a search looks into about three cells and, on a million points, takes less time than with two or four.
    private static let radiiPerCell = 3.0

    private let cellsPerSide: Int
    private let reach: Double
    private let radius: Double
    private let closesAround: Bool
    private var shift: UInt64 = 63
    private var entries: [Entry] = []
    private var buckets: [UInt32] = []
    /// Where the entries of each bucket start and end; side by side, as both are wanted at once.
    private var ranges: [(start: Int32, end: Int32)] = []

    /// - Parameters:
    ///   - radius: Of the square's side, above 0.
    ///   - closesAround: Whether the square's east side is its west side.
    init(radius: Double, closesAround: Bool) {
        self.radius = radius
        self.closesAround = closesAround
        // Finer than 2^30 cells no radius is told apart by float32.
        cellsPerSide = max(1, Int(min(0x1p30, (1 / (Self.radiiPerCell * radius)).rounded(.down))))
        reach = radius * (1 + 1e-9)
    }

    /// Sorts the items into their cells.
    mutating func fill(_ items: MapClusterItems) {
        let count = items.count
        shift = UInt64(UInt64.bitWidth - max(1, Int.bitWidth - max(1, count - 1).leadingZeroBitCount))
        let bucketCount = 1 << (64 - Int(shift))
        ranges = [(start: Int32, end: Int32)](repeating: (0, 0), count: bucketCount)
        buckets = [UInt32](repeating: 0, count: count)
        for item in 0..<count {
            let (x, y) = items.items[item].searchPlace(closesAround: closesAround)
            let bucket = self.bucket(cellX: cellX(Double(x)), cellY: cellY(Double(y)), identifier: items.identifier(ofItem: item))
            buckets[item] = UInt32(bucket)
            ranges[bucket].end += 1
        }
        var sum: Int32 = 0
        for bucket in 0..<bucketCount {
            let start = sum
            sum += ranges[bucket].end
            ranges[bucket] = (start, start)
        }
        entries = [Entry](repeating: Entry(x: 0, y: 0, item: 0), count: count)
        for item in 0..<count {
            let (x, y) = items.items[item].searchPlace(closesAround: closesAround)
            let bucket = Int(buckets[item])
            entries[Int(ranges[bucket].end)] = Entry(x: x, y: y, item: Int32(item))
            ranges[bucket].end += 1
        }
        buckets = []
    }

    /// Appends the items of the identifier within the radius that are still free, and takes them; other taken ones are cleared away.
    mutating func take(
        aroundX x: Double, y: Double, identifier: Int32, items: MapClusterItems, isFree: inout [Bool], into taken: inout [Int32]
    ) {
        for cellY in max(0, unclampedCell(y - reach))...min(cellsPerSide - 1, unclampedCell(y + reach)) {
            for unwrapped in unclampedCell(x - reach)...unclampedCell(x + reach) {
                var cellX = unwrapped
                if cellX < 0 || cellX >= cellsPerSide {
                    guard closesAround else { continue }
                    cellX = (cellX + cellsPerSide) % cellsPerSide
                }
                let bucket = self.bucket(cellX: cellX, cellY: cellY, identifier: identifier)
                take(fromBucket: bucket, x: x, y: y, identifier: identifier, items: items, isFree: &isFree, into: &taken)
            }
        }
    }

    private mutating func take(
        fromBucket bucket: Int, x: Double, y: Double, identifier: Int32, items: MapClusterItems, isFree: inout [Bool],
        into taken: inout [Int32]
    ) {
        var (position, end) = (Int(ranges[bucket].start), Int(ranges[bucket].end))
        while position < end {
            let entry = entries[position]
            let item = Int(entry.item)
            guard isWithin(entry, x: x, y: y), items.identifier(ofItem: item) == identifier else {
                position += 1
                continue
            }
            if isFree[item] {
                isFree[item] = false
                taken.append(entry.item)
            }
            end -= 1
            entries[position] = entries[end]
        }
        ranges[bucket].end = Int32(end)
    }

    private func isWithin(_ entry: Entry, x: Double, y: Double) -> Bool {
        var deltaX = abs(Double(entry.x) - x)
        if closesAround, deltaX > 0.5 { deltaX = 1 - deltaX }
        let deltaY = Double(entry.y) - y
        return deltaX * deltaX + deltaY * deltaY <= radius * radius
    }

    private func cellX(_ part: Double) -> Int {
        let cell = unclampedCell(part)
        // A square that closes has its west side again in the east; in one that does not, that side belongs to the last cell.
        return cell < cellsPerSide ? cell : closesAround ? 0 : cellsPerSide - 1
    }

    /// The south side, where all lies that is beyond −85.05°, belongs to the last cell: north and south never close.
    private func cellY(_ part: Double) -> Int { min(cellsPerSide - 1, unclampedCell(part)) }

    private func unclampedCell(_ part: Double) -> Int {
        Int((part * Double(cellsPerSide)).rounded(.down))
    }

    private func bucket(cellX: Int, cellY: Int, identifier: Int32) -> Int {
        let mixed =
            UInt64(truncatingIfNeeded: cellX) &* 0x9E37_79B9_7F4A_7C15 &+ UInt64(truncatingIfNeeded: cellY)
            &* 0xC2B2_AE3D_27D4_EB4F
            &+ UInt64(truncatingIfNeeded: identifier) &* 0x1656_67B1_9E37_79F9
        return Int(((mixed ^ (mixed >> 29)) &* 0xBF58_476D_1CE4_E5B9) >> shift)
    }
}
