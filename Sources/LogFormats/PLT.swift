import Options
import Tracks

/// Track files of OziExplorer, and those of Microsoft's GeoLife that look like them.
///
/// Six lines of header, of which the second names the datum; then latitude, longitude, a mark, feet, days since 1899-12-30, and, in
/// GeoLife's, date and time as text, which are exact where the days are rounded.
/// - Source: OziExplorer's help, "Track File (.plt)"; Y. Zheng et al., GeoLife GPS Trajectories 1.3, User Guide.
public struct PLT: LogFormat {
    /// The value of `format`.
    public static let name = "plt"
    /// What it is.
    public static let summary = "Track files of OziExplorer, and GeoLife's, told apart by their first line."
    /// Ends of names.
    public static let suffixes = [".plt"]

    private let device: DeviceOutsideRows

    /// Reads its options: it has none.
    public init(reading reader: inout OptionReader, of source: SourceOptions) {
        device = DeviceOutsideRows(reading: &reader, of: source, format: Self.name)
    }

    /// Altitude.
    public var fixColumns: FixColumns { [.altitude] }

    /// By its first line.
    public func recognizes(_ beginning: LogBeginning) -> Bool {
        beginning.lines.first.flatMap { Dialect(firstLine: String($0)) } != nil
    }

    /// Reads a log.
    public func read(_ log: LogFile, into rows: inout RowAssembler) throws {
        try device.check()
        var lines = TextLines(log, rows.context)
        guard var reader = try PLTReader(header: &lines, rows.context) else {
            if let damage = lines.damage { throw damage }
            return
        }
        while let line = lines.next() {
            reader.take(line, into: &rows)
            rows.flushIfFull()
        }
        if let damage = lines.damage { throw damage }
    }

    /// Who wrote it.
    enum Dialect {
        case ozi, geolife

        init?(firstLine: String) {
            let words = firstLine.lowercased()
            if words.hasPrefix("geolife trajectory") {
                self = .geolife
            } else if words.hasPrefix("oziexplorer track point file") {
                self = .ozi
            } else {
                return nil
            }
        }
    }
}

private struct PLTReader {
    let dialect: PLT.Dialect
    let context: ReadingContext
    /// Cells of the row before.
    private var before = 0

    private static let headerLines = 6
    /// Metres of a foot.
    private static let foot = 0.3048
    /// 1970-01-01 in days since 1899-12-30.
    private static let epoch = 25_569.0

    /// Reads the header; nil of an empty file.
    init?(header lines: inout TextLines, _ context: ReadingContext) throws {
        guard let first = lines.next() else { return nil }
        guard let dialect = PLT.Dialect(firstLine: first.text.text) else {
            throw Damage(what: "begins with '\(first.text.text.prefix(80))', which is no header of a PLT; nothing of it was read")
        }
        guard let datum = lines.next(), ["wgs84", "wgs-84"].contains(datum.text.text.lowercased().filter { $0 != " " }) else {
            throw Damage(
                what:
                    "is a PLT that is not in WGS 84; nothing of it was read. Convert it: gpsbabel -i ozi -f FILE -o gpx -F OUT.gpx"
            )
        }
        for _ in 2..<Self.headerLines where lines.next() == nil { break }
        (self.dialect, self.context) = (dialect, context)
    }

    mutating func take(_ line: TextLines.Line, into rows: inout RowAssembler) {
        guard !line.text.isEmpty else { return }
        let cells = PLTCells(line.text)
        // A last line without an end that has fewer cells than the others is cut; the only one may be, behind any cell that both dialects read.
        let isWhole = line.isWhole && (line.hasEnd || cells.count >= (before == 0 ? 7 : before))
        before = cells.count
        guard isWhole, cells.count >= (dialect == .geolife ? 7 : 5) else {
            return rows.reject(isWhole ? .wrongColumnCount : .notARow, line: line.number, offset: line.offset, text: line.text)
        }
        var row = FixRow(empty: Cell(line.text.start, 0))
        (row.latitude, row.longitude) = (decimal(cells[0]), decimal(cells[1]))
        row.isPositionUnreadable =
            !cells[0].isEmpty && !cells[1].isEmpty && (row.latitude.isNaN || row.longitude.isNaN)
        let feet = decimal(cells[3])
        row.altitude = feet == -777 ? .nan : feet * Self.foot
        row.time = time(cells)
        rows.takeFix(row, line: line.number, offset: line.offset, text: line.text)
    }

    /// Milliseconds since 1970 UTC; nil where the row has no time.
    private func time(_ cells: PLTCells) -> Int64? {
        if dialect == .geolife {
            let (day, clock) = (cells[5], cells[6])
            if let date = CalendarDay(day.text), clock.count == 8 {
                let milliseconds = clockTime(clock)
                if milliseconds >= 0 {
                    return context.timeZone.milliseconds(ofLocal: Int64(date.number) * 86_400_000 + Int64(milliseconds))
                }
            }
            return day.isEmpty && clock.isEmpty ? nil : TimeFormat.bad
        }
        guard !cells[4].isEmpty else { return nil }
        let days = decimal(cells[4])
        guard days.isFinite, abs(days) < 1e6 else { return TimeFormat.bad }
        // Days with seven decimals: 8.64 ms. Loggers write whole seconds, so the nearest of them is meant where it is so near.
        let milliseconds = ((days - Self.epoch) * 86_400_000).rounded()
        let second = (milliseconds / 1000).rounded() * 1000
        return context.timeZone.milliseconds(
            ofLocal: Int64(abs(milliseconds - second) <= 9 ? second : milliseconds.rounded(.down)))
    }

    /// `hh:mm:ss` in milliseconds; negative where it is none.
    private func clockTime(_ cell: Cell) -> Int32 {
        guard cell.start[2] == 58, cell.start[5] == 58, let hour = digits(cell, 0, 2), let minute = digits(cell, 3, 2),
            let second = digits(cell, 6, 2), hour < 24, minute < 60, second < 61
        else { return -1 }
        return Int32((hour * 3600 + minute * 60 + second) * 1000)
    }
}

/// The first seven cells of a row.
private struct PLTCells {
    let line: Cell
    /// Cells of the row.
    private(set) var count = 1
    private var ends: (Int, Int, Int, Int, Int, Int, Int) = (0, 0, 0, 0, 0, 0, 0)

    init(_ line: Cell) {
        self.line = line
        withUnsafeMutableBytes(of: &ends) { raw in
            let ends = raw.bindMemory(to: Int.self)
            var cell = 0
            for i in 0..<line.count where line.start[i] == 44 {
                if cell < 7 { ends[cell] = i }
                cell += 1
            }
            for last in min(cell, 7)..<7 { ends[last] = line.count }
            count = cell + 1
        }
    }

    subscript(_ cell: Int) -> Cell {
        withUnsafeBytes(of: ends) { raw in
            let ends = raw.bindMemory(to: Int.self)
            let start = cell == 0 ? 0 : min(ends[cell - 1] + 1, line.count)
            return Cell(line.start + start, max(0, ends[cell] - start))
        }
    }
}
