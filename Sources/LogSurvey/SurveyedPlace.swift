import Geodesy
import Tracks

/// What positions of logs say of the coordinate system that they are in.
struct SurveyedSystem: Equatable {
    /// The line of the source; nil where it is WGS-84 and nothing is to be said.
    let line: SourceLine?
    /// For the summary.
    let words: [String]

    /// Fixes that are compared with known places.
    private static let mostFixes = 200_000

    /// - Parameters:
    ///   - fixes: Of logs whose rows do not say their system.
    ///   - isInMeters: Whether they are metres of a projection.
    init(_ fixes: [Coordinate], isInMeters: Bool, known: [KnownPlace]) {
        let systems: [CoordinateSystem] = isInMeters ? [.bd09mc, .webMercator] : [.wgs84, .gcj02, .bd09]
        let step = max(1, fixes.count / Self.mostFixes)
        let some = stride(from: 0, to: fixes.count, by: step).map { fixes[$0] }
        var words: [String] = []
        var clear: CoordinateSystem?
        if !known.isEmpty {
            let distances = SystemDistances(some, known, systems: systems)
            for i in known.indices {
                words.append(
                    "nearest fix to \(known[i].place.longitude),\(known[i].place.latitude) (\(known[i].system.name)): \(distances.words(of: i))"
                )
            }
            clear = distances.clear
            words.append(
                clear.map { "coordinate system: \($0.name), by the known places" }
                    ?? "coordinate system: the known places do not tell it")
        }
        if let clear {
            line = clear == .wgs84 ? nil : SourceLine("crs", clear.name, note: "by the known places")
        } else {
            line = Self.openLine(some, isInMeters: isInMeters)
        }
        self.words = words
    }

    /// What is asked where nothing tells the system.
    private static func openLine(_ fixes: [Coordinate], isInMeters: Bool) -> SourceLine? {
        if isInMeters {
            let decide = "whose metres they are: bd09mc of Baidu's maps, webmercator of others; --known LON,LAT tells it."
            let toDegrees = Conversion(from: .bd09mc, to: .wgs84)
            let isChinese = fixes.count { isInside(toDegrees.converted($0)) } * 2 > fixes.count
            return SourceLine("crs", isChinese ? "bd09mc" : "webmercator", decide: decide)
        }
        guard fixes.count(where: isInside) * 2 > fixes.count else { return nil }
        return SourceLine(
            "crs", "wgs84",
            decide:
                "the coordinate system; fixes lie in China, where logs are in wgs84, gcj02 (Amap, Tencent) or bd09 (Baidu). --known LON,LAT tells it."
        )
    }

    private static func isInside(_ place: Coordinate) -> Bool { place.isOnEarth && isInsideChina(place) }
}

/// The middle of fixes in WGS-84: medians, so that a few wrong ones do not move it; nil where there are none on the Earth.
func middle(of fixes: [LogTrial.Fix], system: CoordinateSystem?) -> Coordinate? {
    let step = max(1, fixes.count / 2000)
    let places = stride(from: 0, to: fixes.count, by: step).map { i in
        Conversion(from: system ?? fixes[i].system, to: .wgs84).converted(fixes[i].place)
    }.filter(\.isOnEarth)
    guard !places.isEmpty else { return nil }
    let (latitudes, longitudes) = (places.map(\.latitude).sorted(), places.map(\.longitude).sorted())
    return Coordinate(latitude: latitudes[places.count / 2], longitude: longitudes[places.count / 2])
}
