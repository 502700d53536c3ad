import Glibc
import Tracks

/// The bytes of JSON that are at hand: a window over the text of a log, or a whole text in memory.
///
/// Behind the last byte stand eight zeros, so that a word can be read from each place, and a zero, which JSON never has, tells the
/// end. The window grows where what is kept fills it, up to a limit: then it lets go of it.
struct JSONWindow: ~Copyable {
    /// The bytes; the first `filled` of them are text.
    private(set) var bytes: UnsafeMutablePointer<UInt8>
    private(set) var filled = 0
    /// The next byte to read.
    var at = 0
    /// The first byte that must stay at hand; -1 for none.
    var kept = -1
    /// Whether what was kept became too long and was let go.
    var isLost = false
    /// The beginning of what was let go.
    private(set) var lostText: [UInt8] = []
    /// Bytes of the text before the window.
    private(set) var base: Int64 = 0
    /// The line of the next byte, from 1.
    var line: UInt64 = 1
    /// Whether a return was the last byte: a line feed behind it ends no line of its own.
    var isAfterReturn = false
    /// Why there are no more bytes; nil where the text ends.
    private(set) var damage: Damage?
    /// Whether the run was asked to stop: what is missing is no fault then.
    private(set) var isStopped = false

    private let text: LogText?
    private let isCancelled: @Sendable () -> Bool
    private var capacity: Int
    private let largest: Int
    private var isLast = false

    private static let smallest = 1 << 18
    private static let margin = 16
    /// Bytes of a record that was let go that are kept for its reject.
    static let lostBytes = 1000

    /// - Parameter largest: Bytes that may be kept at most.
    init(_ text: LogText, largest: Int, isCancelled: @escaping @Sendable () -> Bool) {
        self.text = text
        self.isCancelled = isCancelled
        self.largest = largest
        capacity = min(largest, Self.smallest)
        bytes = .allocate(capacity: capacity + Self.margin)
        bytes.initialize(repeating: 0, count: Self.margin)
    }

    /// All of a text.
    init(_ whole: some Collection<UInt8>) {
        text = nil
        isCancelled = { false }
        capacity = whole.count
        largest = capacity
        bytes = .allocate(capacity: capacity + Self.margin)
        for (i, byte) in whole.enumerated() { bytes[i] = byte }
        (bytes + capacity).initialize(repeating: 0, count: Self.margin)
        (filled, isLast) = (capacity, true)
    }

    deinit { bytes.deallocate() }

    /// The byte that is next; 0 at the end.
    @inline(__always)
    mutating func next() -> UInt8 {
        let byte = bytes[at]
        return byte != 0 || at < filled ? byte : refill() ? bytes[at] : 0
    }

    /// Whether no byte is left.
    mutating func isAtEnd() -> Bool { at == filled && !refill() }

    /// The byte of the text that is next.
    var offset: Int64 { base + Int64(at) }

    /// Brings more bytes; false where there are none. What is kept moves to the front, and `kept` and `at` with it.
    @inline(never)
    private mutating func refill() -> Bool {
        guard !isLast, let text else { return false }
        drop(before: kept >= 0 ? kept : at)
        if filled == capacity {
            if capacity < largest { grow() } else { lose() }
        }
        let before = filled
        if isCancelled() { (isLast, isStopped) = (true, true) }
        while filled < capacity, !isLast {
            do {
                let room = UnsafeMutableRawBufferPointer(start: bytes + filled, count: capacity - filled)
                let count = try text.read(into: room)
                filled += count
                isLast = count == 0
            } catch let problem as Damage {
                (damage, isLast) = (problem, true)
            } catch {
                (damage, isLast) = (Damage(what: "cannot be read: \(error)"), true)
            }
        }
        (bytes + filled).update(repeating: 0, count: Self.margin)
        return filled > before
    }

    private mutating func drop(before first: Int) {
        guard first > 0 else { return }
        memmove(bytes, bytes + first, filled - first)
        base += Int64(first)
        at -= first
        filled -= first
        if kept >= 0 { kept -= first }
    }

    private mutating func grow() {
        let larger = min(2 * capacity, largest)
        let new = UnsafeMutablePointer<UInt8>.allocate(capacity: larger + Self.margin)
        new.update(from: bytes, count: filled)
        bytes.deallocate()
        (bytes, capacity) = (new, larger)
    }

    private mutating func lose() {
        lostText = Array(UnsafeBufferPointer(start: bytes + kept, count: min(filled - kept, Self.lostBytes)))
        (kept, isLost) = (-1, true)
        drop(before: at)
    }

    // MARK: White space and lines

    /// Passes white space; stops before the end of a line where that is asked for.
    @inline(__always)
    mutating func skipSpace(stopsAtLine: Bool) {
        guard bytes[at] <= 32 else { return }
        skipSpaces(stopsAtLine)
    }

    @inline(never)
    private mutating func skipSpaces(_ stopsAtLine: Bool) {
        while true {
            switch next() {
            case 32, 9: isAfterReturn = false
            case 10:
                if stopsAtLine { return }
                if !isAfterReturn { line += 1 }
                isAfterReturn = false
            case 13:
                if stopsAtLine { return }
                line += 1
                isAfterReturn = true
            default:
                isAfterReturn = false
                return
            }
            at += 1
        }
    }

    /// Goes to the end of the line and appends what it passes, up to 1,000 bytes in all.
    mutating func skipLine(into passed: inout [UInt8]) {
        kept = -1
        while !isAtEnd() {
            let start = at
            while at < filled, bytes[at] != 10, bytes[at] != 13 { at += 1 }
            let count = min(at - start, Self.lostBytes - passed.count)
            if count > 0 { passed.append(contentsOf: UnsafeBufferPointer(start: bytes + start, count: count)) }
            if at < filled { return }
        }
    }
}
