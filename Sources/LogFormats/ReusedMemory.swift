import Tracks

/// Memory that readers hand on from one log to the next.
///
/// A large block comes from the system and goes back to it: for a log of 160 rows that, and the pages that are given out anew, took a
/// quarter of all time. Blocks hold what the one before left in them.
/// `@unchecked Sendable`: the list is under a lock; a block has one owner at a time.
final class ReusedMemory: @unchecked Sendable {
    private let lock = Lock()
    private let byteCount: Int
    private var free: [UnsafeMutableRawPointer] = []

    /// More are not kept, however many threads read.
    private static let mostKept = 8

    /// Blocks of so many bytes.
    init(byteCount: Int) { self.byteCount = byteCount }

    /// A block, to be given back.
    func take() -> UnsafeMutableRawBufferPointer {
        let block = lock.with { free.popLast() } ?? .allocate(byteCount: byteCount, alignment: 64)
        return UnsafeMutableRawBufferPointer(start: block, count: byteCount)
    }

    /// Takes back a block that `take` gave.
    func giveBack(_ block: UnsafeMutableRawBufferPointer) {
        let isKept = lock.with {
            guard free.count < Self.mostKept, let start = block.baseAddress else { return false }
            free.append(start)
            return true
        }
        if !isKept { block.deallocate() }
    }
}
