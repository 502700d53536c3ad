import Geodesy
import Options
import TrackAlgorithms
import Tracks

/// Keeps the fixes that a track's shape needs (rules 2.10, 2.11).
public struct Simplify: FixStage {
    /// `simplify`.
    public static let name = "simplify"
    /// One sentence.
    public static let summary = "Keeps the fixes that the shape of a track needs, within a tolerance or so many."
    /// Thinned fixes.
    public static let takes = FixLoss.thinned

    private let isSynchronized: Bool
    private let toleranceMeters: Double?
    private let points: Int?

    /// Reads `method` and one of `tolerance`, `points`.
    public init(reading reader: inout OptionReader, context: StageContext) {
        let method = reader.choice(
            "method", default: "douglas-peucker", of: ["douglas-peucker", "td-tr"],
            help: "douglas-peucker measures from the segment, td-tr from where the simpler track is at the fix's time.")
        isSynchronized = method == "td-tr"
        toleranceMeters = reader.optional("tolerance", .length, in: 0...100_000, help: "A dropped fix lies at most this far from the simpler track.")
        points = reader.optionalInteger("points", in: 2...1_000_000, help: "So many fixes of each part between two edges are kept.")
        if (toleranceMeters == nil) == (points == nil) {
            reader.report(nil, "simplify wants one of tolerance, points; it has \(points == nil ? "none" : "both").")
        }
    }

    /// Simplifies each part between two edges of stays and gaps by itself, on the plane centred on the device-day.
    public func apply(to day: inout DeviceDay) {
        let fixes = day.fixes
        guard fixes.count > 2 else { return }
        let mean = fixes.latitudes.reduce(0.0) { $0 + Double($1) } / Double(fixes.count) / 1e7
        let plane = LocalPlane(meanLatitude: mean, centre: fixes.point(0))
        let xs = fixes.longitudes.map { plane.x(longitude: $0) }
        let ys = fixes.latitudes.map { plane.y(latitude: $0) }
        var keeping = [Bool](repeating: false, count: fixes.count)
        var first = 0
        var simplifier = DouglasPeucker()
        var synchronized = TopDownTimeRatio()
        for row in 1..<fixes.count where row == fixes.count - 1 || (!fixes.isEdge.isEmpty && fixes.isEdge[row]) {
            let rows = first..<row + 1
            switch (isSynchronized, toleranceMeters, points) {
            case (false, let tolerance?, _): simplifier.simplify(xs: xs, ys: ys, rows: rows, toleranceMeters: tolerance, keeping: &keeping)
            case (true, let tolerance?, _):
                synchronized.simplify(xs: xs, ys: ys, times: fixes.times, rows: rows, toleranceMeters: tolerance, keeping: &keeping)
            case (false, nil, let points?): simplifier.simplify(xs: xs, ys: ys, rows: rows, count: points, keeping: &keeping)
            case (true, nil, let points?):
                synchronized.simplify(xs: xs, ys: ys, times: fixes.times, rows: rows, count: points, keeping: &keeping)
            case (_, nil, nil): return
            }
            first = row
        }
        day.thin(keeping: keeping)
    }
}
