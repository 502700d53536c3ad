import Glibc
import LogFormats
import Tracks

/// The rows of a day that is still open, by part; in memory, or in the run's temporary file.
///
/// A class: it gives up what lies in the file when it goes.
/// `@unchecked Sendable`: it is used under the lock of `RunState` alone, by one thread at a time.
final class ParkedDay: @unchecked Sendable {
    private struct Parcel {
        let file: UInt32
        let sequence: Int
        let count: Int
        let rows: Int
        /// Nil when it lies in the file at `offset`.
        var memory: PackedRows?
        var offset: Int64 = 0
    }

    private var parts: [[Parcel]] = Array(repeating: [], count: partitionCount)
    private var file: SpillFile?
    /// Bytes in memory.
    private(set) var bytesInMemory = 0

    deinit { drop(parts.joined()) }

    /// Parts that have rows.
    var filledParts: [Int] { parts.indices.filter { !parts[$0].isEmpty } }

    /// Takes a parcel.
    func add(_ parcel: RowParcel) {
        parts[parcel.partition].append(
            Parcel(
                file: parcel.rows.file, sequence: parcel.sequence, count: parcel.rows.count, rows: parcel.rows.rows,
                memory: parcel.rows))
        bytesInMemory += parcel.rows.count
    }

    /// Moves all rows to the file. Returns the bytes freed.
    func spill(to file: SpillFile) throws -> Int {
        self.file = file
        for part in parts.indices {
            for i in parts[part].indices {
                guard let memory = parts[part][i].memory else { continue }
                parts[part][i].offset = try file.add(memory.bytes)
                parts[part][i].memory = nil
            }
        }
        defer { bytesInMemory = 0 }
        return bytesInMemory
    }

    /// The rows of a part in the order of file and sequence; it has none afterwards.
    ///
    /// - Parameter excluding: Files that count as gone for this run.
    func take(part: Int, excluding: Set<UInt32>) throws -> [PackedRows] {
        let parcels = parts[part].filter { !excluding.contains($0.file) }.sorted {
            ($0.file, $0.sequence) < ($1.file, $1.sequence)
        }
        defer {
            drop(parts[part])
            parts[part] = []
        }
        return try parcels.map { parcel in
            if let memory = parcel.memory {
                bytesInMemory -= parcel.count
                return memory
            }
            return try PackedRows(file: parcel.file, rows: parcel.rows, count: parcel.count) { buffer in
                try file?.read(into: buffer, at: parcel.offset)
            }
        }
    }

    private func drop(_ parcels: some Sequence<Parcel>) {
        for parcel in parcels where parcel.memory == nil { file?.drop(parcel.count) }
    }
}

/// The system's words for the last error.
func systemError() -> String { String(cString: strerror(errno)) }
