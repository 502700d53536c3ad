import LogFormats
import Tracks

/// What a run tells while it goes on.
public enum RunEvent: Sendable {
    /// A file was read: its path and rows.
    case read(file: String, rows: Int64, damage: String?)
    /// A day was written: how many of how many that are known, and its rows.
    case wrote(day: CalendarDay, deviceDays: Int, kept: Int64, daysDone: Int, daysKnown: Int)
    /// Phase 2 goes on: devices done of those that are dirty.
    case computing(devicesDone: Int, devices: Int)
}
