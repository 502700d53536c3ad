import Geodesy

/// A location that stays come back to (rule 3.4).
public struct Place: Sendable, Hashable {
    /// What it is to its device.
    public enum Role: String, Sendable {
        /// Most time in the night hours.
        case home
        /// Of the others, most time on working days outside the night hours.
        case work
        /// Any other.
        case regular
    }

    /// The earliest core stay, as an index of the stays it was found in: its device and arrival are what the id is made of.
    public var firstCore: Int
    /// What it is to its device; of places of several devices always `regular`.
    public var role: Role
    /// Stays.
    public var visits: Int64
    /// Devices that these stays are of.
    public var devices: Int64
    /// Milliseconds in them.
    public var total: Int64
    /// Milliseconds since 1970 UTC of the first arrival.
    public var first: Int64
    /// Milliseconds since 1970 UTC when it was last seen there.
    public var last: Int64
    /// `08:55`: the circular mean of the local times of arrivals that were seen; nil where they point all ways or there are none.
    public var usualArrival: String?
    /// `18:10`: likewise of the times when it was left, where that was seen.
    public var usualDeparture: String?
    /// The mean of its stays; where time is what they weigh, by their time.
    public var center: Coordinate
    /// Metres from there to its farthest stay.
    public var radiusMeters: Double

    /// A place.
    public init(
        firstCore: Int, role: Role, visits: Int64, devices: Int64, total: Int64, first: Int64, last: Int64, usualArrival: String?,
        usualDeparture: String?, center: Coordinate, radiusMeters: Double
    ) {
        self.firstCore = firstCore
        self.role = role
        self.visits = visits
        self.devices = devices
        self.total = total
        self.first = first
        self.last = last
        self.usualArrival = usualArrival
        self.usualDeparture = usualDeparture
        self.center = center
        self.radiusMeters = radiusMeters
    }
}
