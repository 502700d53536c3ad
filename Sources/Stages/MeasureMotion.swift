import Options
import TrackAlgorithms
import Tracks

/// Measures speed and course from neighbouring fixes where the log lacks them.
public struct MeasureMotion: FixStage {
    /// `measure-motion`.
    public static let name = "measure-motion"
    /// One sentence.
    public static let summary =
        "Fills speeds and courses that the log lacks from the fix before; a fix that has not moved has no course."
    /// Nothing.
    public static let takes = FixLoss.nothing
    /// Speed and course.
    public static let fills: FixColumns = [.speed, .course]

    /// Reads no options.
    public init(reading reader: inout OptionReader, context: StageContext) {
        if context.preceding.contains(where: { $0 is SplitTrips }) {
            reader.report(nil, "measure-motion stands behind split-trips, so that trips do not know its speeds; put it before.")
        }
    }

    /// Fills the gaps of both columns; makes them where there are none.
    public func apply(to day: inout DeviceDay) {
        let (speeds, courses) = (measuredSpeeds(of: day.fixes), measuredCourses(of: day.fixes))
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
        let legRow = max(row, 1)
        let leg =
            row < before.fixes.count && before.fixes.count > 1
            ? "; \(words(before.fixes.meters(legRow - 1, legRow))) m in "
                + "\(words(before.fixes.seconds(legRow - 1, legRow), decimals: 3)) s"
            : ""
        return "\(speedWords), \(courseWords ?? "no course")\(leg)"
    }
}
