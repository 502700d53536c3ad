import Tracks

/// The log of one local day: rows by hour of receipt, then by device, as a server that takes hourly uploads writes them.
struct DayFile {
    let day: CalendarDay
    private(set) var hours = [[UInt8]](repeating: [], count: 24)
    /// What is true of the same rows, line by line.
    private(set) var truthOfHours = [[UInt8]](repeating: [], count: 24)
    private(set) var rows = 0
    private var rowsOfHours = [Int](repeating: 0, count: 24)
    private var injected: [Injected] = []

    /// A spoiled row and where it stands.
    struct Injected {
        let deviceNumber: Int
        let fault: Fault
        let hour: Int
        /// Counted from 0 within the hour.
        let row: Int
    }

    init(day: CalendarDay) { self.day = day }

    var name: String { "\(day).csv.gz" }
    var truthName: String { "truth/\(name)" }

    /// Takes the rows of one device in the order in which they are to stand.
    mutating func append(_ log: [LogRow], of deviceNumber: Int, _ writer: RowWriter, startMilliseconds: Int64) {
        var hour = 0
        for row in log {
            let received = Int((row.received - startMilliseconds) / 3_600_000)
            hour = min(23, max(hour, received))
            if row.fault != .none {
                injected.append(Injected(deviceNumber: deviceNumber, fault: row.fault, hour: hour, row: rowsOfHours[hour]))
            }
            writer.append(row, to: &hours[hour])
            Self.append(truthOf: row, to: &truthOfHours[hour])
            rowsOfHours[hour] += 1
        }
        rows += log.count
    }

    static let truthHeader: StaticString = "what,good,error_m\n"

    private static func append(truthOf row: LogRow, to bytes: inout [UInt8]) {
        bytes.append(row.fault.what)
        bytes.append(row.fault.isGoodFix ? ",1," : ",0,")
        if row.fault.hasPosition { bytes.append(fixed: (row.position - row.truePosition).length, decimals: 0) }
        bytes.append("\n")
    }

    /// The spoiled rows with their lines, rising; the header is line 1.
    func injectedLines() -> [(line: Int, injected: Injected)] {
        var firstLines: [Int] = []
        var line = 2
        for count in rowsOfHours {
            firstLines.append(line)
            line += count
        }
        return injected.map { (firstLines[$0.hour] + $0.row, $0) }.sorted { $0.0 < $1.0 }
    }

    /// Empties the file for another day, keeping its memory.
    mutating func reuse(for day: CalendarDay) -> DayFile {
        var next = DayFile(day: day)
        swap(&next.hours, &hours)
        swap(&next.truthOfHours, &truthOfHours)
        for hour in next.hours.indices {
            next.hours[hour].removeAll(keepingCapacity: true)
            next.truthOfHours[hour].removeAll(keepingCapacity: true)
        }
        return next
    }
}
