import Geodesy

/// A row as the server logs it.
struct LogRow {
    /// Milliseconds since 1970 UTC, what the column `timestamp` says.
    var time: Int64
    /// When it reached the server; rows of a file stand about in this order.
    var received: Int64
    var position: PlaneVector
    var speedMetersPerSecond: Double
    var courseDegrees: Int?
    var accuracyMeters: Int?
    var system: CoordinateSystem
    var fault: Fault
    /// Which of the ways to write the fault.
    var variant = 0

    init(_ fix: SampleFix, in system: CoordinateSystem, fault: Fault = .none) {
        time = fix.time
        received = fix.time
        position = fix.position
        speedMetersPerSecond = fix.speedMetersPerSecond
        courseDegrees = fix.courseDegrees
        accuracyMeters = fix.accuracyMeters
        self.system = system
        self.fault = fault
    }

    /// The same row with a fault.
    func with(_ fault: Fault) -> LogRow {
        var row = self
        row.fault = fault
        return row
    }
}
