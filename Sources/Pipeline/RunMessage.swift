import Tracks

/// A sentence of a run, with what it is about for programs.
public struct RunMessage: Sendable, Equatable {
    /// What it is about.
    public enum Kind: String, Sendable, CaseIterable {
        case damagedFile = "damaged-file"
        case tooMany = "too-many"
        case unreadable
        case misnamed
        case lostRows = "lost-rows"
        case goneLog = "gone-log"
        case shrunk
        case unreadableDay = "unreadable-day"
        case unsettledDay = "unsettled-day"
        case unsettledFile = "unsettled-file"
        case noLog = "no-log"
        case nothingMatches = "nothing-matches"
        case leftAlone = "left-alone"
        case changedWhileRead = "changed-while-read"
        case keptDays = "kept-days"
        case overlap
        case reading
        case addresses
        case report
        case pipeline
        case stopped
        case failed

        /// What a message of the kind says, for the reference.
        public var help: String {
            switch self {
            case .damagedFile: "bytes of a file, or all of its rows, cannot be used; count: rows read"
            case .tooMany: "a device-day of a file has more fixes than it may have; count: rows over"
            case .unreadable: "a file or folder cannot be read"
            case .misnamed: "a file looks like a log and its name is no UTF-8"
            case .lostRows: "much of a file could not be used; count: rows rejected"
            case .goneLog: "days were left, as a log that made them is gone; count: days"
            case .shrunk: "days were left, as they would have fewer rows; count: days"
            case .unreadableDay: "days were left, as a log of theirs cannot be read; count: days"
            case .unsettledDay: "days may change, and a log of theirs has not settled; count: days"
            case .unsettledFile: "a file has not settled"
            case .noLog: "days have no log; count: days"
            case .nothingMatches: "a source matches no file"
            case .leftAlone: "a file was left alone"
            case .changedWhileRead: "a file changed or vanished while it was read"
            case .keptDays: "days keep what files gave that are gone; count: days"
            case .overlap: "two files hold the same fixes at times a constant apart"
            case .reading: "how a file was understood"
            case .addresses: "what came of asking for addresses"
            case .report: "a report lacks something"
            case .pipeline: "a problem of the pipeline file or its settings, with file and line"
            case .stopped: "a signal stopped the command"
            case .failed: "what ended the command"
            }
        }
    }

    /// What it is about.
    public var kind: Kind
    /// The sentence.
    public var text: String
    /// The file it is about, as the ledger or the user names it; nil for none or several.
    public var file: String?
    /// A line of it.
    public var line: Int64?
    /// The days it is about.
    public var days: ClosedRange<CalendarDay>?
    /// How many rows or days it is about.
    public var count: Int64?

    /// A message.
    public init(
        _ kind: Kind, _ text: String, file: String? = nil, line: Int64? = nil, days: ClosedRange<CalendarDay>? = nil,
        count: Int64? = nil
    ) {
        self.kind = kind
        self.text = text
        self.file = file
        self.line = line
        self.days = days
        self.count = count
    }

    /// Whether it says why days were left as they are.
    public var isOfLeftDays: Bool { [.goneLog, .shrunk, .unreadableDay, .unsettledDay].contains(kind) && days != nil }
}
