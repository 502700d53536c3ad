import LogFormats
import Store
import Tracks

/// A part of a day that is to be made.
struct PartToMake: Sendable {
    var part: Int
    var rows: PartRows
    /// Whose rows they are, where they are many.
    var survey: PartSurvey?
}

/// A day, or some parts of a large one, to be written; parts in rising order.
struct WritableDay {
    var day: CalendarDay
    var parts: [(part: Int, made: [DayPart])]
    var shares: [Int: DayShare] = [:]
    /// Whether nothing of the day was written before.
    var isFirst: Bool
    /// Whether nothing of it comes after.
    var isLast: Bool
}

/// The rows of a run from reader to writer, and what may go on with them within `--memory`.
///
/// A day is open while files may give it rows, then closed: its parts are made, and written. Three days at most are made and not yet
/// written. A large day is alone; its parts are written one after the other as they are made, in one transaction.
/// A value under the lock of `RunState`.
struct WaitingRows {
    private struct Day {
        let parked = ParkedDay()
        /// Parts that are still to be made, the next one last; nil while the day is open.
        var toMake: [Int]?
        var sizes: [Int: (rows: Int, bytes: Int)] = [:]
        var surveys: [Int: PartSurvey] = [:]
        var beingMade = 0
        var made: [Int: (parts: [DayPart], bytes: Int)] = [:]
        var isLarge = false
        /// Of a large day, parts in the order they are written in, the next one last.
        var toWrite: [Int] = []
        var isBegun = false

        var isStarted: Bool { beingMade > 0 || !made.isEmpty || isBegun || !surveys.isEmpty }
        var isMade: Bool { toMake?.isEmpty == true && beingMade == 0 }
    }

    /// Rows that are made in one task, so that small parts cost no task each.
    private static let rowsOfTask = 16_000
    private static let daysAtOnce = 3

    private let plan: MemoryPlan
    private let spillFile: SpillFile
    private var days: [CalendarDay: Day] = [:]
    /// Closed days in order, until they are written.
    private var closed: [CalendarDay] = []
    private var dropped: Set<CalendarDay> = []
    private var parkedBytes = 0
    private var makingBytes = 0
    private var madeBytes = 0
    private var writingBytes = 0
    private var entryBytes = 0
    private var readers = 0
    /// The large day that is made and written; no other is meanwhile.
    private var largeDay: CalendarDay?

    init(plan: MemoryPlan, spillFolder: String) {
        self.plan = plan
        spillFile = SpillFile(folder: spillFolder)
    }

    private var used: Int {
        parkedBytes + makingBytes + madeBytes + writingBytes + entryBytes + readers * MemoryPlan.readerBytes
    }

    // MARK: Reading

    /// Takes rows of a file.
    mutating func park(_ parcels: [RowParcel]) throws {
        for parcel in parcels where !dropped.contains(parcel.day) {
            // A class behind a default would be made and thrown away: the day is put there first.
            if days[parcel.day] == nil { days[parcel.day] = Day() }
            let before = days[parcel.day]?.parked.bytesInMemory ?? 0
            days[parcel.day]?.parked.add(parcel)
            parkedBytes += (days[parcel.day]?.parked.bytesInMemory ?? 0) - before
        }
        guard parkedBytes > plan.rows / 2 || used > plan.rows else { return }
        try spill(until: min(plan.rows / 4, max(0, plan.rows - (used - parkedBytes))))
    }

    /// Moves rows to disk, of the days that are made last first.
    private mutating func spill(until limit: Int) throws {
        guard parkedBytes > limit else { return }
        for day in days.keys.sorted(by: >) where parkedBytes > limit {
            parkedBytes -= days[day]?.parked.bytesInMemory ?? 0
            try days[day]?.parked.spill(to: spillFile)
        }
        Allocator.giveBack()
    }

    /// Whether a file may be read now: no farther ahead than memory allows, as long as anything else goes on.
    mutating func mayRead(isAlone: Bool) throws -> Bool {
        if isAlone { return true }
        if !closed.isEmpty, parkedBytes > plan.rows / 4 { return false }
        if used + MemoryPlan.readerBytes > plan.rows { try spill(until: parkedBytes / 2) }
        return used + MemoryPlan.readerBytes <= plan.rows
    }

    /// A file is being read.
    mutating func beginReading() { readers += 1 }
    /// A file is read.
    mutating func endReading() { readers -= 1 }

    // MARK: Days

    /// Drops the rows of a day that is not made.
    mutating func drop(_ day: CalendarDay) {
        parkedBytes -= days.removeValue(forKey: day)?.parked.bytesInMemory ?? 0
        dropped.insert(day)
    }

    /// Nothing more comes for a day: it can be made.
    ///
    /// - Parameter excluding: Files that count as gone for this run.
    mutating func close(_ day: CalendarDay, excluding: Set<UInt32>) throws {
        if days[day] == nil { days[day] = Day() }
        let sizes = try days[day]?.parked.parts(excluding: excluding) ?? [:]
        let rows = sizes.values.reduce(0) { $0 + $1.rows }
        let isLarge = rows * plan.keptBytes > plan.rows / 8 || sizes.values.contains { $0.rows > plan.unseenRows }
        // Of a large day in the order they are written in; else the largest first, so that threads end together.
        let order = sizes.keys.sorted { a, b in
            isLarge ? a > b : (sizes[a]?.rows ?? 0, a) < (sizes[b]?.rows ?? 0, b)
        }
        days[day]?.sizes = sizes
        days[day]?.isLarge = isLarge
        days[day]?.toMake = order
        days[day]?.toWrite = isLarge ? order : []
        closed.insert(day, at: closed.firstIndex { $0 > day } ?? closed.count)
    }

    // MARK: Making

    /// What can be made next, within the memory there is.
    ///
    /// - Parameters:
    ///   - excluding: Files that count as gone for this run.
    ///   - isAlone: Whether no other thread has a task, so that none will give memory back.
    /// - Throws: `RunProblem` where a device-day takes more than there is.
    mutating func nextToMake(excluding: Set<UInt32>, isAlone: Bool) throws -> RunTask? {
        var started = 0
        for day in largeDay.map({ [$0] }) ?? closed {
            guard let state = days[day] else { continue }
            if state.isStarted {
                started += 1
            } else if started >= Self.daysAtOnce || started > 0 && state.isLarge {
                return nil
            }
            guard let part = state.toMake?.last else { continue }
            // What is made waits for the writer: it is no use to be far ahead of it.
            guard isAlone || madeBytes + writingBytes <= plan.rows / 4 else { return nil }
            if state.isLarge, state.surveys[part] == nil, (state.sizes[part]?.rows ?? 0) > plan.unseenRows {
                // One at a time: until it is looked through nobody knows what it takes.
                guard state.beingMade == 0 else { return nil }
                largeDay = day
                days[day]?.beingMade += 1
                return .survey(day, PartToMake(part: part, rows: try rows(of: part, day, excluding)))
            }
            return try make(day, state, excluding, isAlone)
        }
        return nil
    }

    private func rows(of part: Int, _ day: CalendarDay, _ excluding: Set<UInt32>) throws -> PartRows {
        guard let rows = try days[day]?.parked.rows(ofPart: part, excluding: excluding) else {
            preconditionFailure("expected rows of \(day), found none")
        }
        return rows
    }

    private mutating func make(_ day: CalendarDay, _ state: Day, _ excluding: Set<UInt32>, _ isAlone: Bool) throws -> RunTask? {
        var (parts, rows, bytes) = ([Int](), 0, 0)
        for part in (state.toMake ?? []).reversed() {
            let size = state.sizes[part] ?? (0, 0)
            if !parts.isEmpty, state.isLarge || rows + size.rows > Self.rowsOfTask { break }
            parts.append(part)
            rows += size.rows
            bytes += state.surveys[part].map(plan.bytes) ?? plan.bytes(toMake: size.rows, packedBytes: size.bytes)
        }
        if used + bytes > plan.rows { try spill(until: max(0, plan.rows - bytes - (used - parkedBytes))) }
        if used + bytes > plan.rows {
            guard isAlone else { return nil }
            let needed = used - parkedBytes + bytes
            if needed > plan.mostAtOnce { throw tooLarge(day, state.surveys[parts[0]], bytes: needed) }
        }
        if state.isLarge { largeDay = day }
        days[day]?.toMake?.removeLast(parts.count)
        days[day]?.beingMade += 1
        makingBytes += bytes
        let wanted = try parts.map { part in
            PartToMake(part: part, rows: try self.rows(of: part, day, excluding), survey: state.surveys[part])
        }
        return .make(day, wanted, bytes: bytes)
    }

    private func tooLarge(_ day: CalendarDay, _ survey: PartSurvey?, bytes: Int) -> RunProblem {
        let rows = survey?.devices.reduce(0) { max($0, $1.rows) } ?? 0
        let what = survey.map { "the device '\($0.largest)' has \(grouped(Int64(rows))) rows, and to make them" } ?? "to make it"
        let megabytes = MemoryPlan.memory(giving: bytes) / 1_000_000
        return RunProblem(
            status: .noResources,
            "\(day): \(what) needs more memory than --memory gives. Run with --memory '\(megabytes) MB' or more.")
    }

    /// A part was looked through.
    mutating func finish(_ day: CalendarDay, part: Int, _ survey: PartSurvey) {
        days[day]?.beingMade -= 1
        days[day]?.surveys[part] = survey
    }

    /// Parts are made.
    ///
    /// - Parameter bytes: What was counted for them.
    mutating func finish(_ day: CalendarDay, _ made: [(part: Int, made: [DayPart])], bytes: Int) {
        makingBytes -= bytes
        days[day]?.beingMade -= 1
        for (part, parts) in made {
            let size = parts.reduce(0) { $0 + plan.bytes(of: $1) }
            days[day]?.made[part] = (parts, size)
            madeBytes += size
        }
        if largeDay == nil, madeBytes > plan.rows / 4, let first = closed.first(where: { days[$0]?.isStarted == true }) {
            becomeLarge(first)
        }
        // Its rows are wanted no more.
        if let state = days[day], state.isMade { parkedBytes -= state.parked.removeAll() }
    }

    /// Few rows may make many findings: the day is written as it is made, from its first part on.
    private mutating func becomeLarge(_ day: CalendarDay) {
        largeDay = day
        days[day]?.isLarge = true
        days[day]?.toMake?.sort(by: >)
        let parts = days[day]?.sizes.keys.sorted(by: >) ?? []
        days[day]?.toWrite = parts
    }

    // MARK: Writing

    /// What can be written next: a day that is made, or those parts of a large day that are next in order.
    mutating func nextToWrite() -> WritableDay? {
        if let largeDay { return nextParts(largeDay) }
        for day in closed {
            guard let state = days[day] else { continue }
            if state.isMade { return wholeDay(day, state) }
            guard state.isStarted else { return nil }
        }
        return nil
    }

    private mutating func wholeDay(_ day: CalendarDay, _ state: Day) -> WritableDay {
        closed.removeAll { $0 == day }
        parkedBytes -= days.removeValue(forKey: day)?.parked.bytesInMemory ?? 0
        let parts = state.made.sorted { $0.key < $1.key }
        note(parts.reduce(0) { $0 + $1.value.bytes })
        return WritableDay(day: day, parts: parts.map { ($0.key, $0.value.parts) }, isFirst: true, isLast: true)
    }

    private mutating func nextParts(_ day: CalendarDay) -> WritableDay? {
        guard let state = days[day] else { return nil }
        var (parts, bytes) = ([(part: Int, made: [DayPart])](), 0)
        while let part = days[day]?.toWrite.last, let made = days[day]?.made.removeValue(forKey: part) {
            days[day]?.toWrite.removeLast()
            parts.append((part, made.parts))
            bytes += made.bytes
        }
        let isLast = days[day]?.toWrite.isEmpty == true && state.isMade
        guard !parts.isEmpty || isLast else { return nil }
        note(bytes)
        days[day]?.isBegun = true
        if isLast {
            closed.removeAll { $0 == day }
            days[day] = nil
            largeDay = nil
        }
        return WritableDay(day: day, parts: parts, isFirst: !state.isBegun, isLast: isLast)
    }

    private mutating func note(_ bytes: Int) {
        madeBytes -= bytes
        writingBytes += bytes
    }

    /// Whether the transaction of a large day is open.
    var isInTransaction: Bool { largeDay.flatMap { days[$0]?.isBegun } ?? false }

    /// What was handed out to be written is written.
    mutating func finishWriting() { writingBytes = 0 }

    /// A file's entry waits, with its rejects.
    mutating func wait(for entry: FileReading) {
        entryBytes += entry.daylessRejects.reduce(0) { $0 + 250 + $1.value.utf8.count + $1.text.utf8.count }
    }

    /// Whether the entries that wait should be written at once.
    var hasManyEntries: Bool { entryBytes > min(16 << 20, plan.rows / 8) }

    /// All entries that wait are handed out to be written.
    mutating func writeEntries() {
        writingBytes += entryBytes
        entryBytes = 0
    }
}
