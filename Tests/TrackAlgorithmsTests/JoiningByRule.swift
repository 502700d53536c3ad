import Geodesy
import Glibc
import TrackAlgorithms
import Tracks

/// The days of a track as ranges of rows.
func daysOf(_ batch: FixBatch, _ zone: TimeZoneRules) -> [Range<Int>] {
    var days: [Range<Int>] = []
    for row in 0..<batch.count {
        if let last = days.last, zone.day(of: batch.times[last.lowerBound]) == zone.day(of: batch.times[row]) {
            days[days.count - 1] = last.lowerBound..<row + 1
        } else {
            days.append(row..<row + 1)
        }
    }
    return days
}

/// Stays, trips and gaps by the words of rules 2.6, 2.7, 2.8 and 3.1, from all fixes of a device at once.
///
/// Nothing of the algorithms is used: groups are sets of rows, every leg is looked at by itself.
struct JoinedByRule {
    struct StayByRule {
        var arrived: Int64
        var lastSeen: Int64
        var departed: Int64?
        var latitude: Double
        var longitude: Double
        var spreadMeters: Double
        var fixes: Int64
        var isOpen: Bool
        var isArrivalSeen: Bool
        var day: CalendarDay
    }

    var stays: [StayByRule] = []
    /// First and last fix, legs, micrometres.
    var trips: [[Int64]] = []
    /// First and last fix, micrometres.
    var gaps: [[Int64]] = []
    /// Of each day: micrometres and milliseconds of movement inside it, milliseconds of stays inside it.
    var days: [[Int64]] = []

    init(of batch: FixBatch, limits: StayLimits, zone: TimeZoneRules) {
        let groups = Self.groups(of: batch, limits, zone)
        var stayOfRow = [Int?](repeating: nil, count: batch.count)
        for (number, group) in groups.enumerated() {
            guard batch.times[group.upperBound - 1] - batch.times[group.lowerBound] >= limits.atLeast else { continue }
            for row in group { stayOfRow[row] = number }
            stays.append(Self.stay(of: batch, group, limits, zone))
        }
        addLegs(batch, stayOfRow, limits)
        for rows in daysOf(batch, zone) {
            let day = zone.day(of: batch.times[rows.lowerBound])
            var sums: [Int64] = [0, 0, 0]
            for row in rows.dropLast() where Self.isMovement(batch, row, stayOfRow, limits) {
                sums[0] += Self.micrometers(batch, row)
                sums[1] += batch.times[row + 1] - batch.times[row]
            }
            for stay in stays {
                sums[2] += max(0, min(stay.lastSeen, zone.end(of: day)) - max(stay.arrived, zone.start(of: day)))
            }
            days.append(sums)
        }
    }

    /// Rule 2.6 within each day, then rule 3.1 at each midnight.
    private static func groups(of batch: FixBatch, _ limits: StayLimits, _ zone: TimeZoneRules) -> [Range<Int>] {
        var joined: [Range<Int>] = []
        var lastOfDay: Range<Int>?
        for rows in daysOf(batch, zone) {
            var own: [Range<Int>] = []
            for row in rows {
                if let group = own.last, meters(batch, group.lowerBound, row) <= limits.radiusMeters,
                    batch.times[row] - batch.times[row - 1] <= limits.gap
                {
                    own[own.count - 1] = group.lowerBound..<row + 1
                } else {
                    own.append(row..<row + 1)
                }
            }
            var rest = own[...]
            if let before = lastOfDay, let first = own.first, areOne(batch, before, first, limits) {
                joined[joined.count - 1] = joined[joined.count - 1].lowerBound..<first.upperBound
                rest = rest.dropFirst()
            }
            joined += rest
            lastOfDay = own.last
        }
        return joined
    }

    private static func areOne(_ batch: FixBatch, _ a: Range<Int>, _ b: Range<Int>, _ limits: StayLimits) -> Bool {
        guard batch.times[b.lowerBound] - batch.times[a.upperBound - 1] <= limits.gap else { return false }
        let (from, to) = (centroid(batch, a), centroid(batch, b))
        return haversineMeters(from: from, to: to) <= limits.radiusMeters
    }

    private static func centroid(_ batch: FixBatch, _ rows: Range<Int>) -> Coordinate {
        let n = Double(rows.count)
        return Coordinate(
            latitude: rows.reduce(0.0) { $0 + Double(batch.latitudes[$1]) } / n / 1e7,
            longitude: rows.reduce(0.0) { $0 + Double(batch.longitudes[$1]) } / n / 1e7)
    }

    private static func stay(of batch: FixBatch, _ rows: Range<Int>, _ limits: StayLimits, _ zone: TimeZoneRules) -> StayByRule {
        let center = centroid(batch, rows)
        let plane = earthMeanRadiusMeters * Double.pi / 180
        let squares = rows.reduce(0.0) { sum, row in
            let y = plane * (Double(batch.latitudes[row]) / 1e7 - center.latitude)
            let x = plane * (Double(batch.longitudes[row]) / 1e7 - center.longitude) * cos(center.latitude * .pi / 180)
            return sum + x * x + y * y
        }
        let next = rows.upperBound < batch.count ? batch.times[rows.upperBound] : nil
        let lastSeen = batch.times[rows.upperBound - 1]
        let arrived = batch.times[rows.lowerBound]
        return StayByRule(
            arrived: arrived, lastSeen: lastSeen,
            departed: next.flatMap { $0 - lastSeen <= limits.gap ? $0 : nil },
            latitude: center.latitude, longitude: center.longitude, spreadMeters: (squares / Double(rows.count)).squareRoot(),
            fixes: Int64(rows.count), isOpen: next == nil,
            isArrivalSeen: rows.lowerBound > 0 && arrived - batch.times[rows.lowerBound - 1] <= limits.gap,
            day: zone.day(of: arrived))
    }

    /// Rule 2.7: rest, gap or movement, leg by leg.
    private mutating func addLegs(_ batch: FixBatch, _ stayOfRow: [Int?], _ limits: StayLimits) {
        var trip: [Int64]?
        for row in 0..<max(0, batch.count - 1) {
            let length = Self.micrometers(batch, row)
            if Self.isMovement(batch, row, stayOfRow, limits) {
                let open = trip ?? [batch.times[row], 0, 0, 0]
                trip = [open[0], batch.times[row + 1], open[2] + 1, open[3] + length]
                continue
            }
            if let trip { trips.append(trip) }
            trip = nil
            let rests = stayOfRow[row] != nil && stayOfRow[row] == stayOfRow[row + 1]
            if !rests { gaps.append([batch.times[row], batch.times[row + 1], length]) }
        }
        if let trip { trips.append(trip) }
    }

    private static func isMovement(_ batch: FixBatch, _ row: Int, _ stayOfRow: [Int?], _ limits: StayLimits) -> Bool {
        let rests = stayOfRow[row] != nil && stayOfRow[row] == stayOfRow[row + 1]
        let silence = batch.times[row + 1] - batch.times[row]
        let farthest = limits.speeds.map { $0.metersPerSecond * Double(silence) / 1000 + $0.slackMeters } ?? .infinity
        return !rests && silence <= limits.tripGap && meters(batch, row, row + 1) <= farthest
    }

    private static func meters(_ batch: FixBatch, _ a: Int, _ b: Int) -> Double {
        haversineMeters(from: batch.point(a), to: batch.point(b))
    }

    private static func micrometers(_ batch: FixBatch, _ row: Int) -> Int64 {
        Int64((meters(batch, row, row + 1) * 1e6).rounded())
    }
}
