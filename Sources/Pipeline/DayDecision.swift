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

/// What a day was made from and what files give it now, and what of the former cannot be had (rules 4.2, 4.3).
struct DayStanding {
    /// What it was made from, by file.
    let made: ArraySlice<FileShare>
    /// What files give it now, by file.
    let gives: [FileShare]
    /// Files that made it, cannot be read, and gave what no file gives anew.
    let lacking: [Int]
    /// Those of them that are gone.
    let gone: [Int]
    /// Those of them that are there and cannot be read, and files dated so that cannot.
    let unreadable: [Int]

    init(of day: CalendarDay, in index: DayIndex) {
        let (made, gives) = (index.ledger.made[day], index.gives(day))
        let anew = Set(gives.filter { made.share(of: $0.file) != $0.share }.map(\.share))
        let lacking = made.filter { !index.isReadable($0.file) && !anew.contains($0.share) }.map(\.file)
        (self.made, self.gives, self.lacking) = (made, gives, lacking)
        gone = lacking.filter { !index.isThere($0) }
        let dated = index.filesDated(day).filter { index.states[$0] == .unreadable }
        unreadable = Set(lacking.filter(index.isUnreadable)).union(dated).sorted()
    }

    /// Whether a file gives another share than the day was made with.
    func differs(_ file: Int) -> Bool { made.share(of: file) != gives.share(of: file) }

    /// Whether the files that are not gone give what the day was made with.
    var isAsMadeWithoutGone: Bool {
        let gone = Set(gone)
        return made.filter { !gone.contains($0.file) }.elementsEqual(gives)
    }
}

extension DayIndex {
    /// Whether a file can be read by this run.
    func isReadable(_ number: Int) -> Bool { number < files.count && states[number].isReadable }

    /// Whether a file is there, or may be in a folder that cannot be read.
    func isThere(_ number: Int) -> Bool { number < files.count ? states[number] != .gone : ledger.isThere(number) }

    /// Whether a file is there and cannot be read, whatever the run waits for.
    func isUnreadable(_ number: Int) -> Bool { number < files.count ? states[number] == .unreadable : ledger.isThere(number) }

    /// Decides on a day of which all is known.
    func decision(on day: CalendarDay) -> DayDecision {
        if scope.isUndated {
            if isCurrent(day) { return .current }
            if !isFinished(day) { return ledger.processed[day] != nil ? .mayChange : .unfinished }
        }
        let standing = DayStanding(of: day, in: self)
        if !standing.unreadable.isEmpty { return .unreadable(standing.unreadable) }
        if !standing.lacking.isEmpty {
            if standing.gone.isEmpty { return scope.isUndated ? .mayChange : .make }
            let isKept = scope.isUndated && ledger.hasTodaysOptions(day) && standing.isAsMadeWithoutGone
            return isKept ? .kept(standing.gone) : .missing(standing.gone)
        }
        guard scope.isUndated, standing.gives.rows < standing.made.rows else { return .make }
        return .shrunk(standing.made.filter { (standing.gives.share(of: $0.file)?.rows ?? 0) < $0.share.rows }.map(\.file))
    }

    /// Whether a day was made with today's options, of what the files give now.
    func isCurrent(_ day: CalendarDay) -> Bool {
        ledger.hasTodaysOptions(day) && ledger.made[day].elementsEqual(gives(day))
    }
}
