import Geodesy
import Options
import Tracks

/// Turns positions of any coordinate system into WGS-84 and rounds them (rule 2.2).
public struct Convert: FixStage {
    /// `convert`.
    public static let name = "convert"
    /// One sentence.
    public static let summary =
        "Converts positions to WGS-84 from the coordinate system of each row, and rounds them to 1e-7 degrees once."
    /// A position that has no WGS-84 is a reject.
    public static let takes = FixLoss.rejects

    private let conversions: [Conversion]

    /// Reads `china-shift`, `regions`.
    public init(reading reader: inout OptionReader, context: StageContext) {
        let name = reader.choice(
            "china-shift", default: ChinaShift.outline.name, of: ChinaShift.allCases.map(\.name),
            help: "Where GCJ-02 and BD-09 differ from WGS-84: inside the outline of China, inside its box, everywhere or nowhere."
        )
        let shift = ChinaShift.allCases.first { $0.name == name } ?? .outline
        var regions = ShiftRegions.all
        if let node = reader.anything(
            "regions", type: "mapping of hong-kong, macau, taiwan to on or off", default: "all on",
            help: "Whether the shift applies in these regions, where it goes by the outline.")
        {
            regions = Self.regions(node, &reader)
        }
        conversions = CoordinateSystem.allCases.map { Conversion(from: $0, to: .wgs84, shift: shift, regions: regions) }
    }

    private static func regions(_ node: Node, _ reader: inout OptionReader) -> ShiftRegions {
        let known: [(String, ShiftRegions)] = [("hong-kong", .hongKong), ("macau", .macau), ("taiwan", .taiwan)]
        var regions = ShiftRegions.all
        guard case .mapping(let entries) = node.content else {
            reader.report(node.mark, "'regions' is \(node.kindInWords); it may be {hong-kong: off, macau: off, taiwan: off}.")
            return regions
        }
        for entry in entries {
            guard let region = known.first(where: { $0.0 == entry.key })?.1, case .scalar(let text) = entry.value.content,
                ["on", "off", "true", "false"].contains(text)
            else {
                reader.report(entry.keyMark, "'regions' may have hong-kong, macau, taiwan, each on or off; found \(entry.key).")
                continue
            }
            if text == "off" || text == "false" { regions.remove(region) }
        }
        return regions
    }

    /// Converts and rounds the positions of one device-day.
    public func apply(to day: inout DeviceDay) {
        var latitudes = day.fixes.readLatitudes
        var longitudes = day.fixes.readLongitudes
        let systems = day.fixes.systems
        if let first = systems.first, systems.allSatisfy({ $0 == first }) {
            conversions[Int(first)].convertUnlessSame(&latitudes, &longitudes)
        } else {
            for system in CoordinateSystem.allCases where system != .wgs84 && systems.contains(system.rawValue) {
                convert(rowsOf: system, systems, &latitudes, &longitudes)
            }
        }
        guard !day.fixes.setRounded(latitudes: latitudes, longitudes: longitudes) else { return }
        let isKnown = zip(latitudes, longitudes).map { isPosition($0, $1) }
        day.reject(keeping: isKnown, reason: .outOfRange) { _ in ("latitude", "no WGS-84 position") }
    }

    private func convert(
        rowsOf system: CoordinateSystem, _ systems: [UInt8], _ latitudes: inout [Double], _ longitudes: inout [Double]
    ) {
        let rows = systems.indices.filter { systems[$0] == system.rawValue }
        var some = (rows.map { latitudes[$0] }, rows.map { longitudes[$0] })
        conversions[Int(system.rawValue)].convert(latitudes: &some.0, longitudes: &some.1, count: rows.count)
        for (i, row) in rows.enumerated() { (latitudes[row], longitudes[row]) = (some.0[i], some.1[i]) }
    }
}

extension Conversion {
    fileprivate func convertUnlessSame(_ latitudes: inout [Double], _ longitudes: inout [Double]) {
        if source != target { convert(latitudes: &latitudes, longitudes: &longitudes, count: latitudes.count) }
    }
}

/// Whether degrees are a position on the Earth; NaN is none.
@inline(__always)
private func isPosition(_ latitude: Double, _ longitude: Double) -> Bool { abs(latitude) <= 90 && abs(longitude) <= 180 }

extension FixBatch {
    // Unsafe: three columns in one pass through pointers; appending took 214 instructions a row, 65 of them the cosine.
    /// Rounds positions in WGS-84 degrees into the columns that later stages see; what is no position becomes 0,0.
    ///
    /// - Returns: Whether all are positions.
    @discardableResult
    public mutating func setRounded(latitudes given: [Double], longitudes givenLongitudes: [Double]) -> Bool {
        precondition(
            given.count == count && givenLongitudes.count == count,
            "expected \(count) positions, found \(given.count) latitudes and \(givenLongitudes.count) longitudes")
        latitudes.setCount(count, 0)
        longitudes.setCount(count, 0)
        cosines.setCount(count, 0)
        var areAll = true
        latitudes.withUnsafeMutableBufferPointer { north in
            longitudes.withUnsafeMutableBufferPointer { east in
                cosines.withUnsafeMutableBufferPointer { cosines in
                    for row in north.indices {
                        let isKnown = isPosition(given[row], givenLongitudes[row])
                        if !isKnown { areAll = false }
                        north[row] = isKnown ? rounded1e7(given[row]) : 0
                        east[row] = isKnown ? rounded1e7(givenLongitudes[row]) : 0
                        cosines[row] = cosineOfLatitude(north[row])
                    }
                }
            }
        }
        return areAll
    }
}

extension Array {
    /// Becomes so long; elements that are added have a value.
    fileprivate mutating func setCount(_ count: Int, _ value: Element) {
        if count < self.count {
            removeLast(self.count - count)
        } else if count > self.count {
            append(contentsOf: repeatElement(value, count: count - self.count))
        }
    }
}
