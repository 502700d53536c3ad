import Geodesy
import Tracks

extension StayLimits {
    /// Whether a leg is a stay although nobody saw it: a silence that parts groups (longer than `gap`), lasts as long as a stay and no
    /// longer than `longestInferred`, and whose two fixes lie within the radius of each other, and within the spread that a stay may have.
    ///
    /// It depends on its two fixes only, so joining finds the same ones in whatever order days are processed.
    public func isInferredStay(from a: TrackPoint, to b: TrackPoint) -> Bool {
        let silence = b.milliseconds - a.milliseconds
        guard let longestInferred, silence > gap, silence <= longestInferred, isStay(from: a.milliseconds, to: b.milliseconds)
        else { return false }
        guard haversineMeters(from: a.point, to: b.point) <= radiusMeters else { return false }
        var sums = PositionSums(first: a.point)
        sums.add(b.point)
        return isDense(sums)
    }
}

/// Marks the two fixes of each inferred stay inside a device-day as edges, so that thinning keeps them (rule 2.10).
///
/// With split-trips they are the edges of a gap already.
public func markInferredStays(of fixes: inout FixBatch, groups: [FixGroup], limits: StayLimits) {
    guard limits.longestInferred != nil else { return }
    for group in groups.dropLast() {
        let (last, next) = (group.last, group.last + 1)
        guard limits.isInferredStay(from: fixes.trackPoint(last), to: fixes.trackPoint(next)) else { continue }
        fixes.isEdge[last] = true
        fixes.isEdge[next] = true
    }
}
