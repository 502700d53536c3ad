/// The kinds of sample devices and how they move.
enum SampleKind: String, CaseIterable {
    case vehicle
    case pet
    case unicycle
    case bicycle
    case tricycle

    var name: String { rawValue }

    /// What some trackers write instead of the name.
    var code: String? {
        switch self {
        case .unicycle: "0"
        case .tricycle: "1"
        default: nil
        }
    }

    /// The usual speed of a trip lies in here.
    var travelMetersPerSecond: (slowest: Double, fastest: Double) {
        switch self {
        case .vehicle: (8, 15)
        case .pet: (1.0, 1.5)
        case .unicycle: (3.5, 5.5)
        case .bicycle: (3.5, 5.5)
        case .tricycle: (3, 5)
        }
    }

    /// How far the places of a device lie from its home.
    var placeMeters: (nearest: Double, farthest: Double) {
        switch self {
        case .vehicle: (2_000, 12_000)
        case .pet: (700, 1_500)
        case .unicycle: (900, 4_000)
        case .bicycle: (1_000, 5_000)
        case .tricycle: (900, 4_500)
        }
    }

    /// How far it strays around the spot where it dwells.
    var wanderMeters: Double { self == .pet ? 40 : 0 }

    /// The place it goes to most.
    var secondPlaceName: String {
        switch self {
        case .vehicle, .tricycle: "depot"
        case .pet: "park"
        case .unicycle, .bicycle: "work"
        }
    }

    /// What lies within a walk of that.
    var nearbyPlaceName: String { self == .pet ? "meadow" : "lunch" }

    var errands: Int { self == .pet ? 2 : 4 }
}
