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
    private let limits: StayLimits?
    private let trips: SplitTrips?
    /// What gone files gave, with the ids of their entries.
    private let gone: [LedgerShare: [Int64]]
    /// Fixes that a device-day may have, as sentences tell it.
    private let mostFixes: Int

    init(store: Store, pipeline: PipelineFile, files: [InputFile], gone: [LedgerShare: [Int64]], mostFixes: Int) {
        self.gone = gone
        self.mostFixes = mostFixes
        self.store = store
        self.pipeline = pipeline
        self.files = files
        limits = pipeline.stayLimits
        trips = pipeline.stage(SplitTrips.self)
    }

    /// What a day's transaction did.
    struct Written {
        var files: [UInt32: FileCounts] = [:]
        var reasons: [RejectReason: Int64] = [:]
        var deviceDays = 0
        /// What is wrong with files: sentences.
        var damage: [String] = []
    }

    /// Writes the entries of files as they were read.
    func write(_ readings: [(file: Int, reading: FileReading)]) throws {
        guard !readings.isEmpty else { return }
        try store.database.transaction {
            for (index, reading) in readings { try write(reading, of: files[index]) }
        }
    }

    private func write(_ reading: FileReading, of file: InputFile) throws {
        let entry = FileEntry(
            id: try store.id(ofFile: file.path), path: file.path, size: file.size, modified: file.modified, low: file.window.low,
            high: file.window.high, state: reading.damage == nil ? "whole" : "damaged", options: pipeline.readingOptions)
        let days = reading.days.mapValues { LedgerShare(rows: $0.rows, hash: $0.hash) }
        try noteReturned(
            Array(days.values) + [LedgerShare(rows: reading.dayless.rows, hash: reading.dayless.hash)], file: entry.id)
        try store.writeFile(
            entry, damage: reading.damage, firstFix: reading.firstFix, lastFix: reading.lastFix,
            checksum: reading.damage == nil ? reading.checksum : nil, days: days,
            dayless: LedgerShare(rows: reading.dayless.rows, hash: reading.dayless.hash), rejects: reading.daylessRejects,
            reasons: reading.daylessReasons)
        // What its days, which stay as they are, say of it.
        if filesWithTooMany == nil { filesWithTooMany = try store.filesWithTooMany() }
        if let words = filesWithTooMany?[entry.id] { try store.setDamage(words, file: entry.id) }
    }

    /// Sentences of damage, by the id of the file.
    private var filesWithTooMany: [Int64: String]?

    /// Of what gone files gave, notes what a file gives now that did not give it before (rule 4.3).
    private func noteReturned(_ shares: [LedgerShare], file: Int64) throws {
        let returned = shares.filter { gone[$0] != nil }
        guard !returned.isEmpty else { return }
        let before = try store.allShares(file: file)
        for share in returned where !before.contains(share) {
            for entry in gone[share] ?? [] { try store.markReturned(share, of: entry) }
        }
    }

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
    }

    private var open: OpenDay?

    /// Writes a day anew, or some parts of a large one, all in one transaction.
    ///
    /// - Returns: What the transaction did; nil as long as parts are to come.
    /// - Throws: `GivenUp` where a signal stopped it; nothing of the day is written then.
    func write(_ day: WritableDay) throws -> Written? {
        do {
            if day.isFirst { try begin(day.day) }
            try store.database.interrupted(by: { Interruption.isAsked }) {
                for (part, made) in day.parts { for one in made { try write(one, partition: part) } }
                if day.isLast { try finish(day.shares) }
            }
            guard day.isLast, let open else { return nil }
            try store.database.commit()
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
        try store.database.rollback()
    }

    private func begin(_ day: CalendarDay) throws {
        try store.database.begin()
        let limits = files.map { pipeline.sources[$0.source].options.rejectsKept }
        open = OpenDay(day: day, before: [:], changed: [day], firstLines: FirstLines(limits: limits))
        open?.before = try store.hashes(ofDay: day)
        try store.clear(day: day)
    }

    private func write(_ part: DayPart, partition: Int) throws {
        guard var open = self.open else { return }
        self.open = nil
        defer { self.open = open }
        let day = open.day
        var written: [(key: Int64, pieces: DayPieces?)] = []
        var rejects: [(device: Int64, reject: Reject)] = []
        for (key, result, hash) in try store.write(part, partition: partition, before: open.before, hasTrips: trips != nil) {
            written.append((key, result.pieces))
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
        for (key, pieces) in written { open.changed.formUnion(try joinOrUnjoin(key, day, pieces)) }
        for (device, reject) in rejects where open.firstLines.holds(file: reject.file, line: reject.line) {
            open.rejects[reject.file, default: 0] += 1
            try store.write(
                reject, file: try store.id(ofFile: files[Int(reject.file)].path), day: day, device: device)
        }
    }

    private func joinOrUnjoin(_ device: Int64, _ day: CalendarDay, _ pieces: DayPieces?) throws -> Set<CalendarDay> {
        try limits.map { try join(device: device, day: day, pieces: pieces, $0) } ?? unjoin(device: device, day: day)
    }

    private func finish(_ shares: [Int: DayShare]) throws {
        guard var open = self.open else { return }
        self.open = nil
        defer { self.open = open }
        let day = open.day
        for key in open.before.keys.sorted() {
            try store.removeHistory(day: day, device: key)
            try store.markDirty(device: key)
            open.changed.formUnion(try joinOrUnjoin(key, day, nil))
        }
        try store.markToReport(open.changed)
        // Rule 1.5: of each file and day the first in line order.
        for (file, count) in open.rejects.sorted(by: { $0.key < $1.key }) {
            let most = pipeline.sources[files[Int(file)].source].options.rejectsKept
            if count > most { try store.keepRejects(most, ofFile: try store.id(ofFile: files[Int(file)].path), day: day) }
        }
        for (file, share) in shares.sorted(by: { $0.key < $1.key }) where share.rows > 0 {
            let reasons = open.reasonsOfFiles[UInt32(file)] ?? [:]
            let id = try store.id(ofFile: files[file].path)
            try store.writeMade(
                day: day, file: id, share: LedgerShare(rows: share.rows, hash: share.hash),
                counts: open.written.files[UInt32(file)] ?? FileCounts(), reasons: reasons)
            guard let count = reasons[.tooMany] else { continue }
            let words = tooMany(count, day)
            try store.setDamage(words, file: id)
            open.written.damage.append("\(files[file].path): \(words)")
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
        let changed = try store.removeFindings(
            device: device, from: pipeline.zone.start(of: day), to: pipeline.zone.end(of: day))
        if !changed.isEmpty { try store.markDirty(device: device) }
        return changed
    }

    private func join(device: Int64, day: CalendarDay, pieces: DayPieces?, _ limits: StayLimits) throws -> Set<CalendarDay> {
        guard let slice = try slice(device: device, day: day, pieces: pieces, limits) else {
            try store.removeFindings(device: device)
            return []
        }
        let joined = TrackAlgorithms.join(
            slice, limits: limits, leastMeters: trips?.leastMeters ?? 0, least: trips?.least ?? 0, zone: pipeline.zone)
        var changed = try store.replace(
            device: device, id: try store.id(ofDevice: device), since: slice.since, until: slice.until, stays: joined.stays,
            trips: trips == nil ? [] : joined.trips, gaps: trips == nil ? [] : joined.gaps, radiusMeters: limits.radiusMeters)
        if !changed.isEmpty { try store.markDirty(device: device) }
        for (day, edge) in zip(slice.days, joined.edges) {
            let isNew = try store.setEdges(
                device: device, day: day.day, first: edge.first.map { ($0.rests, $0.stayMilliseconds) },
                last: edge.last.map { ($0.rests, $0.stayMilliseconds) })
            if isNew { changed.insert(day.day) }
        }
        return changed
    }

    /// The pieces back to the nearest stay that touches no edge of its day, or the nearest long silence, and forward likewise.
    private func slice(device: Int64, day: CalendarDay, pieces: DayPieces?, _ limits: StayLimits) throws -> JoinSlice? {
        var days = pieces.map { [$0] } ?? []
        var firstElement = 0
        var beginsData = true
        var earliest = day
        while let previous = try store.pieces(of: device, before: earliest) {
            // The neighbour always belongs to it: whether and when it was left depends on this day.
            if earliest != day, let next = days.first, areParted(previous, next, limits) {
                beginsData = false
                break
            }
            days.insert(previous, at: 0)
            earliest = previous.day
            guard let wall = previous.lastWall else { continue }
            firstElement = wall
            beginsData = false
            break
        }
        var endElement: Int?
        var after: TrackPoint?
        var afterKind: String?
        var latest = day
        while let next = try store.pieces(of: device, after: latest) {
            if latest != day, let last = days.last, areParted(last, next, limits) {
                (after, afterKind) = (next.firstGroup.first, next.kind)
                break
            }
            days.append(next)
            latest = next.day
            guard let wall = next.firstWall, case .group(let group) = next.elements[wall] else { continue }
            endElement = wall
            (after, afterKind) = (group.first, next.kind)
            break
        }
        guard !days.isEmpty else { return nil }
        return JoinSlice(
            days: days, firstElement: firstElement, endElement: endElement, after: after, afterKind: afterKind,
            beginsData: beginsData)
    }

    private func areParted(_ a: DayPieces, _ b: DayPieces, _ limits: StayLimits) -> Bool {
        b.firstGroup.first.milliseconds - a.lastGroup.last.milliseconds > limits.gap
    }
}
