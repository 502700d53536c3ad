/// Of each file the lines of its first rejects: which of them may be stored (rule 1.5).
///
/// A line is taken as long as it may be among the first; so the lines taken are those, and some that later ones pushed out.
public struct FirstLines: Sendable {
    private let limits: [Int]
    /// By file a heap, the largest line on top.
    private var heaps: [UInt32: [UInt32]] = [:]

    /// - Parameter limits: How many of each file may be stored, by file index.
    public init(limits: [Int]) { self.limits = limits }

    /// Takes a line, and says whether it may be among the first of its file. A line may be taken more than once.
    ///
    /// - Complexity: O(1) for a line beyond them, else O(log limit).
    public mutating func takes(file: UInt32, line: UInt32) -> Bool {
        let limit = limits[Int(file)]
        guard limit > 0 else { return false }
        let count = heaps[file]?.count ?? 0
        if count < limit {
            heaps[file, default: []].append(line)
            heaps[file]?.rise(from: count)
            return true
        }
        guard let last = heaps[file]?[0], line <= last else { return false }
        guard line < last else { return true }
        heaps[file]?[0] = line
        heaps[file]?.sink()
        return true
    }

    /// The first lines of a file end with this one; nil as long as there are fewer than may be stored.
    public func last(of file: UInt32) -> UInt32? {
        guard let heap = heaps[file], heap.count == limits[Int(file)] else { return nil }
        return heap[0]
    }

    /// Whether a line that was taken is still among the first.
    public func holds(file: UInt32, line: UInt32) -> Bool { last(of: file).map { line <= $0 } ?? true }
}

extension [UInt32] {
    fileprivate mutating func rise(from last: Int) {
        var i = last
        while i > 0, self[(i - 1) / 2] < self[i] {
            swapAt(i, (i - 1) / 2)
            i = (i - 1) / 2
        }
    }

    fileprivate mutating func sink() {
        var i = 0
        while 2 * i + 1 < count {
            var child = 2 * i + 1
            if child + 1 < count, self[child + 1] > self[child] { child += 1 }
            guard self[child] > self[i] else { return }
            swapAt(i, child)
            i = child
        }
    }
}
