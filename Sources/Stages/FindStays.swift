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

    /// Reads `radius`, `at-least`, `gap`, `anchor`, `excursion`, `inferred`, `spread`.
    public init(reading reader: inout OptionReader, context: StageContext) {
        let radius = reader.meters(
            "radius", default: 150, in: 10...2_000, help: "A stay keeps within this distance of its centre.")
        let atLeast = reader.seconds(
            "at-least", default: 1200, in: 1...604_800, help: "A stay lasts at least this long, first to last fix.")
        let gap = reader.seconds("gap", default: 1800, in: 1...604_800, help: "A longer silence ends a stay.")
        let anchor = reader.choice(
            "anchor", default: GroupAnchor.mean.rawValue, of: GroupAnchor.allCases.map(\.rawValue),
            help: "The centre of a stay: the mean of its fixes of the first half of at-least, or its first fix.")
        let excursion = reader.seconds(
            "excursion", default: 300, in: 0...604_800,
            help: "A stay goes on over fixes outside for at most this long, if it was inside as long before; 0 s: for none.")
        let inferred = reader.optional(
            "inferred", .duration, on: 57_600, in: 1...31_622_400,
            help:
                "A silence longer than 'gap' that begins and ends within the radius is a stay of its own, marked as inferred, where it "
                + "lasts no longer than this; on is 16 h."
        )
        let spread = reader.optional(
            "spread", .length, in: 1...2_000, help: "A group that spreads wider is no stay, such as a slow closed loop.")
        var limits = StayLimits(
            radiusMeters: radius, atLeast: Int64(atLeast * 1000), gap: Int64(gap * 1000), widestSpreadMeters: spread,
            longestInferred: inferred.map { Int64($0 * 1000) })
        limits.anchor = GroupAnchor(rawValue: anchor) ?? .mean
        limits.excursion = Int64(excursion * 1000)
        self.limits = limits
        if excursion > gap {
            reader.report(
                at: "excursion", "'excursion' is longer than 'gap', \(Dimension.duration.words(gap)): a longer silence ends it.",
                isWarning: true)
        }
        if let inferred, inferred <= gap {
            reader.report(
                at: "inferred", "'inferred' is no longer than 'gap', \(Dimension.duration.words(gap)): it infers no stay.",
                isWarning: true)
        }
    }

    /// Cuts the day into groups and makes its pieces; split-trips, where it follows, makes them with its own gap instead.
    public func apply(to day: inout DeviceDay) {
        guard day.fixes.count > 0 else { return }
        let groups = findGroups(in: day.fixes, limits: limits)
        day.groups = groups
        guard !isFollowedBySplitTrips else { return }
        markEdges(of: &day.fixes, groups: groups, limits: limits, gaps: nil)
        markInferredStays(of: &day.fixes, groups: groups, limits: limits)
        day.pieces = dayPieces(of: day.fixes, groups: groups, day: day.day, kind: day.kind, limits: limits)
    }

    // MARK: Verdict

    /// The group that a fix lies in, with its length against `at-least`, its spread where that decides, and how far the fix is from
    /// the centre that it was judged by; of one outside that, that it is an excursion.
    public func verdict(on row: Int, before: DeviceDay, after: DeviceDay) -> String {
        let fixes = after.fixes
        // A group that spreads too wide has been given up: here it is told as it was found.
        var found = limits
        found.widestSpreadMeters = nil
        let groups = findGroups(in: fixes, limits: found)
        guard let number = groups.firstIndex(where: { $0.rows.contains(row) }) else { return "lies in no group" }
        let group = groups[number]
        let (first, last) = (fixes.times[group.first], fixes.times[group.last])
        let isAtEdge = number == 0 || number == groups.count - 1
        let no = isAtEdge ? "no stay on this day alone" : "no stay"
        let text =
            "\(place(of: row, in: group, fixes)) of a group of \(group.rows.count) fixes within "
            + "\(words(limits.radiusMeters)) m that lasts \((last - first) / 1000) s, "
        guard limits.isStay(from: first, to: last) else { return text + "\(no): \(limits.atLeast / 1000) s make one" }
        guard let widest = limits.widestSpreadMeters else { return text + "a stay: \(limits.atLeast / 1000) s make one" }
        let spread = "its spread is \(words(group.sums.spreadMeters)) m, at most \(words(widest)) m make one"
        return text + "\(limits.isDense(group.sums) ? "a stay" : no): \(limits.atLeast / 1000) s make one, and \(spread)"
    }

    private func place(of row: Int, in group: FixGroup, _ fixes: FixBatch) -> String {
        fixes.withView { track in
            var open = OpenGroup(at: group.first, of: track)
            for earlier in group.rows.dropFirst() where earlier < row { _ = open.judge(earlier, of: track, limits: limits) }
            let center = limits.anchor == .first ? "first" : "centre"
            let distance = "\(words(open.meters(to: row, of: track))) m from the \(center)"
            guard row > group.first, open.judge(row, of: track, limits: limits) == .outside else { return distance }
            return "on an excursion, \(distance)"
        }
    }
}
