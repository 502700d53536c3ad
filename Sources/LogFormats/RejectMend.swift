import Tracks

/// Says what would mend a file whose rows are rejected for one reason.
struct RejectMend {
    let context: ReadingContext
    /// The first row with a bad text, as the file has it.
    let badText: [UInt8]
    /// The byte between cells.
    let delimiter: UInt8

    /// A sentence.
    func words(for reject: Reject) -> String {
        switch reject.reason {
        case .badTime: wordsOfTime(reject.value.split(separator: " (").first.map(String.init) ?? "")
        case .wrongColumnCount: wordsOfColumns(reject)
        case .badNumber where reject.value.contains(","):
            "Its numbers have decimal commas: 'decimal: comma' of the source reads them."
        case .noDevice where context.cells.columns["device"] == nil:
            "Its rows name no device: 'device' of the source, or {device} in 'files', does."
        case .badNumber where !wordsOfCoordinate(reject).isEmpty: wordsOfCoordinate(reject)
        case .noTime where !isTable:
            "They say no time; sentences of NMEA without a date take that of {date} in 'files' of the source."
        case .badNumber, .noPosition, .noDevice, .noTime:
            isTable ? "See 'columns' of the source: '\(reject.field)' is another column there." : ""
        case .outOfRange, .mercatorAsDegrees, .swappedLatLon: wordsOfPlace(reject)
        case .badText: wordsOfText
        case .nullIsland: "'null-island: keep' of the source keeps rows at 0,0."
        case .unknownCrs: "See 'crs' of the source."
        case .past, .tooLate, .aheadOfFile, .future: wordsOfWindow
        case .notARow where isTable:
            "A quote there is not closed or has text behind it, or the line is too long; see what writes the file."
        default: ""
        }
    }

    /// Whether the file has columns; the rows of other formats are what they are.
    private var isTable: Bool { !context.cells.columns.isEmpty }

    // MARK: Times

    private func wordsOfTime(_ value: String) -> String {
        let format = Self.timeFormats.first { isInWindow(value, $0) } ?? Self.timeFormats.first { time(of: value, $0) != nil }
        guard let format else { return "See 'time-format' of the source." }
        return "'time-format: \(format)' of the source would read it."
    }

    private func isInWindow(_ value: String, _ format: String) -> Bool {
        time(of: value, format).map { context.window.reason(for: $0) == nil } ?? false
    }

    private func time(of value: String, _ format: String) -> Int64? {
        guard let format = TimeFormat(format) else { return nil }
        let found = Array(value.utf8).withUnsafeBufferPointer { bytes in
            bytes.baseAddress.map { time(Cell($0, bytes.count), format) } ?? TimeFormat.bad
        }
        return found == TimeFormat.bad ? nil : found
    }

    private func time(_ cell: Cell, _ format: TimeFormat) -> Int64 {
        LogFormats.time(cell, format: format, zone: context.timeZone)
    }

    private static let timeFormats: [String] = {
        let dates = [
            "dd/MM/yyyy", "MM/dd/yyyy", "yyyy/MM/dd", "dd.MM.yyyy", "dd-MM-yyyy", "MM-dd-yyyy", "yyyy.MM.dd", "dd/MM/yy",
            "MM/dd/yy",
            "dd.MM.yy", "yyyyMMdd", "d/M/yyyy", "M/d/yyyy", "yyyy/M/d", "d.M.yyyy",
        ]
        let clocks = [" HH:mm:ss", " HH:mm", " HH:mm:ss.S", "THH:mm:ss", "HHmmss", " HHmmss", " H:mm:ss", " H:mm", ""]
        return ["auto", "seconds", "milliseconds", "microseconds"] + dates.flatMap { date in clocks.map { date + $0 } }
    }()

    // MARK: Columns and places

    private func wordsOfColumns(_ reject: Reject) -> String {
        let delimiter = String(UnicodeScalar(delimiter))
        let shown = delimiter == "\t" ? "tab" : delimiter
        if reject.text.hasSuffix(delimiter) {
            return "Its lines end in the delimiter '\(shown)', its header has no name there: add one to the header."
        }
        let decimalCommas = delimiter == "," ? ", or whether its numbers have decimal commas" : ""
        return "See whether '\(shown)' is its 'delimiter'\(decimalCommas), and whether its header names all columns."
    }

    /// Which `coordinates` would read the number of a reject; empty for none.
    private func wordsOfCoordinate(_ reject: Reject) -> String {
        let bytes = Array(reject.value.utf8)
        let isLatitude = reject.field == "latitude"
        let fitting = bytes.withUnsafeBufferPointer { text -> CoordinateFormat? in
            guard let start = text.baseAddress, let found = CoordinateText(Cell(start, text.count), hasCommas: false) else {
                return nil
            }
            return [.ddmm, .dms, .e7].first { format in
                let degrees = found.degrees(format, isLatitude: isLatitude, hemisphere: 0)
                return degrees.map { abs($0) <= (isLatitude ? 90 : 180) } ?? false
            }
        }
        return fitting.map { "'coordinates: \($0.rawValue)' of the source would read it." } ?? ""
    }

    private func wordsOfPlace(_ reject: Reject) -> String {
        let columns = context.cells.columns
        switch reject.reason {
        case .swappedLatLon:
            guard let latitude = columns["latitude"], let longitude = columns["longitude"] else {
                return "Latitude and longitude look swapped."
            }
            return
                "Latitude and longitude look swapped: 'columns: {latitude: \(longitude), longitude: \(latitude)}' of the source would read them."
        case .mercatorAsDegrees:
            return "Its positions are metres: 'crs: webmercator', or 'crs: bd09mc' of Baidu's, of the source would read them."
        default:
            let words = wordsOfCoordinate(reject)
            return words.isEmpty ? "See 'columns', 'coordinates' and 'crs' of the source." : words
        }
    }

    private var wordsOfText: String {
        let source = context.cells.encoding
        let names = source.isUTF8 ? fittingEncodings(badText) : []
        guard !names.isEmpty else { return "See 'encoding' of the source, which is \(source.name)." }
        return "'encoding' of the source may be \(alternatives(names))."
    }

    private var wordsOfWindow: String {
        let zone = context.zone
        let (low, high) = (zone.localText(milliseconds: context.window.low), zone.localText(milliseconds: context.window.high))
        let options = context.window.isDated ? "'late', 'files-dated-in', 'timezone'" : "'not-before', 'timezone'"
        return "The file may hold times from \(low) on, before \(high); see \(options) and 'time-format' of the source."
    }
}
