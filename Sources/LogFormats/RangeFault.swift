import Tracks

/// Numbers that are no degrees but metres: the least that both have anywhere but next to 0°, 0°.
private let leastMeters = 1000.0

/// Why a position beyond ±90° or ±180° is none in degrees: its numbers look like metres, like latitude and longitude swapped, or like neither.
@inline(never)
func rangeFault(_ latitude: Double, _ longitude: Double) -> RejectReason {
    let (y, x) = (abs(latitude), abs(longitude))
    // A latitude just beyond 90° is taken for an error of its number.
    if y > 95, y <= 180, x <= 90 { return .swappedLatLon }
    // What may be degrees and minutes in one number, such as 3954.44, is not taken for metres.
    let mayBeMinutes = y <= 9000 && x <= 18_000
    let areMeters = min(x, y) >= leastMeters && max(x, y) <= mercatorHalfMeters && !mayBeMinutes
    return areMeters ? .mercatorAsDegrees : .outOfRange
}
