import CGazetteer

/// The bytes of a gazetteer file, read in place.
///
/// Reading in place costs nothing at start; a copy into an array took 7 ms and 5 MB.
/// `@unchecked Sendable`: a raw pointer is not Sendable, but these bytes are constants of the binary that nobody writes or frees.
struct GazetteerBytes: @unchecked Sendable {
    private let start: UnsafeRawPointer
    private let count: Int

    /// The file that was built into this binary.
    static let embedded = GazetteerBytes(start: gazetteer_file_bytes(), count: gazetteer_file_length())

    /// The little-endian number of four bytes at an offset, which need not be aligned.
    func uint32(at offset: Int) -> UInt32 {
        precondition(offset >= 0 && offset + 4 <= count, "expected four bytes at \(offset), the gazetteer file has \(count)")
        return UInt32(littleEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    /// The little-endian number of two bytes at an offset.
    func uint16(at offset: Int) -> UInt16 {
        precondition(offset >= 0 && offset + 2 <= count, "expected two bytes at \(offset), the gazetteer file has \(count)")
        return UInt16(littleEndian: start.loadUnaligned(fromByteOffset: offset, as: UInt16.self))
    }

    /// The byte at an offset.
    func byte(at offset: Int) -> UInt8 {
        precondition(offset >= 0 && offset < count, "expected a byte at \(offset), the gazetteer file has \(count)")
        return start.load(fromByteOffset: offset, as: UInt8.self)
    }

    /// The UTF-8 text of so many bytes at an offset.
    func text(at offset: Int, byteCount: Int) -> String {
        precondition(offset >= 0 && offset + byteCount <= count, "expected \(byteCount) bytes at \(offset), of \(count)")
        return String(decoding: UnsafeRawBufferPointer(start: start + offset, count: byteCount), as: UTF8.self)
    }
}
