import Geodesy
import Options
import Tracks

/// A source of logs: what stands under `read` in a pipeline file.
public struct SourceOptions: Sendable {
    /// Patterns of paths, relative to the pipeline's base.
    public var files: [String] = []
    /// The zone of `{date}`; nil: the pipeline's.
    public var filesDatedIn: String?
    /// The column that names each row's coordinate system.
    public var systemColumn: String?
    /// The coordinate system of rows that name none; nil: they are rejects.
    public var system: CoordinateSystem? = .wgs84
    /// The zone of times that do not say their offset.
    public var timezone = "UTC"
    /// Whether the source names it.
    public var hasTimezone = false
    /// The device of every row; `{device}` in `files` takes it from the path.
    public var device: String?
    /// The kind of rows that name none.
    public var kind: String?
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
    /// Whether each file is looked at for its format.
    public var isAuto = true
    /// The formats that its files may be in, with their options; one where the source names it.
    public var formats: [any LogFormat] = []
    /// Where it stands in the pipeline file.
    public var mark: Mark?

    /// A source with every option at its default.
    public init() {}

    /// Reads a source.
    ///
    /// - Parameter formats: All there are, in the order in which they are asked.
    public init(reading reader: inout OptionReader, formats: [any LogFormat.Type] = [CSV.self], mark: Mark?) {
        self.mark = mark
        files = reader.texts(
            "files", default: nil,
            help: "Paths or patterns: {date} or {date:yyyyMMdd}, * and ?; {device} where the path names it.")
        filesDatedIn = reader.text("files-dated-in", help: "The zone of {date}; the pipeline's timezone unless given.")
        let name = reader.choice(
            "format", default: "auto", of: ["auto"] + formats.map { $0.name },
            help: "How the files are written; auto tells it of each file by its content, then by its name.")
        isAuto = name == "auto"
        readSystem(&reader)
        timezone = reader.text("timezone", default: "UTC", help: "The zone of times that do not say their offset.") ?? "UTC"
        hasTimezone = reader.has("timezone")
        device = reader.text("device", help: "The device of every row, where no column names it.")
        if let device, device.trimmed.isEmpty { reader.report(at: "device", "'device' is empty; it wants the id of a device.") }
        kind = reader.text("kind", help: "The kind of rows that name none: a text, or a name of 'kinds'.")
        if let kind, kind.trimmed.isEmpty { reader.report(at: "kind", "'kind' is empty; it wants a kind.") }
        readTimes(&reader)
        let types = formats.filter { isAuto ? $0.takesColumns || !reader.has("columns") : $0.name == name }
        readFormats(types, &reader)
        reportForeign(formats.filter { type in !types.contains { $0 == type } }, &reader)
        reader.finish()
    }

    /// Each format reads its options of a reader of its own: several may have one option.
    private mutating func readFormats(_ types: [any LogFormat.Type], _ reader: inout OptionReader) {
        for type in types {
            var own = reader
            formats.append(type.init(reading: &own, of: self))
            reader.join(own)
        }
        guard let type = types.first, !isAuto else { return }
        if !hasTimezone { timezone = type.timezone }
        if systemColumn != nil, !type.takesColumns {
            reader.report(at: "crs", "'crs' names a column, and \(type.name) has none; it wants the name of a system.")
        }
    }

    /// Reports options of formats that the source is not read with.
    private func reportForeign(_ types: [any LogFormat.Type], _ reader: inout OptionReader) {
        for type in types {
            var own = OptionReader(reference: type.name)
            _ = type.init(reading: &own, of: SourceOptions())
            for option in own.declarations where reader.takesForeign(option.name) {
                let why =
                    isAuto ? "which takes no 'columns'" : "and 'format' is \(formats.first.map { Swift.type(of: $0).name } ?? "")"
                reader.report(at: option.name, "'\(option.name)' is an option of \(type.name), \(why).")
            }
        }
    }

    /// Whether neither it nor its paths name the device: a format whose rows name none cannot be read with it.
    var namesNoDevice: Bool { device == nil && !pathNamesDevice }

    /// Whether its paths name the device.
    var pathNamesDevice: Bool { files.allSatisfy { $0.contains("{device}") } }

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

    /// Whether rows may be in another system than WGS-84.
    public var mayNeedConversion: Bool { systemColumn != nil || system != .wgs84 }

    /// Whether its rows may name kinds.
    public var mayNameKinds: Bool { kind != nil || formats.contains { $0.namesKinds } }

    /// The optional columns that its rows can fill.
    public var fixColumns: FixColumns { formats.reduce([]) { $0.union($1.fixColumns) } }

    /// How its texts are encoded, but where a byte order mark says it.
    public var encoding: TextEncoding { formats.first?.encoding ?? .utf8 }
}
