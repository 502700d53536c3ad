import Tracks

/// A count for each day that a database can hold, changed for whole ranges of days.
///
/// - Complexity: O(log days) a change and a question, whatever the length of the range.
/// - Source: P. Fenwick, "A new data structure for cumulative frequency tables", Software: Practice and Experience, 1994; kept of the
///   differences between neighbouring days, so that a prefix sum is the count of a day.
struct DayCounts {
    private var sums: [Int32]

    /// All counts are 0.
    init() { sums = Array(repeating: 0, count: Self.place(of: CalendarDay.storable.upperBound) + 2) }

    /// Adds to the counts of days.
    mutating func add(_ number: Int32, to days: ClosedRange<CalendarDay>) {
        add(number, from: Self.place(of: days.lowerBound))
        add(-number, from: Self.place(of: days.upperBound) + 1)
    }

    /// The count of a day.
    subscript(day: CalendarDay) -> Int32 {
        var (sum, place) = (Int32(0), Self.place(of: day))
        while place > 0 {
            sum += sums[place]
            place -= place & -place
        }
        return sum
    }

    private mutating func add(_ number: Int32, from first: Int) {
        var place = first
        while place < sums.count {
            sums[place] += number
            place += place & -place
        }
    }

    /// From 1; days outside count as the nearest that can be held.
    private static func place(of day: CalendarDay) -> Int {
        let storable = CalendarDay.storable
        return Int(min(max(day, storable.lowerBound), storable.upperBound).number - storable.lowerBound.number) + 1
    }
}
