/// Whether a place lies where the shift applies.
struct ChinaGate: Sendable {
    let shift: ChinaShift
    /// The rings of the regions that are switched off.
    private let excluded: [AreaGrid]
    private let hasExcluded: Bool
    /// Present with `.outline` only, so that the other settings never build it.
    private let outline: AreaGrid?

    init(shift: ChinaShift, regions: ShiftRegions) {
        self.shift = shift
        outline = shift == .outline ? Self.outline : nil
        excluded = shift == .outline ? Self.regions.filter { !regions.contains($0.region) }.map(\.area) : []
        hasExcluded = !excluded.isEmpty
    }

    /// The rectangle of the published converters, its edges included, in degrees.
    ///
    /// - Source: `outOfChina` of eviltransform.
    static let box = (south: 0.8293, west: 72.004, north: 55.8271, east: 137.8347)

    /// China's outline with all regions.
    static let outline = AreaGrid(rings: [ChinaMainlandRing.ring] + ChinaRegionRings.islands, cellDegrees: 0.25)

    /// The regions that can be switched off.
    private static let regions: [(region: ShiftRegions, area: AreaGrid)] = [
        (.hongKong, hongKong), (.macau, macau), (.taiwan, taiwan),
    ]

    static let hongKong = AreaGrid(rings: ChinaRegionRings.hongKong, cellDegrees: 0.05)
    static let macau = AreaGrid(rings: ChinaRegionRings.macau, cellDegrees: 0.02)
    static let taiwan = AreaGrid(rings: ChinaRegionRings.taiwan, cellDegrees: 0.25)

    /// 1 where the shift applies, else 0, at a place in degrees.
    @inline(__always)
    func count(latitude: Double, longitude: Double) -> Int {
        if let outline {
            let count = outline.count(latitude: latitude, longitude: longitude)
            return hasExcluded && count == 1 ? 1 - excludedCount(latitude: latitude, longitude: longitude) : count
        }
        if shift == .everywhere { return abs(latitude) <= 90 ? 1 : 0 }
        let isInBox =
            latitude >= Self.box.south && latitude <= Self.box.north && longitude >= Self.box.west && longitude <= Self.box.east
        return shift == .box && isInBox ? 1 : 0
    }

    private func excludedCount(latitude: Double, longitude: Double) -> Int {
        excluded.contains { $0.contains(latitude: latitude, longitude: longitude) } ? 1 : 0
    }
}
