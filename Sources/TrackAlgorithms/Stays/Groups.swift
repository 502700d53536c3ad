import Geodesy
import Tracks

/// Cuts a track into groups: fixes within a radius of a centre, with short excursions (rule 2.6).
///
/// A group opens at a fix; a later one is inside when it lies within `radiusMeters` of the group's centre. An excursion, the time from a
/// fix inside to the next one inside where others lie between, is paid for by time inside. The group ends at its last fix inside, and the
/// fix after that opens the next.
/// With `widestSpreadMeters` a group that lasts long enough for a stay but spreads wider is given up: its fixes are groups of their
/// own. The first and the last group stay whole: they may be joined with a neighbour's, and what is a stay is decided after that.
/// - Parameters:
///   - fixes: Fixes of one device, rising in time. May be empty.
///   - limits: Radius, gap, anchor and excursion; a distance of exactly the radius and a silence of exactly the gap are inside.
/// - Returns: Groups that follow each other and hold every row. No fixes, no groups.
/// - Complexity: O(n) time: what an excursion looks at twice is at most what its group held before; O(groups) memory.
/// - Source: Li et al., "Mining user similarity based on location history", ACM GIS 2008, in the one-pass form.
public func findGroups(in fixes: FixBatch, limits: StayLimits) -> [FixGroup] {
    let groups = fixes.withView { cut($0, limits) }
    guard limits.widestSpreadMeters != nil else { return groups }
    return groups.enumerated().flatMap { number, group in
        number > 0 && number < groups.count - 1 && isTooWide(group, of: fixes, limits: limits)
            ? group.rows.map { FixGroup(rows: $0..<$0 + 1, sums: PositionSums(first: fixes.point($0))) } : [group]
    }
}

private func cut(_ track: TrackView, _ limits: StayLimits) -> [FixGroup] {
    var groups: [FixGroup] = []
    var first = 0
    while first < track.count {
        var group = OpenGroup(at: first, of: track)
        var row = first + 1
        while row < track.count, group.judge(row, of: track, limits: limits) != .ended { row += 1 }
        groups.append(FixGroup(rows: first..<group.last + 1, sums: group.sums))
        first = group.last + 1
    }
    return groups
}

private func isTooWide(_ group: FixGroup, of fixes: FixBatch, limits: StayLimits) -> Bool {
    limits.isStay(from: fixes.times[group.first], to: fixes.times[group.last]) && !limits.isDense(group.sums)
}

/// A group that rows are judged by, one after the other (rule 2.6).
public struct OpenGroup: Sendable {
    /// Where a row lies.
    public enum Judgement: Sendable {
        /// Within the radius.
        case inside
        /// Beyond it, on an excursion that may still end inside.
        case outside
        /// Behind the end of the group.
        case ended
    }

    /// Its first row.
    public let first: Int
    /// Its last row inside.
    public private(set) var last: Int
    /// Sums over its rows inside.
    public private(set) var sums: PositionSums
    /// Milliseconds that an excursion may last.
    public private(set) var credit: Int64 = 0
    private var center: MeanPoint

    /// A group that opens at a row.
    public init(at row: Int, of track: TrackView) {
        first = row
        last = row
        sums = PositionSums(first: track.point(row))
        center = MeanPoint(track.point(row), cosine: track.cosines[row])
    }

    /// Metres from the centre, as it is now, to a row.
    public func meters(to row: Int, of track: TrackView) -> Double {
        center.meters(to: track.point(row), cosine: track.cosines[row])
    }

    /// Judges a row; all from the first up to it have been.
    public mutating func judge(_ row: Int, of track: TrackView, limits: StayLimits) -> Judgement {
        guard track.times[row] - track.times[row - 1] <= limits.gap else { return .ended }
        let away = track.times[row] - track.times[last]
        let isExcursion = row > last + 1
        guard !isExcursion || away <= credit else { return .ended }
        guard meters(to: row, of: track) <= limits.radiusMeters else { return .outside }
        credit = isExcursion ? credit - away : min(credit + away, limits.excursion)
        last = row
        sums.add(track.point(row))
        if limits.anchor == .mean, 2 * (track.times[row] - track.times[first]) <= limits.atLeast { center = sums.mean }
        return .inside
    }
}
