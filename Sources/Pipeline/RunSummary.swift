import Store
import Tracks

/// What a run did, in numbers and sentences.
public struct RunSummary: Sendable {
    /// The run's id in the view `runs`.
    public var run: Int64?
    /// Where the results are.
    public var databasePath = ""
    /// How the command ends.
    public var status = ExitStatus.done
    /// Files read.
    public var files: Int64 = 0
    /// Rows in them.
    public var rowsRead: Int64 = 0
    /// Bytes unpacked.
    public var bytes: Int64 = 0
    /// Days that were made, in order.
    public var madeDays: [CalendarDay] = []
    /// Days that were looked at and are as they should be.
    public var unchangedDays = 0
    /// Those that were made, and days of before whose stays, trips or gaps were changed by joining, in order.
    public var changedDays: [CalendarDay] = []
    /// Device-days in them.
    public var deviceDays = 0
    /// Fixes kept in them.
    public var kept: Int64 = 0
    /// Fixes thinned away in them.
    public var thinned: Int64 = 0
    /// Rows rejected in them, and those without a day of the files read, by reason.
    public var rejected: [RejectReason: Int64] = [:]
    /// Rows whose time was moved by 1024 weeks.
    public var repaired: Int64 = 0
    /// What the days made hold now, by view: rows.
    public var found: [(view: String, rows: Int64)] = []
    /// Cells by how far their address is.
    public var addresses: [AddressState: Int64] = [:]
    /// What came of asking for addresses: a sentence for each source that was asked.
    public var asked: [String] = []
    /// Sentences about damaged files.
    public var damaged: [RunMessage] = []
    /// Sentences about days that are left because files are gone, and of required logs that are not there.
    public var missing: [RunMessage] = []
    /// Sentences about days that would have fewer rows than before.
    public var shrunk: [RunMessage] = []
    /// Sentences about problems that leave the status as it is: files of which much could not be used, days of an undated run whose
    /// files are gone or cannot be read, sources that match nothing.
    public var complaints: [RunMessage] = []
    /// Reports that were written: a path, or the first and the last of several.
    public var reports: [String] = []
    /// What else a user should know.
    public var notes: [RunMessage] = []

    /// What was wrong, in the order in which it is told.
    public var problems: [RunMessage] { damaged + missing + shrunk + complaints }

    /// Why days were left as they are: days that files which are gone or cannot be read made, that would shrink, or that may change.
    public var left: [RunMessage] { (problems + notes).filter(\.isOfLeftDays) }

    /// A run that did nothing.
    public init() {}

    /// Counts what the days hold: by their devices, and of cells by what is kept of them, so that the history costs nothing.
    mutating func count(_ store: Store, days: [CalendarDay]) throws {
        addresses = try store.addressStates()
        guard let first = days.first, let last = days.last else { return }
        for (view, rows) in try store.counts(from: first, to: last) { found.append((view, rows)) }
        found.insert(("addresses", addresses.values.reduce(0, +)), at: found.count - 1)
    }
}
