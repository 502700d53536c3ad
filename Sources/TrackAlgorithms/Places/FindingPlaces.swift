import Geodesy
import Glibc
import Tracks

/// A stay as places are found from it.
public struct StayVisit: Sendable {
    /// The number of its device.
    public var device: Int64
    /// Milliseconds since 1970 UTC.
    public var arrived: Int64
    /// Milliseconds since 1970 UTC.
    public var lastSeen: Int64
    /// Where.
    public var center: Coordinate
    /// Whether a fix before it says when the device came.
    public var isArrivalSeen: Bool
    /// Milliseconds since 1970 UTC of the next fix, where that says when the device left.
    public var departed: Int64?

    /// A visit.
    public init(
        device: Int64 = 0, arrived: Int64, lastSeen: Int64, center: Coordinate, isArrivalSeen: Bool = true, departed: Int64? = nil
    ) {
        self.device = device
        self.arrived = arrived
        self.lastSeen = lastSeen
        self.center = center
        self.isArrivalSeen = isArrivalSeen
        self.departed = departed
    }

    /// Milliseconds.
    public var duration: Int64 { lastSeen - arrived }
}

/// What makes stays a place.
public struct PlaceLimits: Sendable {
    /// Stays of a place form a chain of steps of at most this many metres.
    public var radiusMeters: Double
    /// Stays within the radius of one, itself included, that make it a core.
    public var leastStays: Int
    /// Milliseconds of stays within the radius that make a core, instead of their number; nil to count them.
    public var leastTime: Int64?
    /// A place is no wider than this many metres; nil for no such limit.
    public var widestMeters: Double?
    /// What becomes of a wider one.
    public var overWide: OverWidePlaces
    /// Minutes of the local day when night begins and ends; it may go over midnight.
    public var night: (from: Int, to: Int)

    /// Limits: by the number of stays, as wide as it may be, night from 22:00 to 06:00, unless said otherwise.
    public init(
        radiusMeters: Double, leastStays: Int, leastTime: Int64? = nil, widestMeters: Double? = nil,
        overWide: OverWidePlaces = .split,
        night: (from: Int, to: Int) = (1320, 360)
    ) {
        self.radiusMeters = radiusMeters
        self.leastStays = leastStays
        self.leastTime = leastTime
        self.widestMeters = widestMeters
        self.overWide = overWide
        self.night = night
    }
}

/// The places that stays come back to (rule 3.4), and of each stay which one it belongs to.
///
/// - Parameters:
///   - stays: In the order (device, arrived); may be empty.
///   - hasRoles: Whether one place may be home and one work: the stays are of one device.
///   - goOn: Is called now and then; what it throws ends the work.
/// - Returns: Places in the order of their earliest cores; of each stay the index of its place, nil for none.
/// - Complexity: O(n log n) but for splits, see `placeClusters` and `limited`.
public func findPlaces(
    in stays: [StayVisit], limits: PlaceLimits, hasRoles: Bool, zone: TimeZoneRules, goOn: () throws -> Void
) rethrows -> (places: [Place], placeOfStay: [Int?]) {
    let clusters = try clusters(of: stays, limits, goOn)
    try goOn()
    let labels = clusters.labels
    let cores = clusters.earliestCores
    var members = [[Int]](repeating: [], count: cores.count)
    for (stay, label) in labels.enumerated() where label >= 0 { members[Int(label)].append(stay) }
    let night = limits.night
    let nightTimes = members.map { hasRoles ? $0.reduce(0) { $0 + nightTime(of: stays[$1], night, zone) } : 0 }
    let workTimes = members.map { hasRoles ? $0.reduce(0) { $0 + workTime(of: stays[$1], night, zone) } : 0 }
    let home = largest(nightTimes, except: nil)
    let work = largest(workTimes, except: home)
    let places = members.indices.map { number in
        let visits = members[number].map { stays[$0] }
        let role: Place.Role = number == home ? .home : number == work ? .work : .regular
        return place(of: visits, firstCore: Int(cores[number]), role: role, weighsTime: limits.leastTime != nil, zone)
    }
    return (places, labels.map { $0 < 0 ? nil : Int($0) })
}

private func clusters(of stays: [StayVisit], _ limits: PlaceLimits, _ goOn: () throws -> Void) rethrows -> PlaceClusters {
    let latitudes = stays.map(\.center.latitude)
    let longitudes = stays.map(\.center.longitude)
    let least = limits.leastTime.map(Int.init) ?? limits.leastStays
    let weights = limits.leastTime.map { _ in stays.map(\.duration) }
    let found = placeClusters(
        latitudes: latitudes, longitudes: longitudes, radiusMeters: limits.radiusMeters, minimumStays: least, weights: weights)
    guard let widest = limits.widestMeters else { return found }
    return try found.limited(
        toMeters: widest, latitudes: latitudes, longitudes: longitudes, overWide: limits.overWide, minimumStays: least,
        weights: weights, goOn: goOn)
}

private func largest(_ times: [Int64], except: Int?) -> Int? {
    let others = times.indices.filter { $0 != except && times[$0] > 0 }
    return others.max { (times[$0], -$0) < (times[$1], -$1) }
}

private func place(of visits: [StayVisit], firstCore: Int, role: Place.Role, weighsTime: Bool, _ zone: TimeZoneRules) -> Place {
    let center = center(of: visits, weighsTime: weighsTime)
    return Place(
        firstCore: firstCore, role: role, visits: Int64(visits.count), devices: Int64(Set(visits.map(\.device)).count),
        total: visits.reduce(0) { $0 + $1.duration }, first: visits.map(\.arrived).min() ?? 0,
        last: visits.map(\.lastSeen).max() ?? 0,
        usualArrival: usualClock(visits.filter(\.isArrivalSeen).map(\.arrived), zone),
        usualDeparture: usualClock(visits.compactMap(\.departed), zone), center: center,
        radiusMeters: visits.map { haversineMeters(from: center, to: $0.center) }.max() ?? 0)
}

/// The mean, as differences from the first, the short way round.
private func center(of visits: [StayVisit], weighsTime: Bool) -> Coordinate {
    let origin = visits[0].center
    var north = 0.0
    var east = 0.0
    var sum = 0.0
    for visit in visits {
        let weight = weighsTime ? Double(visit.duration) : 1
        let turn = visit.center.longitude - origin.longitude
        north += weight * (visit.center.latitude - origin.latitude)
        east += weight * (turn >= 180 ? turn - 360 : turn < -180 ? turn + 360 : turn)
        sum += weight
    }
    var longitude = origin.longitude + east / sum
    if longitude >= 180 { longitude -= 360 } else if longitude < -180 { longitude += 360 }
    return Coordinate(latitude: origin.latitude + north / sum, longitude: longitude)
}

/// The circular mean of times of day, rounded to the nearest minute, half a minute up; nil where they point all ways (a resultant
/// below 0.2) or there are none.
private func usualClock(_ times: [Int64], _ zone: TimeZoneRules) -> String? {
    let millisecondsPerDegree = 240_000.0
    let degrees = times.map { time in
        Double(floorDivide(time + zone.offset(at: time), 86_400_000).remainder) / millisecondsPerDegree
    }
    guard let mean = CircularMean(degrees: degrees).meanDegrees(ifResultantAtLeast: 0.2) else { return nil }
    // Sines and their sums are off by less than a microsecond, which may not decide where half a minute goes.
    let microseconds = (mean * millisecondsPerDegree * 1_000).rounded()
    let minutes = Int((microseconds / 60_000_000).rounded()) % 1440
    return "\(padded(minutes / 60, 2)):\(padded(minutes % 60, 2))"
}

/// Milliseconds of a stay in the night hours.
private func nightTime(of stay: StayVisit, _ night: (from: Int, to: Int), _ zone: TimeZoneRules) -> Int64 {
    time(of: stay, zone) { day in
        let (from, to) = clock(night, of: day, zone)
        return night.from <= night.to ? [(from, to)] : [(zone.start(of: day), to), (from, zone.end(of: day))]
    }
}

/// Milliseconds of a stay on Mondays to Fridays outside the night hours.
private func workTime(of stay: StayVisit, _ night: (from: Int, to: Int), _ zone: TimeZoneRules) -> Int64 {
    time(of: stay, zone) { day in
        // 1970-01-01 was a Thursday.
        let weekday = (Int(day.number) % 7 + 7 + 4) % 7
        guard (1...5).contains(weekday) else { return [] }
        let (from, to) = clock(night, of: day, zone)
        return night.from <= night.to ? [(zone.start(of: day), from), (to, zone.end(of: day))] : [(to, from)]
    }
}

/// When clocks show these minutes of a day, also on a day of 23 or 25 hours.
private func clock(_ minutes: (from: Int, to: Int), of day: CalendarDay, _ zone: TimeZoneRules) -> (Int64, Int64) {
    let midnight = Int64(day.number) * 86_400_000
    return (
        zone.milliseconds(ofLocal: midnight + Int64(minutes.from) * 60_000),
        zone.milliseconds(ofLocal: midnight + Int64(minutes.to) * 60_000)
    )
}

private func time(of stay: StayVisit, _ zone: TimeZoneRules, parts: (CalendarDay) -> [(Int64, Int64)]) -> Int64 {
    var total: Int64 = 0
    var day = zone.day(of: stay.arrived)
    while zone.start(of: day) <= stay.lastSeen {
        for (from, to) in parts(day) { total += max(0, min(to, stay.lastSeen) - max(from, stay.arrived)) }
        day = day.next
    }
    return total
}
