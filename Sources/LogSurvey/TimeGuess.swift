import LogFormats
import Tracks

/// How a column holds times.
struct TimeGuess: Equatable {
    /// A value of `time-format`.
    var format: String
    /// What else would read every time, as another one; empty where it is sure.
    var alternatives: [String] = []
    /// Why this one was taken of several.
    var why = ""

    /// Cells that formats are tried on first; those left are tried on all.
    private static let fewCells = 20
    /// Times before 1990 and after 2059 are none of a log.
    private static let plausible: ClosedRange<Int64> = 631_152_000_000...2_830_000_000_000

    /// Tells it by the cells; nil where no format reads them.
    ///
    /// - Parameters:
    ///   - cells: Those that hold something.
    ///   - day: The day that the file is named after.
    ///   - modified: When the file was changed last, in milliseconds since 1970 UTC: no time is much later.
    init?(_ cells: [String], day: CalendarDay?, modified: Int64?) {
        guard !cells.isEmpty else { return nil }
        let few = Array(cells.prefix(Self.fewCells))
        var fitting: [(format: String, times: [Int64])] = []
        // What is read in one of these is read in no other.
        for format in ["auto", "milliseconds", "microseconds"] {
            guard let times = Self.times(few, format), Self.times(cells, format) != nil else { continue }
            guard times.count(where: Self.plausible.contains) * 5 >= times.count * 4 else { continue }
            self.format = format
            return
        }
        for format in Self.patterns {
            guard Self.times(few, format) != nil, let times = Self.times(cells, format) else { continue }
            guard let first = times.first, Self.plausible.contains(first) else { continue }
            // Patterns that read all alike are one.
            if !fitting.contains(where: { $0.times == times }) { fitting.append((format, times)) }
        }
        guard !fitting.isEmpty else { return nil }
        (format, alternatives, why) = Self.best(of: fitting, day: day, modified: modified)
    }

    /// Takes one of several readings: that of the day in the name, none of the future, or the one whose times lie close together.
    private static func best(
        of fitting: [(format: String, times: [Int64])], day: CalendarDay?, modified: Int64?
    ) -> (String, [String], String) {
        guard fitting.count > 1 else { return (fitting[0].format, [], "") }
        let oneDay: Int64 = 86_400_000
        if let day {
            let start = Int64(day.number) * oneDay
            let near = fitting.filter { $0.times.allSatisfy { abs($0 - start) <= 3 * oneDay } }
            if near.count == 1 { return (near[0].format, [], "by the date in the name") }
        }
        var left = fitting
        if let modified {
            let past = left.filter { ($0.times.max() ?? 0) <= modified + oneDay }
            if past.count == 1 { return (past[0].format, [], "any other reading lies in the future") }
            if !past.isEmpty { left = past }
        }
        func span(_ times: [Int64]) -> Int64 { (times.max() ?? 0) - (times.min() ?? 0) }
        let sorted = left.sorted { span($0.times) < span($1.times) }
        if span(sorted[0].times) * 5 < span(sorted[1].times) - oneDay {
            return (sorted[0].format, [], "its times lie close together, those of other readings do not")
        }
        return (left[0].format, left.dropFirst().map(\.format), "")
    }

    /// The times of cells; nil where fewer than 19 of 20 are some.
    private static func times(_ cells: [String], _ format: String) -> [Int64]? {
        guard let reading = TimeFormat(format) else { return nil }
        let allowed = cells.count / 20
        var times: [Int64] = []
        times.reserveCapacity(cells.count)
        var bad = 0
        for cell in cells {
            if let time = milliseconds(of: withoutZone(cell), reading) {
                times.append(time)
            } else {
                bad += 1
                guard bad <= allowed else { return nil }
            }
        }
        return times.isEmpty ? nil : times
    }

    /// A time without the name of a zone behind it: `2025-06-01 08:00 Europe/Berlin`.
    private static func withoutZone(_ cell: String) -> String {
        if cell.hasSuffix("]"), let open = cell.lastIndex(of: "[") { return String(cell[..<open]).trimmedEnd }
        guard let space = cell.lastIndex(of: " "), cell[space...].contains("/"), !cell[space...].contains(where: \.isNumber)
        else {
            return cell
        }
        return String(cell[..<space]).trimmedEnd
    }

    /// In the order in which they are taken where several read the same texts.
    private static let patterns: [String] = {
        let dates = [
            "dd/MM/yyyy", "MM/dd/yyyy", "yyyy/MM/dd", "dd.MM.yyyy", "MM.dd.yyyy", "yyyy.MM.dd", "dd-MM-yyyy", "MM-dd-yyyy",
            "yyyyMMdd", "d/M/yyyy", "M/d/yyyy", "yyyy/M/d", "d.M.yyyy", "yyyy-M-d", "dd/MM/yy", "MM/dd/yy", "yy/MM/dd",
            "dd.MM.yy", "dd-MM-yy", "MM-dd-yy", "yy-MM-dd", "yyMMdd", "ddMMyy", "MMddyy", "d/M/yy", "M/d/yy", "dd MMM yyyy",
            "d MMM yyyy", "dd-MMM-yyyy", "d-MMM-yyyy", "dd-MMM-yy", "MMM d, yyyy", "MMM dd, yyyy", "MMM d yyyy",
            "yyyy年MM月dd日", "yyyy年M月d日",
        ]
        let clocks = [
            "HH:mm:ss", "HH:mm:ss.S", "HH:mm", "H:mm:ss", "H:mm", "HHmmss", "HHmmss.S", "h:mm:ss a", "hh:mm:ss a", "h:mm a",
        ]
        return dates.flatMap { date -> [String] in
            var patterns: [String] = []
            for clock in clocks { patterns += ["\(date) \(clock)", "\(date)T\(clock)"] }
            return patterns + ["\(date)HHmmss", "\(date)HHmm", date]
        }
    }()

    /// Whether a text says a day and no clock, in any format.
    static func isDay(_ text: String) -> Bool {
        let digits = text.count { ("0"..."9").contains($0) }
        return !text.contains(":") && (4...8).contains(digits) && text.utf8.count <= 12
    }

    /// Whether a text says a clock and no day.
    static func isClock(_ text: String) -> Bool {
        if text.contains(":") { return text.utf8.count <= 15 && !text.contains("-") && !text.contains("/") }
        let whole = text.split(separator: ".").first ?? ""
        return (5...6).contains(whole.count) && whole.allSatisfy { ("0"..."9").contains($0) } && (Int(whole) ?? 990_000) < 240_000
    }
}

extension String {
    /// Without spaces at its end.
    var trimmedEnd: String {
        var text = self[...]
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
