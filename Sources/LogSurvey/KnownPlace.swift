import Geodesy

/// A place that a device was at, as a map shows it.
public struct KnownPlace: Sendable, Equatable {
    /// Degrees in the map's system.
    public let place: Coordinate
    /// The map's system.
    public let system: CoordinateSystem

    /// Reads `LON,LAT` or `LON,LAT,SYSTEM`; nil where it is none. Maps of China show `gcj02` (Amap, Tencent) or `bd09` (Baidu).
    public init?(_ text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.filter { $0 != " " } }
        guard (2...3).contains(parts.count), let longitude = Double(parts[0]), let latitude = Double(parts[1]) else { return nil }
        place = Coordinate(latitude: latitude, longitude: longitude)
        guard place.isOnEarth else { return nil }
        guard parts.count == 3 else {
            system = .wgs84
            return
        }
        guard let system = CoordinateSystem(name: parts[2]), !system.isInMeters else { return nil }
        self.system = system
    }
}

/// How far fixes stay from known places, under each coordinate system that they may be in.
struct SystemDistances: Equatable {
    /// The systems with the distance of the nearest fix to each place, in metres, in the order of the places.
    let distances: [(system: CoordinateSystem, meters: [Double])]

    /// Fixes of the right system come as near as receivers err, buildings included.
    private static let nearMeters = 150.0
    /// Systems are 300 to 1200 m apart in China.
    private static let leadMeters = 100.0

    /// - Parameters:
    ///   - fixes: As they were read.
    ///   - systems: Those that they may be in.
    init(_ fixes: [Coordinate], _ known: [KnownPlace], systems: [CoordinateSystem]) {
        let places = known.map { Conversion(from: $0.system, to: .wgs84).converted($0.place) }
        distances = systems.map { system in
            let conversion = Conversion(from: system, to: .wgs84)
            let converted = fixes.map(conversion.converted).filter(\.isOnEarth)
            let nearest = places.map { place in converted.map { haversineMeters(from: $0, to: place) }.min() ?? .infinity }
            return (system, nearest)
        }
    }

    /// The system whose fixes come near to each place, and clearly nearer than those of any other; nil where none is.
    var clear: CoordinateSystem? {
        let worst = distances.map { (system: $0.system, meters: $0.meters.max() ?? .infinity) }.sorted { $0.meters < $1.meters }
        guard let best = worst.first, best.meters <= Self.nearMeters else { return nil }
        let next = worst.dropFirst().first?.meters ?? .infinity
        return next >= best.meters * 3 && next >= best.meters + Self.leadMeters ? best.system : nil
    }

    /// The distances to each place in words: `wgs84 512 m, gcj02 3 m, bd09 890 m`.
    func words(of place: Int) -> String {
        distances.map { "\($0.system.name) \(metersInWords($0.meters[place]))" }.joined(separator: ", ")
    }

    static func == (a: SystemDistances, b: SystemDistances) -> Bool {
        a.distances.elementsEqual(b.distances) { $0.system == $1.system && $0.meters == $1.meters }
    }
}

/// A distance as people say it.
func metersInWords(_ meters: Double) -> String {
    guard meters.isFinite else { return "nowhere near" }
    return meters < 10_000 ? "\(Int(meters.rounded())) m" : "\(Int((meters / 1000).rounded())) km"
}
