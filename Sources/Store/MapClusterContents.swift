/// What is kept of the stored map clusters of a zoom, found by their ids.
///
/// Ids are hashes, so their last bits are the place to look at: no other hash is made of them.
public struct MapClusterContents: Sendable {
    private var ids: [UInt64] = []
    private var contents: [MapClusterContent] = []
    private var isTaken: [Bool] = []
    /// Open addressing; the number of an entry plus 1.
    private var slots: [UInt32] = Array(repeating: 0, count: 64)

    /// None.
    init() {}

    /// Adds one; ids differ.
    mutating func append(_ id: UInt64, _ content: MapClusterContent) {
        if 2 * ids.count >= slots.count {
            slots = Array(repeating: 0, count: 2 * slots.count)
            for number in ids.indices { place(number) }
        }
        ids.append(id)
        contents.append(content)
        isTaken.append(false)
        place(ids.count - 1)
    }

    private mutating func place(_ number: Int) {
        var slot = slot(ids[number])
        while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = UInt32(number + 1)
    }

    private func slot(_ id: UInt64) -> Int { Int(truncatingIfNeeded: id) & (slots.count - 1) }

    /// What is kept of one, which is taken; nil where it is not stored.
    public mutating func take(_ id: UInt64) -> MapClusterContent? {
        var slot = slot(id)
        while slots[slot] != 0 {
            let number = Int(slots[slot]) - 1
            if ids[number] == id {
                isTaken[number] = true
                return contents[number]
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        return nil
    }

    /// The ids of those that were not taken, in the order in which they lie.
    public var left: [UInt64] { ids.indices.filter { !isTaken[$0] }.map { ids[$0] } }
}
