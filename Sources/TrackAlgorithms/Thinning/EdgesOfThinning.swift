import Tracks

/// Marks what thinning keeps (rule 2.10): a day's first and last fix, the edges of stays and of gaps; and numbers the parts of trips.
///
/// The day's first and last group count as stays.
/// - Parameters:
///   - groups: The groups of the batch, before anything was thinned.
///   - gaps: What parts trips; nil without split-trips: then gaps have no edges and trips no parts.
public func markEdges(of fixes: inout FixBatch, groups: [FixGroup], limits: StayLimits, gaps: GapLimits?) {
    fixes.isEdge = [Bool](repeating: false, count: fixes.count)
    guard fixes.count > 0 else { return }
    if gaps != nil { fixes.tripParts = [Int32](repeating: -1, count: fixes.count) }
    var part: Int32 = -1
    var isMoving = false
    for (number, group) in groups.enumerated() {
        let last = group.last
        let rests =
            number == 0 || number == groups.count - 1 || limits.isStay(from: fixes.times[group.first], to: fixes.times[last])
        if rests {
            fixes.isEdge[group.first] = true
            fixes.isEdge[last] = true
        }
        guard let gaps else { continue }
        for row in (rests ? last..<last : group.first..<last) { markLeg(row, gaps) }
        if rests, last > group.first { isMoving = false }
        if last + 1 < fixes.count { markLeg(last, gaps) }
    }

    func markLeg(_ row: Int, _ gaps: GapLimits) {
        guard !fixes.isGap(row, gaps) else {
            fixes.isEdge[row] = true
            fixes.isEdge[row + 1] = true
            isMoving = false
            return
        }
        if !isMoving {
            part += 1
            isMoving = true
            fixes.tripParts[row] = part
        }
        fixes.tripParts[row + 1] = part
    }
}
