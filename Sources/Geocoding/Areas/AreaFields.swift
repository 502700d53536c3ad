import Geodesy

/// Where a GeoJSON feature says what its area is, and in which coordinate system the file is.
public struct AreaFields: Sendable, Equatable {
    /// The member of `properties` with the name.
    public var name: String?
    /// The member with the level.
    public var level: String?
    /// The member with the code.
    public var code: String?
    /// The system that positions are in.
    public var system = CoordinateSystem.wgs84

    /// The systems that positions of areas may be in.
    public static let systems: [CoordinateSystem] = [.wgs84, .gcj02, .bd09]

    /// The usual members, in WGS-84.
    public init() {}

    /// Where nothing else is said: the members of OpenStreetMap's and DataV's files.
    var names: [String] { name.map { [$0] } ?? ["name"] }
    var levels: [String] { level.map { [$0] } ?? ["level", "admin_level"] }
    var codes: [String] { code.map { [$0] } ?? ["code", "adcode"] }
}

/// The level of an area, as OpenStreetMap's admin_level counts: the country is 2, smaller areas have higher numbers.
enum AreaLevel {
    static let country = 2
    static let province = 4
    static let city = 5
    static let district = 6
    /// All there are.
    static let range = 1...12

    private static let words = [
        "country": 2, "nation": 2, "province": 4, "state": 4, "region": 4, "city": 5, "prefecture": 5, "district": 6, "county": 6,
        "town": 8, "township": 8, "street": 8, "village": 10,
    ]

    /// The level of a word or number; nil for none.
    static func level(of text: String) -> Int? {
        if let number = Int(text) { return range.contains(number) ? number : nil }
        return words[text.lowercased()]
    }

    static var wanted: String {
        "a number from 1 to 12, or \(words.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map(\.key).joined(separator: ", "))"
    }
}
