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
    private let plan: MemoryPlan?
    private let mostFixes: Int
    private let largeRows: Int
    private var day = DeviceDay()
    private var devicesInOrder = DeviceOrder()
    private var kindNames: [String?] = []
    /// What watches one fix go through, for `explain`; nil in a run.
    var trace: FixTrace?

    /// - Parameters:
    ///   - rejectsKept: Rejects stored of each file, by file index.
    ///   - kindsOfDevices: From the devices file: the kind of devices whose rows name none.
    ///   - plan: How much may be in memory; nil where one device is made.
    init(
        pipeline: PipelineFile, devices: NameTable, kinds: NameTable, rejectsKept: [Int], kindsOfDevices: [ExactText: String],
        plan: MemoryPlan? = nil
    ) {
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
        self.plan = plan
        mostFixes = plan?.mostFixes ?? DeviceDay.mostFixes
        largeRows = plan?.largeRows ?? Int.max
    }

    // MARK: A part

    /// Makes a part of a day: in one pass over its rows, or in some where they are many.
    ///
    /// - Returns: Device-days in the order of their ids; a very large one in a value of its own.
    /// - Throws: `GivenUp`; `RunProblem` where rows that wait cannot be read.
    mutating func make(_ calendarDay: CalendarDay, _ part: PartToMake) throws -> [DayPart] {
        let rows = part.rows
        guard let plan, let survey = part.survey else {
            return [try make(calendarDay, rows: try rows.indices.map(rows.load), only: nil)]
        }
        var made: [DayPart] = [begin(calendarDay)]
        for pass in plan.passes(over: survey) {
            try heedSignal()
            if plan.isAlone(pass, in: survey) {
                if !made[made.count - 1].devices.isEmpty { made.append(begin(calendarDay, isAnew: false)) }
                try makeAlone(survey.devices[pass.lowerBound], rows, into: &made[made.count - 1])
                if pass.upperBound < survey.devices.count { made.append(begin(calendarDay, isAnew: false)) }
            } else {
                let parcels = try self.rows(of: Set(survey.devices[pass].map(\.device)), in: rows)
                try make(parcels, only: nil, into: &made[made.count - 1])
            }
        }
        return made
    }

    /// Makes a part of a day from rows in memory.
    ///
    /// - Parameter rows: Packed rows in the order of file and sequence.
    /// - Parameter only: The one device that is wanted; nil for all.
    mutating func make(_ calendarDay: CalendarDay, rows parcels: [PackedRows], only: String?) throws -> DayPart {
        var part = begin(calendarDay)
        try make(parcels, only: only, into: &part)
        return part
    }

    /// - Parameter isAnew: Whether the part begins here; rejects are those of a part, however many passes it takes.
    private mutating func begin(_ calendarDay: CalendarDay, isAnew: Bool = true) -> DayPart {
        kindNames = kinds.all.map { $0.isEmpty ? nil : pipeline.kind(of: $0) }
        day.day = calendarDay
        if isAnew { day.firstLines = trace == nil ? FirstLines(limits: rejectsKept) : nil }
        var part = DayPart(day: calendarDay, start: pipeline.zone.start(of: calendarDay))
        part.fixes.columns = storedColumns
        return part
    }

    private mutating func make(_ parcels: [PackedRows], only: String?, into part: inout DayPart) throws {
        let names = devices.all
        let (rows, ranges) = devicesInOrder.place(parcels, names: names)
        for (device, range) in ranges {
            try heedSignal()
            let name = names[Int(device)]
            if let only, ExactText(name) != ExactText(only) { continue }
            begin(name, rows: range.count)
            take(rows[range])
            try finish(rows: range.count, into: &part)
        }
        // Rows point into the parcels.
        withExtendedLifetime(parcels) {}
    }

    /// A device-day so large that its rows go from the temporary file straight into columns.
    private mutating func makeAlone(
        _ device: (device: UInt32, rows: Int), _ rows: PartRows, into part: inout DayPart
    ) throws {
        begin(devices.name(of: device.device), rows: device.rows)
        try forEachRow(of: rows) { row, parcel in
            if row.device == device.device { take(row, file: parcel.file) }
        }
        try finish(rows: device.rows, into: &part)
    }

    /// Whose rows a part has.
    func survey(_ rows: PartRows) throws -> PartSurvey {
        var counts: [UInt32: Int] = [:]
        for i in rows.indices {
            try heedSignal()
            let bytes = try rows.load(i)
            var (offset, last, count) = (0, UInt32.max, 0)
            while offset < bytes.count {
                let row = PackedRow(bytes.bytes, at: offset)
                if row.device != last {
                    if count > 0 { counts[last, default: 0] += count }
                    (last, count) = (row.device, 0)
                }
                count += 1
                offset += row.length
            }
            if count > 0 { counts[last, default: 0] += count }
        }
        let names = devices.all
        let sorted = counts.sorted {
            names[Int($0.key)].utf8.lexicographicallyPrecedes(names[Int($1.key)].utf8)
        }
        let largest = sorted.max { $0.value < $1.value }.map { names[Int($0.key)] } ?? ""
        return PartSurvey(
            devices: sorted.map { ($0.key, $0.value) }, bytesOfRow: rows.bytes / max(1, rows.rows) + 1, largest: largest)
    }

    /// The rows of some devices, in their order.
    private func rows(of wanted: Set<UInt32>, in rows: PartRows) throws -> [PackedRows] {
        var parcels: [PackedRows] = []
        try forEachRow(of: rows) { row, parcel in
            guard wanted.contains(row.device) else { return }
            if parcels.last?.file != parcel.file || (parcels.last?.count ?? 0) > 1 << 20 {
                parcels.append(PackedRows(file: parcel.file))
            }
            parcels.last?.append(row)
        }
        return parcels
    }

    private func forEachRow(of rows: PartRows, _ body: (PackedRow, PackedRows) -> Void) throws {
        for i in rows.indices {
            try heedSignal()
            let parcel = try rows.load(i)
            var offset = 0
            while offset < parcel.count {
                let row = PackedRow(parcel.bytes, at: offset)
                body(row, parcel)
                offset += row.length
            }
        }
    }

    private func heedSignal() throws { if Interruption.isAsked { throw GivenUp() } }

    // MARK: One device-day

    private mutating func begin(_ device: String, rows: Int) {
        if rows > largeRows { forget() }
        day.removeAll()
        day.device = device
        day.fixes.columns = columns
        if rows > largeRows { day.fixes.reserve(min(rows, mostFixes)) }
    }

    /// Gives back memory that an ordinary device-day does not need.
    private mutating func forget() {
        var empty = DeviceDay()
        (empty.day, empty.firstLines) = (day.day, day.firstLines)
        day = empty
    }

    /// Takes in the rows in the order of rule 2.3: (time, file, line); they come in the order of file and line.
    private mutating func take(_ rows: ArraySlice<PlacedRow>) {
        var fixes = Array(rows)
        if rows.count > mostFixes || rows.contains(where: \.isReject) {
            fixes.removeAll(keepingCapacity: true)
            for row in rows {
                if row.isReject {
                    takeReject(row.row, file: row.file)
                } else if fixes.count < mostFixes {
                    fixes.append(row)
                } else {
                    takeTooMany(row.row, file: row.file)
                }
            }
        }
        fixes.orderByTime()
        day.fixes.fill(with: fixes[...])
    }

    /// Takes in a row, in whatever order of time.
    private mutating func take(_ row: PackedRow, file: UInt32) {
        if row.isReject {
            takeReject(row, file: file)
        } else if day.fixes.count < mostFixes {
            row.append(to: &day.fixes, file: file)
        } else {
            takeTooMany(row, file: file)
        }
    }

    private mutating func takeReject(_ row: PackedRow, file: UInt32) {
        guard day.count(row.reason, file: file, line: row.line, mayBeStored: row.hasTexts) else { return }
        day.keep(row.reject(file: file).reject)
    }

    private mutating func takeTooMany(_ row: PackedRow, file: UInt32) {
        guard day.count(.tooMany, file: file, line: row.line) else { return }
        let text = DeviceDay.words(row.time, row.position.latitude, row.position.longitude)
        day.keep(Reject(file: file, line: row.line, reason: .tooMany, field: "", value: "", text: text))
    }

    private mutating func finish(rows: Int, into part: inout DayPart) throws {
        var result = DeviceDayResult(device: day.device, deviceHash: NameTable.hash(day.device))
        result.rowsIn = Int64(rows)
        if let order = orderByTime(day.fixes.times, isCancelled: { Interruption.isAsked }) { day.fixes.reorder(order) }
        trace?.watch(day)
        keepOnePerTime()
        day.kind = lastKind() ?? kindsOfDevices[ExactText(day.device)]
        trace?.sawReading(day)
        if !hasConvert { day.fixes.setRounded(latitudes: day.fixes.readLatitudes, longitudes: day.fixes.readLongitudes) }
        var isSummarized = false
        for stage in stages {
            try heedSignal()
            if !isSummarized, type(of: stage).takes == .thinned {
                summarize(into: &result)
                isSummarized = true
            }
            let before = trace == nil ? nil : day
            stage.apply(to: &day)
            if let before { trace?.saw(stage, before: before, after: day) }
        }
        if !isSummarized { summarize(into: &result) }
        hand(over: &result, to: &part)
    }

    private mutating func keepOnePerTime() {
        guard let result = onePerTime(in: day.fixes, rule: pipeline.sameTime) else { return }
        // Both reasons are told from the rows before either is taken away.
        let isSame = result.keeping.indices.map { row in
            !result.keeping[row] && day.fixes.holdsTheSame(row, Int(result.kept[row]))
        }
        let keepingLater = zip(isSame, result.keeping).filter { !$0.0 }.map(\.1)
        day.reject(keeping: isSame.map { !$0 }, reason: .duplicate) { _ in ("time", "") }
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

    private mutating func hand(over result: inout DeviceDayResult, to part: inout DayPart) {
        for (file, reasons) in day.rejected {
            for (reason, count) in reasons {
                result.rejected += count
                part.files[file, default: FileCounts()].rejected += count
                part.reasons[file, default: [:]][reason, default: 0] += count
                if reason == .spike { result.spikes += count }
            }
        }
        result.rejects = day.rejects
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
        if day.fixes.count > largeRows, part.fixes.count == 0 {
            part.fixes.take(&day.fixes)
            forget()
        } else {
            part.fixes.append(day.fixes)
        }
        part.devices.append(result)
        part.limitRejects(day.firstLines)
    }
}

extension DayPart {
    /// Keeps no more rejects of a file than may be stored (rule 1.5), as soon as they are twice as many as they were.
    fileprivate mutating func limitRejects(_ lines: FirstLines?) {
        rejects += devices[devices.count - 1].rejects.count
        guard rejects > 2 * max(rejectsLeft, 5_000), let lines else { return }
        for i in devices.indices where !devices[i].rejects.isEmpty {
            devices[i].rejects.removeAll { !lines.holds(file: $0.file, line: $0.line) }
        }
        rejects = devices.reduce(0) { $0 + $1.rejects.count }
        rejectsLeft = rejects
    }
}

extension FixBatch {
    /// Takes the fixes that are stored of a device-day from it, without a copy of them.
    fileprivate mutating func take(_ other: inout FixBatch) {
        let columns = columns
        self = FixBatch()
        self.columns = columns
        swap(&times, &other.times)
        swap(&latitudes, &other.latitudes)
        swap(&longitudes, &other.longitudes)
        if columns.contains(.altitude) { swap(&altitudes, &other.altitudes) }
        if columns.contains(.speed) { swap(&speeds, &other.speeds) }
        if columns.contains(.course) { swap(&courses, &other.courses) }
        if columns.contains(.accuracy) { swap(&accuracies, &other.accuracies) }
        guard columns.contains(.extra) else { return }
        swap(&extras, &other.extras)
        swap(&extraTexts, &other.extraTexts)
    }

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
