import Tracks

/// The names in one column of a file with the numbers they go by; a reader's own cache of a `NameTable`.
struct CellNames {
    private let table: NameTable
    /// Open addressing; a slot holds the number of an entry plus 1.
    private var slots: [UInt32]
    private var entries: [(hash: UInt64, offset: Int, count: Int, number: UInt32)] = []
    private var arena: [UInt8] = []

    init(_ table: NameTable) {
        self.table = table
        slots = [UInt32](repeating: 0, count: 256)
    }

    /// The number and the stable hash of the name in a cell.
    @inline(__always)
    mutating func number(of cell: Cell) -> (number: UInt32, hash: UInt64) {
        let hash = NameTable.hash(bytes: cell.bytes)
        var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
        while slots[slot] != 0 {
            let entry = entries[Int(slots[slot]) - 1]
            if entry.hash == hash, holds(entry, cell) { return (entry.number, hash) }
            slot = (slot + 1) & (slots.count - 1)
        }
        return (add(cell, hash), hash)
    }

    private func holds(_ entry: (hash: UInt64, offset: Int, count: Int, number: UInt32), _ cell: Cell) -> Bool {
        guard entry.count == cell.count else { return false }
        for i in 0..<entry.count where arena[entry.offset + i] != cell.start[i] { return false }
        return true
    }

    private mutating func add(_ cell: Cell, _ hash: UInt64) -> UInt32 {
        let number = table.number(of: cell.text)
        entries.append((hash, arena.count, cell.count, number))
        arena.append(contentsOf: cell.bytes)
        guard entries.count * 2 > slots.count else {
            place(entries.count - 1)
            return number
        }
        slots = [UInt32](repeating: 0, count: slots.count * 2)
        for entry in entries.indices { place(entry) }
        return number
    }

    private mutating func place(_ entry: Int) {
        var slot = Int(truncatingIfNeeded: entries[entry].hash) & (slots.count - 1)
        while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = UInt32(entry + 1)
    }
}
