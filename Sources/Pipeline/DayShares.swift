import Tracks

/// What a file, by its number, gave a day.
struct FileShare: Equatable {
    var file: Int
    var share: DayShare
}

/// What files gave days, in one array: of each day its files by number, rising.
struct DayShares {
    private let all: [FileShare]
    private let ranges: [CalendarDay: Range<Int>]

    /// Nothing.
    init() {
        all = []
        ranges = [:]
    }

    /// - Parameter rows: In any order, a file of a day once; those of no rows are left out.
    init(_ rows: [(day: CalendarDay, share: FileShare)]) {
        let sorted = rows.filter { $0.share.share.rows > 0 }.sorted { ($0.day, $0.share.file) < ($1.day, $1.share.file) }
        all = sorted.map(\.share)
        var ranges: [CalendarDay: Range<Int>] = [:]
        var start = 0
        for i in sorted.indices where i + 1 == sorted.count || sorted[i + 1].day != sorted[i].day {
            ranges[sorted[i].day] = start..<i + 1
            start = i + 1
        }
        self.ranges = ranges
    }

    /// The days that were given rows.
    var days: some Collection<CalendarDay> { ranges.keys }

    /// What a day was given.
    subscript(day: CalendarDay) -> ArraySlice<FileShare> { all[ranges[day] ?? 0..<0] }
}

extension Collection<FileShare> where Index == Int {
    /// What a file gave of what a day was given; nil for nothing.
    ///
    /// - Complexity: O(log n), as the files rise.
    func share(of file: Int) -> DayShare? {
        var (low, high) = (startIndex, endIndex)
        while low < high {
            let middle = (low + high) / 2
            if self[middle].file < file { low = middle + 1 } else { high = middle }
        }
        return low < endIndex && self[low].file == file ? self[low].share : nil
    }

    /// How many rows a day was given.
    var rows: Int64 { reduce(0) { $0 + $1.share.rows } }
}
