import Geodesy
import Options

/// `areas`: which areas of a file a coordinate lies in.
public struct AreasSource: LocalSource {
    /// `areas`.
    public static let name = "areas"
    /// One sentence.
    public static let summary =
        "The areas that a point lies in, from polygons in GeoJSON or in a file that gazetteer import made."

    /// The file.
    public let file: String?
    /// What must be shown with its answers.
    public let attribution: String?
    private let fields: AreaFields

    /// Reads `file`, `name`, `level`, `code`, `crs`, `attribution`.
    public init(reading reader: inout OptionReader) {
        file = reader.text(
            "file", isRequired: true, help: "GeoJSON with polygons, or a file that trackmill gazetteer import made of some.")
        var fields = AreaFields()
        fields.name = reader.text(
            "name", help: "The member of a feature's properties with its name; 'name' where it is not given.")
        fields.level = reader.text(
            "level",
            help:
                "The member with its level, such as city or 5; 'level' or 'admin_level' where it is not given. Levels make the line."
        )
        fields.code = reader.text("code", help: "The member with its code; 'code' or 'adcode' where it is not given.")
        let systems = AreaFields.systems.map(\.name)
        let system = reader.choice(
            "crs", default: systems[0], of: systems,
            help: "The system that the file's positions are in; DataV's and Amap's are gcj02. A gazetteer file is wgs84 already.")
        fields.system = CoordinateSystem(name: system) ?? .wgs84
        attribution = reader.operational { reader in
            reader.text("attribution", help: "What reports show of where the areas come from, such as its licence demands.")
        }
        self.fields = fields
    }

    /// Areas of a file, with where their features say what they are.
    init(file: String, fields: AreaFields = AreaFields()) {
        self.file = file
        self.fields = fields
        attribution = nil
    }

    /// Opens its file.
    public func opened(at path: String?) throws -> any LocalAddresses {
        guard let path else { throw SourceFileError("areas wants 'file': GeoJSON with polygons.") }
        return AreaAddresses(areas: try index(at: path))
    }

    private func index(at path: String) throws -> AreaIndex {
        try checkSourceFile(path)
        let file = try PlainFile(path: path)
        guard try file.beginsLikeSQLite() else {
            var reader = AreaReader(try file.readAll(limit: AreaReader.largestFile), file: path, fields: fields)
            var rows: [AreaRow] = []
            try reader.each { rows.append($0) }
            return try AreaIndex(rows, path: path)
        }
        guard fields == AreaFields() else {
            throw SourceFileError(
                "\(path): it is a gazetteer, whose areas were read when it was made; take name, level, code and crs out of 'areas'."
            )
        }
        let areas = try GazetteerFileReader(path: path).content().areas
        guard !areas.isEmpty else {
            throw SourceFileError(
                "\(path): it is a gazetteer without areas. Import GeoJSON with polygons, or name it under 'gazetteer'.")
        }
        return try AreaIndex(areas, path: path)
    }
}

/// The addresses of areas.
struct AreaAddresses: LocalAddresses {
    let areas: AreaIndex

    func address(at coordinate: Coordinate, languages: [String]) -> Address? {
        guard let coordinate = onEarth(coordinate) else { return nil }
        let holding = areas.areas(holding: coordinate)
        return holding.isEmpty ? nil : areaAddress(holding, provider: AreasSource.name)
    }
}

/// The address of a place in some areas.
///
/// The line goes from large to small without gaps where all names are Chinese, "河北省廊坊市三河市", else from small to large with commas,
/// "Sanhe, Langfang, Hebei"; a name that stands beside itself is said once.
/// - Parameter areas: From the smallest to the largest, one or more.
func areaAddress(_ areas: [NamedArea], provider: String) -> Address {
    let names = areas.map(\.name).reduce(into: [String]()) { names, name in
        if name != names.last { names.append(name) }
    }
    let isChinese = names.allSatisfy(isHan)
    func name(_ levels: ClosedRange<Int>) -> String? { areas.first { $0.level.map(levels.contains) ?? false }?.name }
    return Address(
        text: isChinese ? names.reversed().joined() : names.joined(separator: ", "),
        country: name(1...AreaLevel.country), province: name(AreaLevel.country + 1...AreaLevel.province),
        city: name(AreaLevel.city...AreaLevel.city),
        district: name(AreaLevel.district...AreaLevel.district), street: nil, provider: provider,
        language: isChinese ? "zh" : "und", isApproximate: false, distanceMeters: nil)
}
