import Store
import Tracks

/// What the ledger and the folder say of a day (rules 4.2, 4.3); files by number.
enum DayDecision: Equatable {
    /// It is to be made.
    case make
    /// It is as it should be.
    case current
    /// It is as it should be, and files that made it are gone: it keeps what they gave.
    case kept([Int])
    /// It has not ended, or a file of it may still grow.
    case unfinished
    /// A file that made it is there and has not settled.
    case mayChange
    /// A file that made it, or is dated so, is there and cannot be read.
    case unreadable([Int])
    /// It would be made anew, and files that made it are gone.
    case missing([Int])
    /// It would have fewer rows than it was made from; the files that gave less.
    case shrunk([Int])
}

/// What a run knows of a day when it decides on it; files by number.
struct DayFacts {
    /// What each readable file gives it; files that give it nothing are left out.
    var gives: [Int: LedgerShare]
    /// Files dated so that are there and cannot be read.
    var unreadable: [Int]
    /// Whether a file can be read by this run.
    var isReadable: (Int) -> Bool
    /// Whether a file is there, or may be in a folder that cannot be read.
    var isThere: (Int) -> Bool
    /// Whether a file is there and cannot be read, whatever the run waits for.
    var isUnreadable: (Int) -> Bool
    /// Whether the run has no dates: it makes finished days only, and none that would have fewer rows.
    var isUndated: Bool
    /// Whether an undated run may make the day; dated runs wait for nothing.
    var isFinished: Bool
}

extension Ledger {
    /// Decides on a day.
    func decide(_ day: CalendarDay, _ facts: DayFacts) -> DayDecision {
        let made = made[day] ?? [:]
        let gives = facts.gives
        if facts.isUndated {
            if hasTodaysOptions(day), made == gives { return .current }
            if !facts.isFinished { return processed[day] != nil ? .mayChange : .unfinished }
        }
        let elsewhere = Set(gives.filter { made[$0.key] != $0.value }.values)
        let lacking = made.filter { !facts.isReadable($0.key) && !elsewhere.contains($0.value) }.keys.sorted()
        let unreadable = Set(lacking.filter(facts.isUnreadable)).union(facts.unreadable)
        if !unreadable.isEmpty { return .unreadable(unreadable.sorted()) }
        if !lacking.isEmpty {
            if lacking.allSatisfy(facts.isThere) { return facts.isUndated ? .mayChange : .make }
            let gone = lacking.filter { !facts.isThere($0) }
            let isAsMade = hasTodaysOptions(day) && made.filter { !gone.contains($0.key) } == gives
            return facts.isUndated && isAsMade ? .kept(gone) : .missing(gone)
        }
        let rows = gives.values.reduce(0) { $0 + $1.rows }
        if facts.isUndated, rows < made.values.reduce(0, { $0 + $1.rows }) {
            return .shrunk(made.filter { (gives[$0.key]?.rows ?? 0) < $0.value.rows }.keys.sorted())
        }
        return .make
    }
}
