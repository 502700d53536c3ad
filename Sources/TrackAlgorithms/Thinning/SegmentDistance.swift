/// The distance of points on a plane from one segment, squared.
///
/// A point beside the segment has the distance to its line, a point beyond an end the distance to that end.
/// A segment of no length is its end. The squares save a root a point; they rise as the distances do.
/// - Source: RULES.md 2.11; the cases are those of GEOS `Distance::pointToSegment`.
struct SegmentDistance {
    private let startX: Double
    private let startY: Double
    private let deltaX: Double
    private let deltaY: Double
    private let squaredLength: Double
    private let inverseSquaredLength: Double

    /// - Parameters: The ends of the segment, metres on the plane.
    init(fromX startX: Double, y startY: Double, toX endX: Double, y endY: Double) {
        self.startX = startX
        self.startY = startY
        deltaX = endX - startX
        deltaY = endY - startY
        squaredLength = deltaX * deltaX + deltaY * deltaY
        inverseSquaredLength = squaredLength > 0 ? 1 / squaredLength : 0
    }

    /// The squared distance of (x, y) from the segment, in square metres.
    func squared(x: Double, y: Double) -> Double {
        let offsetX = x - startX
        let offsetY = y - startY
        let along = offsetX * deltaX + offsetY * deltaY
        if along <= 0 { return offsetX * offsetX + offsetY * offsetY }
        if along >= squaredLength {
            let beyondX = offsetX - deltaX
            let beyondY = offsetY - deltaY
            return beyondX * beyondX + beyondY * beyondY
        }
        let cross = offsetX * deltaY - offsetY * deltaX
        return cross * cross * inverseSquaredLength
    }
}
