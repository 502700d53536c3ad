import Geodesy

/// Turns true positions into what a tracker logs.
struct LoggedConversions {
    // Everywhere: only devices that lie clearly inside China use these two.
    private let toGCJ02 = Conversion(from: .wgs84, to: .gcj02, shift: .everywhere)
    private let toBD09 = Conversion(from: .wgs84, to: .bd09, shift: .everywhere)

    func converted(_ coordinate: Coordinate, to system: CoordinateSystem) -> Coordinate {
        switch system {
        case .gcj02: toGCJ02.converted(coordinate)
        case .bd09: toBD09.converted(coordinate)
        default: coordinate
        }
    }
}
