/// Writes realistic logs and what is true of them: `{date}.csv.gz`, one a local day, and a folder `truth`.
///
/// A day's file holds the rows received on that day of Asia/Shanghai, so late ones of the two days before too. The truth:
/// - `stays.csv`: device, place, arrived_utc, left_utc, latitude, longitude (WGS-84). Runs of good fixes at one place, split
///   where the device was silent for more than 30 minutes; the times are those of the first and the last good fix.
/// - `places.csv`: device, place, latitude, longitude, visits (its rows of `stays.csv`).
/// - `injected.csv`: file, line (the header is line 1), device, what is odd about the row (spike, inaccurate, null-island,
///   malformed, exact-duplicate, conflicting-duplicate, late, out-of-order) and the reason it is to be rejected with, if it is.
/// - `files.csv`: file, bytes, crc32 of each file made. Only files that are as they stand there are overwritten.
/// - Parameters:
///   - options: The same options give the same bytes.
///   - directory: Is made where it is missing.
///   - overwrites: Whether files that it did not make are replaced, too.
/// - Returns: What was written.
/// - Throws: `SampleProblem`: an option out of bounds, a folder that cannot be written, a file that it did not make.
/// - Complexity: O(rows) time; memory for the text of one day and the truth.
///
///     try generateSamples(SampleOptions(devices: 14, days: 7, seed: 1), into: "sample-data/logs")
public func generateSamples(_ options: SampleOptions, into directory: String, overwrites: Bool = false) throws -> SampleSummary {
    try options.check()
    guard let firstDay = CalendarDay(options.firstDay) else { return SampleSummary() }
    var made = MadeFiles(in: directory)
    let days = (0..<options.days).map { CalendarDay(number: firstDay.number + $0) }
    if !overwrites { try made.check(days.map { DayFile(day: $0).name } + SampleTruth.names) }
    try OutputFile.makeFolder(directory + "/truth")
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
        try write(file, into: directory, level: options.usedCompressionLevel, &made, &summary)
    }
    for i in logs.indices { logs[i].finish() }
    summary.goodFixes = logs.reduce(0) { $0 + $1.goodFixes }
    try truth.write(logs, into: directory, &made, &summary)
    summary.writtenBytes += try made.finish()
    return summary
}

private func write(
    _ file: DayFile, into directory: String, level: Int, _ made: inout MadeFiles, _ summary: inout SampleSummary
) throws {
    let output = try OutputFile("\(directory)/\(file.name)")
    let gzip = GzipStream(output, level: level)
    var header: [UInt8] = []
    header.append(RowWriter.header)
    try gzip.write(header)
    for text in file.hours {
        try gzip.write(text)
        summary.textBytes += text.count
    }
    try gzip.finish()
    try made.note(file.name, output)
    try output.finish()
    summary.textBytes += header.count
    summary.files += 1
    summary.rows += file.rows
    summary.writtenBytes += output.writtenBytes
}

extension CalendarDay {
    /// The day in Asia/Shanghai, which had no summer time since 1991, in milliseconds since 1970 UTC.
    fileprivate var chinaMilliseconds: Range<Int64> {
        let start = Int64(number) * 86_400_000 - 28_800_000
        return start..<start + 86_400_000
    }
}
