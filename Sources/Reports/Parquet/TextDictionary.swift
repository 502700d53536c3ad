/// Texts by numbers in the order in which they came, each once.
struct TextDictionary {
    private(set) var pool: [UInt8] = []
    private(set) var ends: [Int] = []
    private var slots = [Int32](repeating: -1, count: 1024)
    private var last: UInt32?

    /// How many texts there are.
    var count: Int { ends.count }

    /// A text by its number.
    subscript(_ number: Int) -> ArraySlice<UInt8> { pool[(number == 0 ? 0 : ends[number - 1])..<ends[number]] }

    /// The number of a text, which is added where it is new.
    mutating func number(of text: UnsafeBufferPointer<UInt8>) -> UInt32 {
        // Rows come by device and time: what is next is mostly the same.
        if let last, isSame(Int(last), text) { return last }
        var slot = Int(truncatingIfNeeded: Self.hash(text)) & (slots.count - 1)
        while slots[slot] >= 0 {
            if isSame(Int(slots[slot]), text) {
                last = UInt32(slots[slot])
                return UInt32(slots[slot])
            }
            slot = (slot + 1) & (slots.count - 1)
        }
        slots[slot] = Int32(ends.count)
        pool += text
        ends.append(pool.count)
        let number = UInt32(ends.count - 1)
        last = number
        if ends.count * 2 > slots.count { grow() }
        return number
    }

    /// Takes all out.
    mutating func removeAll() {
        pool.removeAll(keepingCapacity: true)
        ends.removeAll(keepingCapacity: true)
        slots = [Int32](repeating: -1, count: 1024)
        last = nil
    }

    private func isSame(_ number: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let start = number == 0 ? 0 : ends[number - 1]
        guard ends[number] - start == text.count else { return false }
        for i in 0..<text.count where pool[start + i] != text[i] { return false }
        return true
    }

    private mutating func grow() {
        slots = [Int32](repeating: -1, count: slots.count * 4)
        for number in 0..<count {
            let hash = self[number].withUnsafeBufferPointer(Self.hash)
            var slot = Int(truncatingIfNeeded: hash) & (slots.count - 1)
            while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
            slots[slot] = Int32(number)
        }
    }

    /// FNV-1a, whose upper half is laid over its lower one.
    private static func hash(_ text: UnsafeBufferPointer<UInt8>) -> UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in text { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return hash ^ hash >> 32
    }
}
