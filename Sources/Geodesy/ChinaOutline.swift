/// Where maps of China shift positions, as a list of rings for those who draw it or ask it elsewhere.
public enum ChinaOutline {
    /// The rings, the mainland first: latitude and longitude of each vertex in turn, in 1e-4 degrees, as differences from the one
    /// before.
    public static let rings: [[Int32]] = [ChinaMainlandRing.ring] + ChinaRegionRings.islands

    /// Whether a box holds places of the rectangle that no shift reaches beyond.
    public static func mayTouch(_ box: BoundingBox) -> Bool {
        let gate = ChinaGate.box
        let (south, north) = (Double(box.south) / 1e7, Double(box.north) / 1e7)
        guard south <= gate.north, north >= gate.south else { return false }
        let (west, east) = (Double(box.west) / 1e7, Double(box.east) / 1e7)
        return west <= east ? west <= gate.east && east >= gate.west : west <= gate.east || east >= gate.west
    }
}
