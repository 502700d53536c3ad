import Store
import Tracks

/// What a run means to do with a file.
enum FileState {
    /// To be read, in the order of windows.
    case wanted
    /// Unchanged: read only when a day that it gave rows must be made anew.
    case onDemand
    case reading
    case read
    /// Not for this run: it has not settled, or reaches no day of it.
    case left
    /// It changed while it was read: counts as gone (rule 1.3).
    case gone
    /// It is there and cannot be read: its days may change and are left (rule 4.3).
    case unreadable

    /// What a run begins with.
    ///
    /// - Parameter now: Up to this moment of the clock files have settled, in milliseconds since 1970 UTC.
    init(
        _ file: InputFile, _ number: Int, _ ledger: Ledger, _ pipeline: PipelineFile, _ range: ClosedRange<CalendarDay>?,
        now: Int64
    ) {
        if file.unreadable != nil {
            self = .unreadable
        } else if let range {
            let (low, high) = (pipeline.zone.start(of: range.lowerBound), pipeline.zone.end(of: range.upperBound))
            self = file.window.low < high && low < file.window.high ? .wanted : .left
        } else if file.settles > now {
            self = .left
        } else {
            self = ledger.knows(file, number) ? .onDemand : .wanted
        }
    }
}
