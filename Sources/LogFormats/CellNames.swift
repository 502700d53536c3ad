import Tracks

/// The names in one column of a file with the numbers they go by; a reader's own cache of a `NameTable`.
struct CellNames {
    /// The number of all texts that are no names: not UTF-8, or with control characters.
    static let bad = UInt32.max

    private let table: NameTable
    /// Open addressing; a slot holds the number of an entry plus 1.
    private var slots: [UInt32]
    private var entries: [Entry] = []
    private var arena: [UInt8] = []

    private struct Entry {
        /// Of the cell's bytes.
        let hash: UInt64
        let offset: Int
        let count: Int
        let number: UInt32
    }

    init(_ table: NameTable) {
        self.table = table
        slots = [UInt32](repeating: 0, count: 256)
    }

    /// The number and the stable hash of the name in a cell; the number `bad` where it is none.
    @inline(__always)
    mutating func number(of cell: Cell) -> (number: UInt32, hash: UInt64) {
        let hash = NameTable.hash(bytes: cell.bytes)
        var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[slot] != 0 {
            let entry = entries[Int(slots[slot]) - 1]
            if entry.hash == hash, holds(entry, cell) { return (entry.number, hash) }
            slot = (slot + 1) & (slots.count - 1)
        }
        return (add(cell, hash).number, hash)
    }

    /// The numbers of all names that were met.
    var numbers: [UInt32] { entries.map(\.number).filter { $0 != Self.bad } }

    private func holds(_ entry: Entry, _ cell: Cell) -> Bool {
        guard entry.count == cell.count else { return false }
        for i in 0..<entry.count where arena[entry.offset + i] != cell.start[i] { return false }
        return true
    }

    private mutating func add(_ cell: Cell, _ hash: UInt64) -> Entry {
        let number = isPlainText(cell.bytes) ? table.number(of: cell.text) : Self.bad
        let entry = Entry(hash: hash, offset: arena.count, count: cell.count, number: number)
        entries.append(entry)
        arena.append(contentsOf: cell.bytes)
        guard entries.count * 2 > slots.count else {
            place(entries.count - 1)
            return entry
        }
        slots = [UInt32](repeating: 0, count: slots.count * 2)
        for entry in entries.indices { place(entry) }
        return entry
    }

    private mutating func place(_ entry: Int) {
        var slot = Int(truncatingIfNeeded: entries[entry].hash) & (slots.count - 1)
        while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = UInt32(entry + 1)
    }
}
