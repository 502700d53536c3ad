import Geodesy

/// The time zone whose principal city lies nearest, of the system's table; nil where there is no table.
///
/// It is a guess: zones end at borders, not halfway between cities.
/// - Parameters:
///   - place: WGS-84 degrees.
///   - table: `zone1970.tab` of the package tzdata: countries, position (±DDMM±DDDMM, ±DDMMSS±DDDMMSS), zone, comments.
func nearestZone(to place: Coordinate, in table: String) -> (name: String, meters: Double)? {
    var best: (name: String, meters: Double)?
    for line in table.split(separator: "\n") where !line.hasPrefix("#") {
        let cells = line.split(separator: "\t", omittingEmptySubsequences: false)
        guard cells.count >= 3, let city = isoPosition(cells[1]) else { continue }
        let meters = haversineMeters(from: place, to: city)
        if meters < best?.meters ?? .infinity { best = (String(cells[2]), meters) }
    }
    // The outline of China is known; all of the mainland keeps Beijing's time.
    switch ChinaRegion(holding: place) {
    case .mainland: best?.name = "Asia/Shanghai"
    case .hongKong: best?.name = "Asia/Hong_Kong"
    case .macau: best?.name = "Asia/Macau"
    case .taiwan: best?.name = "Asia/Taipei"
    case .elsewhere: break
    }
    return best
}

/// A position in ISO 6709: `+3114+12128`, `+404251-0740023`.
private func isoPosition(_ text: Substring) -> Coordinate? {
    guard let second = text.dropFirst().firstIndex(where: { $0 == "+" || $0 == "-" }) else { return nil }
    guard let latitude = degrees(text[..<second], digits: 2), let longitude = degrees(text[second...], digits: 3) else {
        return nil
    }
    return Coordinate(latitude: latitude, longitude: longitude)
}

private func degrees(_ text: Substring, digits: Int) -> Double? {
    let body = text.dropFirst()
    guard [digits + 2, digits + 4].contains(body.count), body.allSatisfy({ ("0"..."9").contains($0) }) else { return nil }
    let (first, rest) = (body.prefix(digits), body.dropFirst(digits))
    let parts = [first, rest.prefix(2), rest.dropFirst(2)].map { Double($0) ?? 0 }
    let size = parts[0] + parts[1] / 60 + parts[2] / 3600
    return text.first == "-" ? -size : size
}
