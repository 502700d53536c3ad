import LogFormats
import Store
import Tracks

/// The rows of one device and day, read again from the logs, with those that reading rejects.
///
/// `@unchecked Sendable`: a reader wants closures that any thread may call; here the one that reads is the one that made this.
final class DeviceRows: @unchecked Sendable {
    let devices = NameTable()
    let kinds = NameTable(reserved: [""])
    /// Rows of the part that the device is in, in the order of files.
    private(set) var parcels: [PackedRows] = []
    /// What each file that may hold rows of the day gives it now, by index.
    private(set) var shares: [Int: DayShare] = [:]
    /// Paths of files that are there and cannot be opened.
    private(set) var unreadable: [String] = []
    private let device: ExactText
    private let day: CalendarDay
    private let part: Int
    private var seen: [SeenReject] = []

    init(device: String, day: CalendarDay) {
        self.device = ExactText(device)
        self.day = day
        part = partition(ofHash: NameTable.hash(device))
    }

    /// Reads the files whose window reaches the day, those dated two days around it, and others that may hold a row which strayed.
    ///
    /// - Parameter stray: Paths of files with rows that belong to no day and name the device.
    func read(_ files: [InputFile], of pipeline: PipelineFile, strayIn stray: Set<ExactText>) {
        for (index, file) in files.enumerated() {
            let isNear = file.ownDays.map { $0.lowerBound.number - 2...$0.upperBound.number + 2 ~= day.number } ?? false
            let reaches = file.window.reaches(day, in: pipeline.zone)
            guard reaches || isNear || stray.contains(ExactText(file.path)) else { continue }
            let source = pipeline.sources[file.source]
            var context = ReadingContext(
                source: source.options, zone: pipeline.zone, timeZone: source.timeZone, devices: devices, kinds: kinds,
                file: UInt32(index), window: file.window, device: file.device, wants: { [day] in $0 == day },
                deliver: take)
            context.take(file, of: source)
            context.sawReject = see
            do {
                let share = try readLog(path: file.absolutePath, context: context).days[day]
                if let share, share.rows > 0 { shares[index] = share }
            } catch {
                unreadable.append(file.path)
            }
        }
    }

    @Sendable private func take(_ parcels: [RowParcel]) {
        self.parcels += parcels.filter { $0.day == day && $0.partition == part }.map(\.rows)
    }

    @Sendable private func see(_ reject: SeenReject) {
        if ExactText(reject.device) == device { seen.append(reject) }
    }

    /// The device's rejects of the day, and those without a readable time in files of the day, in the order of files and lines.
    func rejects(of files: [InputFile], in zone: TimeZoneRules) -> [Explanation.Row] {
        seen.filter { reject in
            guard let time = reject.time else { return files[Int(reject.reject.file)].ownDays?.contains(day) ?? true }
            return zone.day(of: time) == day
        }.map { seen in
            let reject = seen.reject
            return Explanation.Row(
                file: files[Int(reject.file)].path, line: Int(reject.line), text: reject.text, time: seen.time,
                reason: reject.reason.name, culprit: culprit(reject, files[Int(reject.file)].window, zone))
        }
    }

    /// The cell at fault, and where the time is, the times that the file may hold.
    private func culprit(_ reject: Reject, _ window: FileWindow, _ zone: TimeZoneRules) -> String {
        let cell = reject.field.isEmpty ? "" : ", \(reject.field) '\(reject.value)'"
        guard [.past, .tooLate, .aheadOfFile, .future].contains(reject.reason) else { return cell }
        let (low, high) = (zone.localText(milliseconds: window.low), zone.localText(milliseconds: window.high))
        return cell + "; the file may hold times from \(low) on, before \(high)"
    }
}

extension ReadingContext {
    /// Takes over what the folder and the source say of a file besides what all files have.
    mutating func take(_ input: InputFile, of source: Source) {
        zoneNamed = timeZoneRules(named:)
        (path, days, modified, formatZones) = (input.path, input.ownDays, input.modified, source.formatZones)
    }
}
