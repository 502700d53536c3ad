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
    /// Rows that were rejected and may be stored.
    public private(set) var rejects: [Reject] = []
    /// All rows that were rejected, by file and reason.
    public private(set) var rejected: [UInt32: [RejectReason: Int64]] = [:]
    /// Says of rejects whether they may be stored; nil where all may. It outlasts the device-day: its limits are those of files.
    public var firstLines: FirstLines?
    private var rejectsToLookThrough = 4096
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

    /// So many fixes a device-day may have; what reading gives beyond them is the reject `too-many`.
    public static let mostFixes = 5_000_000

    /// An empty device-day.
    public init() {}

    /// Empties it and keeps the memory.
    public mutating func removeAll() {
        fixes.removeAll()
        rejects.removeAll(keepingCapacity: true)
        rejected.removeAll(keepingCapacity: true)
        rejectsToLookThrough = 4096
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
            guard count(reason, file: fixes.files[row], line: fixes.lines[row]) else { continue }
            let (field, text) = value(row)
            keep(
                Reject(
                    file: fixes.files[row], line: fixes.lines[row], reason: reason, field: field, value: text,
                    text: Self.words(fixes.times[row], fixes.readLatitudes[row], fixes.readLongitudes[row])))
        }
        fixes.compact(keeping: keeping)
    }

    /// Counts a reject. Returns whether it may be stored: then it is to be kept.
    ///
    /// - Parameter mayBeStored: False where it is known to be beyond those of its file.
    public mutating func count(_ reason: RejectReason, file: UInt32, line: UInt32, mayBeStored: Bool = true) -> Bool {
        rejected[file, default: [:]][reason, default: 0] += 1
        return mayBeStored && (firstLines?.takes(file: file, line: line) ?? true)
    }

    /// Keeps a reject that was counted.
    public mutating func keep(_ reject: Reject) {
        rejects.append(reject)
        guard rejects.count >= rejectsToLookThrough, let firstLines else { return }
        rejects.removeAll { !firstLines.holds(file: $0.file, line: $0.line) }
        rejectsToLookThrough = max(4096, 2 * rejects.count)
    }

    /// Takes away the rows whose flag is not set, as thinning does.
    public mutating func thin(keeping: [Bool]) {
        for row in 0..<keeping.count where !keeping[row] {
            // Rows of some files may stand in turn.
            if let known = thinned.suffix(4).lastIndex(where: { $0.file == fixes.files[row] }) {
                thinned[known].count += 1
            } else {
                thinned.append((fixes.files[row], 1))
            }
        }
        fixes.compact(keeping: keeping)
    }

    /// A row as a reject of a stage tells it: time and position as they were read.
    public static func words(_ time: Int64, _ latitude: Double, _ longitude: Double) -> String {
        "\(isoText(milliseconds: time)),\(latitude),\(longitude)"
    }
}
