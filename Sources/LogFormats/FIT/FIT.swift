import Options
import Tracks

/// Activity files of Garmin and others (FIT): each message `record` is a fix.
///
/// - Source: FIT Protocol (Garmin, D00001275): headers, definitions, developer fields, compressed timestamps, base types, CRC.
public struct FIT: LogFormat {
    /// The value of `format`.
    public static let name = "fit"
    /// What it is.
    public static let summary = "Activity files of Garmin and others (FIT): each message 'record' is a fix."
    /// Ends of names.
    public static let suffixes = [".fit"]

    private let device: DeviceOutsideRows

    /// Reads its options: it has none.
    public init(reading reader: inout OptionReader, of source: SourceOptions) {
        device = DeviceOutsideRows(reading: &reader, of: source, format: Self.name)
    }

    /// What its records say.
    public var fixColumns: FixColumns { [.altitude, .speed, .accuracy] }

    /// By the mark in its header.
    public func recognizes(_ beginning: LogBeginning) -> Bool { FITHeader(beginning.bytes) != nil }

    /// Reads a log: one file, or several one behind the other.
    public func read(_ log: LogFile, into rows: inout RowAssembler) throws {
        try device.check()
        var reader = FITReader(log)
        try reader.read(into: &rows)
    }
}

/// The header of a file: 12 or 14 bytes.
struct FITHeader {
    /// Bytes of the header.
    let size: Int
    /// Bytes of the messages behind it, without the checksum.
    let dataSize: Int

    init?(_ bytes: some RandomAccessCollection<UInt8>) {
        let head = Array(bytes.prefix(14))
        guard head.count >= 12, head[0] == 12 || head[0] == 14, Array(head[8..<12]) == Array(".FIT".utf8) else { return nil }
        size = Int(head[0])
        dataSize = (0..<4).reduce(0) { $0 | Int(head[4 + $1]) << (8 * $1) }
    }
}
