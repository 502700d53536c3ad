import Store
import Tracks

/// The days and files of a run or a plan, files by number: which files reach a day, what they give it, and how many of them it still
/// waits for.
///
/// Rules 1.1 to 1.3 are asked here and nowhere else; `decision(on:)` asks 4.2 and 4.3 of it.
struct DayIndex {
    /// The files of the folder, by number.
    let files: [InputFile]
    /// What is known of files and days.
    let ledger: Ledger
    /// The days it is of.
    let scope: RunScope
    /// The days that each file's window reaches (rule 1.1); nil for none.
    let reach: [ClosedRange<CalendarDay>?]
    /// What is meant with each file.
    private(set) var states: [FileState]
    /// How many files are still to be read.
    private(set) var filesPending = 0
    private let zone: TimeZoneRules
    /// Files that are as they were last read, with the options of today.
    private let isKnown: [Bool]
    /// Files dated a day, or one that overlaps it.
    private let dated: [CalendarDay: [Int]]
    /// Of each day the files that reach it and are still to be read.
    private var pending = DayCounts()
    /// What the files that this run has read give days.
    private var shares: [CalendarDay: [FileShare]] = [:]

    init(_ files: [InputFile], _ ledger: Ledger, in zone: TimeZoneRules, _ scope: RunScope) {
        self.files = files
        self.ledger = ledger
        self.zone = zone
        self.scope = scope
        let reach = files.map { Self.reach(of: $0, in: zone) }
        let isKnown = files.indices.map { ledger.knows(files[$0], $0) }
        states = files.indices.map { Self.firstState(of: files[$0], reach[$0], isKnown: isKnown[$0], scope) }
        var dated: [CalendarDay: [Int]] = [:]
        for (number, file) in files.enumerated() {
            for day in file.days { dated[day, default: []].append(number) }
        }
        (self.reach, self.isKnown, self.dated) = (reach, isKnown, dated)
        for number in files.indices where states[number] == .wanted { count(1, number) }
    }

    /// Rule 1.1: the days of the times that a file may hold.
    private static func reach(of file: InputFile, in zone: TimeZoneRules) -> ClosedRange<CalendarDay>? {
        let storable = CalendarDay.storable
        let low = max(file.window.low, zone.start(of: storable.lowerBound))
        let high = min(file.window.high, zone.end(of: storable.upperBound))
        return low < high ? zone.day(of: low)...zone.day(of: high - 1) : nil
    }

    private static func firstState(
        of file: InputFile, _ reach: ClosedRange<CalendarDay>?, isKnown: Bool, _ scope: RunScope
    ) -> FileState {
        if file.unreadable != nil { return .unreadable }
        if let range = scope.range { return reach.map(range.overlaps) == true ? .wanted : .left }
        if !scope.waitsForNothing, file.settles > scope.now { return .left }
        return isKnown ? .onDemand : .wanted
    }

    private mutating func count(_ change: Int, _ number: Int) {
        filesPending += change
        if let reach = reach[number] { pending.add(Int32(change), to: reach) }
    }

    // MARK: Files as the run goes on

    /// The files that are to be read in any case, in the order of their windows.
    var wanted: [Int] {
        files.indices.filter { states[$0] == .wanted }.sorted { (files[$0].window.low, $0) < (files[$1].window.low, $1) }
    }

    /// A file that was to be read on demand is to be read.
    mutating func want(_ number: Int) {
        states[number] = .wanted
        count(1, number)
    }

    /// A file is being read.
    mutating func begin(_ number: Int) { states[number] = .reading }

    /// A file was read and gave this.
    mutating func finish(_ number: Int, _ days: [CalendarDay: DayShare]) {
        states[number] = .read
        count(-1, number)
        for (day, share) in days where share.rows > 0 { shares[day, default: []].append(FileShare(file: number, share: share)) }
    }

    /// A file could not be read: it changed meanwhile (`gone`), or the system did not give it (`unreadable`).
    mutating func lose(_ number: Int, to state: FileState) {
        states[number] = state
        count(-1, number)
    }

    // MARK: Days

    /// Whether a day waits for files that may hold rows of it (rule 1.2).
    func isWaiting(_ day: CalendarDay) -> Bool { pending[day] > 0 }

    /// Rule 1.3: whether the run may make a day: it has ended, and of every file whose own day overlaps it has settled.
    func isFinished(_ day: CalendarDay) -> Bool {
        if let last = scope.unfinishedTo, day <= last { return true }
        return zone.end(of: day) <= scope.now && filesDated(day).allSatisfy { files[$0].settles <= scope.now }
    }

    /// Files whose own day overlaps a day.
    func filesDated(_ day: CalendarDay) -> [Int] { dated[day] ?? [] }

    /// Files that are known and gave a day rows, but were not read yet.
    func filesOnDemand(_ day: CalendarDay) -> [Int] {
        ledger.lastRead[day].map(\.file).filter { $0 < files.count && states[$0] == .onDemand }
    }

    /// Files that are known, gave a day rows, and are to be read or being read.
    func filesPending(_ day: CalendarDay) -> [Int] {
        ledger.lastRead[day].map(\.file).filter { isKnown($0) && (states[$0] == .wanted || states[$0] == .reading) }
    }

    /// What the files give a day, by number: as they were read by this run, else as the ledger knows them.
    func gives(_ day: CalendarDay) -> [FileShare] {
        let known = ledger.lastRead[day].filter { isKnown($0.file) && states[$0.file] != .read }
        guard let read = shares[day] else { return known }
        return (known + read).sorted { $0.file < $1.file }
    }

    /// What the files that this run has read give a day, by number.
    func given(_ day: CalendarDay) -> [FileShare] { (shares[day] ?? []).sorted { $0.file < $1.file } }

    /// Whether a file can be read, and what it gives is not known.
    func isUnread(_ number: Int) -> Bool { states[number] == .wanted && !isKnown[number] }

    /// Whether the ledger knows what a file gives.
    func isKnown(_ number: Int) -> Bool { number < files.count && isKnown[number] && states[number].isReadable }

    /// Days that may have to be made whatever the files that are to be read say.
    var candidates: Set<CalendarDay> {
        if let range = scope.range { return Set(allDays(of: range)) }
        var days = Set(ledger.processed.keys)
        for (day, files) in dated where files.contains(where: { states[$0] != .left }) { days.insert(day) }
        for day in ledger.lastRead.days where !filesOnDemand(day).isEmpty { days.insert(day) }
        return days
    }

    /// The days among some that no file of a source is dated, in order.
    func daysWithoutLog(ofSource source: Int, among days: some Sequence<CalendarDay>) -> [CalendarDay] {
        Set(days).filter { day in !filesDated(day).contains { files[$0].source == source } }.sorted()
    }
}

/// All days of a range.
func allDays(of range: ClosedRange<CalendarDay>) -> [CalendarDay] {
    (range.lowerBound.number...range.upperBound.number).map(CalendarDay.init(number:))
}

extension InputFile {
    /// The local days that overlap the day it is dated; none of an undated file.
    var days: [CalendarDay] { ownDays.map(allDays) ?? [] }
}
