import Options
import TrackAlgorithms
import Tracks

/// Holds the position of devices that do not move, so that the drift of a parked vehicle is no distance.
public struct HoldWhileStill: FixStage {
    /// `hold-while-still`.
    public static let name = "hold-while-still"
    /// One sentence.
    public static let summary =
        "Gives the fixes of a device that stands still the position of the first of them, so that drift is no distance."
    /// Nothing: it moves fixes.
    public static let takes = FixLoss.nothing

    private let radiusMeters: Double?
    private let farthestMeters: Double

    /// Reads `radius`, `farthest`.
    public init(reading reader: inout OptionReader, context: StageContext) {
        radiusMeters = reader.optional(
            "radius", .length, in: 1...1_000,
            help: "Fixes within this distance of the first one are held too, whatever their speed.")
        farthestMeters = reader.meters(
            "farthest", default: 200, in: 1...10_000,
            help:
                "Consecutive fixes with speed 0 are held up to this distance from the first one; who is farther away moved "
                + "unseen."
        )
        if context.preceding.contains(where: { $0 is FindStays }) {
            reader.report(nil, "hold-while-still moves fixes; put it before find-stays.")
        }
    }

    /// Moves the fixes of each rest to its first one.
    public func apply(to day: inout DeviceDay) {
        let held = heldRows(in: day.fixes, radiusMeters: radiusMeters, farthestMeters: farthestMeters)
        for (row, first) in held.enumerated() where first != row {
            day.fixes.latitudes[row] = day.fixes.latitudes[first]
            day.fixes.longitudes[row] = day.fixes.longitudes[first]
            day.fixes.cosines[row] = day.fixes.cosines[first]
        }
    }

    /// How far it was moved, and to which fix.
    public func verdict(on row: Int, before: DeviceDay, after: DeviceDay) -> String {
        let fixes = before.fixes
        let first = heldRows(in: fixes, radiusMeters: radiusMeters, farthestMeters: farthestMeters)[row]
        let speed = fixes.speed(row)
        let known = speed.isNaN ? "no speed" : "speed \(words(speed, decimals: 3)) m/s"
        guard first != row else { return "kept where it is: \(known), it opens a rest or moves" }
        let time = isoText(milliseconds: fixes.times[first])
        return "held: \(known), moved by \(words(fixes.meters(first, row))) m to the position of \(time)"
    }
}
