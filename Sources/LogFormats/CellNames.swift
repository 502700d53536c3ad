import Tracks

/// The texts in one column of a file with the numbers they go by: names of devices and kinds, of coordinate systems.
///
/// A class that owns raw tables: a name is looked up for every row (measured: 45 instructions, 160 through arrays of bytes).
final class CellNames {
    /// The number of all texts that are no names: not UTF-8, or with control characters.
    static let bad = UInt32.max

    /// A text and its number. One of up to 15 bytes is its two words; of a longer one they are its hash and its place in `arena`.
    struct Entry {
        let first: UInt64
        let second: UInt64
        /// The stable hash of the text.
        let hash: UInt64
        let number: UInt32
        let count: UInt32
    }

    private let numberOf: (Cell) -> UInt32
    /// Open addressing; a slot holds the number of an entry plus 1.
    // Unchecked: a reader has these tables for itself (measured as for PackedRows).
    @exclusivity(unchecked) private(set) var slots: UnsafeMutableBufferPointer<UInt32>
    @exclusivity(unchecked) private(set) var entries: UnsafeMutableBufferPointer<Entry>
    @exclusivity(unchecked) private var count = 0
    private var arena: [UInt8] = []

    private static let longestShort = 15

    /// - Parameter numberOf: The number of a text that is met for the first time.
    init(numberOf: @escaping (Cell) -> UInt32) {
        self.numberOf = numberOf
        slots = .allocate(capacity: 256)
        slots.initialize(repeating: 0)
        entries = .allocate(capacity: 128)
    }

    /// Names that go by the numbers of a run's table.
    convenience init(_ table: NameTable) {
        self.init { isPlainText($0.bytes) ? table.number(of: $0.text) : Self.bad }
    }

    deinit {
        slots.deallocate()
        entries.deallocate()
    }

    /// The number and the stable hash of the name in a cell; the number `bad` where it is none.
    func number(of cell: Cell) -> (number: UInt32, hash: UInt64) {
        let entry = find(cell) ?? add(cell)
        return (entry.number, entry.hash)
    }

    /// The entry of a cell's text; nil where it was not met before.
    func find(_ cell: Cell) -> Entry? {
        if cell.count <= Self.longestShort {
            let (first, second) = Self.words(cell)
            return find(first, second, cell.count)
        }
        let hash = NameTable.hash(bytes: cell.bytes)
        var slot = slot(hash, UInt64(cell.count))
        while slots[slot] != 0 {
            let entry = entries[Int(slots[slot]) - 1]
            if entry.first == hash, Int(entry.count) == cell.count, holds(entry, cell) { return entry }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    /// The entry of a text of up to 15 bytes, given as two words with zeros behind it.
    @inline(__always)
    func find(_ first: UInt64, _ second: UInt64, _ count: Int) -> Entry? {
        var slot = slot(first, second)
        while slots[slot] != 0 {
            let entry = entries[Int(slots[slot]) - 1]
            if entry.first == first, entry.second == second, Int(entry.count) == count { return entry }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    @inline(__always)
    private func slot(_ first: UInt64, _ second: UInt64) -> Int {
        Int(truncatingIfNeeded: folded(first, second)) & (slots.count - 1)
    }

    private static func words(_ cell: Cell) -> (first: UInt64, second: UInt64) {
        var words: (UInt64, UInt64) = (0, 0)
        withUnsafeMutableBytes(of: &words) { bytes in
            for i in 0..<cell.count { bytes[i] = cell.start[i] }
        }
        return (UInt64(littleEndian: words.0), UInt64(littleEndian: words.1))
    }

    /// The numbers of all names that were met.
    var numbers: [UInt32] { entries[..<count].map(\.number).filter { $0 != Self.bad } }

    private func holds(_ entry: Entry, _ cell: Cell) -> Bool {
        let start = Int(entry.second)
        return arena[start..<start + cell.count].elementsEqual(cell.bytes)
    }

    private func add(_ cell: Cell) -> Entry {
        let hash = NameTable.hash(bytes: cell.bytes)
        var (first, second) = (hash, UInt64(arena.count))
        if cell.count <= Self.longestShort { (first, second) = Self.words(cell) } else { arena += cell.bytes }
        let entry = Entry(
            first: first, second: second, hash: hash, number: numberOf(cell), count: UInt32(truncatingIfNeeded: cell.count))
        if count == entries.count { grow() }
        entries[count] = entry
        count += 1
        place(count - 1)
        return entry
    }

    private func grow() {
        let larger = UnsafeMutableBufferPointer<Entry>.allocate(capacity: entries.count * 2)
        _ = larger.update(fromContentsOf: entries)
        entries.deallocate()
        entries = larger
        slots.deallocate()
        slots = .allocate(capacity: larger.count * 2)
        slots.initialize(repeating: 0)
        for entry in 0..<count { place(entry) }
    }

    private func place(_ index: Int) {
        let entry = entries[index]
        let isShort = entry.count <= Self.longestShort
        var slot = isShort ? slot(entry.first, entry.second) : slot(entry.hash, UInt64(entry.count))
        while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = UInt32(index + 1)
    }
}
