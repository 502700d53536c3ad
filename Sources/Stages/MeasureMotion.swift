import Options
import TrackAlgorithms
import Tracks

/// Measures speed and course from neighbouring fixes where the log lacks them.
public struct MeasureMotion: FixStage {
    /// `measure-motion`.
    public static let name = "measure-motion"
    /// One sentence.
    public static let summary =
        "Fills speeds and courses that the log lacks from the fix before; a fix that has not moved has no course, a jump gives none."
    /// Nothing.
    public static let takes = FixLoss.nothing
    /// Speed and course.
    public static let fills: FixColumns = [.speed, .course]

    /// Where a leg that is too long for these is a jump; nil where none is. Set once all stages are read.
    public var speeds: TopSpeeds?

    /// Reads no options.
    public init(reading reader: inout OptionReader, context: StageContext) {
        if context.preceding.contains(where: { $0 is SplitTrips }) {
            reader.report(nil, "measure-motion stands behind split-trips, so that trips do not know its speeds; put it before.")
        }
    }

    /// Fills the gaps of both columns; makes them where there are none.
    public func apply(to day: inout DeviceDay) {
        let reach = speeds?.reach(of: day.kind)
        let (speeds, courses) = (measuredSpeeds(of: day.fixes, reach: reach), measuredCourses(of: day.fixes, reach: reach))
        fill(&day.fixes.speeds, with: speeds)
        fill(&day.fixes.courses, with: courses)
        day.fixes.columns.formUnion(Self.fills)
    }

    private func fill(_ column: inout [Double], with measured: [Double]) {
        guard !column.isEmpty else { return column = measured }
        for row in column.indices where column[row].isNaN { column[row] = measured[row] }
    }

    /// Its speed and course, and where they come from.
    public func verdict(on row: Int, before: DeviceDay, after: DeviceDay) -> String {
        let speed = after.fixes.speed(row)
        let course = after.fixes.course(row)
        let isLogged = (speed: !before.fixes.speed(row).isNaN, course: before.fixes.course(row) != nil)
        let speedWords =
            speed.isNaN ? "no speed" : "speed \(words(speed, decimals: 3)) m/s (\(isLogged.speed ? "logged" : "measured"))"
        let courseWords = course.map { "course \(words($0))° (\(isLogged.course ? "logged" : "measured"))" }
        return "\(speedWords), \(courseWords ?? "no course")\(leg(of: row, before))"
    }

    private func leg(of row: Int, _ day: DeviceDay) -> String {
        let fixes = day.fixes
        guard row < fixes.count, fixes.count > 1 else { return "" }
        let end = max(row, 1)
        let (meters, time) = (fixes.meters(end - 1, end), fixes.times[end] - fixes.times[end - 1])
        let isJump = !(speeds?.reach(of: day.kind).allows(meters: meters, in: time) ?? true)
        return "; \(words(meters)) m in \(words(Double(time) / 1000, decimals: 3)) s\(isJump ? ", a jump" : "")"
    }
}
