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
        /// Files it still waits for, though it is decided.
        var awaited = 0
        /// Whether all its rows are there.
        var isClosed = false
    }

    private let lock = Lock()
    private let removesMissing: Bool

    private var index: DayIndex
    private var readOrder: [Int]
    private var readings: [Int: FileReading] = [:]
    private var excluded: Set<UInt32> = []
    private var failures: [Int: String] = [:]
    private var days: [CalendarDay: OpenDay] = [:]
    /// Open days that wait for a file, by its number.
    private var awaiting: [Int: [CalendarDay]] = [:]
    /// Days to decide on.
    private var candidates: RisingDays
    /// Those of them that were not made with today's options.
    private var candidatesToMake: Int
    private var decided: Set<CalendarDay> = []
    /// Decided days that are not written yet.
    private var openDays = 0
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
    ///   - memory: How much of it rows may take.
    init(_ index: DayIndex, removesMissing: Bool, memory: MemoryPlan, spillFolder: String) {
        self.index = index
        self.removesMissing = removesMissing
        rows = WaitingRows(plan: memory, spillFolder: spillFolder)
        readOrder = index.wanted.reversed()
        candidates = RisingDays(index.candidates)
        candidatesToMake = candidates.all.count { !index.ledger.hasTodaysOptions($0) }
        decide()
    }

    private func locked<Result>(_ body: () throws -> Result) rethrows -> Result { try lock.with(body) }

    // MARK: What readers ask

    /// Whether rows of a day are wanted.
    func wants(_ day: CalendarDay) -> Bool {
        locked {
            if let range = index.scope.range { return range.contains(day) && !decided.contains(day) }
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
        let isAllRead = index.filesPending == 0
        let wantsEntries = entriesToWrite.count >= 256 || rows.hasManyEntries || isAllRead && !entriesToWrite.isEmpty
        guard day != nil || wantsEntries && !rows.isInTransaction else { return nil }
        isWriting = true
        // A large day that is begun is in a transaction of its own.
        guard day?.isFirst ?? true else { return .write([], day: handOut(day)) }
        let entries = entriesToWrite.compactMap { file in readings[file].map { (file, $0) } }
        // Rejects are many and are not wanted again once they are written.
        for file in entriesToWrite { readings[file]?.daylessRejects = [] }
        entriesToWrite.removeAll()
        rows.writeEntries()
        return .write(entries, day: handOut(day))
    }

    private func handOut(_ day: WritableDay?) -> WritableDay? {
        guard var day, day.isLast else { return day }
        day.shares = index.given(day.day)
        if days.removeValue(forKey: day.day)?.isDecided == true { openDays -= 1 }
        return day
    }

    private func makeTask() throws -> RunTask? { try rows.nextToMake(excluding: excluded, isAlone: tasksInFlight == 0) }

    private func readTask() throws -> RunTask? {
        guard !readOrder.isEmpty, try rows.mayRead(isAlone: tasksInFlight == 0) else { return nil }
        guard let file = readOrder.popLast() else { return nil }
        index.begin(file)
        rows.beginReading()
        return .read(file)
    }

    // MARK: Tasks done

    /// A file is read.
    func finish(file: Int, _ reading: FileReading) {
        done {
            rows.endReading()
            guard reading.failure == nil, !reading.isGrowing else {
                index.lose(file, to: reading.failure == nil ? .gone : .unreadable)
                excluded.insert(UInt32(file))
                failures[file] = reading.failure
                // Days decided on what the file gave when it was last read, which cannot be had now.
                for day in (awaiting[file] ?? []).sorted() where days[day]?.isDecided == true {
                    take(index.decision(on: day), day)
                }
                forget(file)
                return
            }
            index.finish(file, reading.days)
            readings[file] = reading
            entriesToWrite.append(file)
            rows.wait(for: reading)
            if index.scope.isUndated {
                for day in reading.days.keys where !decided.contains(day) && CalendarDay.storable.contains(day) { consider(day) }
            }
            forget(file)
        }
    }

    private func consider(_ day: CalendarDay) {
        guard candidates.insert(day), !index.ledger.hasTodaysOptions(day) else { return }
        candidatesToMake += 1
    }

    private func forget(_ file: Int) {
        for day in awaiting.removeValue(forKey: file) ?? [] where days[day]?.isDecided == true {
            days[day]?.awaited -= 1
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
            let waiting = index.scope.isUndated ? candidatesToMake : candidates.count
            return (made.count, made.count + openDays + waiting, tasksInFlight)
        }
    }

    /// Days of which something was read but nothing is written yet, in order.
    var remaining: [CalendarDay] {
        locked { Set(days.filter { $0.value.isDecided }.keys).union(candidates.all).sorted() }
    }

    /// Files that changed or vanished while they were read.
    var growing: [Int] { locked { excluded.map(Int.init).filter { failures[$0] == nil }.sorted() } }
    /// Why files could not be read, by file index.
    var unreadable: [Int: String] { locked { failures } }

    // MARK: Decisions

    /// Decides on every day of which all is known: in order of time, so that few days are open at once.
    private func decide() {
        while let day = candidates.first, !index.isWaiting(day) {
            candidates.remove(day)
            if !index.ledger.hasTodaysOptions(day) { candidatesToMake -= 1 }
            decided.insert(day)
            if take(index.decision(on: day), day) { open(day) }
        }
    }

    /// Whether a day is made; one that is not is noted, and its rows are dropped.
    @discardableResult
    private func take(_ decision: DayDecision, _ day: CalendarDay) -> Bool {
        guard decision != .make, !(removesMissing && isMissing(decision)) else { return true }
        decisions[day] = decision
        rows.drop(day)
        if days.removeValue(forKey: day)?.isDecided == true { openDays -= 1 }
        return false
    }

    /// Whether files of a day are not in the folder; those that cannot be read now may be tomorrow.
    private func isMissing(_ decision: DayDecision) -> Bool {
        guard case .missing(let numbers) = decision else { return false }
        return numbers.allSatisfy { !index.ledger.isThere($0) }
    }

    /// Sees to it that the unchanged files that gave the day rows are read, too.
    private func open(_ day: CalendarDay) {
        days[day, default: OpenDay()].isDecided = true
        openDays += 1
        for file in index.filesOnDemand(day) {
            index.want(file)
            readOrder.append(file)
        }
        let awaited = index.filesPending(day)
        for file in awaited { awaiting[file, default: []].append(day) }
        days[day]?.awaited = awaited.count
        closeIfReady(day)
    }

    private func closeIfReady(_ day: CalendarDay) {
        guard let open = days[day], open.isDecided, open.awaited == 0, !open.isClosed else { return }
        days[day]?.isClosed = true
        do { try rows.close(day, excluding: excluded) } catch { fail(error) }
    }
}
