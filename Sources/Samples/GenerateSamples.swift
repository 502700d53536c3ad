import Glibc
import Reports
import Tracks

/// Writes realistic logs and what is true of them: `{date}.csv.gz`, one a local day, and a folder `truth`.
///
/// A day's file holds the rows received on that day of Asia/Shanghai, so late ones of the two days before too. Devices go their
/// ways whatever their trackers see of them: errors that drift indoors, wrong positions alone and in a row, positions of before a
/// silence, silences, irregular intervals. The truth:
/// - `{date}.csv.gz`: a line for each line of the log of that name: `what` is odd about the row (`good`: nothing), whether it is a
///   `good` fix (1 or 0), and `error_m`, how many metres its position is from where the device was; empty for rows without one.
/// - `stays.csv`: device, place, arrived_utc, left_utc, latitude, longitude (WGS-84): where the device was and when, silent or not.
/// - `places.csv`: device, place, latitude, longitude, visits (its rows of `stays.csv`).
/// - `days.csv`: device, day (of Asia/Shanghai), moved_m: how far it went between its stays.
/// - `injected.csv`: file, line (the header is line 1), device, what is odd about the row and the reason it is to be rejected with,
///   if it is. Positions that the tracker got wrong: spike (one fix), burst (2 to 6), cold-start (1 to 6 after a silence), stale (of
///   before a silence, more than 150 m off), midnight-spike (a day's first or last). On the way to the log: inaccurate, null-island,
///   malformed, exact-duplicate, conflicting-duplicate, late, out-of-order.
/// - `files.csv`: file, bytes, crc32 of each file made. Only files that are as they stand there are overwritten.
/// - Parameters:
///   - options: The same options give the same bytes.
///   - directory: Is made where it is missing.
///   - overwrites: Whether files that it did not make are replaced, too.
/// - Returns: What was written.
/// - Throws: `SampleProblem`: an option out of bounds, a folder that cannot be made, a file that it did not make. `OutputError`: a file that
///   cannot be written.
/// - Complexity: O(rows) time; memory for the text of one day and the truth.
///
///     try generateSamples(SampleOptions(devices: 14, days: 7, seed: 1), into: "sample-data/logs")
public func generateSamples(_ options: SampleOptions, into directory: String, overwrites: Bool = false) throws -> SampleSummary {
    try options.check()
    guard let firstDay = CalendarDay(options.firstDay) else { return SampleSummary() }
    let days = (0..<options.days).map(firstDay.advanced(by:))
    var made = MadeFiles(in: directory)
    if !overwrites { try made.check(days.map { DayFile(day: $0) }.flatMap { [$0.name, $0.truthName] } + SampleTruth.names) }
    try makeFolder(directory + "/truth")
    var logs = (0..<options.devices).map { DeviceLog(number: $0, options: options, firstDay: firstDay.chinaMilliseconds) }
    var file = DayFile(day: firstDay)
    var truth = SampleTruth()
    var summary = SampleSummary()
    for (number, day) in days.enumerated() {
        file = file.reuse(for: day)
        for i in logs.indices {
            logs[i].logDay(day.chinaMilliseconds, laterFiles: options.days - 1 - number, into: &file)
        }
        truth.add(file, logs)
        try write(file, level: options.usedCompressionLevel, &made, &summary)
    }
    let end = firstDay.advanced(by: options.days).chinaMilliseconds.lowerBound / 1_000
    for i in logs.indices { logs[i].finish(at: Int(end)) }
    summary.goodFixes = logs.reduce(0) { $0 + $1.goodFixes }
    try truth.write(logs, of: days, &made, &summary)
    summary.writtenBytes += try made.finish()
    return summary
}

/// Makes a folder and those above it.
private func makeFolder(_ path: String) throws {
    var made = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
        made += part + "/"
        if mkdir(made, 0o755) != 0 && errno != EEXIST { throw SampleProblem.cannotWrite(made) }
    }
}

/// Writes the log and its truth.
private func write(_ file: DayFile, level: Int, _ made: inout MadeFiles, _ summary: inout SampleSummary) throws {
    let log = try made.write([RowWriter.header.bytes] + file.hours, to: file.name, gzipLevel: level)
    let truth = try made.write([DayFile.truthHeader.bytes] + file.truthOfHours, to: file.truthName, gzipLevel: level)
    summary.textBytes += file.hours.reduce(RowWriter.header.utf8CodeUnitCount) { $0 + $1.count }
    summary.files += 1
    summary.rows += file.rows
    summary.writtenBytes += log + truth
}

extension StaticString {
    fileprivate var bytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(self)
        return bytes
    }
}

extension CalendarDay {
    /// The day in Asia/Shanghai, which had no summer time since 1991, in milliseconds since 1970 UTC.
    fileprivate var chinaMilliseconds: Range<Int64> {
        let start = Int64(number) * 86_400_000 - 28_800_000
        return start..<start + 86_400_000
    }
}
