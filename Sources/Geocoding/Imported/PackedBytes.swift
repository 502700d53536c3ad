/// Numbers and texts, one behind the other: numbers of seven bits a byte, lowest first, the top bit says that more follow; a text is
/// the number of its bytes and UTF-8.
struct PackedBytes {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ number: UInt64) {
        var rest = number
        while rest > 127 {
            bytes.append(UInt8(truncatingIfNeeded: rest & 127 | 128))
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    /// nil is the empty text.
    mutating func append(_ text: String?) {
        let encoded = (text ?? "").utf8
        append(UInt64(encoded.count))
        bytes += encoded
    }

    mutating func append(_ name: PlaceName?) {
        append(name?.english)
        append(name?.chinese)
    }

    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }
}

/// Bytes of a gazetteer file in memory. What lies outside reads as zeros: a damaged file must not end the program.
///
/// `@unchecked Sendable`: the bytes are written while it is made and never after. A class: it owns them.
final class LoadedBytes: @unchecked Sendable {
    private let start: UnsafeMutableRawPointer
    let count: Int

    /// Room that `fill` writes whole.
    init(count: Int, fill: (UnsafeMutableRawBufferPointer) throws -> Void) rethrows {
        self.count = count
        start = .allocate(byteCount: max(1, count), alignment: 16)
        do { try fill(UnsafeMutableRawBufferPointer(start: start, count: count)) } catch {
            start.deallocate()
            throw error
        }
    }

    deinit { start.deallocate() }

    @inline(__always)
    private func number<Number: FixedWidthInteger>(_ offset: Int, as type: Number.Type) -> Number {
        guard offset >= 0, offset <= count - MemoryLayout<Number>.size else { return 0 }
        return Number(littleEndian: start.loadUnaligned(fromByteOffset: offset, as: type))
    }

    @inline(__always)
    func int32(at offset: Int) -> Int32 { number(offset, as: Int32.self) }

    @inline(__always)
    func float(at offset: Int) -> Float { Float(bitPattern: number(offset, as: UInt32.self)) }

    func byte(at offset: Int) -> UInt8 { number(offset, as: UInt8.self) }

    func text(at offset: Int, byteCount: Int) -> String {
        guard offset >= 0, byteCount > 0, offset <= count, byteCount <= count - offset else { return "" }
        return String(decoding: UnsafeRawBufferPointer(start: start + offset, count: byteCount), as: UTF8.self)
    }
}

/// Reads what `PackedBytes` wrote.
struct PackedReader {
    let bytes: LoadedBytes
    var offset: Int

    mutating func number() -> UInt64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let byte = bytes.byte(at: offset)
            offset += 1
            if shift < 64 { value |= UInt64(byte & 127) << shift }
            if byte < 128 { return value }
            shift += 7
        }
    }

    /// The next text; nil for the empty one.
    mutating func text() -> String? {
        let length = Int(min(number(), UInt64(bytes.count)))
        defer { offset += length }
        return length == 0 ? nil : bytes.text(at: offset, byteCount: length)
    }

    mutating func skipText() { offset += Int(min(number(), UInt64(bytes.count))) }

    mutating func name() -> PlaceName? {
        let english = text()
        let chinese = text()
        return english.map { PlaceName(english: $0, chinese: chinese) }
    }
}
