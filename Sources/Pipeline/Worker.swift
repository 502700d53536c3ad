import Glibc
import LogFormats
import SQLite
import Store
import Tracks

/// What every thread of a run does: take the next task, do it, say what came of it.
///
/// `@unchecked Sendable`: its own state is under a lock; the writer is used by one thread at a time, as the run's state hands it on.
final class Worker: @unchecked Sendable {
    private let state: RunState
    private let pipeline: PipelineFile
    private let files: [InputFile]
    private let writer: DayWriter
    private let kindsOfDevices: [ExactText: String]
    private let lanes: Int
    private let report: @Sendable (RunEvent) -> Void
    private let devices = NameTable()
    // Number 0 is no kind.
    private let kinds = NameTable(reserved: [""])
    private let lock = Lock()
    private var allWritten: [DayWriter.Written] = []

    init(
        state: RunState, pipeline: PipelineFile, files: [InputFile], writer: DayWriter, kindsOfDevices: [ExactText: String],
        lanes: Int, report: @escaping @Sendable (RunEvent) -> Void
    ) {
        self.state = state
        self.pipeline = pipeline
        self.files = files
        self.writer = writer
        self.kindsOfDevices = kindsOfDevices
        self.lanes = lanes
        self.report = report
    }

    /// What was written, day by day.
    var written: [DayWriter.Written] { lock.with { allWritten } }

    /// Works until nothing is left to do.
    func work() {
        let rejectsKept = files.map { pipeline.sources[$0.source].options.rejectsKept }
        var lane = Lane(
            pipeline: pipeline, devices: devices, kinds: kinds, rejectsKept: rejectsKept, kindsOfDevices: kindsOfDevices)
        while let task = state.nextTask() {
            do {
                switch task {
                case .read(let file): state.finish(file: file, try read(file))
                case .make(let day, let part, let rows): state.finish(day: day, part: part, lane.make(day, rows: rows))
                case .write(let readings, let day): state.finishWriting(try write(readings, day))
                }
            } catch {
                state.finish(failing: error)
            }
        }
    }

    private func write(_ readings: [(file: Int, reading: FileReading)], _ day: WritableDay?) throws -> CalendarDay? {
        try writer.write(readings)
        guard let day else { return nil }
        let written = try writer.write(day.day, parts: day.parts, shares: day.shares)
        lock.with { allWritten.append(written) }
        let kept = written.files.values.reduce(0) { $0 + $1.kept }
        report(.wrote(day: day.day, deviceDays: written.deviceDays, kept: kept, standing(writing: 1)))
        return day.day
    }

    /// - Parameter writing: Days that are written but not yet noted so.
    private func standing(writing: Int = 0) -> RunStanding {
        let (done, known, tasks) = state.progress
        var standing = RunStanding()
        standing.daysDone = done + writing
        standing.daysKnown = known + writing
        standing.lanes = lanes
        standing.lanesBusy = tasks
        return standing
    }

    /// A file that changes meanwhile is `growing`.
    private func read(_ index: Int) throws -> FileReading {
        let file = files[index]
        let source = pipeline.sources[file.source]
        let state = state
        var context = ReadingContext(
            source: source.options, zone: pipeline.zone, timeZone: source.timeZone, devices: devices, kinds: kinds,
            file: UInt32(index),
            window: file.window, device: file.device, wants: { state.wants($0) }, deliver: { state.park($0) },
            isCancelled: { Interruption.isAsked })
        context.take(file, of: source)
        do {
            var reading = try readLog(path: file.absolutePath, context: context)
            let after = sizeAndModification(of: file.absolutePath)
            reading.isGrowing = after?.size != file.size || after?.modified != file.modified
            if file.isOfSkippedDay { reading.excuseUnusable() }
            report(
                .read(file: file.path, rows: reading.rows, bytes: reading.bytes, damage: reading.damage, standing()))
            return reading
        } catch {
            let failure = SystemFailure(error.number)
            if failure.isOfResources {
                // Nothing is wrong with the log: the run cannot go on.
                let mend = failure.remedy(folder: folder(of: file.absolutePath)) ?? ""
                throw RunProblem(status: .noResources, "\(file.path): cannot be opened: \(failure.words). \(mend)")
            }
            var reading = FileReading()
            reading.isGrowing = error.number == ENOENT
            reading.failure = reading.isGrowing ? nil : "cannot be opened: \(error)"
            return reading
        }
    }
}
