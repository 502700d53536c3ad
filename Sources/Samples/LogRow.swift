import Geodesy

/// A row as the server logs it.
struct LogRow {
    /// Milliseconds since 1970 UTC, what the column `timestamp` says.
    var time: Int64
    /// When it reached the server; rows of a file stand about in this order.
    var received: Int64
    var position: PlaneVector
    let truePosition: PlaneVector
    var speedMetersPerSecond: Double
    var courseDegrees: Int?
    var accuracyMeters: Int?
    var system: CoordinateSystem
    var fault: Fault
    /// Which of the ways to write the fault.
    var variant = 0

    init(_ fix: SampleFix, in system: CoordinateSystem) {
        time = fix.time
        received = fix.time
        position = fix.position
        truePosition = fix.truePosition
        speedMetersPerSecond = fix.speedMetersPerSecond
        courseDegrees = fix.courseDegrees
        accuracyMeters = fix.accuracyMeters
        self.system = system
        fault = fix.fault
    }

    /// The same row with a fault in place of what was wrong with it.
    func with(_ fault: Fault) -> LogRow {
        var row = self
        row.fault = fault
        return row
    }

    /// The same row, noted as odd if its position is good.
    func noted(_ fault: Fault) -> LogRow { self.fault == .none ? with(fault) : self }
}
