import LogFormats

/// How two columns hold latitudes and longitudes.
struct CoordinateGuess: Equatable {
    /// A value of `coordinates`.
    var format = "auto"
    /// Whether decimals stand behind a comma.
    var hasComma = false
    /// Whether they are metres of a projection.
    var isInMeters = false
    /// Whether the column of latitudes holds the longitudes.
    var isSwapped = false

    /// Half the side of the square of Web Mercator, in metres, and a bit.
    private static let mostMeters = 20_037_509.0
    /// The largest degrees and minutes: 18000.00.
    private static let mostMinutes = 18_000.0
    /// Cells that are looked at.
    private static let mostRows = 500

    /// Tells it by the cells of both columns; nil where they are no positions.
    ///
    /// - Parameters:
    ///   - rows: Latitude, longitude, and cells of hemispheres, which may be empty.
    ///   - isE7: Whether a name says that they are ten-millionths of a degree.
    init?(_ rows: [(latitude: String, longitude: String, ns: String, ew: String)], isE7: Bool) {
        let filled = rows.filter { !$0.latitude.isEmpty && !$0.longitude.isEmpty }.prefix(Self.mostRows)
        guard !filled.isEmpty else { return nil }
        // Commas count only where a cell has one.
        let commas = filled.contains { $0.latitude.contains(",") || $0.longitude.contains(",") } ? [true] : [false]
        for hasComma in commas {
            self.hasComma = hasComma
            func fits(_ format: String, isSwapped: Bool = false) -> Bool {
                let good = filled.count { row in
                    let (latitude, longitude) = isSwapped ? (row.longitude, row.latitude) : (row.latitude, row.longitude)
                    return degrees(in: latitude, format: format, isLatitude: true, hasComma: hasComma, hemisphere: row.ns) != nil
                        && degrees(in: longitude, format: format, isLatitude: false, hasComma: hasComma, hemisphere: row.ew)
                            != nil
                }
                return good * 5 >= filled.count * 4
            }
            let sizes = filled.flatMap { [$0.latitude, $0.longitude] }.compactMap { number(in: $0, hasComma: hasComma) }.map(abs)
            let largest = sizes.max() ?? 0
            if isE7, fits("e7") {
                format = "e7"
                return
            }
            if fits("auto") { return }
            if largest <= Self.mostMinutes {
                if fits("auto", isSwapped: true), largest <= 180 {
                    isSwapped = true
                    return
                }
                for other in ["ddmm", "dms"] where fits(other) {
                    format = other
                    return
                }
            }
            // Few metres look like minutes and seconds in row after row.
            for other in largest > Self.mostMeters ? ["e7", "dms"] : ["dms"] where fits(other) {
                format = other
                return
            }
            if sizes.count * 5 >= filled.count * 8, largest <= Self.mostMeters, largest > Self.mostMinutes {
                isInMeters = true
                return
            }
        }
        return nil
    }
}
