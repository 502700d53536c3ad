import Geodesy
import Glibc
import LogFormats
import Options
import Tracks

/// A log as it was looked at: how it is to be read, and what was seen.
struct SurveyedLog {
    /// As the user named it.
    let path: String
    /// Lines of a source, without `files`, `device`, and what several logs must agree on.
    private(set) var lines: [SourceLine]
    /// Whether no row names the device.
    let needsDevice: Bool
    /// Whether its positions are metres of a projection, which it does not name.
    let isInMeters: Bool
    /// The day in its path.
    let date: DatedName?
    /// What reading its beginning gave.
    private(set) var trial: LogTrial
    /// What was seen, in words.
    private(set) var words: [String]
    /// Milliseconds since 1970 UTC of its modification.
    let modified: Int64

    /// Why a log cannot be read: the rest of a sentence behind its path.
    struct Refusal: Error {
        let words: String
        /// Whether it could not even be opened.
        var isAbsent = false
    }

    /// Looks at a log.
    ///
    /// - Parameters:
    ///   - formats: All there are, in the order in which they are asked.
    ///   - mostFixes: Fixes that are kept for what several logs tell together.
    init(path: String, formats: [any LogFormat.Type], mostFixes: Int) throws(Refusal) {
        self.path = path
        modified = try Self.modification(of: path)
        date = DatedName(in: path)
        let sample = try Self.sample(of: path)
        let known = formats.map { type in
            var reader = OptionReader(reference: type.name)
            return type.init(reading: &reader, of: SourceOptions())
        }
        let format = sample.format(among: known)
        let name = format.map { type(of: $0).name } ?? CSV.name
        var text: TextSource?
        if name == CSV.name || format.map({ type(of: $0).takesColumns }) == true {
            let foreign = sample.foreignWords(knowing: known)
            text = try Self.textSource(sample, format: name, date?.day, modified, foreign: foreign)
            lines = text?.lines ?? []
            words = text?.words ?? []
        } else {
            lines = [SourceLine("format", name)]
            words = [name]
        }
        isInMeters = text?.isInMeters == true && text?.saysSystem == false
        // Which metres they are does not matter to what is looked at first.
        let system = isInMeters ? [SourceLine("crs", CoordinateSystem.bd09mc.name)] : []
        (needsDevice, trial) = try Self.trial(path, lines + system, formats, modified: modified, day: date?.day)
        addSpeedUnit(text)
        addFirstDay()
        addFacts()
        trial.thin(to: mostFixes)
    }

    private static func modification(of path: String) throws(Refusal) -> Int64 {
        var status = stat()
        guard stat(path, &status) == 0 else {
            let isMisnamed = path.unicodeScalars.contains("\u{FFFD}")
            throw Refusal(
                words: isMisnamed
                    ? "cannot be opened: its name is no UTF-8; rename it"
                    : "cannot be opened: \(String(cString: strerror(errno)))", isAbsent: true)
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: return Int64(status.st_mtim.tv_sec) * 1000 + Int64(status.st_mtim.tv_nsec) / 1_000_000
        case S_IFDIR: throw Refusal(words: "is a folder; name the logs in it", isAbsent: true)
        default: throw Refusal(words: "is no file; name a log", isAbsent: true)
        }
    }

    private static func sample(of path: String) throws(Refusal) -> LogSample {
        let sample: LogSample
        do throws(FileError) { sample = try LogSample(path: path) } catch {
            throw Refusal(words: "cannot be opened: \(error)", isAbsent: true)
        }
        if sample.bytes.isEmpty { throw Refusal(words: sample.damage ?? "is empty; nothing tells what its rows will be") }
        return sample
    }

    /// Of a format that is told what stands where: CSV, or fields of JSON.
    private static func textSource(
        _ sample: LogSample, format: String, _ day: CalendarDay?, _ modified: Int64, foreign: String
    ) throws(Refusal) -> TextSource {
        guard sample.isText else { throw Refusal(words: foreign) }
        do throws(TextSource.Refusal) {
            return format == CSV.name
                ? try TextSource(sample, day: day, modified: modified, foreign: foreign)
                : try TextSource(sample, json: format, day: day, modified: modified, foreign: foreign)
        } catch {
            throw Refusal(words: error.words)
        }
    }

    /// Reads the beginning: without a device, and with one where no row names any.
    private static func trial(
        _ path: String, _ lines: [SourceLine], _ formats: [any LogFormat.Type], modified: Int64, day: CalendarDay?
    ) throws(Refusal) -> (Bool, LogTrial) {
        func read(_ more: [SourceLine], _ device: String?) throws -> LogTrial {
            try LogTrial(
                path: path, source: lines.node(files: "log", more), formats: formats, device: device, modified: modified, day: day
            )
        }
        do {
            let isNamed = sourceOptions(lines.node(files: "log"), formats).problems.isEmpty
            if isNamed {
                let trial = try read([], nil)
                if !trial.fixes.isEmpty { return (false, trial) }
                // A preset whose column of devices is empty.
                guard trial.reading.rejected[.noDevice, default: 0] > 0 else { throw refusal(trial) }
            }
            let trial = try read([SourceLine("device", "device")], "device")
            guard !trial.fixes.isEmpty else { throw refusal(trial) }
            return (true, trial)
        } catch let refusal as Refusal {
            throw refusal
        } catch let error as FileError {
            throw Refusal(words: "cannot be opened: \(error)", isAbsent: true)
        } catch {
            throw Refusal(words: "cannot be read: \(error)")
        }
    }

    private static func refusal(_ trial: LogTrial) -> Refusal {
        let reading = trial.reading
        return Refusal(words: reading.damage ?? reading.failure ?? "holds no row that is a fix")
    }

    // MARK: What reading tells

    private mutating func addSpeedUnit(_ text: TextSource?) {
        let fitting = trial.reading.fittingSpeedUnit
        guard let says = text?.saysSpeedUnit else { return }
        if let fitting {
            lines.removeAll { $0.key == "speed-unit" }
            lines.append(SourceLine("speed-unit", fitting, note: "by the distances and times between fixes"))
        } else if !says {
            lines.append(
                SourceLine(
                    "speed-unit", "m/s",
                    decide: "the unit of the speeds: m/s, km/h, mph or kn; too few distances between fixes tell it."))
        }
    }

    /// Clocks that were never set say 1970; whether such times are meant only their owner knows.
    private mutating func addFirstDay() {
        let standard = Int64(SourceOptions().notBefore.number) * 86_400_000
        let early = trial.fixes.count { $0.time < standard }
        guard early * 2 > trial.fixes.count, let first = trial.fixes.map(\.time).min() else { return }
        let day = TimeZoneRules.utc.day(of: first).advanced(by: -1)
        lines.append(
            SourceLine(
                "not-before", "\(day)",
                decide: "whether times before 1990 are meant; a clock that was never set says such ones."))
    }

    private mutating func addFacts() {
        let (fixes, reading) = (trial.fixes, trial.reading)
        let part = reading.isCut ? " in its first \(LogTrial.mostBytes >> 20) MB" : ""
        let devices = Set(fixes.map(\.device)).count
        var line = "\(grouped(Int64(fixes.count))) \(fixes.count == 1 ? "fix" : "fixes")"
        line += " of \(grouped(Int64(devices))) \(devices == 1 ? "device" : "devices")\(part)"
        if let seconds = trial.medianIntervalSeconds { line += ", one in \(secondsInWords(seconds))" }
        words.append(line)
        if let first = fixes.map(\.time).min(), let last = fixes.map(\.time).max() {
            words.append("from \(isoText(milliseconds: first)) to \(isoText(milliseconds: last))")
        }
        if !trial.kinds.isEmpty { words.append("kinds: \(listedNames(trial.kinds))") }
        let rejected = trial.rejected.sorted { ($1.value, $0.key.name) < ($0.value, $1.key.name) }
        if !rejected.isEmpty {
            words.append("rejected: " + rejected.map { "\(grouped($0.value)) \($0.key.name)" }.joined(separator: ", "))
        }
        if let damage = reading.damage { words.append("damaged: it \(damage)") }
        words += reading.complaints + reading.notes.filter { !$0.contains("'speed-unit'") }
    }

    /// Words that come of what several logs say together.
    mutating func add(words more: String) { words.append(more) }
}

/// A length of time as people say it.
func secondsInWords(_ seconds: Double) -> String {
    switch seconds {
    case ..<120: "\(seconds < 10 ? "\((seconds * 10).rounded() / 10)" : "\(Int(seconds.rounded()))") s"
    case ..<7200: "\(Int((seconds / 60).rounded())) min"
    default: "\(Int((seconds / 3600).rounded())) h"
    }
}
