import Geodesy

/// One device's fixes of one local day as the stages see them, with what they found: the unit of work.
///
/// A stage changes the batch it was lent and appends findings; nothing of one device-day reaches the next.
public struct DeviceDay: Sendable {
    /// The id from the log.
    public var device = ""
    /// The local day.
    public var day = CalendarDay(number: 0)
    /// The kind of the day: that of its last row that has one (rule 2.4); nil for none.
    public var kind: String?
    /// The fixes that are left.
    public var fixes = FixBatch()
    /// Rows that stages rejected.
    public var rejects: [Reject] = []
    /// Fixes that thinning took, by file.
    public var thinned: [(file: UInt32, count: Int64)] = []
    /// The groups of the day, their rows as before thinning; nil without find-stays.
    public var groups: [FixGroup]?
    /// What is stored of groups and movement; nil without find-stays or without fixes.
    public var pieces: DayPieces?
    /// Points to step through.
    public var history: [HistoryPoint] = []
    /// How far, in metres, the fixes that simplify took lie from what replaces them; nil without simplify.
    public var simplifyError: (largestMeters: Double, meanMeters: Double)?

    /// An empty device-day.
    public init() {}

    /// Empties it and keeps the memory.
    public mutating func removeAll() {
        fixes.removeAll()
        rejects.removeAll(keepingCapacity: true)
        thinned.removeAll(keepingCapacity: true)
        groups = nil
        pieces = nil
        history.removeAll(keepingCapacity: true)
        simplifyError = nil
        kind = nil
    }

    /// Rejects the rows whose flag is not set.
    ///
    /// - Parameter value: The field at fault and what stood there, of a row.
    public mutating func reject(keeping: [Bool], reason: RejectReason, value: (Int) -> (field: String, value: String)) {
        for row in 0..<keeping.count where !keeping[row] {
            let (field, text) = value(row)
            rejects.append(
                Reject(
                    file: fixes.files[row], line: fixes.lines[row], reason: reason, field: field, value: text, text: words(row)))
        }
        fixes.compact(keeping: keeping)
    }

    /// Takes away the rows whose flag is not set, as thinning does.
    public mutating func thin(keeping: [Bool]) {
        for row in 0..<keeping.count where !keeping[row] {
            if thinned.last?.file == fixes.files[row] {
                thinned[thinned.count - 1].count += 1
            } else {
                thinned.append((fixes.files[row], 1))
            }
        }
        fixes.compact(keeping: keeping)
    }

    /// A row as a reject of a stage tells it: time and position as they were read.
    private func words(_ row: Int) -> String {
        "\(isoText(milliseconds: fixes.times[row])),\(fixes.readLatitudes[row]),\(fixes.readLongitudes[row])"
    }
}
