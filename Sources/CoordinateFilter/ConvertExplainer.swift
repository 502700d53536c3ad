import Geodesy
import LogFormats

/// Says why a pair of coordinates cannot be converted: what was found, what may be there, how to mend it.
struct ConvertExplainer: Sendable {
    private let options: ConvertOptions

    /// Degrees that are no degrees but look like metres of a map's plane: the least that two columns hold somewhere but next to 0°, 0°.
    private static let leastMeters = 1000.0

    init(_ options: ConvertOptions) { self.options = options }

    /// Why a line is no record.
    let misquoted =
        "a quote in it is not closed before what looks like another line, or has text behind it; put quotes round the whole cell, and double those inside."

    /// Why a line cannot be converted.
    /// - Parameter cells: Nil where the line has too few.
    func reason(_ cells: (longitude: Cell, latitude: Cell)?, columns: ConvertColumns, isFirstLine: Bool) -> String {
        guard let cells else {
            let needed = columns.second + 1
            return
                "it has too few columns: column \(needed) is to hold the \(columns.isLongitudeFirst ? "latitude" : "longitude")."
        }
        let (longitude, latitude) = (decimal(cells.longitude), decimal(cells.latitude))
        if longitude.isNaN { return noNumber("longitude", cells.longitude, isFirstLine) }
        if latitude.isNaN { return noNumber("latitude", cells.latitude, isFirstLine) }
        return reason(longitude: longitude, latitude: latitude, shown: (shown(cells.longitude), shown(cells.latitude)))
    }

    /// Why two numbers are no place.
    func reason(longitude given: Double, latitude: Double, shown: (longitude: String, latitude: String)) -> String {
        let source = options.conversion.source
        let longitude = options.wrapsLongitudes ? wrappedLongitude(given) : given
        let pair = "\(shown.longitude), \(shown.latitude)"
        if source.isInMeters {
            return options.conversion.converted(Coordinate(latitude: latitude, longitude: longitude)).isNumber
                ? "\(pair) has no place in \(options.conversion.target.name)."
                : "\(pair) lies beyond the plane of \(source.name), x and y in metres."
        }
        if abs(longitude) >= Self.leastMeters, abs(latitude) >= Self.leastMeters || latitude == 0 {
            return "\(pair) is not in degrees; it looks like metres, which --from webmercator or --from bd09mc reads."
        }
        if abs(latitude) > 90 {
            if abs(longitude) <= 90, abs(latitude) <= 180 {
                return
                    "the latitude \(shown.latitude) lies beyond ±90°; the columns look swapped: --columns gives the longitude's first."
            }
            return "the latitude \(shown.latitude) lies beyond ±90°."
        }
        if abs(longitude) > 180 {
            let wrapped = wrappedLongitude(longitude)
            let hint = wrapped == longitude ? "" : "; --wrap takes it as \(ConvertNumberText(decimals: 12).text(wrapped))"
            return "the longitude \(shown.longitude) lies beyond ±180°\(hint)."
        }
        return "\(pair) has no place in \(options.conversion.target.name)."
    }

    private func noNumber(_ name: String, _ cell: Cell, _ isFirstLine: Bool) -> String {
        if cell.isEmpty { return "the \(name) is empty." }
        let hint: String
        if isFirstLine, case .positions = options.columns {
            hint = " If this is a header, name the columns: --columns LONGITUDE,LATITUDE."
        } else {
            hint = ""
        }
        return "the \(name) \(shown(cell)) is no number.\(hint)"
    }

    /// At most 40 bytes of a cell in quotes, without control characters.
    func shown(_ cell: Cell) -> String {
        let text = String(decoding: cell.bytes.prefix(40), as: UTF8.self)
        let printable = String(
            String.UnicodeScalarView(text.unicodeScalars.map { $0.value < 32 || $0.value == 127 ? "\u{FFFD}" : $0 }))
        return "'\(printable)\(cell.count > 40 ? "…" : "")'"
    }
}

extension Coordinate {
    /// Whether both values are numbers.
    var isNumber: Bool { latitude.isFinite && longitude.isFinite }
}
