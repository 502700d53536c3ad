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

    private enum Method: String, CaseIterable {
        case douglasPeucker = "douglas-peucker"
        case tdTR = "td-tr"
        case visvalingam
    }

    private enum Limit {
        case tolerance(meters: Double), area(squareMeters: Double), points(Int)
    }

    private let method: Method
    private let limit: Limit

    /// Reads `method` and one of `tolerance`, `area`, `points`.
    public init(reading reader: inout OptionReader, context: StageContext) {
        let name = reader.choice(
            "method", default: "douglas-peucker", of: Method.allCases.map(\.rawValue),
            help:
                "douglas-peucker measures from the segment, td-tr from where the simpler track is at the fix's time, "
                + "visvalingam by triangles."
        )
        method = Method(rawValue: name) ?? .douglasPeucker
        let tolerance = reader.optional(
            "tolerance", .length, in: 0...100_000,
            help: "A dropped fix lies at most this far from the simpler track; not for visvalingam.")
        let area = reader.optional(
            "area", .area, in: 0...1e12,
            help: "A fix goes whose triangle with its kept neighbours is at most this large; visvalingam only.")
        let points = reader.optionalInteger(
            "points", in: 2...100_000_000, help: "So many fixes of each part between two edges are kept.")
        let wanted = method == .visvalingam ? ["area", "points"] : ["tolerance", "points"]
        let given = ["tolerance", "area", "points"].filter(reader.has)
        if given.count != 1 || !wanted.contains(given[0]) {
            let owner = method == .visvalingam ? "simplify by visvalingam" : "simplify"
            let found = given.isEmpty ? "none" : given.joined(separator: " and ")
            reader.report(nil, "\(owner) wants one of \(wanted.joined(separator: ", ")); it has \(found).")
        }
        limit = points.map(Limit.points) ?? area.map(Limit.area) ?? .tolerance(meters: tolerance ?? 0)
    }

    /// Simplifies each part between two edges of stays and gaps by itself, on the plane centred on the device-day.
    public func apply(to day: inout DeviceDay) {
        day.simplifyError = (0, 0)
        guard day.fixes.count > 2 else { return }
        let plane = Plane(day.fixes)
        let keeping = keptRows(of: day.fixes, plane)
        let error = error(of: day.fixes, plane, keeping)
        day.simplifyError = (error.largestMeters, error.meanMeters)
        day.thin(keeping: keeping)
    }

    /// The fixes of a device-day on the plane centred on it, in metres.
    private struct Plane {
        let xs: [Double]
        let ys: [Double]

        init(_ fixes: FixBatch) {
            let mean = fixes.latitudes.reduce(0.0) { $0 + Double($1) } / Double(max(1, fixes.count)) / 1e7
            let plane = LocalPlane(meanLatitude: mean, centre: fixes.point(0))
            xs = fixes.longitudes.map { plane.x(longitude: $0) }
            ys = fixes.latitudes.map { plane.y(latitude: $0) }
        }
    }

    private func keptRows(of fixes: FixBatch, _ plane: Plane) -> [Bool] {
        var keeping = [Bool](repeating: false, count: fixes.count)
        var tools = (DouglasPeucker(), TopDownTimeRatio(), VisvalingamWhyatt())
        var first = 0
        let (xs, ys, times) = (plane.xs, plane.ys, fixes.times)
        for row in 1..<fixes.count where row == fixes.count - 1 || isKept(row, fixes) {
            let rows = first..<row + 1
            switch (method, limit) {
            case (.tdTR, .tolerance(let meters)):
                tools.1.simplify(xs: xs, ys: ys, times: times, rows: rows, toleranceMeters: meters, keeping: &keeping)
            case (.tdTR, .points(let count)):
                tools.1.simplify(xs: xs, ys: ys, times: times, rows: rows, count: count, keeping: &keeping)
            case (.visvalingam, .points(let count)): tools.2.simplify(xs: xs, ys: ys, rows: rows, count: count, keeping: &keeping)
            case (_, .points(let count)): tools.0.simplify(xs: xs, ys: ys, rows: rows, count: count, keeping: &keeping)
            case (_, .tolerance(let meters)):
                tools.0.simplify(xs: xs, ys: ys, rows: rows, toleranceMeters: meters, keeping: &keeping)
            case (_, .area(let area)): tools.2.simplify(xs: xs, ys: ys, rows: rows, areaSquareMeters: area, keeping: &keeping)
            }
            first = row
        }
        return keeping
    }

    /// Whether a fix between the first and the last is kept whatever the shape (rule 2.10).
    private func isKept(_ row: Int, _ fixes: FixBatch) -> Bool {
        (!fixes.isEdge.isEmpty && fixes.isEdge[row]) || (!fixes.isWatched.isEmpty && fixes.isWatched[row])
    }

    private func error(of fixes: FixBatch, _ plane: Plane, _ keeping: [Bool]) -> SimplificationError {
        let rows = 0..<fixes.count
        return method == .tdTR
            ? SimplificationError(xs: plane.xs, ys: plane.ys, times: fixes.times, rows: rows, keeping: keeping)
            : SimplificationError(xs: plane.xs, ys: plane.ys, rows: rows, keeping: keeping)
    }

    // MARK: Verdict

    /// How far it lies from what replaces it, or would without it, against the limit; and the errors of the day.
    public func verdict(on row: Int, before: DeviceDay, after: DeviceDay) -> String {
        let fixes = before.fixes
        var word = "thinned"
        if case .kept = before.fate(of: row, in: after) { word = "kept" }
        let neighbours = before.keptNeighbours(of: row, in: after)
        let day = errorInWords(after)
        guard let first = neighbours.before, let last = neighbours.after else { return "kept: an end of the day\(day)" }
        if word == "kept", !fixes.isWatched.isEmpty, fixes.isWatched[row] { return "kept: thin watched a change here\(day)" }
        if word == "kept", !fixes.isEdge.isEmpty, fixes.isEdge[row] { return "kept: the edge of a stay or gap\(day)" }
        let rows = [first, row, last]
        let plane = Plane(fixes)
        let (xs, ys) = (rows.map { plane.xs[$0] }, rows.map { plane.ys[$0] })
        let keeping = [true, false, true]
        let error =
            method == .tdTR
            ? SimplificationError(xs: xs, ys: ys, times: rows.map { fixes.times[$0] }, rows: 0..<3, keeping: keeping)
            : SimplificationError(xs: xs, ys: ys, rows: 0..<3, keeping: keeping)
        let distance = "\(words(error.largestMeters, decimals: 2)) m from the track between the kept fixes around it"
        let cross = (xs[1] - xs[0]) * (ys[2] - ys[0]) - (xs[2] - xs[0]) * (ys[1] - ys[0])
        let triangle = method == .visvalingam ? ", a triangle of \(words(abs(cross) / 2)) m² with them" : ""
        return "\(word): \(distance)\(triangle); \(limitInWords)\(day)"
    }

    private func errorInWords(_ day: DeviceDay) -> String {
        guard let error = day.simplifyError else { return "" }
        let (largest, mean) = (words(error.largestMeters, decimals: 2), words(error.meanMeters, decimals: 2))
        return "; what was thinned this day lies up to \(largest) m off, \(mean) m in the mean"
    }

    private var limitInWords: String {
        switch limit {
        case .tolerance(let meters): "the tolerance is \(words(meters, decimals: 2)) m"
        case .area(let area): "triangles up to \(words(area)) m² go"
        case .points(let count): "\(count) fixes of each part are kept"
        }
    }
}
