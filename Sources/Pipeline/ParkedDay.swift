import Glibc
import LogFormats
import Tracks

/// The rows of a day that is still open, by part; in memory, or in an unlinked temporary file.
///
/// A class: it owns the file.
/// `@unchecked Sendable`: it is used under the lock of `RunState` alone, by one thread at a time.
final class ParkedDay: @unchecked Sendable {
    private struct Parcel {
        let file: UInt32
        let sequence: Int
        let count: Int
        let rows: Int
        /// Nil when it lies in the temporary file at `offset`.
        var memory: PackedRows?
        var offset: Int64 = 0
    }

    private var parts: [[Parcel]] = Array(repeating: [], count: partitionCount)
    private var descriptor: Int32 = -1
    private var fileEnd: Int64 = 0
    /// Bytes in memory.
    private(set) var bytesInMemory = 0

    deinit { if descriptor >= 0 { close(descriptor) } }

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

    /// Moves all rows to the temporary file. Returns the bytes freed.
    func spill(folder: String) throws -> Int {
        if descriptor < 0 { descriptor = try Self.unlinkedFile(in: folder) }
        for part in parts.indices {
            for i in parts[part].indices {
                guard let memory = parts[part][i].memory else { continue }
                try Self.writeAll(memory.bytes, to: descriptor)
                parts[part][i].offset = fileEnd
                parts[part][i].memory = nil
                fileEnd += Int64(memory.count)
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
        parts[part] = []
        return try parcels.map { parcel in
            if let memory = parcel.memory {
                bytesInMemory -= parcel.count
                return memory
            }
            return try PackedRows(file: parcel.file, rows: parcel.rows, count: parcel.count) { buffer in
                try Self.readAll(into: buffer, from: descriptor, at: parcel.offset)
            }
        }
    }

    private static func unlinkedFile(in folder: String) throws -> Int32 {
        // mkstemp puts letters of its own in the place of the six X.
        var template = Array((folder + "/trackmill-XXXXXX").utf8CString)
        let descriptor = mkstemp(&template)
        guard descriptor >= 0 else {
            throw RunProblem(status: .cannotCreate, "\(folder): no temporary file can be made: \(systemError()).")
        }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        unlink(template)
        return descriptor
    }

    private static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) throws {
        var done = 0
        while done < bytes.count, let start = bytes.baseAddress {
            let count = write(descriptor, start + done, bytes.count - done)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                throw RunProblem(status: .inputOutput, "a temporary file cannot be written: \(systemError()).")
            }
            done += count
        }
    }

    private static func readAll(into buffer: UnsafeMutableRawBufferPointer, from descriptor: Int32, at offset: Int64) throws {
        var done = 0
        while done < buffer.count, let start = buffer.baseAddress {
            let count = pread(descriptor, start + done, buffer.count - done, off_t(offset) + off_t(done))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw RunProblem(status: .inputOutput, "a temporary file cannot be read: \(systemError()).") }
            done += count
        }
    }
}

/// The system's words for the last error.
func systemError() -> String { String(cString: strerror(errno)) }
