/// Bytes on their way through `convert`: whole records, and what they become.
///
/// A class that owns raw memory (measured: checked arrays cost 20 ns a line in scanning and writing).
final class ConvertBlock {
    /// No record is longer; the longest line.
    static let capacity = 1 << 20
    /// Readable behind the text, so that eight bytes can be taken at once.
    static let slack = 16

    let bytes: UnsafeMutablePointer<UInt8>
    /// Bytes of text.
    var count = 0
    /// Where the records begin; behind a byte-order mark, or behind the header.
    var start = 0
    /// Which block of the stream it is, from 0.
    var number = 0
    /// Whether it is the beginning of a line that is too long, whose rest was left out.
    var isTooLong = false
    /// Cells of the stream's first row; nil where this is the block it lies in.
    var cells: Int?
    /// Which cells hold the coordinates, from 0.
    var columns = ConvertColumns(longitude: 0, latitude: 1)
    /// Why nothing of the stream can be converted; it then is the last block.
    var headerProblem: String?

    /// What is written for it.
    private(set) var output: UnsafeMutablePointer<UInt8>
    private(set) var outputCapacity: Int
    var outputCount = 0
    /// Lines of it.
    var lines: Int64 = 0
    /// Lines of it that could not be converted.
    var badLines: Int64 = 0
    /// The first of these: the line within the block, from 1, and why.
    var problems: [(line: Int64, what: String)] = []

    init() {
        bytes = .allocate(capacity: Self.capacity + Self.slack)
        bytes.initialize(repeating: 0, count: Self.capacity + Self.slack)
        outputCapacity = 1 << 19
        output = .allocate(capacity: outputCapacity)
    }

    deinit {
        bytes.deallocate()
        output.deallocate()
    }

    /// Forgets the block before.
    func reset() {
        (count, start, outputCount, lines, badLines) = (0, 0, 0, 0, 0)
        isTooLong = false
        headerProblem = nil
        problems.removeAll(keepingCapacity: true)
    }

    /// Makes room for so many more bytes of output.
    func reserve(_ more: Int) {
        guard outputCount + more > outputCapacity else { return }
        let larger = max(outputCapacity * 2, outputCount + more)
        let moved = UnsafeMutablePointer<UInt8>.allocate(capacity: larger)
        moved.update(from: output, count: outputCount)
        output.deallocate()
        (output, outputCapacity) = (moved, larger)
    }

    /// Adds bytes of the text to the output; there must be room.
    @inline(__always)
    func keep(_ from: Int, _ end: Int) {
        guard end > from else { return }
        (output + outputCount).update(from: bytes + from, count: end - from)
        outputCount += end - from
    }

    /// Adds a byte to the output; there must be room.
    @inline(__always)
    func put(_ byte: UInt8) {
        output[outputCount] = byte
        outputCount += 1
    }
}

/// The cells of a record that hold its coordinates, from 0.
struct ConvertColumns: Sendable, Equatable {
    var longitude: Int
    var latitude: Int

    var first: Int { min(longitude, latitude) }
    var second: Int { max(longitude, latitude) }
    var isLongitudeFirst: Bool { longitude < latitude }
}
