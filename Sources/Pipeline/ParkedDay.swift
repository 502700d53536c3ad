import Glibc
import LogFormats
import Tracks

/// The rows of a day that wait, by part; in memory, or in the run's temporary file.
///
/// A class: it gives up what lies in the file when it goes.
/// `@unchecked Sendable`: it is used under the lock of `RunState` alone, by one thread at a time.
final class ParkedDay: @unchecked Sendable {
    /// Segments that lie in the file one behind the other, which takes no memory for each of them.
    private struct Extent {
        let segmentsAt: Int64
        let count: Int
    }

    private var blocks: [RowBlock] = []
    private var extents: [Extent] = []
    private var file: SpillFile?
    private var bytesInFile = 0
    /// All segments by part, while the day is made.
    private var index: [[(segment: RowSegment, block: RowBlock?)]]?
    /// Bytes that it takes in memory, used or not.
    private(set) var bytesInMemory = 0

    deinit { file?.drop(bytesInFile) }

    /// Gives up all rows. Returns the bytes that they took in memory.
    func removeAll() -> Int {
        defer { bytesInMemory = 0 }
        file?.drop(bytesInFile)
        (blocks, extents, index, bytesInFile) = ([], [], nil, 0)
        return bytesInMemory
    }

    /// Takes a parcel: its bytes are copied.
    func add(_ parcel: RowParcel) {
        let before = blocks.last?.reserved ?? 0
        if let block = blocks.last, block.add(parcel.rows, part: parcel.partition, sequence: parcel.sequence) {
            bytesInMemory += block.reserved - before
            return
        }
        // A day with one full block has many rows.
        let block = RowBlock(capacity: max(blocks.isEmpty ? 512 : RowBlock.fullBytes, parcel.rows.count))
        _ = block.add(parcel.rows, part: parcel.partition, sequence: parcel.sequence)
        blocks.append(block)
        bytesInMemory += block.reserved
    }

    /// Moves all rows to the file.
    func spill(to file: SpillFile) throws {
        guard !blocks.isEmpty else { return }
        self.file = file
        for block in blocks {
            let rowsAt = try file.add(UnsafeRawBufferPointer(start: block.memory, count: block.count))
            bytesInFile += block.count
            var segments = block.segments
            for i in segments.indices { segments[i].at += rowsAt }
            let at = try segments.withUnsafeBytes { bytes in
                bytesInFile += bytes.count
                return try file.add(bytes)
            }
            extents.append(Extent(segmentsAt: at, count: segments.count))
        }
        blocks.removeAll()
        index = nil
        bytesInMemory = 0
    }

    /// The parts that have rows, with their rows and bytes.
    ///
    /// - Parameter excluding: Files that count as gone for this run.
    func parts(excluding: Set<UInt32>) throws -> [Int: (rows: Int, bytes: Int)] {
        var parts: [Int: (rows: Int, bytes: Int)] = [:]
        try forEachSegment { segment, _ in
            guard !excluding.contains(segment.file) else { return }
            parts[Int(segment.part), default: (0, 0)].rows += Int(segment.rows)
            parts[Int(segment.part), default: (0, 0)].bytes += Int(segment.count)
        }
        return parts
    }

    /// The rows of a part in the order of file and sequence.
    func rows(ofPart part: Int, excluding: Set<UInt32>) throws -> PartRows {
        if index == nil {
            var made: [[(segment: RowSegment, block: RowBlock?)]] = Array(repeating: [], count: partitionCount)
            try forEachSegment { made[Int($0.part)].append(($0, $1)) }
            index = made
        }
        let wanted = (index?[part] ?? []).filter { !excluding.contains($0.segment.file) }.sorted {
            ($0.segment.file, $0.segment.sequence) < ($1.segment.file, $1.segment.sequence)
        }
        for (_, block) in wanted { block?.isLent = true }
        return PartRows(wanted, file: file)
    }

    private func forEachSegment(_ body: (RowSegment, RowBlock?) -> Void) throws {
        for extent in extents {
            let segments = try [RowSegment](unsafeUninitializedCapacity: extent.count) { buffer, count in
                try file?.read(into: UnsafeMutableRawBufferPointer(buffer), at: extent.segmentsAt)
                count = extent.count
            }
            for segment in segments { body(segment, nil) }
        }
        for block in blocks { for segment in block.segments { body(segment, block) } }
    }
}

/// The rows of one day and part, in the order of file and sequence: in memory, or to be read from the run's temporary file.
struct PartRows: Sendable {
    /// Rows, rejects included.
    let rows: Int
    /// Bytes of all of them.
    let bytes: Int
    // `RowSegment` is plain; blocks are never written once they are lent.
    private let parcels: [(segment: RowSegment, block: RowBlock?)]
    private let file: SpillFile?

    init(_ parcels: [(segment: RowSegment, block: RowBlock?)], file: SpillFile?) {
        self.parcels = parcels
        self.file = file
        rows = parcels.reduce(0) { $0 + Int($1.segment.rows) }
        bytes = parcels.reduce(0) { $0 + Int($1.segment.count) }
    }

    /// Pieces that can be loaded one by one.
    var indices: Range<Int> { parcels.indices }

    /// The rows of a piece.
    func load(_ i: Int) throws -> PackedRows {
        let (segment, block) = parcels[i]
        if let block {
            let bytes = UnsafeMutableRawBufferPointer(start: block.memory + Int(segment.at), count: Int(segment.count))
            return PackedRows(file: segment.file, rows: Int(segment.rows), in: bytes, of: block)
        }
        return try PackedRows(file: segment.file, rows: Int(segment.rows), count: Int(segment.count)) { buffer in
            try file?.read(into: buffer, at: segment.at)
        }
    }
}

/// The system's words for the last error.
func systemError() -> String { String(cString: strerror(errno)) }
