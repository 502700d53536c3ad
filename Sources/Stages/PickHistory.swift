import Geodesy
import Options
import TrackAlgorithms
import Tracks

/// A mean course whose resultant is shorter is none (rule 2.9): the courses point all ways.
private let shortestResultant = 0.2

/// Picks the few points that a person steps through; removes no fix.
public struct PickHistory: FixStage {
    /// `pick-history`.
    public static let name = "pick-history"
    /// One sentence.
    public static let summary =
        "Picks a few points of a day or trip to step through, as the history page of a tracker app shows; removes no fix."
    /// Nothing.
    public static let takes = FixLoss.nothing

    private enum Choice: String, CaseIterable {
        case even, mean, all
    }

    private let points: Int
    private let choice: Choice
    private let isPerTrip: Bool

    /// Reads `points`, `by`, `per`.
    public init(reading reader: inout OptionReader, context: StageContext) {
        points = reader.integer(
            "points", default: 10, in: 1...100_000_000, help: "So many points, or as many as there are fixes.")
        let by = reader.choice(
            "by", default: "even", of: Choice.allCases.map(\.rawValue),
            help: "even picks fixes spread evenly, mean takes the means of equal time bins, all takes every fix.")
        choice = Choice(rawValue: by) ?? .even
        isPerTrip =
            reader.choice(
                "per", default: "day", of: ["day", "trip"], help: "What the points are of; a trip on two days counts as two.")
            == "trip"
        if isPerTrip, !context.preceding.contains(where: { $0 is SplitTrips }) {
            reader.report(at: "per", "'per: trip' wants split-trips before it.")
        }
    }

    /// Appends the points of the day.
    public func apply(to day: inout DeviceDay) {
        for rows in isPerTrip ? tripParts(of: day.fixes) : [0..<day.fixes.count] where !rows.isEmpty {
            switch choice {
            case .even: appendPicks(evenPicks(of: rows.count, picks: points), of: rows, to: &day)
            case .all: appendPicks(Array(0..<rows.count), of: rows, to: &day)
            case .mean: appendMeans(of: rows, to: &day)
            }
        }
    }

    /// The point of the history that it is, or stands behind.
    public func verdict(on row: Int, before: DeviceDay, after: DeviceDay) -> String {
        let time = before.fixes.times[row]
        let points = after.history.dropFirst(before.history.count)
        if let picked = points.first(where: { $0.milliseconds == time && choice != .mean }) {
            return "is point \(picked.number) of the history"
        }
        let how = choice == .mean ? "the means of \(self.points) equal bins of time" : "\(self.points) fixes spread evenly"
        return "is no point of the history, which takes \(how); no fix is removed"
    }

    private func appendPicks(_ picks: [Int], of rows: Range<Int>, to day: inout DeviceDay) {
        for (number, pick) in picks.enumerated() {
            let next = number + 1 < picks.count ? picks[number + 1] : rows.count
            let row = rows.lowerBound + pick
            day.history.append(
                HistoryPoint(
                    number: Int32(day.history.count + 1), milliseconds: day.fixes.times[row],
                    coordinate: day.fixes.point(row).coordinate,
                    courseDegrees: day.fixes.course(row), speedMetersPerSecond: day.fixes.knownSpeed(row),
                    fixes: Int64(next - pick), accuracyMeters: day.fixes.accuracy(row)))
        }
    }

    private func appendMeans(of rows: Range<Int>, to day: inout DeviceDay) {
        let start = day.fixes.times[rows.lowerBound]
        let span = day.fixes.times[rows.upperBound - 1] - start + 1
        var first = rows.lowerBound
        while first < rows.upperBound {
            let bin = (day.fixes.times[first] - start) * Int64(points) / span
            var end = first + 1
            while end < rows.upperBound, (day.fixes.times[end] - start) * Int64(points) / span == bin { end += 1 }
            day.history.append(mean(of: first..<end, in: day.fixes, number: Int32(day.history.count + 1)))
            first = end
        }
    }

    private func mean(of rows: Range<Int>, in fixes: FixBatch, number: Int32) -> HistoryPoint {
        var sums = PositionSums(first: fixes.point(rows.lowerBound))
        for row in rows.dropFirst() { sums.add(fixes.point(row)) }
        let times = rows.reduce(Int64(0)) { $0 + fixes.times[$1] - fixes.times[rows.lowerBound] }
        let speeds = rows.compactMap(fixes.knownSpeed)
        let courses = rows.compactMap(fixes.course)
        return HistoryPoint(
            number: number, milliseconds: fixes.times[rows.lowerBound] + times / Int64(rows.count), coordinate: sums.centroid,
            courseDegrees: CircularMean(degrees: courses).meanDegrees(ifResultantAtLeast: shortestResultant),
            speedMetersPerSecond: speeds.isEmpty ? nil : speeds.reduce(0, +) / Double(speeds.count), fixes: Int64(rows.count))
    }
}

extension FixBatch {
    /// The course of a row in degrees; nil for none.
    func course(_ row: Int) -> Double? { courses.isEmpty || courses[row].isNaN ? nil : courses[row] }

    /// The accuracy of a row in metres; nil for none.
    func accuracy(_ row: Int) -> Double? { accuracies.isEmpty || accuracies[row].isNaN ? nil : accuracies[row] }

    /// The speed of a row in metres per second; nil for none.
    func knownSpeed(_ row: Int) -> Double? { speeds.isEmpty || speeds[row].isNaN ? nil : speeds[row] }
}

/// The rows of each part of a trip in a device-day.
func tripParts(of fixes: FixBatch) -> [Range<Int>] {
    var parts: [Range<Int>] = []
    var first = 0
    while first < fixes.tripParts.count {
        var end = first + 1
        while end < fixes.tripParts.count, fixes.tripParts[end] == fixes.tripParts[first] { end += 1 }
        if fixes.tripParts[first] >= 0 { parts.append(first..<end) }
        first = end
    }
    return parts
}
