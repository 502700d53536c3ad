import Stages
import Store
import TrackAlgorithms
import Tracks

/// Joins the device-days of a day with their neighbours, in the day's transaction (rule 3.2).
///
/// What is joined anew goes back to the nearest stay that touches no edge of its day, or the nearest long silence, and forward likewise.
/// Where the days between were joined with the same options as today's, what that found holds: it ends at the nearest stay or gap that
/// the day cannot change, and of a stay that goes on for days only the days next to this one are read; the others are in its sums.
struct DayJoining {
    private let store: Store
    private let zone: TimeZoneRules
    private let day: CalendarDay
    private let limits: StayLimits
    private let trips: LeastTrip?
    /// The number of the options that this day is joined with.
    private let number: Int64

    init(_ store: Store, zone: TimeZoneRules, day: CalendarDay, limits: StayLimits, trips: LeastTrip?, number: Int64) {
        self.store = store
        self.zone = zone
        self.day = day
        self.limits = limits
        self.trips = trips
        self.number = number
    }

    /// nil for a pipeline that finds no stays.
    init?(_ store: Store, _ pipeline: PipelineFile, _ day: CalendarDay) throws {
        guard let limits = pipeline.stayLimits else { return nil }
        self.init(
            store, zone: pipeline.zone, day: day, limits: limits,
            trips: pipeline.stage(SplitTrips.self).map { LeastTrip(meters: $0.leastMeters, milliseconds: $0.least) },
            number: try store.joiningNumber(options: pipeline.phase1Options))
    }

    /// Joins what phase 1 gave for a device-day, or what is left without it, and writes what differs.
    ///
    /// - Parameters:
    ///   - id: The id from the log; nil where the device has no rows in the day any more.
    ///   - pieces: nil where it has no fixes in the day.
    /// - Returns: Other days that changed, and the day where its stays, trips or gaps did.
    func join(_ device: Int64, id: String?, _ pieces: DayPieces?) throws -> Set<CalendarDay> {
        let days = try store.days(of: device, around: day)
        let before = days.isThere ? try store.pieces(of: device, on: day)?.pieces : nil
        // Rejects alone join nothing.
        guard pieces != nil || before != nil else { return [] }
        let hood = Neighbourhood(
            before: before, pieces: pieces, previous: try days.previous.flatMap { try store.pieces(of: device, on: $0) },
            next: try days.next.flatMap { try store.pieces(of: device, on: $0) })
        guard pieces != nil || hood.previous != nil || hood.next != nil else {
            try store.removePieces(of: device, on: day)
            try store.removeFindings(device: device)
            return []
        }
        let (slice, joined) = try joinedSlice(device, hood)
        var changed = try store.replace(
            device: device, id: id ?? store.id(ofDevice: device), since: slice.since, until: slice.until,
            stays: joined.stays, trips: joined.trips, gaps: joined.gaps, radiusMeters: limits.radiusMeters)
        if !changed.isEmpty { try store.markDirty(device: device) }
        if pieces == nil { try store.removePieces(of: device, on: day) }
        changed.formUnion(try writeEdges(device, slice, joined, days))
        return changed
    }

    /// What is joined, and what joining gives: from what was found before where that holds, else from all days between walls.
    private func joinedSlice(_ device: Int64, _ hood: Neighbourhood) throws -> (slice: StoredSlice, joined: Joined) {
        for trusts in [true, false] {
            let slice = try StoredSlice(store, device, day, hood, limits, trusting: trusts ? number : nil)
            if let joined = TrackAlgorithms.join(slice.slice, limits: limits, trips: trips, zone: zone) { return (slice, joined) }
        }
        preconditionFailure("expected whole days between walls to join, found that they do not")
    }

    /// Writes the day's pieces, and what the edges of other days turned out to be where that differs.
    ///
    /// - Returns: The other days that differ.
    private func writeEdges(_ device: Int64, _ slice: StoredSlice, _ joined: Joined, _ days: DaysAround) throws -> Set<
        CalendarDay
    > {
        var changed: Set<CalendarDay> = []
        for (index, before) in slice.stored.enumerated() {
            var stored = before
            let edges = joined.edges[index]
            if let first = edges.first { stored.first = (first.rests, first.stayMilliseconds) }
            if let last = edges.last { stored.last = (last.rests, last.stayMilliseconds) }
            if slice.isWhole(index) { stored.joined = number }
            stored.behind = trips != nil && isPassed(stored) ? joined.behind[index] : nil
            if stored.pieces.day == day {
                stored.joined = number
                try store.write(stored, of: device, in: days)
                continue
            }
            if !stored.rests(as: before) { changed.insert(stored.pieces.day) }
            if !stored.isNoted(as: before) { try store.setEdges(of: stored, of: device) }
        }
        return changed
    }

    /// Whether nothing in a day ends a trip before its last group.
    private func isPassed(_ stored: StoredPieces) -> Bool {
        let elements = stored.pieces.elements
        return elements.count > 1 && !stored.first.rests && stored.pieces.firstWall == nil && !elements.contains(where: \.isGap)
    }
}

/// A device's day as it was and is to be, and the days with fixes next to it.
struct Neighbourhood {
    /// The pieces of the day before it is written anew; nil for none.
    var before: DayPieces?
    /// Those that it is to have; nil for none.
    var pieces: DayPieces?
    var previous: StoredPieces?
    var next: StoredPieces?
}
