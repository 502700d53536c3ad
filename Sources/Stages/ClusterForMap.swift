import Options

/// Merges points that lie close together on a map, at each zoom (rule 3.5); its work is done in phase 2.
public struct ClusterForMap: Stage {
    /// `cluster-for-map`.
    public static let name = "cluster-for-map"
    /// One sentence.
    public static let summary = "Merges points that lie close together on a map into clusters, at each zoom, with their counts by kind."

    /// What is merged: `stays` or `places`.
    public let of: String
    /// Zoom levels.
    public let zooms: ClosedRange<Int>
    /// The radius of a cluster in pixels.
    public let radiusPixels: Double
    /// The edge of a tile in pixels that `radiusPixels` refers to.
    public let extentPixels: Double
    /// Points that make a cluster.
    public let leastPoints: Int
    /// Whether kinds are kept apart.
    public let isSeparatedByKind: Bool

    /// Reads `of`, `zooms`, `separate-by`, `radius`, `extent`, `min-points`.
    public init(reading reader: inout OptionReader, context: StageContext) {
        of = reader.choice("of", default: "stays", of: ["stays", "places"], help: "What is merged.")
        let text = reader.text("zooms", default: "0..16", help: "Zoom levels of the map, from 0 (the world) to 24.") ?? ""
        let parts = text.split(separator: ".", omittingEmptySubsequences: true).map { Int($0) }
        if parts.count == 2, let low = parts[0], let high = parts[1], 0 <= low, low <= high, high <= 24 {
            zooms = low...high
        } else {
            zooms = 0...16
            reader.report(at: "zooms", "'zooms' is '\(text)'; it may be two levels from 0 to 24, such as 3..16.")
        }
        let separator = reader.choice("separate-by", default: "none", of: ["none", "kind"], help: "Points of different kinds never merge.")
        isSeparatedByKind = separator == "kind"
        radiusPixels = Double(reader.integer("radius", default: 40, in: 1...1_000, help: "Pixels within which points merge."))
        extentPixels = Double(reader.integer("extent", default: 512, in: 64...8_192, help: "Pixels that a tile is wide; 'radius' refers to it."))
        leastPoints = reader.integer("min-points", default: 2, in: 2...1_000, help: "So many points make a cluster.")
        let source = of == "stays" ? FindStays.name : FindPlaces.name
        if !context.preceding.contains(where: { Swift.type(of: $0).name == source }), reader.has("of") {
            reader.report(at: "of", "cluster-for-map is of \(of), which no \(source) before it finds.")
        }
    }
}
