import Tracks

/// What reading needs to know besides the file.
public struct ReadingContext: Sendable {
    /// The options of the source.
    public var source: SourceOptions
    /// The zone of local days.
    public var zone: TimeZoneRules
    /// The zone of times without an offset.
    public var timeZone: TimeZoneRules
    /// Devices by number, shared by the run.
    public var devices: NameTable
    /// Texts of the kind column by number; number 0 is the empty text.
    public var kinds: NameTable
    /// Index of the file in the run.
    public var file: UInt32
    /// What times it may hold.
    public var window: FileWindow
    /// The device of every row; nil where a column names it.
    public var device: String?
    /// Whether rows of a day are wanted; others are only counted.
    public var wants: @Sendable (CalendarDay) -> Bool
    /// Takes rows as they are read.
    public var deliver: @Sendable ([RowParcel]) -> Void
    /// Whether the run was asked to stop: the rest of the file need not be read.
    public var isCancelled: @Sendable () -> Bool
    /// Told of each reject whose cells could be read, for `explain`; nil in a run.
    public var sawReject: (@Sendable (SeenReject) -> Void)?
    /// The file as the run names it; for formats that take something from it.
    public var path = ""
    /// The local days that its path names; nil for an undated file.
    public var days: ClosedRange<CalendarDay>?
    /// Milliseconds since 1970 UTC of its modification; 0 where it is not known.
    public var modified: Int64 = 0
    /// The zones of formats that have one of their own, by name.
    public var formatZones: [String: TimeZoneRules] = [:]
    /// Unpacked bytes that are read of it at most, for a look at it; nil in a run.
    public var mostBytes: Int?
    /// The zone of a name; nil where there is none.
    public var zoneNamed: @Sendable (String) -> TimeZoneRules? = { _ in nil }
    /// How cells are written, in the format that the file is in.
    var cells = CellOptions()
    /// The optional columns that its rows can fill.
    var fixColumns: FixColumns = []
    /// The last line that can be told: fixes and rejects hold 32 bits of its number.
    var lastLine = UInt64(UInt32.max)
    /// Whether plain rows are read in one pass; tests hold that against reading them as any others.
    var readsPlainRows = true

    /// What reading needs to know.
    public init(
        source: SourceOptions, zone: TimeZoneRules, timeZone: TimeZoneRules, devices: NameTable, kinds: NameTable, file: UInt32,
        window: FileWindow, device: String?, wants: @escaping @Sendable (CalendarDay) -> Bool,
        deliver: @escaping @Sendable ([RowParcel]) -> Void, isCancelled: @escaping @Sendable () -> Bool = { false }
    ) {
        self.source = source
        self.zone = zone
        self.timeZone = timeZone
        self.devices = devices
        self.kinds = kinds
        self.file = file
        self.window = window
        self.device = device
        self.wants = wants
        self.deliver = deliver
        self.isCancelled = isCancelled
    }
}

/// One record as a format cut it: cells by key; absent ones are empty.
struct RecordCells {
    var device: Cell
    var time: Cell
    var date: Cell
    var clock: Cell
    var latitude: Cell
    var longitude: Cell
    var system: Cell
    var kind: Cell
    /// Altitude, speed, course, accuracy, hdop, satellites.
    var numbers: (Cell, Cell, Cell, Cell, Cell, Cell)
    /// Which of the further columns holds a bad text, and the text; -1 for none.
    var badExtra = (column: -1, cell: Cell?.none)

    init(empty: Cell) {
        (device, time, date, clock) = (empty, empty, empty, empty)
        (latitude, longitude, system, kind) = (empty, empty, empty, empty)
        numbers = (empty, empty, empty, empty, empty, empty)
    }
}
