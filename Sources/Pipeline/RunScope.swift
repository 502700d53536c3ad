import Tracks

/// The days that a run or a plan is of, and the clock.
struct RunScope {
    /// The days of a dated run; nil for an undated one.
    var range: ClosedRange<CalendarDay>?
    /// Up to this day an undated run makes unfinished days, too, and reads files that have not settled; nil for finished ones only.
    var unfinishedTo: CalendarDay?
    /// Milliseconds since 1970 UTC.
    var now: Int64

    /// Whether the run has no dates: it makes finished days only, and none that would have fewer rows.
    var isUndated: Bool { range == nil }

    /// Whether files are read that may still grow (rule 1.3).
    var waitsForNothing: Bool { range != nil || unfinishedTo != nil }
}
