import LogFormats
import Stages
import Store
import TrackAlgorithms
import Tracks

/// Applies what phase 1 gave for a day: one transaction with the joining over midnight in it (rule 3.2).
///
/// A class: all threads share it.
/// `@unchecked Sendable`: only the thread that has the writer's role calls it; `RunState` gives that role to one at a time.
final class DayWriter: @unchecked Sendable {
    private let store: Store
    private let pipeline: PipelineFile
    private let files: [InputFile]
    private let readingOptions: String
    /// Fixes that a device-day may have, as sentences tell it.
    private let mostFixes: Int

    init(store: Store, pipeline: PipelineFile, files: [InputFile], mostFixes: Int) {
        self.store = store
        self.pipeline = pipeline
        self.files = files
        readingOptions = pipeline.readingOptions
        self.mostFixes = mostFixes
    }

    /// What a day's transaction did.
    struct Written {
        var files: [UInt32: FileCounts] = [:]
        var reasons: [RejectReason: Int64] = [:]
        var deviceDays = 0
        /// What is wrong with files.
        var damage: [RunMessage] = []
    }

    /// Writes the entries of files as they were read.
    func write(_ readings: [(file: Int, reading: FileReading)]) throws {
        guard !readings.isEmpty else { return }
        try store.transaction {
            for (index, reading) in readings { try write(reading, of: files[index]) }
        }
    }

    private func write(_ reading: FileReading, of file: InputFile) throws {
        let entry = FileEntry(
            id: try store.id(ofFile: file.path), path: file.path, size: file.size, modified: file.modified, low: file.window.low,
            high: file.window.high, state: reading.damage == nil ? "whole" : "damaged", options: readingOptions)
        try store.writeFile(
            entry, damage: reading.damage, damageOffset: reading.damageOffset, firstFix: reading.firstFix,
            lastFix: reading.lastFix,
            checksum: reading.damage == nil ? reading.checksum : nil, days: reading.days,
            dayless: reading.dayless, rejects: reading.daylessRejects, reasons: reading.daylessReasons)
        // What its days, which stay as they are, say of it.
        if filesWithTooMany == nil { filesWithTooMany = try store.filesWithTooMany() }
        if let words = filesWithTooMany?[entry.id] { try store.setDamage(words, file: entry.id) }
    }

    /// Sentences of damage, by the id of the file.
    private var filesWithTooMany: [Int64: String]?

    // MARK: A day

    /// A day whose transaction is open.
    private struct OpenDay {
        let day: CalendarDay
        /// Hashes of its device-days before; those that were not written anew yet.
        var before: [Int64: Int64]
        var written = Written()
        var reasonsOfFiles: [UInt32: [RejectReason: Int64]] = [:]
        var changed: Set<CalendarDay>
        var firstLines: FirstLines
        var rejects: [UInt32: Int] = [:]
        /// nil for a pipeline that finds no stays.
        let joining: DayJoining?
    }

    private var open: OpenDay?

    /// Writes a day anew, or some parts of a large one, all in one transaction.
    ///
    /// - Returns: What the transaction did; nil as long as parts are to come.
    /// - Throws: `GivenUp` where a signal stopped it; nothing of the day is written then.
    func write(_ day: WritableDay) throws -> Written? {
        do {
            if day.isFirst { try begin(day.day) }
            try store.interrupted(by: { Interruption.isAsked }) {
                for (part, made) in day.parts { for one in made { try write(one, partition: part) } }
                if day.isLast { try finish(day.shares) }
            }
            guard day.isLast, let open else { return nil }
            try store.commit()
            self.open = nil
            return open.written
        } catch {
            try abandon()
            throw Interruption.isAsked ? GivenUp() : error
        }
    }

    /// Undoes what was written of a day that was not written to its end.
    func abandon() throws {
        guard open != nil else { return }
        open = nil
        store.forgetKeys()
        try store.rollback()
    }

    private func begin(_ day: CalendarDay) throws {
        try store.begin()
        let limits = files.map { pipeline.sources[$0.source].options.rejectsKept }
        open = OpenDay(
            day: day, before: try store.hashes(ofDay: day), changed: [day], firstLines: FirstLines(limits: limits),
            joining: try DayJoining(store, pipeline, day))
        try store.clear(day: day)
    }

    private func write(_ part: DayPart, partition: Int) throws {
        guard var open = self.open else { return }
        self.open = nil
        defer { self.open = open }
        let day = open.day
        let hasTrips = pipeline.stage(SplitTrips.self) != nil
        var written: [(key: Int64, id: String, pieces: DayPieces?)] = []
        var rejects: [(device: Int64, reject: Reject)] = []
        for (key, result, hash) in try store.write(part, partition: partition, before: open.before, hasTrips: hasTrips) {
            written.append((key, result.device, result.pieces))
            for reject in result.rejects where open.firstLines.takes(file: reject.file, line: reject.line) {
                rejects.append((key, reject))
            }
            if open.before.removeValue(forKey: key) != hash { try store.markDirty(device: key) }
            open.written.deviceDays += 1
        }
        for (file, counts) in part.files { open.written.files[file, default: FileCounts()].add(counts) }
        for (file, reasons) in part.reasons {
            open.reasonsOfFiles[file, default: [:]].merge(reasons, uniquingKeysWith: +)
        }
        for (key, id, pieces) in written {
            open.changed.formUnion(try open.joining?.join(key, id: id, pieces) ?? unjoin(device: key, day: day))
        }
        for (device, reject) in rejects where open.firstLines.holds(file: reject.file, line: reject.line) {
            open.rejects[reject.file, default: 0] += 1
            try store.write(
                reject, file: try store.id(ofFile: files[Int(reject.file)].path), day: day, device: device)
        }
    }

    private func finish(_ shares: [FileShare]) throws {
        guard var open = self.open else { return }
        self.open = nil
        defer { self.open = open }
        let day = open.day
        for key in open.before.keys.sorted() {
            try store.removeHistory(day: day, device: key)
            try store.markDirty(device: key)
            open.changed.formUnion(try open.joining?.join(key, id: nil, nil) ?? unjoin(device: key, day: day))
        }
        try store.markToReport(open.changed)
        try store.markNewHistory(day)
        // Rule 1.5: of each file and day the first in line order.
        for (file, count) in open.rejects.sorted(by: { $0.key < $1.key }) {
            let most = pipeline.sources[files[Int(file)].source].options.rejectsKept
            if count > most { try store.keepRejects(most, ofFile: try store.id(ofFile: files[Int(file)].path), day: day) }
        }
        for given in shares {
            let reasons = open.reasonsOfFiles[UInt32(given.file)] ?? [:]
            let id = try store.id(ofFile: files[given.file].path)
            try store.writeMade(
                day: day, file: id, share: given.share, counts: open.written.files[UInt32(given.file)] ?? FileCounts(),
                reasons: reasons)
            guard let count = reasons[.tooMany] else { continue }
            let words = tooMany(count, day)
            try store.setDamage(words, file: id)
            let file = files[given.file].path
            open.written.damage.append(
                RunMessage(.tooMany, "\(file): \(words)", file: file, days: day...day, count: count))
        }
        for reasons in open.reasonsOfFiles.values { open.written.reasons.merge(reasons, uniquingKeysWith: +) }
        // Fixes may move and leave every count and stay as it was, which marks no device.
        if let source = pipeline.stage(ClusterForMap.self)?.of, source == .latest || source == .fixes {
            try store.setMeta("map clusters are stale", "1")
        }
        try store.markProcessed(
            day, start: pipeline.zone.start(of: day), end: pipeline.zone.end(of: day), options: pipeline.phase1Options,
            optionText: pipeline.phase1Text)
    }

    private func tooMany(_ count: Int64, _ day: CalendarDay) -> String {
        "a device has more than \(grouped(Int64(mostFixes))) fixes on \(day), which is all that a device-day may have; \(grouped(count)) rows after these are the reject too-many. Mend the file, then: \(pipeline.command("run", dayOptions(day, day)))"
    }

    // MARK: Joining

    /// Takes away what a run with `find-stays` left of the day; this pipeline has none.
    private func unjoin(device: Int64, day: CalendarDay) throws -> Set<CalendarDay> {
        try store.removePieces(of: device, on: day)
        let changed = try store.removeFindings(
            device: device, from: pipeline.zone.start(of: day), to: pipeline.zone.end(of: day))
        if !changed.isEmpty { try store.markDirty(device: device) }
        return changed
    }
}
