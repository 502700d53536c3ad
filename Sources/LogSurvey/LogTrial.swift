import Geodesy
import LogFormats
import Options
import Tracks

/// What the beginning of a log gives when it is read as a run would read it.
struct LogTrial {
    /// A fix as it was read.
    struct Fix {
        var device: UInt32
        var time: Int64
        /// Degrees, or metres of a projection.
        var place: Coordinate
        var system: CoordinateSystem
    }

    /// In the order of the log's days, at most those of the first megabytes; some of them once `thin` was called.
    private(set) var fixes: [Fix]
    /// Seconds between two fixes of a device, the median; nil where no device has two.
    let medianIntervalSeconds: Double?
    /// What reading said.
    let reading: FileReading
    /// The ids of the devices, in the order in which they came.
    let devices: [String]
    /// The kinds that rows name.
    let kinds: [String]
    /// The optional columns that its rows can fill.
    let columns: FixColumns
    /// Whether its times say no offset and are of the source's zone.
    let hasLocalTimes: Bool

    /// Unpacked bytes that are read.
    static let mostBytes = 8 << 20

    /// Reads the beginning of a log.
    ///
    /// - Parameters:
    ///   - source: Lines of a source with all that it must have.
    ///   - device: The device of every row, where no row names one.
    /// - Throws: `Problems` where the source is wrong; `FileError`.
    init(path: String, source node: Node, formats: [any LogFormat.Type], device: String?, modified: Int64, day: CalendarDay?)
        throws
    {
        let (options, problems) = sourceOptions(node, formats)
        guard problems.isEmpty else { throw Problems(problems) }
        let (first, rows) = try Self.read(path, options, device, in: .utc, day)
        let ahead = TimeZoneRules(name: "", changes: [Int64.min], offsets: [3_600_000])
        let (second, _) = try Self.read(path, options, device, in: ahead, day)
        hasLocalTimes = first.firstFix != second.firstFix
        reading = first
        columns = options.fixColumns
        fixes = rows.fixes
        medianIntervalSeconds = Self.medianInterval(of: rows.fixes)
        devices = rows.devices.all
        kinds = rows.kinds.all.filter { !$0.isEmpty }
    }

    private static func read(
        _ path: String, _ options: SourceOptions, _ device: String?, in zone: TimeZoneRules, _ day: CalendarDay?
    ) throws(FileError) -> (FileReading, TrialRows) {
        let rows = TrialRows()
        // Any time is let in: whether it fits is looked at later.
        let window = FileWindow(modified: 2_830_000_000_000, notBefore: CalendarDay.storable.lowerBound, in: .utc)
        var context = ReadingContext(
            source: options, zone: .utc, timeZone: zone, devices: rows.devices, kinds: rows.kinds, file: 0, window: window,
            device: device, wants: { _ in true }, deliver: { rows.take($0) })
        context.path = path
        context.days = day.map { $0...$0 }
        context.mostBytes = mostBytes
        let reading = try readLog(path: path, context: context)
        return (reading, rows)
    }

    /// Rows that reading rejected, by reason; a last row that was cut is none.
    var rejected: [RejectReason: Int64] {
        var counts = reading.rejected
        if reading.isCut, let cut = counts[.notARow] { counts[.notARow] = cut > 1 ? cut - 1 : nil }
        return counts
    }

    /// Leaves so many fixes, evenly: many logs are looked at in the memory of few.
    mutating func thin(to most: Int) {
        guard fixes.count > most else { return }
        let step = (fixes.count + most - 1) / most
        fixes = stride(from: 0, to: fixes.count, by: step).map { fixes[$0] }
    }

    private static func medianInterval(of fixes: [Fix]) -> Double? {
        var last: [UInt32: Int64] = [:]
        var intervals: [Int64] = []
        for fix in fixes.sorted(by: { $0.time < $1.time }) {
            if let before = last.updateValue(fix.time, forKey: fix.device), fix.time > before {
                intervals.append(fix.time - before)
            }
        }
        guard !intervals.isEmpty else { return nil }
        return Double(intervals.sorted()[intervals.count / 2]) / 1000
    }
}

/// The options of a source as a run reads them, and what is wrong with them.
func sourceOptions(_ node: Node, _ formats: [any LogFormat.Type]) -> (options: SourceOptions, problems: [Problem]) {
    var reader = OptionReader(owner: "read", node: node, file: "", mark: node.mark)
    let options = SourceOptions(reading: &reader, formats: formats, mark: node.mark)
    return (options, reader.problems)
}

/// Takes rows as they are read.
///
/// `@unchecked Sendable`: a reader wants closures that any thread may call; here the one that reads is the one that made this.
private final class TrialRows: @unchecked Sendable {
    let devices = NameTable()
    let kinds = NameTable(reserved: [""])
    private(set) var fixes: [LogTrial.Fix] = []

    func take(_ parcels: [RowParcel]) {
        for parcel in parcels {
            var at = 0
            while at < parcel.rows.count {
                let row = PackedRow(parcel.rows.bytes, at: at)
                at += row.length
                guard !row.isReject else { continue }
                fixes.append(
                    LogTrial.Fix(
                        device: row.device, time: row.time, place: Coordinate(latitude: row.latitude, longitude: row.longitude),
                        system: CoordinateSystem(rawValue: row.system) ?? .wgs84))
            }
        }
    }
}
