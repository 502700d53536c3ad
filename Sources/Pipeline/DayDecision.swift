import Store
import Tracks

/// What the ledger and the folder say of a day (rules 4.2, 4.3).
enum DayDecision: Equatable {
    /// It is to be made.
    case make
    /// It is as it should be.
    case current
    /// It has not ended, or a file of it may still grow.
    case unfinished
    /// A file that made it is there but cannot be read yet.
    case mayChange
    /// Files that made it are gone.
    case missing([String])
    /// It would have fewer rows than it was made from; the files that gave less.
    case shrunk([String])
}

/// What is known of files and days when a run begins.
struct Ledger {
    /// By path.
    var entries: [String: FileEntry] = [:]
    /// What each file gave each day when it was last read, by path.
    var lastRead: [String: [CalendarDay: LedgerShare]] = [:]
    /// What each file gave each day when the day was made: by day, then path.
    var made: [CalendarDay: [String: LedgerShare]] = [:]
    /// The options that days were made with, by their hash: a line each.
    var optionTexts: [String: String] = [:]
    /// Days that were processed, with their options.
    var processed: [CalendarDay: String] = [:]
    /// A hash of the options that files are read with today.
    let readingOptions: String

    /// Nothing is known: there is no database yet.
    init(readingOptions: String) { self.readingOptions = readingOptions }

    init(_ store: Store, readingOptions: String) throws {
        self.readingOptions = readingOptions
        entries = try store.files()
        processed = try store.processedDays()
        optionTexts = try store.optionTexts()
        let paths = Dictionary(entries.values.map { ($0.id, $0.path) }) { a, _ in a }
        for entry in entries.values { lastRead[entry.path] = try store.lastRead(file: entry.id) }
        for day in processed.keys {
            var shares: [String: LedgerShare] = [:]
            for (id, share) in try store.made(day: day) { if let path = paths[id] { shares[path] = share } }
            made[day] = shares
        }
    }

    /// Whether a file is as it was last read, with the options of today: then what it gave stands here.
    func knows(_ file: InputFile) -> Bool {
        guard let entry = entries[file.path] else { return false }
        return entry.size == file.size && entry.modified == file.modified && entry.low == file.window.low
            && entry.high == file.window.high && entry.options == readingOptions
            && (entry.state == "whole" || entry.state == "damaged")
    }

    /// Decides on a day.
    ///
    /// - Parameters:
    ///   - gives: What each readable file gives it, by path; files that give it nothing are left out.
    ///   - isReadable: Whether a file can be read by this run.
    ///   - isThere: Whether a file is in the folder.
    ///   - isFinished: Whether an undated run may make the day; dated runs wait for nothing.
    func decide(
        _ day: CalendarDay, gives: [String: LedgerShare], isReadable: (String) -> Bool, isThere: (String) -> Bool,
        isUndated: Bool,
        isFinished: Bool, options: String
    ) -> DayDecision {
        let made = made[day] ?? [:]
        let isProcessed = processed[day] != nil
        if isUndated {
            if isProcessed, made == gives, processed[day] == options { return .current }
            if !isFinished { return isProcessed ? .mayChange : .unfinished }
        }
        let elsewhere = Set(gives.filter { made[$0.key] != $0.value }.values)
        let lacking = made.filter { !isReadable($0.key) && !elsewhere.contains($0.value) }.keys.sorted()
        if !lacking.isEmpty {
            if lacking.allSatisfy(isThere) { return isUndated ? .mayChange : .make }
            return .missing(lacking.filter { !isThere($0) })
        }
        let rows = gives.values.reduce(0) { $0 + $1.rows }
        if isUndated, rows < made.values.reduce(0, { $0 + $1.rows }) {
            return .shrunk(made.filter { (gives[$0.key]?.rows ?? 0) < $0.value.rows }.keys.sorted())
        }
        return .make
    }
}
