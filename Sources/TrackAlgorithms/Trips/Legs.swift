import Geodesy
import Tracks

extension FixBatch {
    /// A row as findings refer to it.
    public func trackPoint(_ row: Int) -> TrackPoint {
        TrackPoint(milliseconds: times[row], point: point(row), speedMetersPerSecond: speed(row))
    }

    /// Whether the leg from a row to the next is a gap outside stays (rule 2.7).
    func isGap(_ row: Int, _ gaps: GapLimits) -> Bool {
        let silence = times[row + 1] - times[row]
        return silence > gaps.silence || (gaps.reach != nil && gaps.isJump(meters: meters(row, row + 1), in: silence))
    }
}

extension LegRun {
    /// The leg from one fix to another, its length rounded to whole micrometres (rule 2.12).
    public init(from a: TrackPoint, to b: TrackPoint, gaps: GapLimits) {
        let meters = haversineMeters(from: a.point, to: b.point)
        let silence = b.milliseconds - a.milliseconds
        let isJump = gaps.isJump(meters: meters, in: silence)
        self.init(
            first: a, last: b, legs: 1, micrometers: wholeMicrometers(meters),
            maximumSpeedMetersPerSecond: larger(a.speedMetersPerSecond, b.speedMetersPerSecond),
            isGap: isJump || silence > gaps.silence, isJump: isJump)
    }

    /// This run followed by another: both without a gap.
    public func followed(by run: LegRun) -> LegRun {
        LegRun(
            first: first, last: run.last, legs: legs + run.legs, micrometers: micrometers + run.micrometers,
            maximumSpeedMetersPerSecond: larger(maximumSpeedMetersPerSecond, run.maximumSpeedMetersPerSecond), isGap: false,
            box: box.followed(by: run.box))
    }
}

/// The larger of two numbers; NaN is none.
@inlinable
public func larger(_ a: Double, _ b: Double) -> Double { a.isNaN ? b : b.isNaN ? a : max(a, b) }

/// The legs between consecutive rows of a range, as runs: those that are no gap in one, each gap by itself.
///
/// - Returns: Runs in order of time; none for fewer than two rows.
func legRuns(of fixes: FixBatch, rows: ClosedRange<Int>, gaps: GapLimits) -> [LegRun] {
    guard rows.count > 1 else { return [] }
    return fixes.withView { track in
        var runs: [LegRun] = []
        var open: OpenRun?
        for row in rows.dropLast() {
            let meters = track.meters(row, row + 1)
            let silence = track.times[row + 1] - track.times[row]
            let isJump = gaps.isJump(meters: meters, in: silence)
            let isGap = isJump || silence > gaps.silence
            if isGap || open?.isGap != false {
                if let run = open { runs.append(run.closed(fixes)) }
                open = OpenRun(fixes, firstRow: row, isGap: isGap, isJump: isJump)
            }
            open?.add(leg: row, of: track, meters: meters, speed: fixes.speed(row + 1))
        }
        if let run = open { runs.append(run.closed(fixes)) }
        return runs
    }
}

private struct OpenRun {
    let firstRow: Int
    let isGap: Bool
    let isJump: Bool
    var lastRow: Int
    var micrometers: Int64 = 0
    var speed: Double
    var box: PathBox

    init(_ fixes: FixBatch, firstRow: Int, isGap: Bool, isJump: Bool) {
        self.firstRow = firstRow
        self.isGap = isGap
        self.isJump = isJump
        speed = fixes.speed(firstRow)
        box = PathBox(at: fixes.point(firstRow))
        lastRow = firstRow
    }

    mutating func add(leg row: Int, of track: TrackView, meters: Double, speed next: Double) {
        micrometers += wholeMicrometers(meters)
        speed = larger(speed, next)
        box.add(from: track.point(row), to: track.point(row + 1))
        lastRow = row + 1
    }

    func closed(_ fixes: FixBatch) -> LegRun {
        LegRun(
            first: fixes.trackPoint(firstRow), last: fixes.trackPoint(lastRow), legs: Int64(lastRow - firstRow),
            micrometers: micrometers, maximumSpeedMetersPerSecond: speed, isGap: isGap, isJump: isJump, box: box)
    }
}
