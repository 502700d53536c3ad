import Geodesy
import Tracks

extension StayLimits {
    /// Whether a leg is a stay although nobody saw it: a silence that parts groups (longer than `gap`), lasts as long as a stay, and
    /// whose two fixes lie within the radius of each other, and within the spread that a stay may have.
    ///
    /// It depends on its two fixes only, so joining finds the same ones in whatever order days are processed.
    public func isInferredStay(_ run: LegRun) -> Bool {
        guard run.isSilent, run.duration > gap, isStay(from: run.first.milliseconds, to: run.last.milliseconds) else {
            return false
        }
        guard haversineMeters(from: run.first.point, to: run.last.point) <= radiusMeters else { return false }
        var sums = PositionSums(first: run.first.point)
        sums.add(run.last.point)
        return isDense(sums)
    }
}

/// Marks the two fixes of each inferred stay inside a device-day as edges, so that thinning keeps them (rule 2.10).
///
/// With split-trips they are the edges of a gap already.
public func markInferredStays(of fixes: inout FixBatch, groups: [Range<Int>], limits: StayLimits) {
    guard limits.infersStays else { return }
    for group in groups.dropLast() {
        let last = group.upperBound - 1
        guard limits.isInferredStay(LegRun(from: fixes.trackPoint(last), to: fixes.trackPoint(last + 1), tripGap: limits.gap))
        else { continue }
        fixes.isEdge[last] = true
        fixes.isEdge[last + 1] = true
    }
}
