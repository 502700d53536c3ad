import Options
import TrackAlgorithms
import Tracks

/// Keeps fewer fixes: some time apart, one a calendar bin, or so many (rule 2.10).
public struct Thin: FixStage {
    /// `thin`.
    public static let name = "thin"
    /// One sentence.
    public static let summary =
        "Keeps fixes that lie some time apart, the first in each calendar bin, or a number of them spread evenly."
    /// Thinned fixes.
    public static let takes = FixLoss.thinned

    private let interval: PerKind<Double>?
    private let spacing: PerKind<Double>?
    private let model: DistanceModel
    private let firstIn: Double?
    private let points: Int?
    private let isPerTrip: Bool
    private let watched: [String]

    /// Reads one of `every`, `first-in`, `points`; `per`, `distance` and `watch`.
    public init(reading reader: inout OptionReader, context: StageContext) {
        let every = reader.optionalPerKind(
            "every", either: [(.duration, 0.001...86_400), (.length, 0.1...1_000_000)],
            help: "Kept fixes lie at least this long, or this far, apart; may differ by kind, all in time or all in length.")
        interval = every?.dimension == .duration ? every?.values : nil
        spacing = every?.dimension == .length ? every?.values : nil
        firstIn = reader.optional(
            "first-in", .duration, in: 0.001...86_400,
            help: "The first fix of each calendar bin of UTC of this length is kept, and no other.")
        points = reader.optionalInteger("points", in: 2...100_000_000, help: "So many fixes are kept, spread evenly.")
        isPerTrip =
            reader.choice(
                "per", default: "day", of: ["day", "trip"], help: "What 'points' counts; a trip on two days counts as two.")
            == "trip"
        let distance = reader.choice(
            "distance", default: "haversine", of: DistanceModel.allCases.map(\.rawValue),
            help: "What 'every' measures a length on: the sphere of all distances, or the ellipsoid of WGS-84.")
        model = DistanceModel(rawValue: distance) ?? .haversine
        watched = reader.texts(
            "watch",
            help:
                "Columns that 'extra' keeps, such as [alarm, battery]; a fix is kept where one of them differs from the fix "
                + "before."
        )
        if reader.has("distance"), spacing == nil {
            reader.report(at: "distance", "'distance' wants 'every' as a length, such as 50 m.")
        }
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
        let fixes = day.fixes
        let changes = watched.isEmpty ? [] : changedRows(of: watched, in: fixes)
        // A fix that is kept for its change is not for a later simplify to take.
        if !changes.isEmpty {
            let before = fixes.isWatched
            day.fixes.isWatched = before.isEmpty ? changes : zip(before, changes).map { $0 || $1 }
        }
        let isKept = changes.isEmpty ? fixes.isEdge : fixes.isEdge.isEmpty ? changes : zip(fixes.isEdge, changes).map { $0 || $1 }
        if let interval {
            day.thin(keeping: keptByInterval(times: fixes.times, interval: milliseconds(interval, day), isEdge: isKept))
        } else if let spacing {
            day.thin(keeping: keptByDistance(in: fixes, meters: spacing.value(for: day.kind), model: model, isEdge: isKept))
        } else if let firstIn {
            let keeping = keptFirstInBin(times: fixes.times, bin: Int64((firstIn * 1000).rounded()))
            day.thin(keeping: changes.isEmpty ? keeping : zip(keeping, changes).map { $0 || $1 })
        } else if let points {
            var keeping = [Bool](repeating: isPerTrip, count: fixes.count)
            for rows in isPerTrip ? tripParts(of: fixes) : [0..<fixes.count] {
                for row in rows { keeping[row] = false }
                keptEvenly(rows: rows, points: points, isEdge: isKept, into: &keeping)
            }
            day.thin(keeping: keeping)
        }
    }

    private func milliseconds(_ interval: PerKind<Double>, _ day: DeviceDay) -> Int64 {
        Int64((interval.value(for: day.kind) * 1000).rounded())
    }

    /// How long or how far after the last kept fix it comes, and what is wanted; or what keeps it besides.
    public func verdict(on row: Int, before: DeviceDay, after: DeviceDay) -> String {
        let fixes = before.fixes
        var word = "thinned"
        if case .kept = before.fate(of: row, in: after) { word = "kept" }
        if word == "kept", let reason = keptBesides(row, fixes) { return "kept: \(reason)" }
        if let points {
            return "\(word): \(points) fixes of each \(isPerTrip ? "part of a trip" : "day") are kept, spread evenly"
        }
        if let firstIn { return "\(word): the first fix of each \(words(firstIn, decimals: 3)) s of UTC is kept" }
        guard let last = before.keptNeighbours(of: row, in: after).before else { return word }
        if let interval {
            let wanted = Double(milliseconds(interval, before)) / 1000
            return
                "\(word): \(words(fixes.seconds(last, row), decimals: 3)) s after the last kept fix; "
                + "\(words(wanted, decimals: 3)) s are wanted"
        }
        guard let wanted = spacing?.value(for: before.kind) else { return word }
        return
            "\(word): \(words(fixes.meters(last, row, model), decimals: 2)) m from the last kept fix; "
            + "\(words(wanted, decimals: 2)) m are wanted"
    }

    private func keptBesides(_ row: Int, _ fixes: FixBatch) -> String? {
        let changed = watched.filter { row > 0 && fixes.attribute($0, row) != fixes.attribute($0, row - 1) }
        if !changed.isEmpty { return "\(changed.joined(separator: ", ")) changed" }
        guard firstIn == nil else { return nil }
        if row == 0 || row == fixes.count - 1 { return "the \(row == 0 ? "first" : "last") fix of the day" }
        return !fixes.isEdge.isEmpty && fixes.isEdge[row] ? "the edge of a stay or gap" : nil
    }
}
