import Options
import TrackAlgorithms
import Tracks

/// Splits movement into trips and finds gaps, jumps among them (rule 2.7).
public struct SplitTrips: FixStage {
    /// `split-trips`.
    public static let name = "split-trips"
    /// One sentence.
    public static let summary =
        "Splits the movement between stays, long silences and jumps into trips; trips go on over midnight."
    /// Nothing.
    public static let takes = FixLoss.nothing

    /// Those of find-stays, with this stage's gap, and with the speeds of drop-spikes where jumps are gaps.
    public let limits: StayLimits
    /// A shorter trip is not listed.
    public let leastMeters: Double
    /// A trip of fewer milliseconds is not listed.
    public let least: Int64
    /// Whether a leg is movement however long it is.
    public let areJumpsMovement: Bool

    /// Reads `gap`, `jumps`, `least-distance`, `least-duration`.
    public init(reading reader: inout OptionReader, context: StageContext) {
        let stays = context.preceding.compactMap { $0 as? FindStays }.first?.limits
        let longest = stays.map { Double($0.gap) / 1000 } ?? 604_800
        let gap = reader.seconds(
            "gap", default: stays.map { Double($0.gap) / 1000 } ?? 1800, in: min(1, longest)...longest,
            help: "A longer silence outside stays parts trips; at most the gap of find-stays, which is its default.")
        let jumps = reader.choice(
            "jumps", default: "gap", of: ["gap", "movement"],
            help: "What a leg is that drop-spikes holds for too long: a gap, which no trip and no distance holds, or movement.")
        areJumpsMovement = jumps == "movement"
        leastMeters = reader.meters(
            "least-distance", default: 0, in: 0...1_000_000, help: "A shorter trip is not listed; the day's distance keeps it.")
        let least = reader.seconds(
            "least-duration", default: 0, in: 0...604_800, help: "A trip that takes less time is not listed.")
        self.least = Int64(least * 1000)
        var limits = stays ?? StayLimits(radiusMeters: 150, atLeast: 1_200_000, gap: 1_800_000)
        limits.tripGap = Int64(gap * 1000)
        limits.speeds = areJumpsMovement ? nil : context.preceding.compactMap { $0 as? DropSpikes }.first?.speeds
        self.limits = limits
    }

    /// Makes the pieces of the day, from which trips are joined, and numbers the parts of trips in it.
    public func apply(to day: inout DeviceDay) {
        guard let groups = day.groups else { return }
        markEdges(of: &day.fixes, groups: groups, limits: limits, gaps: limits.gaps(of: day.kind))
        day.pieces = dayPieces(of: day.fixes, groups: groups, day: day.day, kind: day.kind, limits: limits)
    }

    /// The part of a trip it lies in, and the silence before it; or the jump.
    public func verdict(on row: Int, before: DeviceDay, after: DeviceDay) -> String {
        guard row < after.fixes.tripParts.count else { return "kept" }
        let part = after.fixes.tripParts[row]
        let place = part < 0 ? "no movement of this day" : "movement \(part + 1) of the day"
        guard row > 0 else { return "lies in \(place); the day's first fix" }
        let fixes = before.fixes
        let (meters, time) = (fixes.meters(row - 1, row), fixes.times[row] - fixes.times[row - 1])
        let silence = words(Double(time) / 1000, decimals: 3)
        if let reach = limits.gaps(of: before.kind).reach, !reach.allows(meters: meters, in: time) {
            return
                "lies in \(place); a jump of \(words(meters)) m in \(silence) s parts it from the fix before it: "
                + "the limit is \(words(reach.metersPerSecond)) m/s and \(words(reach.slackMeters)) m"
        }
        let limit = words(Double(limits.tripGap) / 1000, decimals: 3)
        return "lies in \(place); \(silence) s after the fix before it, more than \(limit) s part trips"
    }
}
