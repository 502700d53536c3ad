import Tracks

/// Days to be taken in order of time, each once.
struct RisingDays {
    /// The last first: the next one is taken from the end.
    private var days: [CalendarDay] = []

    /// No days.
    init() {}

    /// Days in any order.
    init(_ days: some Sequence<CalendarDay>) { self.days = Set(days).sorted(by: >) }

    /// The earliest day; nil where there is none.
    var first: CalendarDay? { days.last }
    /// How many there are.
    var count: Int { days.count }
    /// All of them, the latest first.
    var all: [CalendarDay] { days }

    /// Puts a day in its place; false where it is there already.
    @discardableResult
    mutating func insert(_ day: CalendarDay) -> Bool {
        let place = place(of: day)
        guard place == days.count || days[place] != day else { return false }
        days.insert(day, at: place)
        return true
    }

    /// Takes a day out; false where it is not there.
    @discardableResult
    mutating func remove(_ day: CalendarDay) -> Bool {
        let place = place(of: day)
        guard place < days.count, days[place] == day else { return false }
        days.remove(at: place)
        return true
    }

    /// The first index whose day is not later.
    private func place(of day: CalendarDay) -> Int {
        var (low, high) = (0, days.count)
        while low < high {
            let middle = (low + high) / 2
            if days[middle] > day { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
