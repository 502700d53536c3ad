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

    private let speeds: PerKind<Double>
    private let slackMeters: Double
    private let reanchor: Int

    /// Reads `speed`, `slack`, `reanchor`; kinds with a `top-speed` use that.
    public init(reading reader: inout OptionReader, context: StageContext) {
        let speed = reader.metersPerSecond(
            "speed", in: 0.1...10_000, help: "The highest plausible speed of kinds without a top-speed.")
        speeds = PerKind(speed, byKind: context.topSpeeds)
        slackMeters = reader.meters(
            "slack", default: 30, in: 0...10_000, help: "A leg may be this much longer, for the receiver's error.")
        reanchor = reader.integer(
            "reanchor", default: 3, in: 2...100, help: "So many fixes that agree with each other make a jump a true one.")
    }

    /// Rejects the spikes of one device-day.
    public func apply(to day: inout DeviceDay) {
        let speed = speeds.value(for: day.kind)
        let keeping = plausibleFixes(in: day.fixes, speedMetersPerSecond: speed, slackMeters: slackMeters, reanchor: reanchor)
        guard keeping.contains(false) else { return }
        day.reject(keeping: keeping, reason: .spike) { _ in ("time", "faster than \(shortText(speed)) m/s") }
    }

    /// Distance, time and speed from the fix kept before it, or to the one kept after it where it is the first, against the limits.
    public func verdict(on row: Int, before: DeviceDay, after: DeviceDay) -> String {
        let fixes = before.fixes
        let neighbours = before.keptNeighbours(of: row, in: after)
        var isKept = false
        if case .kept = before.fate(of: row, in: after) { isKept = true }
        guard let other = neighbours.before ?? neighbours.after else {
            return isKept ? "kept: there is no fix beside it" : "rejected: spike"
        }
        let speed = speeds.value(for: before.kind)
        let (meters, seconds) = (fixes.meters(other, row), abs(fixes.seconds(other, row)))
        let limit = "the limit is \(words(speed)) m/s and \(words(slackMeters)) m"
        let side = other < row ? "from the fix kept before it" : "to the fix kept after it"
        let leg = "\(words(meters)) m in \(words(seconds, decimals: 3)) s \(side) are \(words(meters / seconds)) m/s; \(limit)"
        guard isKept else { return "rejected: \(leg)" }
        return meters <= speed * seconds + slackMeters
            ? "kept: \(leg)" : "kept: \(leg), but \(reanchor) fixes or more agree on the jump"
    }
}
