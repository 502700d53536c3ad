import Options
import Tracks

extension PipelineFile {
    /// A command of the program on this pipeline file, as it is typed: `trackmill run pipelines/nightly.yaml --day 2025-06-01`.
    public func command(_ name: String, _ options: String = "") -> String {
        "trackmill \(name) \(shellWord(path))\(options.isEmpty ? "" : " ")\(options)"
    }
}

/// The options of a command that say these days: `--day 2025-06-01`, or `--from 2025-06-01 --to 2025-06-03`.
public func dayOptions(_ first: CalendarDay, _ last: CalendarDay) -> String {
    first == last ? "--day \(first)" : "--from \(first) --to \(last)"
}

/// Days that follow each other as one range.
///
/// - Parameter days: Rising.
public func rangesOfDays(_ days: [CalendarDay]) -> [ClosedRange<CalendarDay>] {
    var ranges: [ClosedRange<CalendarDay>] = []
    for day in days {
        if let last = ranges.last, last.upperBound.advanced(by: 1) == day {
            ranges[ranges.count - 1] = last.lowerBound...day
        } else {
            ranges.append(day...day)
        }
    }
    return ranges
}

/// Days in words, those that follow each other as one: `2025-06-01 to 2025-06-03, 2025-06-07`; after ten of these only how many there are.
///
/// - Parameter days: Rising.
public func daysInWords(_ days: [CalendarDay]) -> String {
    let ranges = rangesOfDays(days)
    let words = ranges.prefix(10).map {
        $0.lowerBound == $0.upperBound ? "\($0.lowerBound)" : "\($0.lowerBound) to \($0.upperBound)"
    }
    let rest = ranges.dropFirst(10).reduce(0) { $0 + Int($1.upperBound.number - $1.lowerBound.number) + 1 }
    return words.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
}

/// The same with their number, where they are several: `2025-01-01 to 2025-07-19 (200 days)`.
func countedDaysInWords(_ days: [CalendarDay]) -> String {
    daysInWords(days) + (days.count > 1 ? " (\(grouped(Int64(days.count))) days)" : "")
}
