import LogFormats
import Store
import Tracks

/// What one thread does next.
enum RunTask {
    /// Read a file.
    case read(Int)
    /// Make a part of a day from its rows.
    case make(CalendarDay, part: Int, rows: [PackedRows])
    /// Write entries of files and, where it is given, a day.
    case write([(file: Int, reading: FileReading)], day: WritableDay?)
}

/// A day whose parts are all made.
struct WritableDay {
    var day: CalendarDay
    var parts: [Int: DayPart]
    /// What each file gave it, by file.
    var shares: [FileShare]
}

/// What a run has done and has still to do; every thread asks it for its next task.
///
/// Writing comes before making, making before reading, so that what waits in memory is worked off first.
///
/// `@unchecked Sendable`: all of it is read and changed inside `locked`, under one mutex.
final class RunState: @unchecked Sendable {
    private struct OpenDay {
        var parked = ParkedDay()
        var isDecided = false
        /// Files it still waits for, though it is decided.
        var awaited = 0
        var partsToMake: [Int]?
        var making = 0
        var results: [Int: DayPart] = [:]
    }

    private let lock = Lock()
    private let removesMissing: Bool
    private let memoryLimit: Int
    private let spillFile: SpillFile

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
    /// Days whose rows are all there and of which no part was made.
    private var closed = RisingDays()
    /// Days of which parts are made, until the writer takes them.
    private var begun = RisingDays()
    /// Days that are all made.
    private var ready = RisingDays()
    private var entriesToWrite: [Int] = []
    private var isWriting = false
    private var tasksInFlight = 0
    private var parkedBytes = 0
    private var failure: (any Error)?

    /// What was decided of days that are not made.
    private(set) var decisions: [CalendarDay: DayDecision] = [:]
    /// Days that were made.
    private(set) var made: [CalendarDay] = []

    /// - Parameters:
    ///   - memoryLimit: Bytes of rows that may wait in memory.
    init(_ index: DayIndex, removesMissing: Bool, memoryLimit: Int, spillFolder: String) {
        self.index = index
        self.removesMissing = removesMissing
        self.memoryLimit = memoryLimit
        spillFile = SpillFile(folder: spillFolder)
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
            return !decided.contains(day) || (days[day]?.isDecided == true && days[day]?.partsToMake == nil)
        }
    }

    /// Takes rows of a file.
    func park(_ parcels: [RowParcel]) {
        locked {
            for parcel in parcels {
                // A class behind a default would be made and thrown away: the day is put there first.
                if days[parcel.day] == nil { days[parcel.day] = OpenDay() }
                days[parcel.day]?.parked.add(parcel)
                parkedBytes += parcel.rows.count
            }
            guard parkedBytes > memoryLimit else { return }
            do { try spill() } catch { fail(error) }
        }
    }

    /// Moves rows to disk, of the days that are made last first, until half of the memory is free.
    private func spill() throws {
        for day in days.keys.sorted(by: >) where parkedBytes > memoryLimit / 2 {
            parkedBytes -= try days[day]?.parked.spill(to: spillFile) ?? 0
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

    private func writeTask() throws -> RunTask? {
        guard !isWriting else { return nil }
        let next = ready.first
        let isAllRead = index.filesPending == 0
        guard next != nil || entriesToWrite.count >= 64 || isAllRead && !entriesToWrite.isEmpty else { return nil }
        isWriting = true
        let entries = entriesToWrite.compactMap { file in readings[file].map { (file, $0) } }
        // Rejects are many and are not wanted again once they are written.
        for file in entriesToWrite { readings[file]?.daylessRejects = [] }
        entriesToWrite.removeAll()
        guard let next, let day = days.removeValue(forKey: next) else { return .write(entries, day: nil) }
        ready.remove(next)
        begun.remove(next)
        openDays -= 1
        return .write(entries, day: WritableDay(day: next, parts: day.results, shares: index.given(next)))
    }

    /// Days whose results wait for the writer are few, so that memory stays bounded.
    private func makeTask() throws -> RunTask? {
        let isRoom = begun.count < 3
        var all = begun.all.reversed().filter { days[$0]?.partsToMake?.isEmpty == false }
        if isRoom, let next = closed.first { all.append(next) }
        guard let day = all.min(), let part = days[day]?.partsToMake?.popLast() else { return nil }
        if closed.remove(day) { begun.insert(day) }
        let before = days[day]?.parked.bytesInMemory ?? 0
        let rows = try days[day]?.parked.take(part: part, excluding: excluded) ?? []
        parkedBytes -= before - (days[day]?.parked.bytesInMemory ?? 0)
        days[day]?.making += 1
        return .make(day, part: part, rows: rows)
    }

    private func readTask() throws -> RunTask? {
        guard let file = readOrder.popLast() else { return nil }
        index.begin(file)
        return .read(file)
    }

    // MARK: Tasks done

    /// A file is read.
    func finish(file: Int, _ reading: FileReading) {
        done {
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

    /// A part of a day is made.
    func finish(day: CalendarDay, part: Int, _ result: DayPart) {
        done {
            days[day]?.making -= 1
            days[day]?.results[part] = result
            if days[day]?.making == 0, days[day]?.partsToMake?.isEmpty == true { ready.insert(day) }
        }
    }

    /// Entries and perhaps a day are written.
    func finishWriting(_ day: CalendarDay?) {
        done {
            isWriting = false
            if let day { made.append(day) }
        }
    }

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
        guard let dropped = days.removeValue(forKey: day) else { return false }
        parkedBytes -= dropped.parked.bytesInMemory
        if dropped.isDecided { openDays -= 1 }
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
        guard let open = days[day], open.isDecided, open.awaited == 0, open.partsToMake == nil else { return }
        let parts = open.parked.filledParts
        days[day]?.partsToMake = parts.reversed()
        if parts.isEmpty { ready.insert(day) } else { closed.insert(day) }
    }
}
