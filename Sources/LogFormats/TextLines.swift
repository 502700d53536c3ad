import Glibc
import Tracks

/// The lines of a log's text one after the other, in constant memory; for formats of a record a line.
///
/// A line ends in LF, CR LF or CR, or where the log ends. One that is longer than the buffer is given as its first bytes and is cut.
struct TextLines: ~Copyable {
    /// A line; its bytes are good until the next is asked for.
    struct Line {
        /// Without its end.
        let text: Cell
        /// From 1.
        let number: UInt32
        /// Of its first byte, in the decoded text.
        let offset: Int64
        /// Whether nothing of it is missing: it is no longer than the buffer, and no damage of the log comes before its end.
        let isWhole: Bool
        /// Whether an end of line stands behind it.
        let hasEnd: Bool
    }

    /// Why the rest of the log cannot be read, once all lines before were given.
    private(set) var damage: Damage?

    private let text: LogText
    private let isCancelled: @Sendable () -> Bool
    private let lastLine: UInt64
    private let buffer: UnsafeMutableRawBufferPointer
    private var filled = 0
    private var at = 0
    private var base: Int64 = 0
    private var number: UInt64 = 0
    private var isLast = false
    private var isFirst = true
    /// Whether the rest of a line that was too long is passed over.
    private var isSkipping = false

    init(_ log: LogFile, _ context: ReadingContext, encoding: TextEncoding = .utf8, bufferBytes: Int = 1 << 18) {
        text = LogText(log, encoding: encoding)
        isCancelled = context.isCancelled
        lastLine = context.lastLine
        buffer = .allocate(byteCount: bufferBytes, alignment: 16)
    }

    deinit { buffer.deallocate() }

    /// The next line; nil at the end of what can be read.
    mutating func next() -> Line? {
        if isFirst {
            isFirst = false
            refill()
            if filled >= 3, buffer[0] == 0xEF, buffer[1] == 0xBB, buffer[2] == 0xBF { at = 3 }
        }
        while true {
            let end = lineEnd(from: at)
            if end == filled, !isLast {
                guard at == 0, filled == buffer.count else {
                    refill()
                    continue
                }
            } else if end + 1 == filled, !isLast, buffer[end] == 13, at > 0 || filled < buffer.count {
                // A LF may follow this CR.
                refill()
                continue
            }
            if at == filled { return nil }
            let (start, hasEnd) = (at, end < filled)
            at = !hasEnd ? end : end + 1 < filled && buffer[end] == 13 && buffer[end + 1] == 10 ? end + 2 : end + 1
            if isSkipping {
                isSkipping = !hasEnd
                continue
            }
            let isCut = !hasEnd && (!isLast || damage != nil)
            isSkipping = !hasEnd && !isLast
            guard let line = line(start..<end, isWhole: !isCut, hasEnd: hasEnd) else { return nil }
            return line
        }
    }

    private mutating func line(_ range: Range<Int>, isWhole: Bool, hasEnd: Bool) -> Line? {
        number += 1
        guard number <= lastLine else {
            damage = Damage(
                what: "has more than \(grouped(Int64(lastLine))) lines", textOffset: base + Int64(range.lowerBound))
            (at, filled, isLast) = (0, 0, true)
            return nil
        }
        guard let start = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self) else { return nil }
        return Line(
            text: Cell(start + range.lowerBound, range.count), number: UInt32(truncatingIfNeeded: number),
            offset: base + Int64(range.lowerBound), isWhole: isWhole, hasEnd: hasEnd)
    }

    /// The first LF or CR from a byte on; what is filled where there is none.
    private func lineEnd(from start: Int) -> Int {
        guard let bytes = buffer.baseAddress, start < filled else { return filled }
        let count = filled - start
        let feed = memchr(bytes + start, 10, count).map { UnsafeRawPointer($0) - UnsafeRawPointer(bytes) } ?? filled
        let carriage = memchr(bytes + start, 13, feed - start).map { UnsafeRawPointer($0) - UnsafeRawPointer(bytes) }
        return carriage ?? feed
    }

    /// Moves what is left to the front and fills the buffer up.
    private mutating func refill() {
        let left = filled - at
        if at > 0, left > 0, let start = buffer.baseAddress { memmove(start, start + at, left) }
        base += Int64(at)
        (at, filled) = (0, left)
        if isCancelled() { isLast = true }
        while filled < buffer.count, !isLast {
            do {
                let count = try text.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
                filled += count
                if count == 0 { isLast = true }
            } catch let problem as Damage {
                (damage, isLast) = (problem, true)
            } catch {
                (damage, isLast) = (Damage(what: "cannot be read: \(error)"), true)
            }
        }
    }
}
