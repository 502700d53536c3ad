import Geodesy

/// A fix as findings refer to it: when, where, how fast.
public struct TrackPoint: Sendable, Hashable {
    /// Milliseconds since 1970 UTC.
    public var milliseconds: Int64
    /// Where.
    public var point: GridPoint
    /// Metres per second; NaN for none.
    public var speedMetersPerSecond: Double

    /// A fix.
    public init(milliseconds: Int64, point: GridPoint, speedMetersPerSecond: Double) {
        self.milliseconds = milliseconds
        self.point = point
        self.speedMetersPerSecond = speedMetersPerSecond
    }

    /// The same fix: by its bits, so that no speed equals no speed.
    public static func == (a: TrackPoint, b: TrackPoint) -> Bool {
        a.milliseconds == b.milliseconds && a.point == b.point
            && a.speedMetersPerSecond.bitPattern == b.speedMetersPerSecond.bitPattern
    }

    /// By the parts that tell fixes apart.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(milliseconds)
        hasher.combine(point)
    }
}
