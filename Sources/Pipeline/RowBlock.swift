import Glibc
import Tracks

/// Rows of one file, one day and one part as they came from a reader: where they lie.
struct RowSegment {
    var file: UInt32
    var sequence: UInt32
    var part: UInt32
    var rows: UInt32
    /// The first byte, in the block or in the run's temporary file.
    var at: Int64
    /// Bytes.
    var count: Int64
}

/// Memory for rows of one day that wait: those of many files and parts, one behind the other.
///
/// Many files may give a day one row each, so a block begins small and doubles. A class that owns raw memory: lanes read from it while
/// it is given up (measured: a copy here takes 2 ns a row, and readers' memory, which doubles too, is free again at once).
/// `@unchecked Sendable`: it is changed under the lock of `RunState` alone; what was handed to a lane is never written again.
final class RowBlock: @unchecked Sendable {
    /// Bytes that a block grows to; one segment may be larger.
    static let fullBytes = 256 << 10

    private(set) var memory: UnsafeMutableRawPointer
    private(set) var capacity: Int
    private(set) var count = 0
    private(set) var segments: [RowSegment] = []
    /// Whether rows were handed out that lie in it: its memory must stay where it is.
    var isLent = false

    init(capacity: Int) {
        self.capacity = capacity
        memory = .allocate(byteCount: capacity, alignment: 16)
    }

    deinit { memory.deallocate() }

    /// All bytes that it takes.
    var reserved: Int { capacity + segments.capacity * MemoryLayout<RowSegment>.stride }

    /// Adds the rows of a parcel; false where it is full.
    func add(_ rows: PackedRows, part: Int, sequence: Int) -> Bool {
        guard !isLent, count + rows.count <= max(Self.fullBytes, capacity) else { return false }
        if count + rows.count > capacity { grow(to: min(Self.fullBytes, max(2 * capacity, count + rows.count))) }
        if let start = rows.bytes.baseAddress { (memory + count).copyMemory(from: start, byteCount: rows.count) }
        segments.append(
            RowSegment(
                file: rows.file, sequence: UInt32(sequence), part: UInt32(part), rows: UInt32(rows.rows), at: Int64(count),
                count: Int64(rows.count)))
        count += rows.count
        return true
    }

    private func grow(to bytes: Int) {
        let larger = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 16)
        larger.copyMemory(from: memory, byteCount: count)
        memory.deallocate()
        (memory, capacity) = (larger, bytes)
    }
}
