import Geodesy
import Tracks

/// Where the pieces of consecutive days of a device are joined again (rule 3.2): whole days, but for what lies before the wall of the
/// first and from the wall of the last on.
public struct JoinSlice: Sendable {
    /// The days with fixes, in order of time; not empty.
    public var days: [DayPieces]
    /// Index in the first day's elements of the stay it starts at; 0 where it starts at the day's first group.
    public var firstElement: Int
    /// Index in the last day's elements of the stay it stops before; nil where it goes to the day's end.
    public var endElement: Int?
    /// The first fix after the slice; nil where the slice ends the device's data.
    public var after: TrackPoint?
    /// The kind of the day of that fix; nil for none.
    public var afterKind: String?
    /// Whether the slice begins the device's data.
    public var beginsData: Bool

    /// A slice.
    public init(
        days: [DayPieces], firstElement: Int, endElement: Int?, after: TrackPoint?, afterKind: String? = nil, beginsData: Bool
    ) {
        self.beginsData = beginsData
        self.afterKind = afterKind
        self.days = days
        self.firstElement = firstElement
        self.endElement = endElement
        self.after = after
    }

    /// Rows that start at or after this time are replaced: milliseconds since 1970 UTC.
    public var since: Int64 {
        if beginsData { return Int64.min }
        guard case .group(let group) = days[0].elements[firstElement] else { return days[0].firstGroup.first.milliseconds }
        return group.first.milliseconds
    }

    /// Rows that start before this time are replaced.
    public var until: Int64 { after?.milliseconds ?? Int64.max }
}

/// What a day's first or last group turned out to be.
public struct EdgeState: Sendable, Hashable {
    /// Whether it is (part of) a stay, so that its legs are rest.
    public var rests: Bool
    /// Milliseconds of that stay inside the day, midnight to midnight (rule 2.8); 0 where it is none.
    public var stayMilliseconds: Int64
}

/// What joining gives.
public struct Joined: Sendable {
    /// In order of time.
    public var stays: [Stay] = []
    /// In order of time; those shorter than asked for are left out.
    public var trips: [Trip] = []
    /// In order of time.
    public var gaps: [Gap] = []
    /// Of each day of the slice: its first and its last group; nil where the slice does not hold it, or where the first is the last.
    public var edges: [(first: EdgeState?, last: EdgeState?)] = []
}

/// The stays, trips and gaps of a slice (rules 2.6, 2.7, 3.1).
///
/// A day's last group and the first of the next day are one when the silence between them is at most `limits.gap` and their own
/// centroids lie within the radius; no excursion spans the boundary, and what is a stay is decided after that. With
/// `limits.longestInferred` a silence whose two fixes lie within the radius is a stay too, and no gap.
/// - Parameters:
///   - leastMeters: A shorter trip is not listed.
///   - least: A trip that lasts fewer milliseconds is not listed.
/// - Complexity: O(elements).
public func join(_ slice: JoinSlice, limits: StayLimits, leastMeters: Double, least: Int64, zone: TimeZoneRules) -> Joined {
    var joiner = Joiner(slice: slice, limits: limits, zone: zone)
    joiner.walk()
    if limits.longestInferred != nil { joiner.inferStays() }
    var result = joiner.result
    joiner.move(into: &result, leastMicrometers: leastMeters * 1e6, least: least)
    return result
}

private struct Joiner {
    let slice: JoinSlice
    let limits: StayLimits
    let zone: TimeZoneRules
    var result = Joined()
    /// Legs in order of time: the day they start in, and whether they rest in a stay.
    private var legs: [(day: Int, run: LegRun, rests: Bool)] = []
    private var chain: [(day: Int, element: Int, group: GroupPiece)] = []
    /// Whether the chain's first fix follows another by at most `limits.gap`.
    private var isChainSeenToBegin = false

    init(slice: JoinSlice, limits: StayLimits, zone: TimeZoneRules) {
        self.slice = slice
        self.limits = limits
        self.zone = zone
        result.edges = slice.days.map { _ in (nil, nil) }
    }

    mutating func walk() {
        for (day, pieces) in slice.days.enumerated() {
            let first = day == 0 ? slice.firstElement : 0
            let end = day == slice.days.count - 1 ? slice.endElement ?? pieces.elements.count : pieces.elements.count
            for element in first..<end {
                switch pieces.elements[element] {
                case .run(let run):
                    closeChain(next: nil)
                    legs.append((day, run, false))
                case .group(let group): take(group, day: day, element: element)
                }
            }
        }
        closeChain(next: slice.endElement == nil ? slice.after.map { ($0, slice.afterKind) } : nil)
    }

    private mutating func take(_ group: GroupPiece, day: Int, element: Int) {
        if element == 0, let last = chain.last, areJoined(last.group, group) {
            chain.append((day, element, group))
            return
        }
        closeChain(next: (group.first, slice.days[day].kind))
        chain = [(day, element, group)]
        isChainSeenToBegin = isSeenToBegin(group, day: day, element: element)
    }

    /// A slice that begins with a day's first group begins the device's data or follows a longer silence.
    private func isSeenToBegin(_ group: GroupPiece, day: Int, element: Int) -> Bool {
        if element > 0 {
            guard case .run(let run) = slice.days[day].elements[element - 1] else { return true }
            return endsSoon(run)
        }
        return day > 0 && group.first.milliseconds - slice.days[day - 1].lastGroup.last.milliseconds <= limits.gap
    }

    /// Whether the last fix of a run follows another by at most `limits.gap`: only a gap is long, and that is a leg by itself.
    private func endsSoon(_ run: LegRun) -> Bool { !run.isGap || run.duration <= limits.gap }

    private func areJoined(_ a: GroupPiece, _ b: GroupPiece) -> Bool {
        b.first.milliseconds - a.last.milliseconds <= limits.gap && a.sums.meters(to: b.sums) <= limits.radiusMeters
    }

    /// Decides what the chain of joined groups is.
    /// - Parameter next: The fix after it, where that lies in another day; nil where a run of the same day follows or nothing does.
    private mutating func closeChain(next: (fix: TrackPoint, kind: String?)?) {
        guard let first = chain.first, let last = chain.last else { return }
        let arrived = first.group.first.milliseconds
        let lastSeen = last.group.last.milliseconds
        var sums = first.group.sums
        for link in chain.dropFirst() { sums = sums.joined(with: link.group.sums) }
        let isStay = limits.isStay(from: arrived, to: lastSeen) && limits.isDense(sums)
        for (index, link) in chain.enumerated() {
            for run in link.group.runs where !isStay { legs.append((link.day, run, false)) }
            if isStay { legs.append((link.day, restingRun(link.group), true)) }
            if index + 1 < chain.count {
                let (following, kind) = (chain[index + 1], slice.days[link.day].kind)
                let gaps = limits.gaps(from: kind, to: slice.days[following.day].kind)
                legs.append((link.day, LegRun(from: link.group.last, to: following.group.first, gaps: gaps), isStay))
            }
            setEdge(link.day, link.element, isStay ? (arrived, lastSeen) : nil)
        }
        if isStay {
            let follower = last.group.follower ?? next?.fix.milliseconds
            result.stays.append(
                Stay(
                    day: slice.days[first.day].day, kind: slice.days[first.day].kind, arrived: arrived, lastSeen: lastSeen,
                    departed: follower.flatMap { $0 - lastSeen <= limits.gap ? $0 : nil }, centroid: sums.centroid,
                    spreadMeters: sums.spreadMeters, fixes: chain.reduce(0) { $0 + $1.group.fixes }, isOpen: follower == nil,
                    isArrivalSeen: isChainSeenToBegin))
        }
        if let next {
            let gaps = limits.gaps(from: slice.days[last.day].kind, to: next.kind)
            legs.append((last.day, LegRun(from: last.group.last, to: next.fix, gaps: gaps), false))
        }
        chain.removeAll(keepingCapacity: true)
    }

    /// The rest in a stay, which parts the trips before and after it; a stay inside a day has no legs of its own.
    private func restingRun(_ group: GroupPiece) -> LegRun {
        LegRun(first: group.first, last: group.last, legs: 0, micrometers: 0, maximumSpeedMetersPerSecond: .nan, isGap: false)
    }

    private mutating func setEdge(_ day: Int, _ element: Int, _ stay: (arrived: Int64, lastSeen: Int64)?) {
        let pieces = slice.days[day]
        guard element == 0 || element == pieces.elements.count - 1 else { return }
        let start = zone.start(of: pieces.day)
        let end = zone.end(of: pieces.day)
        let inside = stay.map { max(0, min($0.lastSeen, end) - max($0.arrived, start)) } ?? 0
        let state = EdgeState(rests: stay != nil, stayMilliseconds: inside)
        if element == 0 { result.edges[day].first = state } else { result.edges[day].last = state }
    }

    /// Makes a stay of each silence between groups that `limits.isInferredStay` takes for one; its leg is rest then, and no gap.
    ///
    /// Whether it is open is left to the view: that depends on fixes after it, which another slice may bring.
    mutating func inferStays() {
        for index in legs.indices where legs[index].run.isGap && !legs[index].rests {
            let (day, run, _) = legs[index]
            guard limits.isInferredStay(from: run.first, to: run.last) else { continue }
            legs[index].rests = true
            var sums = PositionSums(first: run.first.point)
            sums.add(run.last.point)
            result.stays.append(
                Stay(
                    day: slice.days[day].day, kind: slice.days[day].kind, arrived: run.first.milliseconds,
                    lastSeen: run.last.milliseconds,
                    departed: nil, centroid: sums.centroid, spreadMeters: sums.spreadMeters, fixes: 2, isOpen: false,
                    isInferred: true, isArrivalSeen: index > 0 && endsSoon(legs[index - 1].run)))
        }
        result.stays.sort { $0.arrived < $1.arrived }
    }

    /// Rule 2.7: each gap, and each maximal series of movement.
    func move(into result: inout Joined, leastMicrometers: Double, least: Int64) {
        var trip: (day: Int, run: LegRun)?
        func end(isOpen: Bool) {
            guard let (day, run) = trip, Double(run.micrometers) >= leastMicrometers, run.duration >= least else { return }
            result.trips.append(Trip(day: slice.days[day].day, kind: slice.days[day].kind, legs: run, isOpen: isOpen))
        }
        for (day, run, rests) in legs {
            if run.isGap, !rests { result.gaps.append(Gap(day: slice.days[day].day, leg: run)) }
            if run.isGap || rests {
                end(isOpen: false)
                trip = nil
            } else if let open = trip {
                trip = (open.day, open.run.followed(by: run))
            } else {
                trip = (day, run)
            }
        }
        end(isOpen: slice.after == nil)
    }
}
