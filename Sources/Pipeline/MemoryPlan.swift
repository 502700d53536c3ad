import Glibc
import Tracks

/// How `--memory` is shared out: what SQLite keeps of the results, and the rest for rows that wait, are made and are written.
///
/// The program itself, its libraries and what the allocator holds back come on top: less than 64 MB.
public struct MemoryPlan: Sendable {
    /// The least that a run can work with, in bytes.
    public static let least: Int64 = 64_000_000

    /// Bytes of pages that SQLite may keep.
    let pageCache: Int
    /// Bytes of pages that SQLite may keep once all days are written, when no row waits any more.
    let findingsCache: Int
    /// Bytes for rows and results.
    let rows: Int
    /// Bytes that a device-day may take beyond any other; so much there is with the least memory, too.
    var mostAtOnce: Int { max(rows, Int(Self.least)) }
    /// Bytes of a fix of the device-day that is made: its columns, and what the stages need besides.
    let fixBytes: Int
    /// Bytes of a fix that waits to be written.
    let keptBytes: Int

    /// Fixes that a device-day may have.
    var mostFixes = DeviceDay.mostFixes

    /// What a thread that reads takes: the window, what is unpacked, and rows on their way.
    static let readerBytes = 8 << 20
    /// What is looked for per row to find the rows of a device.
    static let orderBytes = 20
    /// A part with more rows is looked through before it is made, and made in passes.
    var unseenRows: Int { min(200_000, rows / 400) }
    /// A device-day with more rows takes memory of its own, which is given back after it.
    var largeRows: Int { min(50_000, rows / 1600) }

    /// Shares out some bytes.
    ///
    /// - Parameters:
    ///   - memory: The bytes.
    ///   - columns: The optional columns of fixes.
    init(memory: Int64, columns: FixColumns) {
        pageCache = Int(min(64 << 20, max(1 << 20, memory / 16)))
        findingsCache = Int(min(256 << 20, max(1 << 20, memory / 4)))
        rows = max(0, Int(memory) - pageCache)
        let numbers = columns.subtracting(.extra).rawValue.nonzeroBitCount
        let stored = columns.intersection([.altitude, .speed, .course, .accuracy]).rawValue.nonzeroBitCount
        // A text of some cells takes 64 bytes with what the allocator needs.
        let extra = columns.contains(.extra) ? 72 : 0
        fixBytes = 70 + 8 * numbers + extra
        keptBytes = 16 + 8 * stored + extra
    }

    /// What making some rows takes that were not looked through, with their results.
    func bytes(toMake rows: Int, packedBytes: Int) -> Int { packedBytes + rows * (Self.orderBytes + fixBytes + keptBytes) }

    /// Rows of many devices that are made in one pass over a part.
    private func passRows(_ survey: PartSurvey) -> Int {
        max(unseenRows, rows / 8 / (Self.orderBytes + keptBytes + survey.bytesOfRow))
    }

    /// The passes over a large part: devices that follow each other, or one that has too many rows for any other to be with it.
    func passes(over survey: PartSurvey) -> [Range<Int>] {
        let most = passRows(survey)
        var passes: [Range<Int>] = []
        var (first, rows) = (0, 0)
        for (i, device) in survey.devices.enumerated() {
            if i > first, rows + device.rows > most {
                passes.append(first..<i)
                (first, rows) = (i, 0)
            }
            rows += device.rows
        }
        if first < survey.devices.count { passes.append(first..<survey.devices.count) }
        return passes
    }

    /// Whether the one device of a pass is read from its rows straight into columns.
    func isAlone(_ pass: Range<Int>, in survey: PartSurvey) -> Bool {
        pass.count == 1 && survey.devices[pass.lowerBound].rows > passRows(survey)
    }

    /// What making a part takes that was looked through, with its results.
    func bytes(toMake survey: PartSurvey) -> Int {
        var (most, kept) = (0, 0)
        for pass in passes(over: survey) {
            let rows = survey.devices[pass].reduce(0) { $0 + $1.rows }
            let largest = survey.devices[pass].reduce(0) { max($0, $1.rows) }
            let here = isAlone(pass, in: survey) ? 0 : rows * (survey.bytesOfRow + Self.orderBytes + keptBytes)
            most = max(most, kept + here + min(largest, mostFixes) * fixBytes)
            kept += min(rows, mostFixes * pass.count) * keptBytes
        }
        return max(most, kept)
    }

    /// What a part that is made takes.
    func bytes(of part: DayPart) -> Int {
        part.devices.reduce(part.fixes.count * keptBytes) { sum, device in
            sum + 600 + device.rejects.count * 350 + (device.pieces?.elements.count ?? 0) * 200 + device.history.count * 100
        }
    }

    /// What `--memory` gives so many bytes for rows, in whole 10 MB.
    static func memory(giving rows: Int) -> Int64 {
        let bytes = Int64(rows) / 15 * 16 + 16
        return max(least, (bytes + 9_999_999) / 10_000_000 * 10_000_000)
    }

    /// Shares out the memory of a run.
    init(memory: Int64, of pipeline: PipelineFile) {
        let read = pipeline.sources.reduce(FixColumns()) { $0.union($1.options.fixColumns) }
        self.init(memory: memory, columns: pipeline.fixStages.reduce(read) { $0.union(type(of: $1).fills) })
    }

    // MARK: The address space

    /// Sees to it that the process may take what it was given.
    ///
    /// - Throws: `RunProblem` where the address space has a limit (`ulimit -v`) below that.
    static func checkAddressSpace(memory: Int64, jobs: Int) throws {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit) == 0, limit.rlim_cur < UInt64(Int64.max) else { return }
        // Threads have stacks of 8 MB; the program, its libraries and what the allocator holds back the rest.
        let wanted = memory + 64_000_000 + Int64(jobs - 1) * (8 << 20) + addressSpaceInUse()
        guard Int64(limit.rlim_cur) < wanted else { return }
        let (has, wants) = (Int64(limit.rlim_cur) / 1_000_000, (wanted + 999_999) / 1_000_000)
        throw RunProblem(
            status: .noResources,
            "--memory is \(memory / 1_000_000) MB, for which the process wants an address space of \(wants) MB; its limit is \(has) MB (ulimit -v). Raise it, or give less --memory: at least \(least / 1_000_000) MB."
        )
    }

    /// Bytes of addresses that the process has taken: the first number of `/proc/self/statm`, in pages.
    private static func addressSpaceInUse() -> Int64 {
        let file = open("/proc/self/statm", O_RDONLY)
        guard file >= 0 else { return 0 }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = read(file, &bytes, bytes.count)
        let digits = bytes.prefix(max(0, count)).prefix { $0 >= 48 && $0 <= 57 }
        return digits.reduce(Int64(0)) { $0 * 10 + Int64($1 - 48) } * Int64(sysconf(Int32(_SC_PAGESIZE)))
    }
}

/// Whose rows a part has: devices in the order of their ids.
struct PartSurvey: Sendable {
    var devices: [(device: UInt32, rows: Int)]
    /// The mean of its packed rows, rounded up.
    var bytesOfRow: Int
    /// The id of the device with most rows.
    var largest: String
}
