import Geodesy

/// What can honestly be said of a coordinate near a place, with distance and direction: English "1.2 km NE of Haidian (海淀),
/// Haidian Qu (海淀区), Beijing (北京市), China", Chinese "中国北京市海淀区海淀东北 1.2 公里". Less than 5 m away it is "at" the place.
///
/// A part of the same name as the one before it is not repeated.
struct NearText {
    let place: SeenPlace
    /// What the coordinate, and so the place, lies in; nil where that is not sure.
    let province: PlaceName?
    /// Where the coordinate lies as seen from the place, in degrees clockwise from north; nil where it is the place itself.
    let bearingDegrees: Double?

    init(_ place: SeenPlace, province: PlaceName?, seenFrom coordinate: Coordinate) {
        self.place = place
        self.province = province
        bearingDegrees = place.distanceMeters < 5 ? nil : initialBearingDegrees(from: place.coordinate, to: coordinate)
    }

    private static let english = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"]
    private static let chinese = ["北", "东北", "东", "东南", "南", "西南", "西", "西北"]
    private static let traditional = ["北", "東北", "東", "東南", "南", "西南", "西", "西北"]

    /// Which of the eight directions: north from 337.5° up to 22.5°, the border to the next.
    private var direction: Int? { bearingDegrees.map { Int(($0 + 22.5) / 45) % 8 } }

    /// The place, what it lies in, and the country.
    private var parts: [PlaceName] {
        [place.name, place.region.city, province, place.region.country].compactMap(\.self).reduce(into: []) { parts, part in
            if part.english != parts.last?.english { parts.append(part) }
        }
    }

    var inEnglish: String {
        let names = parts.enumerated().map { i, part in
            part == place.region.country && i > 0 ? part.english : part.withChinese
        }
        let containers = names.joined(separator: ", ")
        guard let direction else { return "at \(containers)" }
        return "\(roundedDistance(meters: place.distanceMeters)) \(Self.english[direction]) of \(containers)"
    }

    /// nil where the place has no Chinese name; other parts without one are left out.
    ///
    /// - Parameter isTraditional: Whether the words between the names are traditional, as the names of Hong Kong, Macau and Taiwan are.
    func inChinese(isTraditional: Bool) -> String? {
        guard place.name.chinese != nil else { return nil }
        let names = parts.reversed().compactMap(\.chinese).reduce(into: [String]()) { names, name in
            if name != names.last { names.append(name) }
        }
        let line = names.joined()
        guard let direction else { return line }
        let distance = roundedDistance(meters: place.distanceMeters)
        let unit = distance.hasSuffix(" km") ? " 公里" : " 米"
        let number = distance.prefix { $0 != " " }
        return "\(line)\((isTraditional ? Self.traditional : Self.chinese)[direction]) \(number)\(unit)"
    }
}
