import Options
import TrackAlgorithms
import Tracks

/// Splits movement into trips and finds gaps (rule 2.7).
public struct SplitTrips: FixStage {
    /// `split-trips`.
    public static let name = "split-trips"
    /// One sentence.
    public static let summary = "Splits the movement between stays and long silences into trips; trips go on over midnight."
    /// Nothing.
    public static let takes = FixLoss.nothing

    /// Those of find-stays, with this stage's gap.
    public let limits: StayLimits
    /// A shorter trip is not listed.
    public let leastMeters: Double
    /// A trip of fewer milliseconds is not listed.
    public let least: Int64

    /// Reads `gap`, `least-distance`, `least-duration`.
    public init(reading reader: inout OptionReader, context: StageContext) {
        let stays = context.preceding.compactMap { $0 as? FindStays }.first?.limits
        let longest = stays.map { Double($0.gap) / 1000 } ?? 604_800
        let gap = reader.seconds(
            "gap", default: stays.map { Double($0.gap) / 1000 } ?? 1800, in: min(1, longest)...longest,
            help: "A longer silence outside stays parts trips; at most the gap of find-stays, which is its default.")
        leastMeters = reader.meters(
            "least-distance", default: 0, in: 0...1_000_000, help: "A shorter trip is not listed; the day's distance keeps it.")
        let least = reader.seconds(
            "least-duration", default: 0, in: 0...604_800, help: "A trip that takes less time is not listed.")
        self.least = Int64(least * 1000)
        var limits = stays ?? StayLimits(radiusMeters: 150, atLeast: 1_200_000, gap: 1_800_000)
        limits.tripGap = Int64(gap * 1000)
        self.limits = limits
    }

    /// Makes the pieces of the day, from which trips are joined, and numbers the parts of trips in it.
    public func apply(to day: inout DeviceDay) {
        guard let groups = day.groups else { return }
        markEdges(of: &day.fixes, groups: groups, limits: limits, tripGap: limits.tripGap)
        day.pieces = dayPieces(of: day.fixes, groups: groups, day: day.day, kind: day.kind, limits: limits)
    }

    /// The part of a trip it lies in, and the silence before it.
    public func verdict(on row: Int, before: DeviceDay, after: DeviceDay) -> String {
        guard row < after.fixes.tripParts.count else { return "kept" }
        let part = after.fixes.tripParts[row]
        let place = part < 0 ? "no movement of this day" : "movement \(part + 1) of the day"
        guard row > 0 else { return "lies in \(place); the day's first fix" }
        let silence = before.fixes.seconds(row - 1, row)
        let limit = Double(limits.tripGap) / 1000
        return
            "lies in \(place); \(words(silence, decimals: 3)) s after the fix before it, more than "
            + "\(words(limit, decimals: 3)) s part trips"
    }
}
