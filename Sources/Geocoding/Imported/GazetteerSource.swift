import Geodesy
import Glibc
import Options

/// `gazetteer`: the nearest populated place, of the gazetteer in the program or of an imported file.
public struct GazetteerSource: LocalSource {
    /// `gazetteer`.
    public static let name = Gazetteer.provider
    /// One sentence.
    public static let summary = "The nearest populated place, from the program itself or from a file that gazetteer import made."

    /// The file; nil for the gazetteer in the program.
    public let file: String?
    /// What must be shown with its answers.
    public let attribution: String?

    /// Reads `file`, `attribution`.
    public init(reading reader: inout OptionReader) {
        file = reader.text("file", help: "A file that trackmill gazetteer import made; without it the gazetteer in the program.")
        attribution = reader.operational { reader in
            reader.text(
                "attribution", default: ImportedFormat.attribution, help: "What reports show of where its answers come from.")
        }
    }

    /// The gazetteer of a file; nil is the one in the program.
    init(file: String?) {
        self.file = file
        attribution = ImportedFormat.attribution
    }

    /// Opens its file.
    public func opened(at path: String?) throws -> any LocalAddresses {
        guard let path else { return EmbeddedAddresses() }
        let (places, areas) = try GazetteerFileReader(path: path).content()
        return ImportedAddresses(places: places, areas: try AreaIndex(areas, path: path))
    }
}

/// The addresses of the gazetteer in the program.
struct EmbeddedAddresses: LocalAddresses {
    func address(at coordinate: Coordinate, languages: [String]) -> Address? {
        coordinate.latitude.isFinite && coordinate.longitude.isFinite ? Gazetteer.embedded.address(at: coordinate) : nil
    }
}

/// The addresses of an imported gazetteer: what the coordinate lies in where its areas know a city or less, else the nearest place.
struct ImportedAddresses: LocalAddresses {
    let places: ImportedPlaces
    let areas: AreaIndex

    /// A place farther than this is not the city that a coordinate lies in: as the gazetteer in the program has it.
    private static let farthestCityMeters = 10_000.0

    func address(at coordinate: Coordinate, languages: [String]) -> Address? {
        guard let coordinate = onEarth(coordinate) else { return nil }
        let holding = areas.areas(holding: coordinate)
        if holding.contains(where: { $0.level.map { $0 >= AreaLevel.city } ?? true }) {
            return areaAddress(holding, provider: GazetteerSource.name)
        }
        let division = Gazetteer.embedded.file.divisionMap.division(at: coordinate)
        guard let place = places.nearest(to: coordinate, in: division) else {
            return holding.isEmpty ? nil : areaAddress(holding, provider: GazetteerSource.name)
        }
        return address(near: place, of: division, seenFrom: coordinate, languages)
    }

    private func address(
        near place: SeenPlace, of division: Division, seenFrom coordinate: Coordinate, _ languages: [String]
    ) -> Address {
        let isInChina = division != .elsewhere
        let province = isInChina ? Gazetteer.embedded.file.region(Int(division.number)).province : nil
        let text = NearText(place, province: isInChina ? province : place.region.province, seenFrom: coordinate)
        let isTraditional = [.hongKong, .macau, .taiwan, .taiwanIslets].contains(division)
        let chinese = wantsChinese(languages) ? text.inChinese(isTraditional: isTraditional) : nil
        func part(_ name: PlaceName?) -> String? { chinese == nil ? name?.english : name?.chinese }
        let isCity = place.distanceMeters <= Self.farthestCityMeters && division != .mainland
        return Address(
            text: chinese ?? text.inEnglish, country: part(place.region.country), province: part(province),
            city: isCity ? part(place.name) : nil, district: nil, street: nil, provider: GazetteerSource.name,
            language: chinese == nil ? "en" : "zh", isApproximate: true, distanceMeters: place.distanceMeters)
    }

    /// Whether Chinese is wanted before English.
    private func wantsChinese(_ languages: [String]) -> Bool {
        let known = languages.map { $0.lowercased().prefix { $0 != "-" && $0 != "_" } }.first { $0 == "zh" || $0 == "en" }
        return known == "zh"
    }
}

/// The same place with its longitude within [−180°, 180°); nil when a degree is not finite or the latitude beyond ±90°.
func onEarth(_ coordinate: Coordinate) -> Coordinate? {
    guard coordinate.longitude.isFinite, coordinate.latitude.magnitude <= 90 else { return nil }
    return Coordinate(latitude: coordinate.latitude, longitude: wrappedLongitudeDegrees(coordinate.longitude))
}

/// What tells one content of a source's file from another; cheap for a gazetteer file, which knows it.
///
/// - Returns: `gazetteer-1 0123456789abcdef` or `geojson 0123456789abcdef`.
/// - Throws: `SourceFileError`.
public func contentIdentity(ofSourceFile path: String) throws -> String {
    try checkSourceFile(path)
    let file = try PlainFile(path: path)
    if try file.beginsLikeSQLite() {
        return "gazetteer-\(ImportedFormat.version) \(try GazetteerFileReader(path: path).identity())"
    }
    var hash = ContentHash()
    while true {
        let block = try file.read(1 << 20)
        guard !block.isEmpty else { return "geojson \(hash.digits)" }
        block.withUnsafeBytes { hash.add($0) }
    }
}
