import Options
import TrackAlgorithms
import Tracks

/// Rejects fixes where the device cannot have been (rule 2.5).
public struct DropSpikes: FixStage {
    /// `drop-spikes`.
    public static let name = "drop-spikes"
    /// One sentence.
    public static let summary =
        "Rejects fixes that the device cannot have reached at its top speed; a jump that fixes after it confirm stays."
    /// Rejects.
    public static let takes = FixLoss.rejects

    private enum Judge: String, CaseIterable {
        case day, walk
    }

    /// How far devices can come.
    public let speeds: TopSpeeds
    private let reanchor: Int
    private let judge: Judge

    /// Reads `speed`, `slack`, `reanchor`, `judge`; kinds with a `top-speed` use that.
    public init(reading reader: inout OptionReader, context: StageContext) {
        let speed = reader.metersPerSecond(
            "speed", in: 0.01...10_000, help: "The highest plausible speed of kinds without a top-speed.")
        let slack = reader.meters(
            "slack", default: 30, in: 0...10_000, help: "A leg may be this much longer, for the receiver's error.")
        speeds = TopSpeeds(metersPerSecond: speed, byKind: context.topSpeeds, slackMeters: slack)
        reanchor = reader.integer(
            "reanchor", default: 3, in: 1...100, help: "So many fixes that agree with each other make a jump a true one.")
        let name = reader.choice(
            "judge", default: Judge.day.rawValue, of: Judge.allCases.map(\.rawValue),
            help:
                "day keeps the day's cheapest track, where leaving out a fix has a price and a jump another; walk follows the fixes "
                + "one by one and forgets what came before."
        )
        judge = Judge(rawValue: name) ?? .day
    }

    /// Rejects the spikes of one device-day.
    public func apply(to day: inout DeviceDay) {
        let reach = speeds.reach(of: day.kind)
        let keeping =
            switch judge {
            case .day: fixesOfCheapestTrack(in: day.fixes, reach: reach, reanchor: reanchor)
            case .walk: fixesOfWalk(in: day.fixes, reach: reach, reanchor: reanchor)
            }
        guard keeping.contains(false) else { return }
        day.reject(keeping: keeping, reason: .spike) { _ in ("time", "faster than \(shortText(reach.metersPerSecond)) m/s") }
    }

    // MARK: Verdict

    /// Distance, time and speed from the fix kept before it, or to the one kept after it where it is the first, against the limits;
    /// and what the day's cheapest track costs with it and without it.
    public func verdict(on row: Int, before: DeviceDay, after: DeviceDay) -> String {
        let fixes = before.fixes
        let neighbours = before.keptNeighbours(of: row, in: after)
        var isKept = false
        if case .kept = before.fate(of: row, in: after) { isKept = true }
        guard let other = neighbours.before ?? neighbours.after else {
            return isKept ? "kept: there is no fix beside it" : "rejected: spike"
        }
        let reach = speeds.reach(of: before.kind)
        let (meters, seconds) = (fixes.meters(other, row), abs(fixes.seconds(other, row)))
        let limit = "the limit is \(words(reach.metersPerSecond)) m/s and \(words(reach.slackMeters)) m"
        let side = other < row ? "from the fix kept before it" : "to the fix kept after it"
        let leg = "\(words(meters)) m in \(words(seconds, decimals: 3)) s \(side) are \(words(meters / seconds)) m/s; \(limit)"
        let word = isKept ? "kept" : "rejected"
        switch judge {
        case .day: return "\(word): \(leg); \(prices(of: row, before, reach))"
        case .walk where isKept && !reach.allows(meters: meters, in: abs(fixes.times[row] - fixes.times[other])):
            return "kept: \(leg), but \(reanchor) fixes or more agree on the jump"
        case .walk: return "\(word): \(leg)"
        }
    }

    private func prices(of row: Int, _ day: DeviceDay, _ reach: Reach) -> String {
        func track(_ choice: CheapestTrack.Choice) -> CheapestTrack {
            CheapestTrack(of: day.fixes, reach: reach, reanchor: reanchor, choosing: choice)
        }
        let fixes = track(.any).holds.count { $0 }
        guard fixes >= reanchor else {
            return "the day's cheapest track has \(fixes) fixes, and so all are kept: \(reanchor) make one"
        }
        let dropped = CheapestTrack.droppedFix
        let jump = dropped * Int64(reanchor) + dropped / 2
        return
            "the day's cheapest track costs \(track(.with(row)).cost) with it, \(track(.without(row)).cost) without it, "
            + "where a fix left out costs \(dropped) and a jump \(jump)"
    }
}
