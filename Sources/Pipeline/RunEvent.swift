import LogFormats
import Tracks

/// How far a run is.
public struct RunStanding: Sendable {
    /// Days that are written.
    public var daysDone = 0
    /// These, and those that are to do as far as it is known yet.
    public var daysKnown = 0
    /// Threads that have a task in hand.
    public var lanesBusy = 0
    /// Threads in all.
    public var lanes = 0

    /// Nothing is known yet.
    public init() {}
}

/// What a run tells while it goes on.
public enum RunEvent: Sendable {
    /// The run has its id in the view `runs`.
    case began(run: Int64)
    /// A file was read: its path, its rows, and its bytes unpacked.
    case read(file: String, rows: Int64, bytes: Int64, damage: String?, RunStanding)
    /// A day was written, and its rows.
    case wrote(day: CalendarDay, deviceDays: Int, kept: Int64, RunStanding)
    /// Phase 2 goes on: devices done of those that are dirty.
    case computing(devicesDone: Int, devices: Int)
    /// Addresses are asked for: cells answered so far, and those left.
    case asking(answered: Int, pending: Int)
    /// Something a user should know at once.
    case told(RunMessage)
}
