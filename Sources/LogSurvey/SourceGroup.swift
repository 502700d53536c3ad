import LogFormats
import Options
import Tracks

/// Logs that are read alike: a source of the pipeline file.
struct SourceGroup {
    let logs: [SurveyedLog]
    /// Where each lies, relative to the pipeline's base.
    let paths: [String]
    /// In which zone the day of every name holds the times; nil where it does not, or where a name has none.
    let fit: DateFit?
    /// Patterns that the logs match.
    let patterns: [String]
    /// The id of the device, where neither rows nor patterns name it.
    let device: String?

    /// Patterns that stand side by side; more become one.
    private static let mostPatterns = 3

    /// - Parameters:
    ///   - paths: Relative to the base, in the order of the logs.
    ///   - zones: Of the days in names, in the order in which they are taken.
    init(_ logs: [SurveyedLog], paths: [String], zones: [TimeZoneRules], patterns names: NamePatterns) {
        (self.logs, self.paths) = (logs, paths)
        let dates = paths.map { names == .none ? nil : DatedName(in: $0) }
        fit = Self.common(logs, dates, zones)
        let isDated = fit != nil
        let each = zip(paths, dates).map { path, date in
            isDated ? date?.pattern(of: path) ?? literalPattern(path) : literalPattern(path)
        }
        let needsDevice = logs.contains(where: \.needsDevice)
        var distinct: [String] = []
        for pattern in each where !distinct.contains(pattern) { distinct.append(pattern) }
        if names == .joined, distinct.count > 1, needsDevice || distinct.count > Self.mostPatterns,
            let joined = joinedPattern(distinct, takesDevice: needsDevice, clock: isDated ? nil : dates.first ?? nil),
            joined.contains("{date") == isDated
        {
            distinct = [joined]
        }
        patterns = distinct
        device = needsDevice && !distinct.allSatisfy { $0.contains("{device}") } ? Self.device(in: paths[0], dates[0]) : nil
    }

    /// The zone that fits all names, and the most that is late in it; nil where a name has no day or none fits all.
    private static func common(_ logs: [SurveyedLog], _ dates: [DatedName?], _ zones: [TimeZoneRules]) -> DateFit? {
        let all = zones.compactMap { zone -> DateFit? in
            let fits = zip(logs, dates).map { log, date in
                date.flatMap { DateFit(log.trial.fixes.map(\.time), day: $0.day, zones: [zone]) }
            }
            return fits.contains(nil) ? nil : fits.compactMap(\.self).max { $0.late < $1.late }
        }
        return all.min { $0.late < $1.late }
    }

    /// What a name says besides its day and the format: the best guess of a device's id.
    private static func device(in path: String, _ date: DatedName?) -> String {
        let start = path.utf8.lastIndex(of: 47).map { path.utf8.distance(from: path.utf8.startIndex, to: $0) + 1 } ?? 0
        var bytes = Array(path.utf8)
        if let date, date.range.lowerBound >= start {
            bytes.removeSubrange(date.range.lowerBound..<date.range.upperBound + date.clockDigits)
        }
        var name = String(decoding: bytes[min(start, bytes.count)...], as: UTF8.self)
        name = String(name.prefix { $0 != "." })
        let words = name.split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
        return words.isEmpty ? "device-1" : words
    }

    /// The lines of the source that its logs agree on.
    var lines: [SourceLine] {
        var lines = logs[0].lines
        // Where one log leaves something open, all do.
        for i in lines.indices where lines[i].decide.isEmpty {
            let key = lines[i].key
            lines[i].decide = logs.lazy.compactMap { $0.lines[key]?.decide }.first { !$0.isEmpty } ?? ""
        }
        return lines
    }

    /// The format that its logs are in.
    func format(among formats: [any LogFormat.Type]) -> (any LogFormat.Type)? {
        guard case .scalar(let name)? = logs[0].lines["format"]?.content else { return nil }
        return formats.first { $0.name == name }
    }

    /// What logs of one source must have in common.
    static func signature(of log: SurveyedLog) -> String {
        log.lines.map { "\($0.key)=\(yamlText($0.content))" }.joined(separator: "\n") + (log.needsDevice ? "\ndevice" : "")
            + (log.isInMeters ? "\nmeters" : "")
    }
}

/// One pattern that several match; nil where their folders lie at different depths.
///
/// - Parameters:
///   - takesDevice: Whether the first part in which they differ is the device.
///   - clock: A date in the names that is no day of the log, of which nothing may be the device.
func joinedPattern(_ patterns: [String], takesDevice: Bool, clock: DatedName?) -> String? {
    let all = patterns.map { $0.split(separator: "/", omittingEmptySubsequences: false).map { Array($0) } }
    guard let first = all.first, all.allSatisfy({ $0.count == first.count }) else { return nil }
    var parts: [String] = []
    var wantsDevice = takesDevice
    for i in first.indices {
        let names = all.map { $0[i] }
        guard names.contains(where: { $0 != names[0] }) else {
            parts.append(String(names[0]))
            continue
        }
        let isFile = i == first.count - 1
        let token = wantsDevice && (clock == nil || !isFile) ? "{device}" : "*"
        if token == "{device}" { wantsDevice = false }
        parts.append(joinedName(names, token: token))
    }
    return parts.joined(separator: "/")
}

/// One name that several match: what they begin and end with alike, and a token between.
private func joinedName(_ names: [[Character]], token: String) -> String {
    let shortest = names.map(\.count).min() ?? 0
    var head = (0..<shortest).first { i in names.contains { $0[i] != names[0][i] } } ?? shortest
    // A token that stands for a day stays whole, as does the id of a device: both end where a sign stands.
    while head > 0, names[0][head - 1].isLetter || names[0][head - 1].isNumber || isInBraces(names[0], head) { head -= 1 }
    var tail =
        (0..<shortest - head).first { i in names.contains { $0[$0.count - 1 - i] != names[0][names[0].count - 1 - i] } }
        ?? shortest - head
    while tail > 0 {
        let at = names[0].count - tail
        guard names[0][at].isLetter || names[0][at].isNumber || isInBraces(names[0], at) else { break }
        tail -= 1
    }
    return String(names[0][..<head]) + token + String(names[0].suffix(tail))
}

/// Whether a place in a pattern lies inside braces.
private func isInBraces(_ name: [Character], _ at: Int) -> Bool {
    let before = name[..<at]
    guard let open = before.lastIndex(of: "{") else { return false }
    return before.lastIndex(of: "}").map { $0 < open } ?? true
}
