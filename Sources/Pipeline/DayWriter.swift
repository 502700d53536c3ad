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

    init(store: Store, pipeline: PipelineFile, files: [InputFile]) {
        self.store = store
        self.pipeline = pipeline
        self.files = files
    }

    /// What a day's transaction did.
    struct Written {
        var files: [UInt32: FileCounts] = [:]
        var reasons: [RejectReason: Int64] = [:]
        var deviceDays = 0
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
            high: file.window.high, state: reading.damage == nil ? "whole" : "damaged", options: pipeline.readingOptions)
        try store.writeFile(
            entry, damage: reading.damage, firstFix: reading.firstFix, lastFix: reading.lastFix,
            checksum: reading.damage == nil ? reading.checksum : nil, days: reading.days,
            dayless: reading.dayless, rejects: reading.daylessRejects, reasons: reading.daylessReasons)
    }

    /// Writes a day anew.
    ///
    /// - Parameters:
    ///   - parts: What phase 1 made of it, by part.
    ///   - shares: What each file gave it.
    func write(_ day: CalendarDay, parts: [Int: DayPart], shares: [FileShare]) throws -> Written {
        do {
            return try store.transaction { try writeAll(day, parts, shares) }
        } catch {
            store.forgetKeys()
            throw error
        }
    }

    private func writeAll(_ day: CalendarDay, _ parts: [Int: DayPart], _ shares: [FileShare]) throws -> Written {
        var written = Written()
        let before = try store.hashes(ofDay: day)
        try store.clear(day: day)
        let hasTrips = pipeline.stage(SplitTrips.self) != nil
        var results: [Int64: (id: String, pieces: DayPieces?)] = [:]
        var rejects: [(device: Int64, reject: Reject)] = []
        var reasonsOfFiles: [UInt32: [RejectReason: Int64]] = [:]
        for (partition, part) in parts.sorted(by: { $0.key < $1.key }) {
            for (key, result, hash) in try store.write(part, partition: partition, before: before, hasTrips: hasTrips) {
                results[key] = (result.device, result.pieces)
                for reject in result.rejects { rejects.append((key, reject)) }
                if before[key] != hash { try store.markDirty(device: key) }
                written.deviceDays += 1
            }
            for (file, counts) in part.files { written.files[file, default: FileCounts()].add(counts) }
            for (file, reasons) in part.reasons { reasonsOfFiles[file, default: [:]].merge(reasons, uniquingKeysWith: +) }
        }
        for key in before.keys where results[key] == nil {
            try store.removeHistory(day: day, device: key)
            try store.markDirty(device: key)
        }
        let joining = try DayJoining(store, pipeline, day)
        var changed: Set<CalendarDay> = [day]
        for key in Set(before.keys).union(results.keys).sorted() {
            let result = results[key]
            changed.formUnion(
                try joining?.join(key, id: result?.id, result?.pieces) ?? unjoin(device: key, day: day))
        }
        try store.markToReport(changed)
        try store.markNewHistory(day)
        try writeRejects(rejects, day)
        for given in shares {
            let file = UInt32(given.file)
            try store.writeMade(
                day: day, file: try store.id(ofFile: files[given.file].path), share: given.share,
                counts: written.files[file] ?? FileCounts(), reasons: reasonsOfFiles[file] ?? [:])
        }
        for reasons in reasonsOfFiles.values { written.reasons.merge(reasons, uniquingKeysWith: +) }
        // Fixes may move and leave every count and stay as it was, which marks no device.
        if let source = pipeline.stage(ClusterForMap.self)?.of, source == .latest || source == .fixes {
            try store.setMeta("map clusters are stale", "1")
        }
        try store.markProcessed(
            day, start: pipeline.zone.start(of: day), end: pipeline.zone.end(of: day), options: pipeline.phase1Options,
            optionText: pipeline.phase1Text)
        return written
    }

    /// Rule 1.5: of each file and day the first in line order.
    private func writeRejects(_ rejects: [(device: Int64, reject: Reject)], _ day: CalendarDay) throws {
        let sorted = rejects.sorted { ($0.reject.file, $0.reject.line, $0.device) < ($1.reject.file, $1.reject.line, $1.device) }
        var count = 0
        for (i, item) in sorted.enumerated() {
            count = i > 0 && sorted[i - 1].reject.file == item.reject.file ? count + 1 : 1
            let file = files[Int(item.reject.file)]
            guard count <= pipeline.sources[file.source].options.rejectsKept else { continue }
            try store.write(item.reject, file: try store.id(ofFile: file.path), day: day, device: item.device)
        }
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
