import Geodesy
import Glibc
import Tracks

/// A stay as places are found from it.
public struct StayVisit: Sendable {
    /// Milliseconds since 1970 UTC.
    public var arrived: Int64
    /// Milliseconds since 1970 UTC.
    public var lastSeen: Int64
    /// Where.
    public var center: Coordinate

    /// A visit.
    public init(arrived: Int64, lastSeen: Int64, center: Coordinate) {
        self.arrived = arrived
        self.lastSeen = lastSeen
        self.center = center
    }
}

/// The places that the stays of one device come back to (rule 3.4), and of each stay which one it belongs to.
///
/// - Parameters:
///   - stays: In order of arrival; may be empty.
///   - leastStays: Stays within the radius, itself included, that make a core.
///   - night: Minutes of the local day when night begins and ends; it may go over midnight.
/// - Returns: Places in the order of their earliest cores; of each stay the index of its place, nil for none.
public func findPlaces(
    in stays: [StayVisit], radiusMeters: Double, leastStays: Int, night: (from: Int, to: Int), zone: TimeZoneRules
) -> (places: [Place], placeOfStay: [Int?]) {
    let clusters = placeClusters(
        latitudes: stays.map(\.center.latitude), longitudes: stays.map(\.center.longitude), radiusMeters: radiusMeters, minimumStays: leastStays)
    let labels = clusters.labels
    let cores = clusters.earliestCores
    var members = [[Int]](repeating: [], count: cores.count)
    for (stay, label) in labels.enumerated() where label >= 0 { members[Int(label)].append(stay) }
    let nightTimes = members.map { $0.reduce(0) { $0 + nightTime(of: stays[$1], night, zone) } }
    let workTimes = members.map { $0.reduce(0) { $0 + workTime(of: stays[$1], night, zone) } }
    let home = largest(nightTimes, except: nil)
    let work = largest(workTimes, except: home)
    let places = members.indices.map { number in
        let visits = members[number].map { stays[$0] }
        let role: Place.Role = number == home ? .home : number == work ? .work : .regular
        return place(of: visits, firstCoreArrived: stays[Int(cores[number])].arrived, role: role, zone)
    }
    return (places, labels.map { $0 < 0 ? nil : Int($0) })
}

private func largest(_ times: [Int64], except: Int?) -> Int? {
    let others = times.indices.filter { $0 != except && times[$0] > 0 }
    return others.max { (times[$0], -$0) < (times[$1], -$1) }
}

private func place(of visits: [StayVisit], firstCoreArrived: Int64, role: Place.Role, _ zone: TimeZoneRules) -> Place {
    let origin = visits[0].center
    var latitude = 0.0
    var east = 0.0
    for visit in visits {
        latitude += visit.center.latitude - origin.latitude
        let turn = visit.center.longitude - origin.longitude
        east += turn >= 180 ? turn - 360 : turn < -180 ? turn + 360 : turn
    }
    let n = Double(visits.count)
    var longitude = origin.longitude + east / n
    if longitude >= 180 { longitude -= 360 } else if longitude < -180 { longitude += 360 }
    let center = Coordinate(latitude: origin.latitude + latitude / n, longitude: longitude)
    return Place(
        firstCoreArrived: firstCoreArrived, role: role, visits: Int64(visits.count), total: visits.reduce(0) { $0 + $1.lastSeen - $1.arrived },
        first: visits.map(\.arrived).min() ?? 0, last: visits.map(\.lastSeen).max() ?? 0,
        usualArrival: usualClock(visits.map(\.arrived), zone), usualDeparture: usualClock(visits.map(\.lastSeen), zone), center: center,
        radiusMeters: visits.map { haversineMeters(from: center, to: $0.center) }.max() ?? 0)
}

/// The circular mean of times of day; nil where they point all ways (a resultant below 0.2).
private func usualClock(_ times: [Int64], _ zone: TimeZoneRules) -> String? {
    let degrees = times.map { Double(minutesOfDay($0, zone)) / 4 }
    guard let mean = CircularMean(degrees: degrees).meanDegrees(ifResultantAtLeast: 0.2) else { return nil }
    let minutes = Int((mean * 4).rounded()) % 1440
    return "\(padded(minutes / 60, 2)):\(padded(minutes % 60, 2))"
}

private func minutesOfDay(_ time: Int64, _ zone: TimeZoneRules) -> Int {
    Int(floorDivide(time + zone.offset(at: time), 86_400_000).remainder / 60_000)
}

/// Milliseconds of a stay in the night hours.
private func nightTime(of stay: StayVisit, _ night: (from: Int, to: Int), _ zone: TimeZoneRules) -> Int64 {
    time(of: stay, zone) { day in
        let start = zone.start(of: day)
        let (from, to) = (start + Int64(night.from) * 60_000, start + Int64(night.to) * 60_000)
        return night.from <= night.to ? [(from, to)] : [(start, to), (from, zone.end(of: day))]
    }
}

/// Milliseconds of a stay on Mondays to Fridays outside the night hours.
private func workTime(of stay: StayVisit, _ night: (from: Int, to: Int), _ zone: TimeZoneRules) -> Int64 {
    time(of: stay, zone) { day in
        // 1970-01-01 was a Thursday.
        let weekday = (Int(day.number) % 7 + 7 + 4) % 7
        guard (1...5).contains(weekday) else { return [] }
        let start = zone.start(of: day)
        let (from, to) = (start + Int64(night.from) * 60_000, start + Int64(night.to) * 60_000)
        return night.from <= night.to ? [(start, from), (to, zone.end(of: day))] : [(to, from)]
    }
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
