import Geodesy
import Tracks

/// What a device-day stores of its groups and movement (rules 2.6, 2.7, 3.1).
///
/// - Parameters:
///   - fixes: Fixes of one device-day, rising in time; not empty.
///   - groups: Its groups, as `findGroups` gives them.
/// - Returns: First group, movement and stays inside the day, last group.
public func dayPieces(
    of fixes: FixBatch, groups: [FixGroup], day: CalendarDay, kind: String?, limits: StayLimits
) -> DayPieces {
    let gaps = limits.gaps(of: kind)
    var elements: [DayPieces.Element] = []
    var movedFrom: Int?
    for (number, group) in groups.enumerated() {
        let isAtEdge = number == 0 || number == groups.count - 1
        guard isAtEdge || limits.isStay(from: fixes.times[group.first], to: fixes.times[group.last]) else { continue }
        if let start = movedFrom {
            elements += legRuns(of: fixes, rows: start...group.first, gaps: gaps).map { .run($0) }
        }
        let runs = isAtEdge ? legRuns(of: fixes, rows: group.first...group.last, gaps: gaps) : []
        let follower = group.last + 1 < fixes.count ? fixes.times[group.last + 1] : nil
        let piece = GroupPiece(
            first: fixes.trackPoint(group.first), last: fixes.trackPoint(group.last), follower: follower,
            fixes: Int64(group.rows.count), sums: group.sums, runs: runs)
        elements.append(.group(piece))
        movedFrom = group.last
    }
    return DayPieces(day: day, kind: kind, elements: elements)
}
