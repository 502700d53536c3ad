import Glibc
import LogFormats
import Options
import Stages
import Store
import Tracks

/// What a run is asked for, besides its pipeline.
public struct RunOptions: Sendable {
    /// The first day of a dated run; nil for an undated one.
    public var from: CalendarDay?
    /// The last day of a dated run.
    public var to: CalendarDay?
    /// Busy threads in all.
    public var jobs = 2
    /// Bytes that rows and results may take.
    public var memory: Int64 = 512_000_000
    /// Whether rows of files that are gone are deleted.
    public var removesMissing = false
    /// The clock, in milliseconds since 1970 UTC.
    public var now: Int64
    /// The program's version, for the ledger.
    public var version: String
    /// Told what goes on, from any thread.
    public var report: @Sendable (RunEvent) -> Void = { _ in }

    /// A run at a time.
    public init(now: Int64, version: String) {
        self.now = now
        self.version = version
    }
}

/// Runs a pipeline over days: reads logs, makes device-days, writes them, and brings places, addresses and map clusters up to date.
///
/// - Throws: `RunProblem`, `Problems`, `StoreError`, `StoreMismatch`: nothing half-written is left.
public func run(_ pipeline: PipelineFile, _ options: RunOptions) throws -> RunSummary {
    var run = try Run(pipeline, options)
    return try run.all()
}

private struct Run {
    let pipeline: PipelineFile
    let options: RunOptions
    let files: [InputFile]
    let store: Store
    let lock: RunLock
    let databasePath: String
    let range: ClosedRange<CalendarDay>?
    var summary = RunSummary()

    init(_ pipeline: PipelineFile, _ options: RunOptions) throws {
        self.pipeline = pipeline
        self.options = options
        range = options.from.map { $0...max($0, options.to ?? $0) }
        files = try inputFiles(of: pipeline)
        databasePath = pipeline.resolved(pipeline.databasePath)
        if let range {
            let isThere = files.contains { file in
                pipeline.zone.start(of: range.lowerBound) < file.window.high && file.window.low < pipeline.zone.end(of: range.upperBound)
            }
            guard isThere else {
                let patterns = pipeline.sources.flatMap(\.options.files).joined(separator: ", ")
                throw RunProblem(
                    status: .noInput,
                    "no log file for \(range.lowerBound) to \(range.upperBound): nothing matches \(patterns) in \(pipeline.base). Nothing was changed.")
            }
        }
        try makeFolder(of: databasePath)
        lock = try RunLock(databasePath: databasePath, now: options.now)
        do {
            store = try Store(path: databasePath, pipeline: pipeline.name, zone: pipeline.zone, isDurable: pipeline.isDurable)
        } catch let error as StoreError where !error.isBusy {
            throw RunProblem(status: .cannotCreate, error.description)
        } catch let error as StoreMismatch {
            throw RunProblem(status: .wrongPipeline, error.description)
        }
    }

    mutating func all() throws -> RunSummary {
        let id = try beginRun()
        let devices = try readDevices()
        try store.setDevices(devices.map { ($0.device, $0.name, $0.group) })
        let kinds = Dictionary(devices.compactMap { device in device.kind.map { (device.device, pipeline.kind(of: $0)) } }) { a, _ in a }
        // What an earlier run left dirty is finished first, whatever the range.
        try bringFindingsUpToDate(store, pipeline, report: options.report)
        try phase1(kindsOfDevices: kinds)
        try bringFindingsUpToDate(store, pipeline, report: options.report)
        try store.boundLog()
        try summary.count(store, days: summary.madeDays)
        summary.status = status()
        try endRun(id)
        return summary
    }

    // MARK: Phase 1

    private mutating func phase1(kindsOfDevices: [String: String]) throws {
        let ledger = try Ledger(store)
        let state = RunState(
            files: files, ledger: ledger, pipeline: pipeline, range: range, now: options.now, removesMissing: options.removesMissing,
            memoryLimit: Int(options.memory / 2), spillFolder: folder(of: databasePath))
        let worker = Worker(
            state: state, pipeline: pipeline, files: files, writer: DayWriter(store: store, pipeline: pipeline, files: files),
            kindsOfDevices: kindsOfDevices, report: options.report)
        let others = (1..<max(1, options.jobs)).map { _ in RunThread { worker.work() } }
        worker.work()
        for thread in others { thread.join() }
        if let error = state.error { throw error }
        if Interruption.isAsked {
            let (done, left) = (state.made.sorted().map(\.description), state.remaining.map(\.description))
            throw Interrupted(
                description: "stopped by a signal. Made: \(done.isEmpty ? "no day" : done.joined(separator: ", ")). "
                    + (left.isEmpty ? "Run again to go on." : "Left: \(left.joined(separator: ", ")); run again to go on."))
        }
        collect(state, worker)
        try settleGoneFiles(state, ledger)
    }

    private mutating func collect(_ state: RunState, _ worker: Worker) {
        summary.databasePath = databasePath
        summary.madeDays = state.made.sorted()
        for (index, reading) in state.allReadings.sorted(by: { $0.key < $1.key }) {
            summary.files += 1
            summary.rowsRead += reading.rows
            summary.bytes += reading.bytes
            summary.repaired += reading.repaired
            for (reason, count) in reading.daylessReasons { summary.rejected[reason, default: 0] += count }
            if let damage = reading.damage { summary.damaged.append("\(files[index].path): \(damage).") }
        }
        for index in state.growing { summary.notes.append("\(files[index].path) changed or vanished while it was read; it counts as gone for this run.") }
        for written in worker.written {
            summary.deviceDays += written.deviceDays
            for counts in written.files.values {
                summary.kept += counts.kept
                summary.thinned += counts.thinned
            }
            summary.rejected.merge(written.reasons, uniquingKeysWith: +)
        }
        noteDecisions(state)
        noteMissingLogs()
    }

    private mutating func noteDecisions(_ state: RunState) {
        for (day, decision) in state.decisions.sorted(by: { $0.key < $1.key }) {
            switch decision {
            case .missing(let paths):
                summary.missing.append("\(day) was left as it is: \(paths.joined(separator: ", ")) made it and is gone. Bring it back, or: run --from \(day) --to \(day) --remove-missing")
            case .shrunk(let paths):
                summary.shrunk.append("\(day) was left as it is: \(paths.joined(separator: ", ")) gave more rows before. To take what is there now: run --from \(day) --to \(day)")
            case .mayChange: summary.notes.append("\(day) may change: a file of it has not settled.")
            case .make, .current, .unfinished: break
            }
        }
        guard range == nil else { return }
        for file in files where file.settles > options.now {
            let settle = Dimension.duration.words(Double(pipeline.sources[file.source].options.settle) / 1000)
            summary.notes.append(
                "\(file.path) was left alone until \(pipeline.zone.localText(milliseconds: file.settles)): it is younger than settle: \(settle); run with --from/--to to read it now.")
        }
    }

    /// Days of a dated run that no dated file is of.
    private mutating func noteMissingLogs() {
        guard let range else { return }
        for (index, source) in pipeline.sources.enumerated() where source.patterns.contains(where: \.isDated) {
            for number in range.lowerBound.number...range.upperBound.number {
                let day = CalendarDay(number: number)
                guard !files.contains(where: { $0.source == index && ($0.ownDays?.contains(day) ?? false) }) else { continue }
                let text = "no log for \(day): nothing matches \(source.options.files.joined(separator: ", "))."
                if source.options.isRequired { summary.missing.append(text + " The source is required.") } else { summary.notes.append(text) }
            }
        }
    }

    /// Rule 4.3: entries of files that are gone, and of those that came anew under another name.
    private func settleGoneFiles(_ state: RunState, _ ledger: Ledger) throws {
        let there = Set(files.map(\.path))
        let gone = ledger.entries.values.filter { !there.contains($0.path) }.sorted { $0.path < $1.path }
        guard !gone.isEmpty else { return }
        var isNew: Set<LedgerShare> = []
        for (index, reading) in state.allReadings {
            let had = Set((ledger.lastRead[files[index].path] ?? [:]).values)
            let gave = Set((Array(reading.days.values) + [reading.dayless]).map { LedgerShare(rows: $0.rows, hash: $0.hash) })
            isNew.formUnion(gave.subtracting(had))
        }
        try store.database.transaction {
            for entry in gone {
                let had = try store.allShares(file: entry.id)
                let isRenamed = entry.state == "renamed" || (!had.isEmpty && had.isSubset(of: isNew))
                if try !store.isUsed(file: entry.id), isRenamed || options.removesMissing {
                    try store.dropFile(entry.id, path: entry.path)
                } else {
                    try store.setState(isRenamed ? "renamed" : "gone", file: entry.id)
                }
            }
        }
    }

    private func status() -> ExitStatus {
        if !summary.missing.isEmpty { return .noInput }
        return summary.damaged.isEmpty && summary.shrunk.isEmpty ? .done : .damagedInput
    }

    // MARK: The ledger's run

    private func beginRun() throws -> Int64 {
        var name = [CChar](repeating: 0, count: 256)
        gethostname(&name, 255)
        let host = String(decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        try store.database.run(
            "INSERT INTO run (started_utc, version, host, first_day, last_day) VALUES (?, ?, ?, ?, ?)",
            .text(isoText(milliseconds: options.now)), .text(options.version), .text(host), .optional(range?.lowerBound.description),
            .optional(range?.upperBound.description))
        return store.database.lastInsertedID
    }

    private func endRun(_ id: Int64) throws {
        let rejected = summary.rejected.values.reduce(0, +)
        try store.database.run(
            "UPDATE run SET ended_utc = ?, days = ?, rows = ?, kept = ?, thinned = ?, rejected = ?, exit_status = ? WHERE id = ?",
            .text(isoText(milliseconds: currentMilliseconds())), .integer(Int64(summary.madeDays.count)), .integer(summary.rowsRead),
            .integer(summary.kept), .integer(summary.thinned), .integer(rejected), .integer(Int64(summary.status.rawValue)), .integer(id))
    }

    // MARK: Devices

    private func readDevices() throws -> [DeviceEntry] {
        guard let path = pipeline.devicesPath else { return [] }
        return try readDeviceEntries(pipeline.resolved(path), named: path)
    }
}

/// Milliseconds since 1970 UTC by the clock.
public func currentMilliseconds() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
}

func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
}

/// Makes the folder that a file is to lie in, and those above it.
public func makeFolder(of path: String) throws {
    let folder = folder(of: path)
    var made = folder.hasPrefix("/") ? "/" : ""
    for part in folder.split(separator: "/") {
        made += made.isEmpty || made.hasSuffix("/") ? String(part) : "/" + part
        guard mkdir(made, 0o777) != 0, errno != EEXIST else { continue }
        guard access(made, F_OK) != 0 else { continue }
        throw RunProblem(status: .cannotCreate, "\(made): the folder cannot be made: \(systemError()).")
    }
}
