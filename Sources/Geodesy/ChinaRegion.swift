/// The part of China's outline that a place lies in.
public enum ChinaRegion: UInt8, Sendable, CaseIterable {
    /// Outside the outline.
    case elsewhere
    /// Inside the outline, in none of the regions below.
    case mainland
    /// Hong Kong with its waters.
    case hongKong
    /// Macau with its waters.
    case macau
    /// Taiwan with Penghu, Kinmen and Matsu.
    case taiwan

    /// The part that holds a place: the outline and the rings that `ChinaShift.outline` and `ShiftRegions` use.
    ///
    /// - Parameter place: WGS-84 degrees within ±90° and ±180°; what is no place lies elsewhere.
    /// - Complexity: O(1), about 10 ns; the first call builds the grids, about 3 ms.
    public init(holding place: Coordinate) {
        let (latitude, longitude) = (place.latitude, place.longitude)
        if !ChinaGate.outline.contains(latitude: latitude, longitude: longitude) {
            self = .elsewhere
        } else if ChinaGate.hongKong.contains(latitude: latitude, longitude: longitude) {
            self = .hongKong
        } else if ChinaGate.macau.contains(latitude: latitude, longitude: longitude) {
            self = .macau
        } else if ChinaGate.taiwan.contains(latitude: latitude, longitude: longitude) {
            self = .taiwan
        } else {
            self = .mainland
        }
    }
}
