import Options
import TrackAlgorithms
import Tracks

/// Keeps fewer fixes: some time apart, one a calendar bin, or so many (rule 2.10).
public struct Thin: FixStage {
    /// `thin`.
    public static let name = "thin"
    /// One sentence.
    public static let summary = "Keeps fixes that lie some time apart, the first in each calendar bin, or a number of them spread evenly."
    /// Thinned fixes.
    public static let takes = FixLoss.thinned

    private let every: PerKind<Double>?
    private let firstIn: Double?
    private let points: Int?
    private let isPerTrip: Bool

    /// Reads one of `every`, `first-in`, `points`; and `per`.
    public init(reading reader: inout OptionReader, context: StageContext) {
        every = reader.optionalPerKind("every", .duration, in: 0.001...86_400, help: "Kept fixes lie at least this long apart; may differ by kind.")
        firstIn = reader.optional(
            "first-in", .duration, in: 0.001...86_400, help: "The first fix of each calendar bin of UTC of this length is kept, and no other.")
        points = reader.optionalInteger("points", in: 2...1_000_000, help: "So many fixes are kept, spread evenly.")
        isPerTrip = reader.choice("per", default: "day", of: ["day", "trip"], help: "What 'points' counts; a trip on two days counts as two.") == "trip"
        let given = ["every", "first-in", "points"].filter(reader.has)
        if given.count != 1 {
            let found = given.isEmpty ? "it has none" : "it has \(given.joined(separator: " and "))"
            reader.report(nil, "thin wants one of every, first-in, points; \(found).")
        }
        if isPerTrip, !context.preceding.contains(where: { $0 is SplitTrips }) {
            reader.report(at: "per", "'per: trip' wants split-trips before it.")
        }
    }

    /// Thins one device-day.
    public func apply(to day: inout DeviceDay) {
        guard day.fixes.count > 0 else { return }
        if let every {
            let interval = Int64((every.value(for: day.kind) * 1000).rounded())
            day.thin(keeping: keptByInterval(times: day.fixes.times, interval: interval, isEdge: day.fixes.isEdge))
        } else if let firstIn {
            day.thin(keeping: keptFirstInBin(times: day.fixes.times, bin: Int64((firstIn * 1000).rounded())))
        } else if let points {
            var keeping = [Bool](repeating: isPerTrip, count: day.fixes.count)
            for rows in isPerTrip ? tripParts(of: day.fixes) : [0..<day.fixes.count] {
                for row in rows { keeping[row] = false }
                keptEvenly(rows: rows, points: points, isEdge: day.fixes.isEdge, into: &keeping)
            }
            day.thin(keeping: keeping)
        }
    }
}
