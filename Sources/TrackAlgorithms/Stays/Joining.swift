import Geodesy
import Tracks

/// The stays, trips and gaps of a slice (rules 2.6, 2.7, 3.1).
///
/// A day's last group and the first of the next day are one when the silence between them is at most `limits.gap` and their own
/// centroids lie within the radius; no excursion spans the boundary, and what is a stay is decided after that. With
/// `limits.longestInferred` a silence whose two fixes lie within the radius is a stay too, and no gap.
/// - Parameter trips: Which trips are listed; nil where neither trips nor gaps are wanted.
/// - Returns: nil where the slice begins or ends with a stay that is none any more, or that came apart where its parts are not known.
/// - Complexity: O(elements).
public func join(_ slice: JoinSlice, limits: StayLimits, trips: LeastTrip?, zone: TimeZoneRules) -> Joined? {
    var joiner = Joiner(slice: slice, limits: limits, zone: zone, keepsLegs: trips != nil || limits.longestInferred != nil)
    joiner.walk()
    guard joiner.holds else { return nil }
    if limits.longestInferred != nil { joiner.inferStays() }
    var result = joiner.result
    if let trips { joiner.move(into: &result, leastMicrometers: trips.meters * 1e6, least: trips.milliseconds) }
    return result
}

private struct Joiner {
    let slice: JoinSlice
    let limits: StayLimits
    let zone: TimeZoneRules
    /// Whether legs are asked for: without trips, gaps and inferred stays nobody needs them.
    let keepsLegs: Bool
    var result = Joined()
    /// Whether the stays that the slice begins and ends with are still what they were.
    private(set) var holds = true
    /// Legs in order of time: the day they start in, and whether they rest in a stay.
    private var legs: [(day: Int, run: LegRun, rests: Bool)] = []
    /// Legs before the slice, which only say what came before the first in it.
    private var legsBefore = 0
    /// The legs before the last group of a day.
    private var legsBeforeLast: [(day: Int, legs: Int)] = []
    private var chain: [(day: Int, element: Int, group: GroupPiece)] = []
    /// The stay that the chain began as before the slice.
    private var behind: JoinSlice.StayBehind?
    /// Whether the chain's first fix follows another by at most `limits.gap`.
    private var isChainSeenToBegin = false

    init(slice: JoinSlice, limits: StayLimits, zone: TimeZoneRules, keepsLegs: Bool) {
        self.slice = slice
        self.limits = limits
        self.zone = zone
        self.keepsLegs = keepsLegs
        result.edges = slice.days.map { _ in (nil, nil) }
    }

    mutating func walk() {
        let begin = begin()
        let last = slice.days.count - 1
        for (day, pieces) in slice.days.enumerated() {
            var end = pieces.elements.count
            if day == last, case .element(let index) = slice.end { end = index }
            for element in (day == 0 ? begin : 0)..<end {
                switch pieces.elements[element] {
                case .run(let run):
                    closeChain(next: nil)
                    if keepsLegs { legs.append((day, run, false)) }
                case .group(let group):
                    if element == pieces.elements.count - 1 { legsBeforeLast.append((day, legs.count)) }
                    take(group, day: day, element: element)
                }
            }
        }
        switch slice.end {
        case .data: closeChain(next: nil)
        case .element(let index):
            closeChain(next: nil)
            if index == slice.days[last].elements.count - 1 { legsBeforeLast.append((last, legs.count)) }
        case .silence(let fix, let kind): closeChain(next: (fix, kind))
        case .stay(let ahead): closeChain(next: nil, ahead: ahead)
        }
    }

    /// Sets up what is before the slice; gives the first element in it.
    private mutating func begin() -> Int {
        let elements = slice.days[0].elements
        switch slice.start {
        case .data: return 0
        case .element(let index):
            if index > 0, case .run(let run) = elements[index - 1] { legs.append((0, run, false)) }
            legsBefore = legs.count
            return index
        case .trip:
            // The last of its legs says whether an arrival was seen.
            if case .run(let run) = elements[elements.count - 2] { legs.append((0, run, false)) }
            legsBefore = legs.count
            return elements.count - 1
        case .rest:
            legs.append((0, restingRun(slice.days[0].firstGroup), true))
            legsBefore = 1
            return 1
        case .stay(let behind):
            self.behind = behind
            isChainSeenToBegin = behind.isArrivalSeen
            chain = [(0, 0, slice.days[0].firstGroup)]
            return 1
        }
    }

    private mutating func take(_ group: GroupPiece, day: Int, element: Int) {
        if element == 0, let last = chain.last, areJoined(last.group, group) {
            chain.append((day, element, group))
            return
        }
        closeChain(next: (group.first, slice.days[day].kind))
        chain.append((day, element, group))
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

    // MARK: What a chain of joined groups is

    /// Decides what the chain is.
    /// - Parameters:
    ///   - next: The fix after it, where that lies in another day; nil where a run of the same day follows or nothing does.
    ///   - ahead: The stay that it goes on as after the slice.
    private mutating func closeChain(next: (fix: TrackPoint, kind: String?)?, ahead: JoinSlice.StayAhead? = nil) {
        guard let first = chain.first, let last = chain.last else { return }
        let arrived = behind?.arrived ?? first.group.first.milliseconds
        let lastSeen = ahead?.lastSeen ?? last.group.last.milliseconds
        let sums = chainSums(first.group, ahead)
        let isStay = limits.isStay(from: arrived, to: lastSeen) && limits.isDense(sums)
        if (behind != nil || ahead != nil) && !isStay { holds = false }
        if slice.isWithinStay, (behind != nil) != (ahead != nil) { holds = false }
        for link in chain { setEdge(link.day, link.element, isStay ? (arrived, lastSeen) : nil) }
        if isStay {
            appendStay(from: arrived, to: lastSeen, sums, follower: last.group.follower ?? next?.fix.milliseconds, ahead)
            if keepsLegs { legs.append((last.day, restingRun(last.group), true)) }
        } else if keepsLegs {
            appendLegsOfChain()
        }
        if keepsLegs, let next {
            let gaps = limits.gaps(from: slice.days[last.day].kind, to: next.kind)
            legs.append((last.day, LegRun(from: last.group.last, to: next.fix, gaps: gaps), false))
        }
        chain.removeAll(keepingCapacity: true)
        behind = nil
    }

    /// Sums over all fixes inside, as differences from the first of them.
    private mutating func chainSums(_ first: GroupPiece, _ ahead: JoinSlice.StayAhead?) -> PositionSums {
        var sums = first.sums
        if let before = behind?.sums { sums = before.joined(with: sums) }
        for link in chain.dropFirst() { sums = sums.joined(with: link.group.sums) }
        if let after = ahead?.sums {
            if !after.canMove(to: sums.origin) { holds = false }
            sums = sums.joined(with: after)
        }
        return sums
    }

    private mutating func appendStay(
        from arrived: Int64, to lastSeen: Int64, _ sums: PositionSums, follower: Int64?, _ ahead: JoinSlice.StayAhead?
    ) {
        let (day, kind) = behind.map { ($0.day, $0.kind) } ?? (slice.days[chain[0].day].day, slice.days[chain[0].day].kind)
        let departed = follower.flatMap { $0 - lastSeen <= limits.gap ? $0 : nil }
        let goesOn = chain.count > 2 || behind?.sums != nil || ahead?.sums != nil
        result.stays.append(
            Stay(
                day: day, kind: kind, arrived: arrived, lastSeen: lastSeen,
                departed: ahead.map { $0.departed } ?? departed, centroid: sums.centroid, spreadMeters: sums.spreadMeters,
                fixes: chain.reduce((behind?.fixes ?? 0) + (ahead?.fixes ?? 0)) { $0 + $1.group.fixes },
                isOpen: ahead?.isOpen ?? (follower == nil), isArrivalSeen: isChainSeenToBegin, sums: goesOn ? sums : nil))
    }

    /// The legs of a chain that is no stay: those of its groups, and those over midnight.
    private mutating func appendLegsOfChain() {
        for (index, link) in chain.enumerated() {
            for run in link.group.runs { legs.append((link.day, run, false)) }
            guard index + 1 < chain.count else { return }
            let (following, kind) = (chain[index + 1], slice.days[link.day].kind)
            let gaps = limits.gaps(from: kind, to: slice.days[following.day].kind)
            legs.append((link.day, LegRun(from: link.group.last, to: following.group.first, gaps: gaps), false))
        }
    }

    /// The rest in a stay, which parts the trips before and after it; a stay inside a day has no legs of its own.
    private func restingRun(_ group: GroupPiece) -> LegRun {
        LegRun(first: group.first, last: group.last, legs: 0, micrometers: 0, maximumSpeedMetersPerSecond: .nan, isGap: false)
    }

    private mutating func setEdge(_ day: Int, _ element: Int, _ stay: (arrived: Int64, lastSeen: Int64)?) {
        let pieces = slice.days[day]
        guard element == 0 || element == pieces.elements.count - 1 else { return }
        var state = EdgeState()
        if let (arrived, lastSeen) = stay {
            let inside = min(lastSeen, zone.end(of: pieces.day)) - max(arrived, zone.start(of: pieces.day))
            state = EdgeState(rests: true, stayMilliseconds: max(0, inside))
        }
        if element == 0 { result.edges[day].first = state } else { result.edges[day].last = state }
    }

    // MARK: Silences and movement

    /// Makes a stay of each silence between groups that `limits.isInferredStay` takes for one; its leg is rest then, and no gap.
    ///
    /// Whether it is open is left to the view: that depends on fixes after it, which another slice may bring.
    mutating func inferStays() {
        for index in legs.indices.dropFirst(legsBefore) where legs[index].run.isGap && !legs[index].rests {
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
        var trip: Trip?
        if case .trip(let before) = slice.start { trip = before }
        func end(isOpen: Bool) {
            guard var ended = trip, Double(ended.legs.micrometers) >= leastMicrometers, ended.legs.duration >= least else {
                return
            }
            ended.isOpen = isOpen
            result.trips.append(ended)
        }
        result.behind = slice.days.map { _ in nil }
        var marks = legsBeforeLast[...]
        for (index, (day, run, rests)) in legs.enumerated().dropFirst(legsBefore) {
            while let mark = marks.first, mark.legs <= index {
                result.behind[mark.day] = trip
                marks.removeFirst()
            }
            if run.isGap, !rests { result.gaps.append(Gap(day: slice.days[day].day, leg: run)) }
            if run.isGap || rests {
                end(isOpen: false)
                trip = nil
            } else if let open = trip?.legs {
                trip?.legs = open.followed(by: run)
            } else {
                trip = Trip(day: slice.days[day].day, kind: slice.days[day].kind, legs: run, isOpen: false)
            }
        }
        for mark in marks { result.behind[mark.day] = trip }
        end(isOpen: slice.end == .data)
    }
}
