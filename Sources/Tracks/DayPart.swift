import Geodesy

/// What phase 1 gives for one device-day besides its fixes: a value that depends on nothing but its rows.
public struct DeviceDayResult: Sendable {
    /// The id from the log.
    public var device: String
    /// Its stable hash.
    public var deviceHash: UInt64
    /// The day's kind; nil for none.
    public var kind: String?
    /// Rows of the device-day in all files, rejects included.
    public var rowsIn: Int64 = 0
    /// Fixes kept.
    public var kept: Int64 = 0
    /// Fixes thinned away.
    public var thinned: Int64 = 0
    /// Rows rejected.
    public var rejected: Int64 = 0
    /// The first fix before thinning; nil without fixes.
    public var first: TrackPoint?
    /// The last fix before thinning; nil without fixes.
    public var last: TrackPoint?
    /// The course of the last fix in degrees; nil for none.
    public var lastCourseDegrees: Double?
    /// The largest speed before thinning in metres per second; nil for none.
    public var maximumSpeedMetersPerSecond: Double?
    /// The whole way of its fixes before thinning in whole micrometres: the sum of the legs that are no jumps.
    public var pathMicrometers: Int64 = 0
    /// Fixes that were rejected as spikes.
    public var spikes: Int64 = 0
    /// The box of its fixes before thinning; nil without fixes.
    public var box: BoundingBox?
    /// Groups and movement to join; nil without find-stays or fixes.
    public var pieces: DayPieces?
    /// Points to step through.
    public var history: [HistoryPoint] = []
    /// How far, in metres, the fixes that simplify took lie from what replaces them; nil without simplify.
    public var simplifyError: (largestMeters: Double, meanMeters: Double)?
    /// Its rows in the columns of the part.
    public var rows: Range<Int> = 0..<0
    /// Rejects that may be stored, by the file they are of.
    public var rejects: [Reject] = []

    /// A device-day without rows.
    public init(device: String, deviceHash: UInt64) {
        self.device = device
        self.deviceHash = deviceHash
    }
}

/// Rows of one file that went into a day.
public struct FileCounts: Sendable, Hashable {
    /// Fixes kept.
    public var kept: Int64 = 0
    /// Fixes thinned away.
    public var thinned: Int64 = 0
    /// Rows rejected.
    public var rejected: Int64 = 0

    /// No rows.
    public init() {}

    /// Adds the counts of another part.
    public mutating func add(_ other: FileCounts) {
        kept += other.kept
        thinned += other.thinned
        rejected += other.rejected
    }
}

/// What phase 1 gives for one day and one part of the devices: a value that the writer applies.
public struct DayPart: Sendable {
    /// The day.
    public var day: CalendarDay
    /// The first millisecond of the day.
    public var start: Int64
    /// Device-days in the order of their device ids.
    public var devices: [DeviceDayResult] = []
    /// Kept fixes of all of them, device after device, in order of time. Columns as in `FixBatch`; optional ones may be empty.
    public var fixes = FixBatch()
    /// Rows by file index.
    public var files: [UInt32: FileCounts] = [:]
    /// Rejects by file index and reason.
    public var reasons: [UInt32: [RejectReason: Int64]] = [:]
    /// Rejects that its device-days hold, and how many they held when they were last looked through.
    public var rejects = 0, rejectsLeft = 0

    /// A part without rows.
    public init(day: CalendarDay, start: Int64) {
        self.day = day
        self.start = start
    }
}
