import Geodesy

/// A line cut at ±180°, where RFC 7946 (3.1.9) wants it cut; without the parts that have no length.
///
/// A place at 180° is one at −180°, too: it is written on the side that the line comes from, so a line along that meridian is whole.
/// - Returns: Parts of two places or more, not all equal; none for a line without length.
func partsOfLine(_ places: [Coordinate]) -> [[Coordinate]] {
    guard var last = places.first else { return [] }
    var parts: [[Coordinate]] = [[last]]
    for var place in places.dropFirst() {
        if abs(place.longitude - last.longitude) > 180 {
            let border = last.longitude > 0 ? 180.0 : -180.0
            if abs(place.longitude) == 180 {
                place.longitude = border
            } else {
                let latitude = latitude(at: border, from: last, to: place)
                if last.longitude != border { parts[parts.count - 1].append(Coordinate(latitude: latitude, longitude: border)) }
                parts.append([Coordinate(latitude: latitude, longitude: -border)])
            }
        }
        parts[parts.count - 1].append(place)
        last = place
    }
    return parts.filter { part in part.contains { $0 != part[0] } }
}

/// Where the way between two places on both sides of a border crosses it.
private func latitude(at border: Double, from a: Coordinate, to b: Coordinate) -> Double {
    let east = b.longitude - a.longitude + (border > 0 ? 360 : -360)
    return a.latitude + (border - a.longitude) / east * (b.latitude - a.latitude)
}
