import Options
import Tracks

/// A way that logs are written. A value: its options, read once, for one source.
///
/// To add one: a file here, a line in `BuiltIn.swift`, its test. What `format` may be, `help formats`, the reference page and the
/// order in which `format: auto` asks come from the declaration.
public protocol LogFormat: Sendable, SendableMetatype {
    /// The value of `format`: `csv`.
    static var name: String { get }
    /// What it is, in one sentence.
    static var summary: String { get }
    /// Ends of the names of its files, in small letters and without those of packing: `.csv`. Asked where no format knows the content.
    static var suffixes: [String] { get }
    /// Whether `columns` of a source say where in a row things stand. A source without a format that has `columns` is tried with these
    /// formats only.
    static var takesColumns: Bool { get }
    /// The zone of times that do not say their offset, where the source names none.
    static var timezone: String { get }

    /// Whether the format itself says the zone of its times; where not, `init` has to ask.
    static var saysTimezone: Bool { get }

    /// Reads its own options.
    ///
    /// - Parameters:
    ///   - reader: Of the source; `finish` is not called here. What must be given is not missed where the source is `isAuto`: the files may
    ///     be of another format.
    ///   - source: The options that all formats have.
    init(reading reader: inout OptionReader, of source: SourceOptions)

    /// Whether a log that begins so is surely of this format.
    func recognizes(_ beginning: LogBeginning) -> Bool

    /// The optional columns that its rows can fill; each row's hash is over these.
    var fixColumns: FixColumns { get }
    /// How its texts are encoded where no byte order mark says it.
    var encoding: TextEncoding { get }
    /// Whether its rows can name kinds.
    var namesKinds: Bool { get }
    /// How its cells are written, where it has cells.
    var cells: CellOptions { get }

    /// Reads a log: every row of it becomes a fix or a reject.
    ///
    /// - Throws: `Damage` where the rest cannot be read; what was given before stays good. A fault of one row is a reject, never thrown.
    func read(_ log: LogFile, into rows: inout RowAssembler) throws
}

extension LogFormat {
    /// None.
    public static var takesColumns: Bool { false }
    /// UTC.
    public static var timezone: String { "UTC" }
    /// It does.
    public static var saysTimezone: Bool { true }
    /// UTF-8.
    public var encoding: TextEncoding { .utf8 }
    /// None.
    public var namesKinds: Bool { false }
    /// No cells.
    public var cells: CellOptions { CellOptions() }
}
