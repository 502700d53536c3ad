import Options
import Tracks

/// How the cells of a row are named and written: the options that formats with `columns` share.
public struct CellOptions: Sendable {
    /// The keys of `columns`.
    public static let columnKeys = [
        "device", "time", "date", "clock", "latitude", "longitude", "altitude", "speed", "course", "accuracy", "hdop",
        "satellites", "kind", "latitude-hemisphere", "longitude-hemisphere",
    ]

    /// Names of columns by key; positions where there is no header.
    public var columns: [String: String] = [:]
    /// Of a preset: what else a column may be called, by key.
    var otherNames: [String: [String]] = [:]
    /// Of a preset: the keys whose columns a log need not have.
    var optionalKeys: Set<String> = []
    /// Whether the first record names the columns.
    public var hasHeader = true
    /// What lines begin with that are no rows; empty for none.
    var comment: [UInt8] = []
    /// Whether numbers have decimal commas.
    var hasDecimalCommas = false
    /// How coordinates are written.
    var coordinates = CoordinateFormat.automatic
    /// Whether a time in an hour that comes twice is told by the order of a device's rows.
    var tellsRepeatedHourByOrder = false
    /// Further columns, kept as JSON.
    public var extra: [String] = []
    /// What one of the log's speeds is in metres per second; divided by 3.6 for km/h.
    public var speedUnit = "m/s"
    /// How texts are encoded, but where a byte order mark says it.
    public var encoding = TextEncoding.utf8
    /// The byte between cells; nil: it is told of each file.
    public var delimiter: UInt8?
    /// How times are written.
    public var timeFormat = TimeFormat.automatic

    /// No columns.
    public init() {}

    /// Reads the options.
    ///
    /// - Parameter preset: What stands for columns that are not given.
    init(reading reader: inout OptionReader, of source: SourceOptions, preset: CSVPreset? = nil) {
        readColumns(&reader, source, preset)
        extra = reader.texts("extra", help: "Further columns to keep, as a JSON object in fixes.extra.")
        for (i, name) in extra.enumerated() where extra[..<i].contains(name) {
            reader.report(at: "extra", "'extra' has '\(name)' twice; once is enough.")
        }
        speedUnit = reader.choice(
            "speed-unit", default: "m/s", of: ["m/s", "km/h", "mph", "kn"], help: "The unit of the speed column.")
        encoding = TextEncoding(reading: &reader)
        readTimeFormat(&reader)
        hasDecimalCommas =
            reader.choice(
                "decimal", default: "point", of: ["point", "comma"], help: "What stands before the decimals of numbers.")
            == "comma"
        let format = reader.choice(
            "coordinates", default: "auto", of: CoordinateFormat.allCases.map(\.rawValue),
            help: CoordinateFormat.help)
        coordinates = CoordinateFormat(rawValue: format) ?? .automatic
        tellsRepeatedHourByOrder =
            reader.choice(
                "time-of-repeated-hour", default: "first", of: ["first", "by-order"],
                help:
                    "Which a time without an offset is, in an hour that comes twice; by-order: where a device's times step back, the second has begun."
            ) == "by-order"
    }

    private mutating func readTimeFormat(_ reader: inout OptionReader) {
        let help = "\(TimeFormat.words); of a list the first that reads a time."
        guard let node = reader.anything("time-format", type: "text or list of texts", default: "auto", help: help) else {
            return
        }
        let items: [Node] = if case .sequence(let items) = node.content { items } else { [node] }
        var found: [TimeFormat] = []
        for item in items where !item.isRefused {
            guard case .scalar(let text) = item.content else {
                reader.report(
                    item.mark, "'time-format' is \(item.kindInWords); it may be \(TimeFormat.words), or a list of these.")
                continue
            }
            guard let format = TimeFormat(text) else {
                reader.report(item.mark, "'time-format' is '\(text)'; it may be \(TimeFormat.words).")
                continue
            }
            if let fault = format.fault { reader.report(item.mark, "'time-format' has \(fault).") }
            found.append(format)
        }
        if items.isEmpty { reader.report(node.mark, "'time-format' is an empty list; it may be \(TimeFormat.words).") }
        guard let last = found.last else { return }
        timeFormat = found.dropLast().reversed().reduce(last) { .either($1, or: $0) }
    }

    // MARK: Columns

    private mutating func readColumns(_ reader: inout OptionReader, _ source: SourceOptions, _ preset: CSVPreset?) {
        guard
            let node = reader.anything(
                "columns", type: "mapping of \(Self.columnKeys.joined(separator: ", ")) to column names",
                default: source.isAuto || preset != nil ? "none" : nil,
                help: "Which column of the header holds what; positions from 1 where there is no header.")
        else {
            if preset != nil, !source.isAuto { checkColumns(given: [], nil, &reader, source, preset) }
            return
        }
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
        checkColumns(given: Set(entries.map(\.key)), node.mark, &reader, source, preset)
    }

    /// Reports the columns that must be there, but for those whose own value was reported.
    private func checkColumns(
        given: Set<String>, _ mark: Mark?, _ reader: inout OptionReader, _ source: SourceOptions, _ preset: CSVPreset?
    ) {
        let given = preset.map { given.union($0.keys(beside: given)) } ?? given
        let hasTime = given.contains("time") || given.isSuperset(of: ["date", "clock"])
        var missing = ["latitude", "longitude"].filter { !given.contains($0) }
        if !hasTime { missing.append("time (or date and clock)") }
        if !given.contains("device"), !reader.has("device"), !source.pathNamesDevice { missing.append("device") }
        if !missing.isEmpty { reader.report(mark, "'columns' lacks \(missing.joined(separator: ", ")).") }
        if given.contains("time"), let other = ["date", "clock"].first(where: given.contains) {
            reader.report(mark, "'columns' has time and \(other); it wants time, or date and clock.")
        }
    }

    /// Whether the time stands in two columns.
    var hasClock: Bool { columns["time"] == nil }

    /// Whether cells must be written anew before they can be read as numbers.
    var isUnusual: Bool {
        hasDecimalCommas || (coordinates != .automatic && coordinates != .degrees) || columns["latitude-hemisphere"] != nil
            || columns["longitude-hemisphere"] != nil
    }

    /// The optional columns that rows with these cells can fill.
    var fixColumns: FixColumns {
        let all: [(String, FixColumns)] = [
            ("altitude", .altitude), ("speed", .speed), ("course", .course), ("accuracy", .accuracy), ("hdop", .hdop),
            ("satellites", .satellites),
        ]
        return all.reduce(extra.isEmpty ? [] : .extra) { columns[$1.0] == nil ? $0 : $0.union($1.1) }
    }
}

extension TextEncoding {
    /// Reads the option `encoding`.
    init(reading reader: inout OptionReader) {
        let name =
            reader.text(
                "encoding", default: "utf-8",
                help: "How texts are encoded: utf-8, utf-16, gbk, gb18030, big5, windows-1252 … A byte order mark goes before it."
            )
            ?? "utf-8"
        if let encoding = TextEncoding(name) {
            self = encoding
            return
        }
        self = .utf8
        let hint = suggestion(for: name, among: TextEncoding.common).map { " Did you mean '\($0)'?" }
        reader.report(
            at: "encoding",
            "'encoding' is '\(name)', which iconv does not know.\(hint ?? " It may be utf-8, utf-16, gbk, gb18030, big5, windows-1252 …")"
        )
    }
}
