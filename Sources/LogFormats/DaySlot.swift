import Tracks

/// What a reader keeps of one day: what its file gave it, and the rows that wait to be handed over.
///
/// It owns its parts by hand: a row is put into one without a count of references going up and down (measured: 80 instructions a row).
struct DaySlot {
    let day: CalendarDay
    let start: Int64
    let end: Int64
    let isWanted: Bool
    /// Whether an hour of it comes twice in the zone of times without an offset.
    let hasRepeatedHour: Bool
    var share = DayShare()
    var rejects = 0
    /// By part; nil where no row waits. None of a day that is not wanted.
    let parts: UnsafeMutableBufferPointer<Unmanaged<PackedRows>?>

    /// A slot that holds no time.
    static var none: DaySlot {
        DaySlot(day: CalendarDay(number: 0), start: Int64.max, end: Int64.min, isWanted: false, hasRepeatedHour: false)
    }

    init(day: CalendarDay, start: Int64, end: Int64, isWanted: Bool, hasRepeatedHour: Bool) {
        self.day = day
        self.start = start
        self.end = end
        self.isWanted = isWanted
        self.hasRepeatedHour = hasRepeatedHour
        parts = isWanted ? .allocate(capacity: partitionCount) : UnsafeMutableBufferPointer(start: nil, count: 0)
        parts.initialize(repeating: nil)
    }

    /// Takes the rows that wait.
    func takeParcels(sequence: Int) -> [RowParcel] {
        parts.indices.compactMap { part in
            guard let rows = parts[part]?.takeRetainedValue() else { return nil }
            parts[part] = nil
            return RowParcel(day: day, partition: part, sequence: sequence, rows: rows)
        }
    }

    /// Gives the memory of its parts back; no rows may wait, and none may be put in.
    func close() { parts.deallocate() }
}
