import Options
import Tracks

/// Sentences of receivers (NMEA 0183): those of one moment are one fix.
///
/// - Source: NMEA 0183, versions 2.0 to 4.11 (RMC, GGA, GNS, GLL, VTG, GSA, ZDA; checksums; status and quality).
public struct NMEA: LogFormat {
    /// The value of `format`.
    public static let name = "nmea"
    /// What it is.
    public static let summary = "Sentences of NMEA 0183 (RMC, GGA, GNS, GLL, VTG, GSA, ZDA); those of one moment are one fix."
    /// Ends of names.
    public static let suffixes = [".nmea", ".nma"]

    /// The least two-digit year that is of the 20th century.
    let pivot: Int
    private let device: DeviceOutsideRows

    /// Reads its options.
    public init(reading reader: inout OptionReader, of source: SourceOptions) {
        pivot = reader.integer(
            "year-pivot", default: 80, in: 0...100,
            help: "The least two-digit year that is 19.. (RMC says no century); the others are 20..; see also 'week-rollover'.")
        device = DeviceOutsideRows(reading: &reader, of: source, format: Self.name)
    }

    /// What its sentences say.
    public var fixColumns: FixColumns { [.altitude, .speed, .course, .hdop, .satellites] }

    /// Whether a line is a sentence with a right checksum.
    public func recognizes(_ beginning: LogBeginning) -> Bool {
        var starts = [Int32](repeating: 0, count: NMEASentence.mostFields)
        return starts.withUnsafeMutableBufferPointer { starts in
            beginning.lines.contains { line in
                guard line.utf8.contains(42) else { return false }
                return Array(line.utf8).withUnsafeBufferPointer { bytes in
                    guard let start = bytes.baseAddress else { return false }
                    if case .sentence = NMEASentence.find(in: Cell(start, bytes.count), starts: starts) { return true }
                    return false
                }
            }
        }
    }

    /// Reads a log.
    public func read(_ log: LogFile, into rows: inout RowAssembler) throws {
        try device.check()
        var lines = TextLines(log, rows.context)
        var reader = NMEAReader(rows.context, pivot: pivot)
        while let line = lines.next() {
            reader.take(line, into: &rows)
            rows.flushIfFull()
        }
        reader.finish(into: &rows)
        if let damage = lines.damage { throw damage }
        if !reader.hasPositions, reader.sentences > 0 {
            throw Damage(
                what:
                    "holds \(grouped(Int64(reader.sentences))) sentences of NMEA, but none of RMC, GGA, GNS or GLL: nothing says where it was"
            )
        }
    }
}
