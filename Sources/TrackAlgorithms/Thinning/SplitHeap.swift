/// A stretch of track between two rows that stay, and the row at which it would be split.
struct TrackSplit {
    let squaredDeviation: Double
    let row: Int
    let first: Int
    let last: Int

    func precedes(_ other: TrackSplit) -> Bool {
        if squaredDeviation != other.squaredDeviation { return squaredDeviation > other.squaredDeviation }
        return row < other.row
    }
}

/// A binary heap of splits: the greatest deviation comes out first, of equal ones the lowest row.
struct SplitHeap {
    private var splits: [TrackSplit] = []

    mutating func removeAll() {
        splits.removeAll(keepingCapacity: true)
    }

    mutating func push(_ split: TrackSplit) {
        splits.append(split)
        var child = splits.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard splits[child].precedes(splits[parent]) else { return }
            splits.swapAt(child, parent)
            child = parent
        }
    }

    mutating func pop() -> TrackSplit? {
        guard let last = splits.popLast() else { return nil }
        guard let top = splits.first else { return last }
        splits[0] = last
        var parent = 0
        while true {
            var child = 2 * parent + 1
            guard child < splits.count else { return top }
            if child + 1 < splits.count, splits[child + 1].precedes(splits[child]) { child += 1 }
            guard splits[child].precedes(splits[parent]) else { return top }
            splits.swapAt(child, parent)
            parent = child
        }
    }
}
