import LogFormats
import Store
import Tracks

/// What one thread does next.
enum RunTask {
    /// Read a file.
    case read(Int)
    /// Find out whose rows a part of a day has.
    case survey(CalendarDay, PartToMake)
    /// Make parts of a day from their rows; the memory counted for it.
    case make(CalendarDay, [PartToMake], bytes: Int)
    /// Write entries of files and, where it is given, a day.
    case write([(file: Int, reading: FileReading)], day: WritableDay?)
}

/// What a run has done and has still to do; every thread asks it for its next task.
///
/// Writing comes before making, making before reading, so that what waits in memory is worked off first.
///
/// `@unchecked Sendable`: all of it is read and changed inside `locked`, under one mutex.
final class RunState: @unchecked Sendable {
    private struct OpenDay {
        var isDecided = false
        /// Files it still waits for.
        var awaited: Set<Int> = []
        /// Whether all its rows are there.
        var isClosed = false
        /// What each file gave it.
        var shares: [Int: DayShare] = [:]
    }

    private let lock = Lock()
    private let files: [InputFile]
    private let ledger: Ledger
    private let pipeline: PipelineFile
    private let range: ClosedRange<CalendarDay>?
    /// Up to this day an undated run makes unfinished days, too, and reads files that have not settled.
    private let unfinishedTo: CalendarDay?
    private let now: Int64
    private let removesMissing: Bool

    private var states: [FileState]
    private var readOrder: [Int] = []
    private var readings: [Int: FileReading] = [:]
    /// Files that a task is still to read, or reads.
    private var pending: Set<Int> = []
    /// Files that gave a day rows in this run.
    private var givers: [CalendarDay: [Int]] = [:]
    /// Files dated a day, or one that overlaps it.
    private let filesDated: [CalendarDay: [Int]]
    private var excluded: Set<UInt32> = []
    private var failures: [Int: String] = [:]
    private var days: [CalendarDay: OpenDay] = [:]
    private var candidates: Set<CalendarDay> = []
    private var decided: Set<CalendarDay> = []
    private var entriesToWrite: [Int] = []
    private var isWriting = false
    private var tasksInFlight = 0
    private var rows: WaitingRows
    private var failure: (any Error)?

    /// What was decided of days that are not made.
    private(set) var decisions: [CalendarDay: DayDecision] = [:]
    /// Days that were made.
    private(set) var made: [CalendarDay] = []

    /// - Parameters:
    ///   - range: The days of a dated run; nil for an undated one.
    ///   - now: Milliseconds since 1970 UTC.
    ///   - memory: How much of it rows may take.
    init(
        files: [InputFile], ledger: Ledger, pipeline: PipelineFile, range: ClosedRange<CalendarDay>?,
        unfinishedTo: CalendarDay?, now: Int64,
        removesMissing: Bool,
        memory: MemoryPlan, spillFolder: String
    ) {
        self.files = files
        self.ledger = ledger
        self.pipeline = pipeline
        self.range = range
        self.unfinishedTo = unfinishedTo
        self.now = now
        self.removesMissing = removesMissing
        rows = WaitingRows(plan: memory, spillFolder: spillFolder)
        var filesDated: [CalendarDay: [Int]] = [:]
        for (index, file) in files.enumerated() {
            guard let own = file.ownDays else { continue }
            for number in own.lowerBound.number...own.upperBound.number {
                filesDated[CalendarDay(number: number), default: []].append(index)
            }
        }
        self.filesDated = filesDated
        states = files.indices.map {
            FileState(files[$0], $0, ledger, pipeline, range, now: unfinishedTo == nil ? now : Int64.max)
        }
        readOrder = files.indices.filter { states[$0] == .wanted }
            .sorted { (files[$0].window.low, $0) < (files[$1].window.low, $1) }.reversed()
        pending = Set(readOrder)
        candidates = firstCandidates()
        decide()
    }

    /// Days that may have to be made whatever the files that are to be read say.
    private func firstCandidates() -> Set<CalendarDay> {
        if let range { return Set((range.lowerBound.number...range.upperBound.number).map(CalendarDay.init(number:))) }
        var days = Set(ledger.processed.keys)
        for (day, dated) in filesDated where dated.contains(where: { states[$0] != .left }) { days.insert(day) }
        for (day, givers) in ledger.givers where givers.contains(where: { $0 < files.count && states[$0] == .onDemand }) {
            days.insert(day)
        }
        return days
    }

    private func locked<Result>(_ body: () throws -> Result) rethrows -> Result { try lock.with(body) }

    // MARK: What readers ask

    /// Whether rows of a day are wanted.
    func wants(_ day: CalendarDay) -> Bool {
        locked {
            if let range { return range.contains(day) && !decided.contains(day) }
            return !decided.contains(day) || (days[day]?.isDecided == true && days[day]?.isClosed == false)
        }
    }

    /// Takes rows of a file.
    func park(_ parcels: [RowParcel]) {
        locked {
            do { try rows.park(parcels) } catch { fail(error) }
        }
    }

    // MARK: Tasks

    /// The next task of a thread; waits for one; nil when all is done or something failed.
    func nextTask() -> RunTask? {
        locked {
            while true {
                guard failure == nil, !Interruption.isAsked else { return nil }
                do {
                    if let task = try writeTask() ?? makeTask() ?? readTask() {
                        tasksInFlight += 1
                        return task
                    }
                } catch {
                    fail(error)
                    return nil
                }
                if tasksInFlight == 0 {
                    lock.wakeAll()
                    return nil
                }
                // Not longer than a moment, so that a signal is noticed.
                lock.wait(milliseconds: 200)
            }
        }
    }

    private func writeTask() -> RunTask? {
        guard !isWriting else { return nil }
        let day = rows.nextToWrite()
        let wantsEntries = entriesToWrite.count >= 64 || rows.hasManyEntries || pending.isEmpty && !entriesToWrite.isEmpty
        guard day != nil || wantsEntries && !rows.isInTransaction else { return nil }
        isWriting = true
        // A large day that is begun is in a transaction of its own.
        guard day?.isFirst ?? true else { return .write([], day: handOut(day)) }
        let entries = entriesToWrite.compactMap { file in readings[file].map { (file, $0) } }
        for file in entriesToWrite { readings[file]?.daylessRejects = [] }
        entriesToWrite.removeAll()
        rows.writeEntries()
        return .write(entries, day: handOut(day))
    }

    private func handOut(_ day: WritableDay?) -> WritableDay? {
        guard var day, day.isLast else { return day }
        day.shares = days.removeValue(forKey: day.day)?.shares ?? [:]
        return day
    }

    private func makeTask() throws -> RunTask? { try rows.nextToMake(excluding: excluded, isAlone: tasksInFlight == 0) }

    private func readTask() throws -> RunTask? {
        guard !readOrder.isEmpty, try rows.mayRead(isAlone: tasksInFlight == 0) else { return nil }
        guard let file = readOrder.popLast() else { return nil }
        states[file] = .reading
        rows.beginReading()
        return .read(file)
    }

    // MARK: Tasks done

    /// A file is read.
    func finish(file: Int, _ reading: FileReading) {
        done {
            rows.endReading()
            pending.remove(file)
            guard reading.failure == nil, !reading.isGrowing else {
                states[file] = reading.failure == nil ? .gone : .unreadable
                excluded.insert(UInt32(file))
                failures[file] = reading.failure
                leaveDaysAwaiting(file)
                forget(file)
                return
            }
            states[file] = .read
            readings[file] = reading
            for day in reading.days.keys { givers[day, default: []].append(file) }
            entriesToWrite.append(file)
            rows.wait(for: reading)
            if range == nil {
                candidates.formUnion(reading.days.keys.filter { !decided.contains($0) && CalendarDay.storable.contains($0) })
            }
            forget(file)
        }
    }

    /// Days decided on what the file gave when it was last read, which cannot be had now.
    private func leaveDaysAwaiting(_ file: Int) {
        for day in days.keys.sorted() where days[day]?.awaited.contains(file) == true { take(decision(on: day), day) }
    }

    private func forget(_ file: Int) {
        for day in days.keys {
            days[day]?.awaited.remove(file)
            closeIfReady(day)
        }
        decide()
    }

    /// A part of a day was looked through.
    func finish(day: CalendarDay, part: Int, _ survey: PartSurvey) { done { rows.finish(day, part: part, survey) } }

    /// Parts of a day are made.
    func finish(day: CalendarDay, _ made: [(part: Int, made: [DayPart])], bytes: Int) {
        done { rows.finish(day, made, bytes: bytes) }
    }

    /// Entries and perhaps a day, or some parts of one, are written.
    func finishWriting(_ day: CalendarDay?) {
        done {
            isWriting = false
            rows.finishWriting()
            if let day { made.append(day) }
        }
    }

    /// A task was given up, as the run was asked to stop.
    func giveUp() { done {} }

    /// Something failed: every thread stops at its next task.
    func finish(failing error: any Error) {
        done { fail(error) }
    }

    private func done(_ body: () -> Void) {
        locked {
            tasksInFlight -= 1
            body()
            lock.wakeAll()
        }
    }

    private func fail(_ error: any Error) { failure = failure ?? error }

    /// What failed first, if anything did.
    var error: (any Error)? { locked { failure } }
    /// What reading gave, by file index.
    var allReadings: [Int: FileReading] { locked { readings } }

    /// Days that are done, those that are known to be done or to do, and tasks in hand.
    ///
    /// Of an undated run these are the days that are not made yet, or with other options; which else changed, reading tells.
    var progress: (done: Int, known: Int, tasks: Int) {
        locked {
            let waiting = range != nil ? candidates.count : candidates.count { !ledger.hasTodaysOptions($0) }
            return (made.count, made.count + days.count { $0.value.isDecided } + waiting, tasksInFlight)
        }
    }

    /// Days of which something was read but nothing is written yet, in order.
    var remaining: [CalendarDay] { locked { Set(days.filter { $0.value.isDecided }.keys).union(candidates).sorted() } }

    /// Files that changed or vanished while they were read.
    var growing: [Int] { locked { excluded.map(Int.init).filter { failures[$0] == nil }.sorted() } }
    /// Why files could not be read, by file index.
    var unreadable: [Int: String] { locked { failures } }

    // MARK: Decisions

    /// Decides on every day of which all is known: in order of time, so that few days are open at once.
    private func decide() {
        while let day = candidates.min() {
            let end = pipeline.zone.end(of: day)
            let isPending = pending.contains { index in
                files[index].window.low < end
                    && (range != nil ? files[index].window.reaches(day, in: pipeline.zone) : true)
            }
            guard !isPending else { return }
            candidates.remove(day)
            decided.insert(day)
            if take(decision(on: day), day) { open(day) }
        }
    }

    /// Whether a day is made; one that is not is noted, and its rows are dropped.
    @discardableResult
    private func take(_ decision: DayDecision, _ day: CalendarDay) -> Bool {
        guard decision != .make, !(removesMissing && isMissing(decision)) else { return true }
        decisions[day] = decision
        days[day] = nil
        rows.drop(day)
        return false
    }

    /// Whether files of a day are not in the folder; those that cannot be read now may be tomorrow.
    private func isMissing(_ decision: DayDecision) -> Bool {
        guard case .missing(let numbers) = decision else { return false }
        return numbers.allSatisfy { !ledger.isThere($0) }
    }

    /// Sees to it that the unchanged files that gave the day rows are read, too.
    private func open(_ day: CalendarDay) {
        days[day, default: OpenDay()].isDecided = true
        for index in ledger.givers[day] ?? [] where index < files.count {
            if states[index] == .onDemand {
                states[index] = .wanted
                readOrder.append(index)
                pending.insert(index)
            }
            if states[index] == .wanted || states[index] == .reading { days[day]?.awaited.insert(index) }
        }
        closeIfReady(day)
    }

    private func closeIfReady(_ day: CalendarDay) {
        guard let open = days[day], open.isDecided, open.awaited.isEmpty, !open.isClosed else { return }
        days[day]?.isClosed = true
        let shares = (givers[day] ?? []).compactMap { file in readings[file]?.days[day].map { (file, $0) } }
        days[day]?.shares = Dictionary(shares) { a, _ in a }
        do { try rows.close(day, excluding: excluded) } catch { fail(error) }
    }

    private func decision(on day: CalendarDay) -> DayDecision {
        var gives: [Int: LedgerShare] = [:]
        for index in Set(ledger.givers[day] ?? []).union(givers[day] ?? []) where index < files.count {
            switch states[index] {
            case .read:
                if let share = readings[index]?.days[day] { gives[index] = LedgerShare(rows: share.rows, hash: share.hash) }
            case .onDemand, .wanted, .reading:
                if let share = ledger.lastRead[index][day] { gives[index] = share }
            case .left, .gone, .unreadable: continue
            }
        }
        let facts = DayFacts(
            gives: gives, unreadable: (filesDated[day] ?? []).filter { states[$0] == .unreadable },
            isReadable: { [states] in
                $0 < states.count && states[$0] != .left && states[$0] != .gone && states[$0] != .unreadable
            },
            isThere: { [states, ledger] in $0 < states.count ? states[$0] != .gone : ledger.isThere($0) },
            isUnreadable: { [states, ledger] in $0 < states.count ? states[$0] == .unreadable : ledger.isThere($0) },
            isUndated: range == nil, isFinished: isFinished(day))
        return ledger.decide(day, facts)
    }

    /// Rule 1.3: the day has ended and of every file whose own day overlaps it has settled.
    private func isFinished(_ day: CalendarDay) -> Bool {
        if let unfinishedTo, day <= unfinishedTo { return true }
        return pipeline.zone.end(of: day) <= now && (filesDated[day] ?? []).allSatisfy { files[$0].settles <= now }
    }
}
