import Geodesy
import Tracks

extension FixBatch {
    /// A row as findings refer to it.
    public func trackPoint(_ row: Int) -> TrackPoint {
        TrackPoint(milliseconds: times[row], point: point(row), speedMetersPerSecond: speed(row))
    }
}

extension LegRun {
    /// The leg from one fix to another, its length rounded to whole micrometres (rule 2.12).
    public init(from a: TrackPoint, to b: TrackPoint, tripGap: Int64) {
        let micrometers = (haversineMeters(from: a.point, to: b.point) * 1e6).rounded()
        self.init(
            first: a, last: b, legs: 1, micrometers: Int64(micrometers),
            maximumSpeedMetersPerSecond: larger(a.speedMetersPerSecond, b.speedMetersPerSecond),
            isSilent: b.milliseconds - a.milliseconds > tripGap)
    }

    /// This run followed by another: both without a long silence.
    public func followed(by run: LegRun) -> LegRun {
        LegRun(
            first: first, last: run.last, legs: legs + run.legs, micrometers: micrometers + run.micrometers,
            maximumSpeedMetersPerSecond: larger(maximumSpeedMetersPerSecond, run.maximumSpeedMetersPerSecond), isSilent: false,
            box: box.followed(by: run.box))
    }
}

/// The larger of two numbers; NaN is none.
@inlinable
public func larger(_ a: Double, _ b: Double) -> Double { a.isNaN ? b : b.isNaN ? a : max(a, b) }

/// The legs between consecutive rows of a range, as runs: those without a long silence in one, each long silence by itself.
///
/// - Returns: Runs in order of time; none for fewer than two rows.
func legRuns(of fixes: FixBatch, rows: ClosedRange<Int>, tripGap: Int64) -> [LegRun] {
    var runs: [LegRun] = []
    guard rows.count > 1 else { return runs }
    var open: OpenRun?
    for row in rows.dropLast() {
        let isSilent = fixes.times[row + 1] - fixes.times[row] > tripGap
        if isSilent || open == nil {
            if let run = open { runs.append(run.closed(fixes)) }
            open = OpenRun(fixes, firstRow: row, isSilent: isSilent)
        } else if open?.isSilent == true {
            if let run = open { runs.append(run.closed(fixes)) }
            open = OpenRun(fixes, firstRow: row, isSilent: false)
        }
        open?.add(fixes, leg: row)
    }
    if let run = open { runs.append(run.closed(fixes)) }
    return runs
}

private struct OpenRun {
    let firstRow: Int
    let isSilent: Bool
    var lastRow: Int
    var micrometers: Int64 = 0
    var speed: Double
    var box: PathBox

    init(_ fixes: FixBatch, firstRow: Int, isSilent: Bool) {
        self.firstRow = firstRow
        self.isSilent = isSilent
        speed = fixes.speed(firstRow)
        box = PathBox(at: fixes.point(firstRow))
        lastRow = firstRow
    }

    mutating func add(_ fixes: FixBatch, leg row: Int) {
        micrometers += Int64((fixes.meters(row, row + 1) * 1e6).rounded())
        speed = larger(speed, fixes.speed(row + 1))
        box.add(from: fixes.point(row), to: fixes.point(row + 1))
        lastRow = row + 1
    }

    func closed(_ fixes: FixBatch) -> LegRun {
        LegRun(
            first: fixes.trackPoint(firstRow), last: fixes.trackPoint(lastRow), legs: Int64(lastRow - firstRow),
            micrometers: micrometers, maximumSpeedMetersPerSecond: speed, isSilent: isSilent, box: box)
    }
}

/// What a device-day stores of its groups and movement (rules 2.6, 2.7, 3.1).
///
/// - Parameters:
///   - fixes: Fixes of one device-day, rising in time; not empty.
///   - groups: Its groups, as `findGroups` gives them.
/// - Returns: First group, movement and stays inside the day, last group.
public func dayPieces(
    of fixes: FixBatch, groups: [Range<Int>], day: CalendarDay, kind: String?, limits: StayLimits
) -> DayPieces {
    var elements: [DayPieces.Element] = []
    var movedFrom: Int?
    for (number, group) in groups.enumerated() {
        let isAtEdge = number == 0 || number == groups.count - 1
        let lastRow = group.upperBound - 1
        guard isAtEdge || limits.isStay(from: fixes.times[group.lowerBound], to: fixes.times[lastRow]) else { continue }
        if let start = movedFrom {
            elements += legRuns(of: fixes, rows: start...group.lowerBound, tripGap: limits.tripGap).map { .run($0) }
        }
        let runs = isAtEdge ? legRuns(of: fixes, rows: group.lowerBound...lastRow, tripGap: limits.tripGap) : []
        let follower = group.upperBound < fixes.count ? fixes.times[group.upperBound] : nil
        let piece = GroupPiece(
            first: fixes.trackPoint(group.lowerBound), last: fixes.trackPoint(lastRow), follower: follower,
            sums: positionSums(of: fixes, rows: group), runs: runs)
        elements.append(.group(piece))
        movedFrom = lastRow
    }
    return DayPieces(day: day, kind: kind, elements: elements)
}

private func positionSums(of fixes: FixBatch, rows: Range<Int>) -> PositionSums {
    var sums = PositionSums(first: fixes.point(rows.lowerBound))
    for row in rows.dropFirst() { sums.add(fixes.point(row)) }
    return sums
}
