import Geocoding
import Glibc
import LogFormats
import Options
import SQLite
import Stages
import Store
import Tracks

/// What a run is asked for, besides its pipeline.
public struct RunOptions {
    /// The first day of a dated run; nil for an undated one.
    public var from: CalendarDay?
    /// The last day of a dated run; of an undated one a day up to which unfinished days are made, too.
    public var to: CalendarDay?
    /// Busy threads in all.
    public var jobs = 2
    /// Bytes that rows and results may take.
    public var memory: Int64 = 512_000_000
    /// Fixes that a device-day may have; tests take fewer.
    var mostFixes = DeviceDay.mostFixes
    /// Whether rows of files that are gone are deleted.
    public var removesMissing = false
    /// Whether no source of addresses is asked over the network.
    public var isOffline = false
    /// The clock, in milliseconds since 1970 UTC.
    public var now: Int64
    /// The program's version, for the ledger.
    public var version: String
    /// Told what goes on, from any thread.
    public var report: @Sendable (RunEvent) -> Void = { _ in }
    /// Writes the reports of the days that changed (phase 3), and gives what was written; notes in the store which are done.
    public var writeReports: (RunSummary, Store) throws -> [String] = { _, _ in [] }

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
    let inputs: InputFiles
    var files: [InputFile] { inputs.logs }
    let results: OpenedResults
    var store: Store { results.store }
    let findings: FindingsOptions
    let addresses: Addresses?
    let range: ClosedRange<CalendarDay>?
    var summary = RunSummary()

    init(_ pipeline: PipelineFile, _ options: RunOptions) throws {
        self.pipeline = pipeline
        self.options = options
        range = options.from.map { $0...max($0, options.to ?? $0) }
        try MemoryPlan.checkAddressSpace(memory: options.memory, jobs: options.jobs)
        Allocator.begin()
        inputs = try inputFiles(of: pipeline)
        findings = try FindingsOptions(of: pipeline)
        let chain = try pipeline.openedChain()
        let databasePath = shortenedPath(pipeline.resolved(pipeline.databasePath))
        try Self.checkInput(inputs, pipeline, range, options, hasResults: sizeAndModification(of: databasePath) != nil)
        results = try OpenedResults(of: pipeline, now: options.now)
        addresses = Addresses(results.store, pipeline, chain, lanes: options.jobs)
    }

    /// A run that finds no log changes nothing (rule 4.3): an empty or unmounted folder, a pattern with a mistake.
    private static func checkInput(
        _ inputs: InputFiles, _ pipeline: PipelineFile, _ range: ClosedRange<CalendarDay>?, _ options: RunOptions,
        hasResults: Bool
    ) throws {
        let files = inputs.logs
        let patterns = pipeline.sources.flatMap(\.options.files).joined(separator: ", ")
        let hint = files.isEmpty ? pipeline.hint(of: pipeline.sources.flatMap(\.options.files)) : ""
        let others = (inputs.leftAlone + inputs.misnamed).prefix(3).map { " " + $0 }.joined()
        let nothing = "nothing matches \(patterns) in the folder '\(pipeline.base)'\(hint). Nothing was changed.\(others)"
        guard let range else {
            guard files.isEmpty, inputs.unreadable.isEmpty, !hasResults else { return }
            throw RunProblem(status: .noInput, "no log file: \(nothing)")
        }
        let isThere = files.contains { file in
            pipeline.zone.start(of: range.lowerBound) < file.window.high
                && file.window.low < pipeline.zone.end(of: range.upperBound)
        }
        let removes = options.removesMissing && !files.isEmpty && hasResults
        guard !isThere, !removes, inputs.unreadable.isEmpty else { return }
        throw RunProblem(status: .noInput, "no log file for \(range.lowerBound) to \(range.upperBound): \(nothing)")
    }

    /// Days of another zone overlap today's: all are made anew, or none is.
    private func changeZone() throws {
        guard try store.zoneToLeave(pipeline, files: files, range: range) != nil else { return }
        try store.beginAnew(in: pipeline.zone)
    }

    mutating func all() throws -> RunSummary {
        let id = try beginRun()
        summary.run = id
        options.report(.began(run: id))
        do {
            try work()
        } catch {
            // What stopped it is told by the error; the ledger only notes how it ended, where it still can.
            let status = error is Interrupted ? Interruption.exitStatus : (ExitStatus(of: error) ?? .ourBug).rawValue
            try? endRun(id, status: status)
            throw error
        }
        try endRun(id, status: summary.status.rawValue)
        return summary
    }

    private mutating func work() throws {
        do {
            try store.adopt(pipeline)
            // What an earlier run left dirty is finished first, whatever the range; with other options all is computed anew below.
            try bringFindings(isFinishing: true)
            summary.databasePath = results.path
            if files.isEmpty, inputs.unreadable.isEmpty {
                // An empty or unmounted folder changes nothing (rule 4.3).
                noteSourcesWithout()
            } else {
                try phase1()
            }
            try bringFindings(isFinishing: false)
            if !files.isEmpty { try askForAddresses() }
            try store.boundLog()
            try summary.count(store, days: summary.madeDays)
            summary.status = status()
            try results.checkThatTheyAreThere()
            try writeReports()
        } catch let interruption as Interrupted {
            let made = summary.madeDays
            throw Interrupted(
                description: "stopped by a signal. Made: \(made.isEmpty ? "no day" : countedDaysInWords(made)). "
                    + (interruption.description.isEmpty ? "" : "Left: \(interruption); ") + "run again to go on.")
        }
    }

    /// Days whose reports are not written yet stay noted in the database, so that a run whose reports fail leaves them to the next.
    private mutating func writeReports() throws {
        summary.changedDays = try store.daysToReport()
        guard !summary.changedDays.isEmpty else { return }
        if !pipeline.reports.isEmpty { summary.reports = try options.writeReports(summary, store) }
        try store.clearDaysToReport()
    }

    // MARK: Phase 2

    private func bringFindings(isFinishing: Bool) throws {
        try bringFindingsUpToDate(
            store, pipeline, addresses, findings, isFinishing: isFinishing, report: options.report)
    }

    /// What cannot be had tonight is pending, and never changes how a run ends.
    private mutating func askForAddresses() throws {
        guard let addresses, !options.isOffline else { return }
        do {
            let ask = AskOptions(now: options.now, version: options.version, report: options.report)
            guard let asked = try addresses.ask(ask) else { return }
            summary.asked = asked.sentences
            guard !asked.wasStopped else { throw Interrupted(description: "addresses that are pending") }
        } catch let error as AddressCacheError {
            summary.complaints.append(RunMessage(.addresses, "no address was asked for: \(error)"))
        }
    }

    // MARK: Phase 1

    private mutating func phase1() throws {
        try changeZone()
        let ledger = try Ledger(store, inputs, pipeline)
        try store.noteGone(ledger.gone)
        let scope = RunScope(range: range, unfinishedTo: range == nil ? options.to : nil, now: options.now)
        let index = DayIndex(files, ledger, in: pipeline.zone, scope)
        var plan = MemoryPlan(memory: options.memory, of: pipeline)
        plan.mostFixes = options.mostFixes
        try store.limitCache(bytes: plan.pageCache)
        let state = RunState(
            index, removesMissing: options.removesMissing, memory: plan, spillFolder: folder(of: results.path))
        let worker = Worker(
            state: state, pipeline: pipeline, files: files,
            writer: DayWriter(store: store, pipeline: pipeline, files: files, mostFixes: plan.mostFixes),
            kindsOfDevices: pipeline.kindsOfDevices, plan: plan, lanes: max(1, options.jobs), report: options.report)
        // Where there is no room for so many threads, fewer do all of it.
        let others = (1..<max(1, options.jobs)).compactMap { _ in JoinedThread { worker.work() } }
        worker.work()
        for thread in others { thread.join() }
        try worker.endWriting()
        try collect(state, index, worker)
        if let error = state.error { throw error }
        guard !Interruption.isAsked else {
            throw Interrupted(description: countedDaysInWords(state.remaining))
        }
        try store.noteGrowing(state.growing.map { files[$0].path })
        try store.settleGone(ledger.gone, dropping: options.removesMissing)
        try store.limitCache(bytes: plan.findingsCache)
    }

    private mutating func collect(_ state: RunState, _ index: DayIndex, _ worker: Worker) throws {
        summary.madeDays = state.made.sorted()
        summary.unchangedDays = state.decisions.values.count { $0 == .current }
        let readings = state.allReadings.sorted { $0.key < $1.key }
        for (index, reading) in readings {
            summary.files += 1
            summary.rowsRead += reading.rows
            summary.bytes += reading.bytes
            summary.repaired += reading.repaired
            for (reason, count) in reading.daylessReasons { summary.rejected[reason, default: 0] += count }
            if let damage = reading.damage { summary.damaged.append(message(damage, of: index, reading)) }
            summary.takeWords(of: reading, path: files[index].path)
        }
        summary.complaints += wordsOfOverlaps(readings.map { (files[$0.key].path, $0.value.places) }).map {
            RunMessage(.overlap, $0)
        }
        summary.notes += inputs.leftAlone.map { RunMessage(.leftAlone, $0) }
        summary.damaged += inputs.misnamed.map { RunMessage(.misnamed, $0) }
        for (path, words) in inputs.unreadable { summary.damaged.append(unreadable(path, "cannot be read: \(words)")) }
        for (index, words) in state.unreadable.sorted(by: { $0.key < $1.key }) {
            summary.damaged.append(unreadable(files[index].path, words))
        }
        for index in state.growing {
            let file = files[index].path
            let text = "\(file) changed or vanished while it was read; it counts as gone for this run."
            summary.notes.append(RunMessage(.changedWhileRead, text, file: file))
        }
        for written in worker.written {
            summary.deviceDays += written.deviceDays
            for counts in written.files.values {
                summary.kept += counts.kept
                summary.thinned += counts.thinned
            }
            summary.rejected.merge(written.reasons, uniquingKeysWith: +)
            summary.damaged += written.damage
        }
        let left = LeftDays(state.decisions, pipeline, index.ledger)
        noteDecisions(left)
        noteMissingLogs(index)
        try store.setLeftDays(left.sentences, lookedAt: Set(state.decisions.keys).union(state.made))
    }

    private func unreadable(_ path: String, _ words: String) -> RunMessage {
        let place = path == "." ? "the folder '\(pipeline.base)'" : path
        return RunMessage(
            .unreadable, "\(place) \(words). Its days are left as they are. Mend that, then: \(pipeline.command("run"))",
            file: path)
    }

    /// What is wrong with a file, what was kept of it, and how to mend it.
    private func message(_ damage: String, of index: Int, _ reading: FileReading) -> RunMessage {
        let days = files[index].ownDays ?? reading.days.keys.min().map { $0...(reading.days.keys.max() ?? $0) }
        return RunMessage(
            .damagedFile, words(damage, of: index, reading), file: files[index].path,
            line: reading.isUnusable ? reading.firstLostLine.map { Int64($0) } : nil, days: days, count: reading.rows)
    }

    private func words(_ damage: String, of index: Int, _ reading: FileReading) -> String {
        let file = files[index]
        guard !reading.isUnusable else { return "\(file.path): \(damage) Then: \(pipeline.command("run"))" }
        let days = file.ownDays.map { ($0.lowerBound, $0.upperBound) }
        let range = days ?? reading.days.keys.min().map { ($0, reading.days.keys.max() ?? $0) }
        let mend = " Mend the file, then: " + pipeline.command("run", range.map(dayOptions) ?? "")
        let kept = reading.rows > 0 ? "; the \(reading.rows) rows before that were read" : ""
        return "\(file.path): \(damage)\(kept).\(mend)"
    }

    private mutating func noteDecisions(_ left: LeftDays) {
        if range == nil { summary.complaints += left.missing } else { summary.missing += left.missing }
        summary.shrunk += left.shrunk
        summary.complaints += left.unreadable
        summary.notes += left.unsettled + left.kept
        guard range == nil, options.to == nil else { return }
        for file in files where file.settles > options.now {
            let settle = Dimension.duration.words(Double(pipeline.sources[file.source].options.settle) / 1000)
            let text =
                "\(file.path) was left alone until \(pipeline.zone.localText(milliseconds: file.settles)): it is younger than settle: \(settle); run with --from/--to to read it now."
            summary.notes.append(RunMessage(.unsettledFile, text, file: file.path, days: file.ownDays))
        }
    }

    /// Days of a dated run, or those that an undated one made and the last finished one, that no dated file is of.
    private mutating func noteMissingLogs(_ index: DayIndex) {
        let yesterday = pipeline.zone.day(of: options.now).advanced(by: -1)
        let days = range.map(allDays) ?? summary.madeDays + [yesterday]
        noteSourcesWithout()
        for (number, source) in pipeline.sources.enumerated() where source.patterns.contains(where: \.isDated) {
            guard range != nil || source.options.isRequired else { continue }
            let lacking = index.daysWithoutLog(ofSource: number, among: days)
            guard !lacking.isEmpty else { continue }
            let text = "no log for \(daysInWords(lacking)): nothing matches \(source.options.files.joined(separator: ", "))."
            var message = RunMessage(.noLog, text, count: Int64(lacking.count))
            if let first = lacking.first, let last = lacking.last { message.days = first...last }
            if source.options.isRequired {
                message.text += " The source is required."
                summary.missing.append(message)
            } else {
                summary.notes.append(message)
            }
        }
    }

    /// What matches nothing at all, by a typing mistake or a folder that is not mounted, is a problem every night.
    private mutating func noteSourcesWithout() {
        guard inputs.unreadable.isEmpty else { return }
        let messages = inputs.sourcesWithout.map { RunMessage(.nothingMatches, pipeline.nothingMatches($0)) }
        if files.isEmpty { summary.missing += messages } else { summary.complaints += messages }
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
        return try store.beginRun(started: options.now, version: options.version, host: host, range: range)
    }

    private func endRun(_ id: Int64, status: Int32) throws {
        var counts = RunCounts()
        counts.days = summary.madeDays.count
        (counts.rows, counts.kept, counts.thinned) = (summary.rowsRead, summary.kept, summary.thinned)
        counts.rejected = summary.rejected.values.reduce(0, +)
        try store.endRun(id, ended: currentMilliseconds(), counts, status: status)
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
        throw RunProblem(status: .cannotCreate, "\(made): the folder cannot be made: \(systemError()). Choose another path.")
    }
}
