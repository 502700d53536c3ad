import Options
import TrackAlgorithms
import Tracks

/// Finds where devices stayed (rule 2.6).
public struct FindStays: FixStage {
    /// `find-stays`.
    public static let name = "find-stays"
    /// One sentence.
    public static let summary = "Finds where a device remained within a radius for a time; stays go on over midnight."
    /// Nothing.
    public static let takes = FixLoss.nothing

    /// Radius, duration and gap.
    public let limits: StayLimits
    /// Whether split-trips stands behind it; set once all stages are read.
    public var isFollowedBySplitTrips = false

    /// Reads `radius`, `at-least`, `gap`, `inferred`, `spread`.
    public init(reading reader: inout OptionReader, context: StageContext) {
        let radius = reader.meters(
            "radius", default: 150, in: 10...2_000, help: "A stay keeps within this distance of its first fix.")
        let atLeast = reader.seconds(
            "at-least", default: 1200, in: 1...604_800, help: "A stay lasts at least this long, first to last fix.")
        let gap = reader.seconds("gap", default: 1800, in: 1...604_800, help: "A longer silence ends a stay.")
        let infersStays = reader.flag(
            "inferred", default: false,
            help: "Whether a longer silence that begins and ends within the radius is a stay of its own, marked as inferred.")
        let spread = reader.optional(
            "spread", .length, in: 1...2_000, help: "A group that spreads wider is no stay, such as a slow closed loop.")
        limits = StayLimits(
            radiusMeters: radius, atLeast: Int64(atLeast * 1000), gap: Int64(gap * 1000), widestSpreadMeters: spread,
            infersStays: infersStays)
    }

    /// Cuts the day into groups and makes its pieces; split-trips, where it follows, makes them with its own gap instead.
    public func apply(to day: inout DeviceDay) {
        guard day.fixes.count > 0 else { return }
        let groups = findGroups(in: day.fixes, limits: limits)
        day.groups = groups
        guard !isFollowedBySplitTrips else { return }
        markEdges(of: &day.fixes, groups: groups, limits: limits, tripGap: nil)
        markInferredStays(of: &day.fixes, groups: groups, limits: limits)
        day.pieces = dayPieces(of: day.fixes, groups: groups, day: day.day, kind: day.kind, limits: limits)
    }

    /// The group that a fix lies in, with its length against `at-least`, its spread where that decides, and how far the fix is from
    /// the group's first.
    public func verdict(on row: Int, before: DeviceDay, after: DeviceDay) -> String {
        let fixes = after.fixes
        // A group that spreads too wide has been given up: here it is told as it was found.
        var found = limits
        found.widestSpreadMeters = nil
        let groups = findGroups(in: fixes, limits: found)
        guard let number = groups.firstIndex(where: { $0.contains(row) }) else { return "lies in no group" }
        let group = groups[number]
        let (first, last) = (fixes.times[group.lowerBound], fixes.times[group.upperBound - 1])
        let isAtEdge = number == 0 || number == groups.count - 1
        let no = isAtEdge ? "no stay on this day alone" : "no stay"
        let text =
            "\(words(fixes.meters(group.lowerBound, row))) m from the first of a group of \(group.count) fixes within "
            + "\(words(limits.radiusMeters)) m that lasts \((last - first) / 1000) s, "
        guard limits.isStay(from: first, to: last) else { return text + "\(no): \(limits.atLeast / 1000) s make one" }
        guard let widest = limits.widestSpreadMeters else { return text + "a stay: \(limits.atLeast / 1000) s make one" }
        var sums = PositionSums(first: fixes.point(group.lowerBound))
        for other in group.dropFirst() { sums.add(fixes.point(other)) }
        let spread = "its spread is \(words(sums.spreadMeters)) m, at most \(words(widest)) m make one"
        return text + "\(limits.isDense(sums) ? "a stay" : no): \(limits.atLeast / 1000) s make one, and \(spread)"
    }
}
