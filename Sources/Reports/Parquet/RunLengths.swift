/// Small numbers in Parquet's hybrid of runs and packed bits.
/// - Source: apache/parquet-format, Encodings.md, "Run Length Encoding / Bit-Packing Hybrid".
struct RunLengths {
    private(set) var bytes: [UInt8] = []
    private let width: Int
    /// Numbers that wait to be packed: a multiple of 8 of them, but at the end.
    private var waiting: [UInt32] = []

    /// - Parameter width: Bits of a number, 1 to 32.
    init(width: Int) { self.width = width }

    /// The bytes of numbers.
    static func encoded(_ numbers: [UInt32], width: Int) -> [UInt8] {
        var runs = RunLengths(width: width)
        var i = 0
        while i < numbers.count {
            var end = i + 1
            while end < numbers.count, numbers[end] == numbers[i] { end += 1 }
            runs.add(numbers[i], count: end - i)
            i = end
        }
        runs.pack()
        return runs.bytes
    }

    private mutating func add(_ number: UInt32, count: Int) {
        var rest = count
        // What is packed comes in eights: a run can begin behind whole ones only.
        while rest > 0, !waiting.count.isMultiple(of: 8) || rest < 8 {
            waiting.append(number)
            rest -= 1
        }
        guard rest > 0 else { return }
        pack()
        bytes.addVariable(UInt64(rest) << 1)
        for byte in 0..<(width + 7) / 8 { bytes.append(UInt8(truncatingIfNeeded: number >> (8 * UInt32(byte)))) }
    }

    private mutating func pack() {
        guard !waiting.isEmpty else { return }
        let groups = (waiting.count + 7) / 8
        bytes.addVariable(UInt64(groups) << 1 | 1)
        var (bits, count) = (UInt64(0), 0)
        for i in 0..<groups * 8 {
            bits |= UInt64(i < waiting.count ? waiting[i] : 0) << UInt64(count)
            count += width
            while count >= 8 {
                bytes.append(UInt8(truncatingIfNeeded: bits))
                bits >>= 8
                count -= 8
            }
        }
        waiting.removeAll(keepingCapacity: true)
    }
}
