import Geodesy
import LogFormats
import Stages
import TrackAlgorithms
import Tracks

/// Makes the device-days of one day and one part of the devices from their packed rows: phase 1.
///
/// One lane serves one thread; its buffers are reused. What it gives depends on nothing but the rows.
struct Lane {
    private let pipeline: PipelineFile
    private let stages: [any FixStage]
    private let hasConvert: Bool
    private let speeds: TopSpeeds?
    private let devices: NameTable
    private let kinds: NameTable
    private let columns: FixColumns
    private let storedColumns: FixColumns
    private let rejectsKept: [Int]
    private let kindsOfDevices: [ExactText: String]
    private var day = DeviceDay()
    private var devicesInOrder = DeviceOrder()
    private var kindNames: [String?] = []
    /// What watches one fix go through, for `explain`; nil in a run.
    var trace: FixTrace?

    /// - Parameters:
    ///   - rejectsKept: Rejects stored of each file, by file index.
    ///   - kindsOfDevices: From the devices file: the kind of devices whose rows name none.
    init(pipeline: PipelineFile, devices: NameTable, kinds: NameTable, rejectsKept: [Int], kindsOfDevices: [ExactText: String]) {
        self.pipeline = pipeline
        stages = pipeline.fixStages
        hasConvert = pipeline.stage(Convert.self) != nil
        speeds = pipeline.jumpSpeeds
        self.devices = devices
        self.kinds = kinds
        columns = pipeline.sources.reduce([]) { $0.union($1.options.fixColumns) }
        storedColumns = stages.reduce(columns) { $0.union(type(of: $1).fills) }
        self.rejectsKept = rejectsKept
        self.kindsOfDevices = kindsOfDevices
    }

    /// Makes a part of a day.
    ///
    /// - Parameter rows: Packed rows in the order of file and sequence.
    /// - Parameter only: The one device that is wanted; nil for all.
    mutating func make(_ calendarDay: CalendarDay, rows parcels: [PackedRows], only: String? = nil) -> DayPart {
        let names = devices.all
        kindNames = kinds.all.map { $0.isEmpty ? nil : pipeline.kind(of: $0) }
        var part = DayPart(day: calendarDay, start: pipeline.zone.start(of: calendarDay))
        part.fixes.columns = storedColumns
        let (rows, ranges) = devicesInOrder.place(parcels, names: names)
        day.day = calendarDay
        for (device, range) in ranges {
            let name = names[Int(device)]
            if let only, ExactText(name) != ExactText(only) { continue }
            part.devices.append(make(name, rows: rows[range], into: &part))
        }
        // Rows point into the parcels.
        withExtendedLifetime(parcels) {}
        return part
    }

    // MARK: One device-day

    private mutating func make(
        _ device: String, rows: ArraySlice<PlacedRow>, into part: inout DayPart
    ) -> DeviceDayResult {
        var result = DeviceDayResult(device: device, deviceHash: NameTable.hash(device))
        day.removeAll()
        day.device = device
        day.fixes.columns = columns
        read(rows, into: &result, &part)
        trace?.watch(day)
        keepOnePerTime()
        day.kind = lastKind() ?? kindsOfDevices[ExactText(device)]
        trace?.sawReading(day)
        if !hasConvert { day.fixes.setRounded(latitudes: day.fixes.readLatitudes, longitudes: day.fixes.readLongitudes) }
        var isSummarized = false
        for stage in stages {
            if !isSummarized, type(of: stage).takes == .thinned {
                summarize(into: &result)
                isSummarized = true
            }
            let before = trace == nil ? nil : day
            stage.apply(to: &day)
            if let before { trace?.saw(stage, before: before, after: day) }
        }
        if !isSummarized { summarize(into: &result) }
        finish(&result, &part)
        return result
    }

    /// Takes in the rows in the order of rule 2.3: (time, file, line); they come in the order of file and line.
    private mutating func read(_ rows: ArraySlice<PlacedRow>, into result: inout DeviceDayResult, _ part: inout DayPart) {
        result.rowsIn = Int64(rows.count)
        var fixes = Array(rows)
        if rows.contains(where: \.isReject) {
            fixes.removeAll(where: \.isReject)
            for row in rows where row.isReject {
                let (reject, isKept) = row.row.reject(file: row.file)
                count(reject, &result, &part)
                if isKept { result.rejects.append(reject) }
            }
        }
        fixes.orderByTime()
        day.fixes.fill(with: fixes[...])
    }

    private func count(_ reject: Reject, _ result: inout DeviceDayResult, _ part: inout DayPart) {
        result.rejected += 1
        part.files[reject.file, default: FileCounts()].rejected += 1
        part.reasons[reject.file, default: [:]][reject.reason, default: 0] += 1
    }

    private mutating func keepOnePerTime() {
        guard let result = onePerTime(in: day.fixes, rule: pipeline.sameTime) else { return }
        let isSame = Dictionary(uniqueKeysWithValues: result.rejected.map { ($0.row, day.fixes.holdsTheSame($0.row, $0.kept)) })
        // Both reasons are told from the rows before either is taken away.
        var keeping = result.keeping
        for (row, same) in isSame where !same { keeping[row] = true }
        var isLeft = [Bool](repeating: true, count: keeping.count)
        for (row, same) in isSame where same { isLeft[row] = false }
        let keepingLater = keeping.indices.filter { isLeft[$0] }.map { result.keeping[$0] }
        day.reject(keeping: isLeft, reason: .duplicate) { _ in ("time", "") }
        day.reject(keeping: keepingLater, reason: .duplicateTime) { _ in ("time", "") }
    }

    private func lastKind() -> String? {
        guard let row = day.fixes.kinds.last(where: { $0 != 0 }) else { return nil }
        return kindNames[Int(row)]
    }

    /// What views tell of the fixes before thinning (rule 2.8).
    private func summarize(into result: inout DeviceDayResult) {
        let fixes = day.fixes
        guard fixes.count > 0 else { return }
        result.first = fixes.trackPoint(0)
        result.last = fixes.trackPoint(fixes.count - 1)
        let course = fixes.courses.isEmpty ? Double.nan : fixes.courses[fixes.count - 1]
        result.lastCourseDegrees = course.isNaN ? nil : course
        result.pathMicrometers = pathMicrometers(of: fixes, reach: speeds?.reach(of: day.kind))
        var speed = Double.nan
        for other in fixes.speeds { speed = larger(speed, other) }
        result.maximumSpeedMetersPerSecond = speed.isNaN ? nil : speed
        result.box = BoundingBox(latitudes: fixes.latitudes, longitudes: fixes.longitudes)
    }

    private mutating func finish(_ result: inout DeviceDayResult, _ part: inout DayPart) {
        for reject in day.rejects {
            count(reject, &result, &part)
            if reject.reason == .spike { result.spikes += 1 }
        }
        result.rejects += day.rejects
        limitRejects(&result.rejects)
        for (file, count) in day.thinned {
            part.files[file, default: FileCounts()].thinned += count
            result.thinned += count
        }
        var first = 0
        let files = day.fixes.files
        while first < files.count {
            var end = first + 1
            while end < files.count, files[end] == files[first] { end += 1 }
            part.files[files[first], default: FileCounts()].kept += Int64(end - first)
            first = end
        }
        result.kept = Int64(day.fixes.count)
        result.kind = day.kind
        result.pieces = day.pieces
        result.history = day.history
        result.simplifyError = day.simplifyError
        result.rows = part.fixes.count..<part.fixes.count + day.fixes.count
        part.fixes.append(day.fixes)
    }

    /// No more rejects of a file than may be stored, the first in line order (rule 1.5).
    private func limitRejects(_ rejects: inout [Reject]) {
        guard rejects.count > (rejectsKept.min() ?? 0) else { return }
        rejects.sort { ($0.file, $0.line) < ($1.file, $1.line) }
        var counts: [UInt32: Int] = [:]
        rejects.removeAll { reject in
            counts[reject.file, default: 0] += 1
            return counts[reject.file, default: 0] > rejectsKept[Int(reject.file)]
        }
    }
}

extension FixBatch {
    /// Appends the kept fixes of a device-day: the columns that are stored.
    fileprivate mutating func append(_ other: FixBatch) {
        times += other.times
        latitudes += other.latitudes
        longitudes += other.longitudes
        if columns.contains(.altitude) { altitudes += other.altitudes }
        if columns.contains(.speed) { speeds += other.speeds }
        if columns.contains(.course) { courses += other.courses }
        if columns.contains(.accuracy) { accuracies += other.accuracies }
        guard columns.contains(.extra) else { return }
        for extra in other.extras {
            extras.append(extra < 0 ? -1 : Int32(extraTexts.count))
            if extra >= 0 { extraTexts.append(other.extraTexts[Int(extra)]) }
        }
    }
}
