/// Bytes of a stream one by one, with the line they stand in.
///
/// A class that owns raw memory (measured: a checked array costs twice the time of the whole pass).
final class GeoJSONInput {
    private static let capacity = 1 << 17
    private let descriptor: Int32
    private let buffer: UnsafeMutablePointer<UInt8>
    private var beginning: [UInt8]
    private var at = 0
    private var count = 0
    /// From 1.
    private(set) var line: Int64 = 1

    /// Reads what was read already, then the descriptor.
    init(beginning: [UInt8], descriptor: Int32) {
        self.beginning = beginning
        self.descriptor = descriptor
        buffer = .allocate(capacity: Self.capacity)
    }

    deinit { buffer.deallocate() }

    /// The next byte, which stays; nil at the end.
    @inline(__always)
    func peek() throws(ConvertStreamError) -> UInt8? {
        if at == count, try !fill() { return nil }
        return buffer[at]
    }

    /// Goes on behind the byte that `peek` gave.
    @inline(__always)
    func skip() {
        if buffer[at] == 10 { line += 1 }
        at += 1
    }

    private func fill() throws(ConvertStreamError) -> Bool {
        at = 0
        if !beginning.isEmpty {
            count = min(Self.capacity, beginning.count)
            beginning.withUnsafeBufferPointer { bytes in
                if let start = bytes.baseAddress { buffer.update(from: start, count: count) }
            }
            beginning.removeFirst(count)
            return true
        }
        count = try readBytes(descriptor, into: buffer, count: Self.capacity)
        return count > 0
    }
}

/// Bytes on their way out; some can be kept back while what they belong to is judged.
final class GeoJSONOutput {
    private static let capacity = 1 << 17
    private let writer: ByteWriter
    private let buffer: UnsafeMutablePointer<UInt8>
    private var count = 0
    /// While above 0, nothing is written.
    var silences = 0

    init(_ writer: ByteWriter) {
        self.writer = writer
        buffer = .allocate(capacity: Self.capacity + ConvertNumberText.longest)
    }

    deinit { buffer.deallocate() }

    @inline(__always)
    func put(_ byte: UInt8) throws(ConvertStreamError) {
        guard silences == 0 else { return }
        buffer[count] = byte
        count += 1
        if count >= Self.capacity { try flush() }
    }

    func put(_ text: StaticString) throws(ConvertStreamError) {
        for i in 0..<text.utf8CodeUnitCount { try put(text.utf8Start[i]) }
    }

    func put(_ value: Double, _ text: ConvertNumberText) throws(ConvertStreamError) {
        guard silences == 0 else { return }
        count = text.write(value, to: buffer + count) - buffer
        if count >= Self.capacity { try flush() }
    }

    func flush() throws(ConvertStreamError) {
        try writer.write(UnsafeRawBufferPointer(start: buffer, count: count))
        count = 0
    }
}
