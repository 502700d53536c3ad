/// What can honestly be said of a coordinate near a place: "350 m from Haidian (海淀), Beijing (北京市), China".
///
/// A province or country of the same English name as the part before it is not repeated.
///
/// - Parameter province: What the coordinate lies in; nil where that is not known.
func approximateText(_ place: GazetteerPlace, province: PlaceName?) -> String {
    var parts = [place.name]
    if let province, province.english != parts.last?.english { parts.append(province) }
    var names = parts.map(\.withChinese)
    if let country = place.country, country.english != parts.last?.english { names.append(country.english) }
    return "\(roundedDistance(meters: place.distanceMeters)) from \(names.joined(separator: ", "))"
}

/// A distance to about two digits: tens of metres under 1 km, tenths under 10 km, then whole kilometres.
/// - Parameter meters: 0 or more.
func roundedDistance(meters: Double) -> String {
    let tensOfMeters = Int((meters / 10).rounded())
    if tensOfMeters < 100 { return "\(tensOfMeters * 10) m" }
    let tenthsOfKilometer = Int((meters / 100).rounded())
    if tenthsOfKilometer < 100 { return "\(tenthsOfKilometer / 10).\(tenthsOfKilometer % 10) km" }
    return "\(Int((meters / 1_000).rounded())) km"
}
