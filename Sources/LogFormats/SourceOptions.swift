import Geodesy
import Options
import Tracks

/// A source of logs: what stands under `read` in a pipeline file.
public struct SourceOptions: Sendable {
    /// The keys of `columns`.
    public static let columnKeys = [
        "device", "time", "date", "clock", "latitude", "longitude", "altitude", "speed", "course", "accuracy", "hdop",
        "satellites", "kind",
    ]

    /// Patterns of paths, relative to the pipeline's base.
    public var files: [String] = []
    /// The zone of `{date}`; nil: the pipeline's.
    public var filesDatedIn: String?
    /// Names of columns by key.
    public var columns: [String: String] = [:]
    /// Further columns, kept as JSON.
    public var extra: [String] = []
    /// The column that names each row's coordinate system.
    public var systemColumn: String?
    /// The coordinate system of rows that name none; nil: they are rejects.
    public var system: CoordinateSystem? = .wgs84
    /// The zone of times that do not say their offset.
    public var timezone = "UTC"
    /// What one of the log's speeds is in metres per second; divided by 3.6 for km/h.
    public var speedUnit = "m/s"
    /// The device of every row; `{device}` in `files` takes it from the path.
    public var device: String?
    /// How texts are encoded, but where a byte order mark says it.
    public var encoding = TextEncoding.utf8
    /// The byte between cells.
    public var delimiter: UInt8 = 44
    /// How times are written.
    public var timeFormat = TimeFormat.automatic
    /// How much later than its time a fix may arrive, in milliseconds.
    public var late: Int64 = 0
    /// The first day an undated file may hold.
    public var notBefore = CalendarDay(number: 7305)
    /// How long a file may still grow, in milliseconds.
    public var settle: Int64 = 600_000
    /// Whether times that are off by a number of 1024 weeks are repaired (rule 1.4).
    public var repairsWeekRollover = false
    /// Whether 0,0 is kept.
    public var keepsNullIsland = false
    /// Whether every day must have a file.
    public var isRequired = false
    /// Rejects stored of each file and day.
    public var rejectsKept = 10_000
    /// Where it stands in the pipeline file.
    public var mark: Mark?

    /// Reads a source.
    public init(reading reader: inout OptionReader, mark: Mark?) {
        self.mark = mark
        files = reader.texts(
            "files", default: nil,
            help: "Paths or patterns: {date} or {date:yyyyMMdd}, * and ?; {device} where the path names it.")
        filesDatedIn = reader.text("files-dated-in", help: "The zone of {date}; the pipeline's timezone unless given.")
        _ = reader.choice(
            "format", default: "auto", of: ["auto", "csv"], help: "How the files are written: csv, which is also what auto takes."
        )
        readColumns(&reader)
        extra = reader.texts("extra", help: "Further columns to keep, as a JSON object in fixes.extra.")
        for (i, name) in extra.enumerated() where extra[..<i].contains(name) {
            reader.report(at: "extra", "'extra' has '\(name)' twice; once is enough.")
        }
        readSystem(&reader)
        timezone = reader.text("timezone", default: "UTC", help: "The zone of times that do not say their offset.") ?? "UTC"
        speedUnit = reader.choice(
            "speed-unit", default: "m/s", of: ["m/s", "km/h", "mph", "kn"], help: "The unit of the speed column.")
        device = reader.text("device", help: "The device of every row, where no column names it.")
        if let device, device.trimmed.isEmpty { reader.report(at: "device", "'device' is empty; it wants the id of a device.") }
        readEncoding(&reader)
        readDelimiter(&reader)
        readTimeFormat(&reader)
        readTimes(&reader)
        reader.finish()
    }

    private mutating func readEncoding(_ reader: inout OptionReader) {
        let name =
            reader.text(
                "encoding", default: "utf-8",
                help: "How texts are encoded: utf-8, utf-16, gbk, gb18030, big5, windows-1252 … A byte order mark goes before it."
            )
            ?? "utf-8"
        if let encoding = TextEncoding(name) {
            self.encoding = encoding
        } else {
            let hint = suggestion(for: name, among: TextEncoding.common).map { " Did you mean '\($0)'?" }
            reader.report(
                at: "encoding",
                "'encoding' is '\(name)', which iconv does not know.\(hint ?? " It may be utf-8, utf-16, gbk, gb18030, big5, windows-1252 …")"
            )
        }
    }

    private mutating func readTimeFormat(_ reader: inout OptionReader) {
        let text =
            reader.text(
                "time-format", default: "auto",
                help: "auto, seconds, milliseconds, microseconds, or a pattern such as dd/MM/yyyy HH:mm:ss.") ?? "auto"
        guard let format = TimeFormat(text) else {
            reader.report(
                at: "time-format",
                "'time-format' is '\(text)'; it may be auto, seconds, milliseconds, microseconds or a pattern such as dd/MM/yyyy HH:mm:ss."
            )
            return
        }
        timeFormat = format
        if case .pattern(let letters) = format, let fault = timePatternFault(letters) {
            reader.report(at: "time-format", "'time-format' has \(fault).")
        }
    }

    private mutating func readTimes(_ reader: inout OptionReader) {
        late = milliseconds(
            reader.seconds("late", default: 0, in: 0...31_536_000, help: "How much later than its time a fix may arrive."))
        let text = reader.text("not-before", default: "1990-01-01", help: "The first day that an undated file may hold.") ?? ""
        if let day = CalendarDay(text), CalendarDay.storable.contains(day) {
            notBefore = day
        } else {
            reader.report(
                at: "not-before", "'not-before' is '\(text)'; it may be a day from 1881-01-01 to 2059-09-18, such as 1990-01-01.")
        }
        settle = milliseconds(
            reader.seconds(
                "settle", default: 600, in: 0...2_592_000,
                help: "How long a file may still grow after its day; an undated run waits."))
        repairsWeekRollover =
            reader.choice(
                "week-rollover", default: "off", of: ["off", "repair"],
                help: "repair moves times that are off by a number of 1024 weeks.") == "repair"
        keepsNullIsland =
            reader.choice("null-island", default: "reject", of: ["reject", "keep"], help: "What happens to rows at exactly 0,0.")
            == "keep"
        isRequired = reader.flag(
            "required", default: false, help: "Whether a day without a file of this source ends the run with status 66.")
        rejectsKept = reader.integer(
            "rejects-kept", default: 10_000, in: 0...1_000_000, help: "Rejects stored of each file and day; counts are exact.")
    }

    private func milliseconds(_ seconds: Double) -> Int64 { Int64((seconds * 1000).rounded()) }

    private mutating func readColumns(_ reader: inout OptionReader) {
        guard
            let node = reader.anything(
                "columns", type: "mapping of \(Self.columnKeys.joined(separator: ", ")) to column names", default: nil,
                help: "Which column of the header holds what.")
        else { return }
        guard case .mapping(let entries) = node.content else {
            reader.report(
                node.mark, "'columns' is \(node.kindInWords); it may be {device: …, time: …, latitude: …, longitude: …}.")
            return
        }
        for entry in entries {
            guard Self.columnKeys.contains(entry.key) else {
                let hint = suggestion(for: entry.key, among: Self.columnKeys).map { " Did you mean '\($0)'?" } ?? ""
                reader.report(entry.keyMark, "'columns' has no key '\(entry.key)'.\(hint)")
                continue
            }
            guard !entry.value.isRefused else { continue }
            guard case .scalar(let text) = entry.value.content, !text.isEmpty else {
                reader.report(
                    entry.value.mark, "'columns.\(entry.key)' is \(entry.value.kindInWords); it wants the name of a column.")
                continue
            }
            // A kind may be told by what another key reads as a number.
            if let other = entries.first(where: { columns[$0.key] == text && ![$0.key, entry.key].contains("kind") })?.key {
                reader.report(
                    entry.value.mark,
                    "'columns.\(entry.key)' is '\(text)', as 'columns.\(other)' is; each wants a column of its own.")
            }
            columns[entry.key] = text
        }
        checkColumns(given: Set(entries.map(\.key)), node.mark, &reader)
    }

    /// Reports the columns that must be there, but for those whose own value was reported.
    private func checkColumns(given: Set<String>, _ mark: Mark, _ reader: inout OptionReader) {
        let hasTime = given.contains("time") || given.isSuperset(of: ["date", "clock"])
        var missing = ["latitude", "longitude"].filter { !given.contains($0) }
        if !hasTime { missing.append("time (or date and clock)") }
        let pathNamesDevice = files.allSatisfy { $0.contains("{device}") }
        if !given.contains("device"), !reader.has("device"), !pathNamesDevice { missing.append("device") }
        if !missing.isEmpty { reader.report(mark, "'columns' lacks \(missing.joined(separator: ", ")).") }
        if given.contains("time"), let other = ["date", "clock"].first(where: given.contains) {
            reader.report(mark, "'columns' has time and \(other); it wants time, or date and clock.")
        }
    }

    private mutating func readSystem(_ reader: inout OptionReader) {
        let names = CoordinateSystem.allCases.map(\.name)
        guard
            let node = reader.anything(
                "crs", type: "one of \(names.joined(separator: ", ")), or {column, default}", default: "wgs84",
                help: "The coordinate system of the positions, or the column that names it and the system of empty cells.")
        else { return }
        func named(_ node: Node) -> CoordinateSystem? {
            guard case .scalar(let text) = node.content else { return nil }
            return CoordinateSystem(name: text)
        }
        if case .mapping(let entries) = node.content {
            system = nil
            for entry in entries where !(entry.value.isRefused && ["column", "default"].contains(entry.key)) {
                if entry.key == "column", case .scalar(let text) = entry.value.content {
                    systemColumn = text
                } else if entry.key == "default", let value = named(entry.value) {
                    system = value
                } else {
                    let value = entry.value.kindInWords
                    reader.report(
                        entry.keyMark,
                        "'crs' may have a column and a default of \(names.joined(separator: ", ")); found \(entry.key): \(value)."
                    )
                }
            }
            if systemColumn == nil, node["column"] == nil {
                reader.report(node.mark, "'crs' wants a column: {column: crs, default: wgs84}.")
            }
        } else if let value = named(node) {
            system = value
        } else {
            reader.report(
                node.mark, "'crs' is \(node.kindInWords); it may be \(names.joined(separator: ", ")), or {column: …, default: …}."
            )
        }
    }

    private mutating func readDelimiter(_ reader: inout OptionReader) {
        let text = reader.text("delimiter", default: ",", help: "The character between cells; tab for a tabulator.") ?? ","
        let named = ["tab": "\t", "\\t": "\t", "comma": ",", "semicolon": ";", "space": " ", "pipe": "|"][text] ?? text
        guard named.utf8.count == 1, let byte = named.utf8.first, byte != 34, byte != 10, byte != 13 else {
            reader.report(at: "delimiter", "'delimiter' is '\(text)'; it may be one ASCII character, or tab.")
            return
        }
        delimiter = byte
    }

    /// Whether rows may be in another system than WGS-84.
    public var mayNeedConversion: Bool { systemColumn != nil || system != .wgs84 }

    /// The optional columns that its rows can fill.
    public var fixColumns: FixColumns {
        let all: [(String, FixColumns)] = [
            ("altitude", .altitude), ("speed", .speed), ("course", .course), ("accuracy", .accuracy), ("hdop", .hdop),
            ("satellites", .satellites),
        ]
        return all.reduce(extra.isEmpty ? [] : .extra) { columns[$1.0] == nil ? $0 : $0.union($1.1) }
    }
}
