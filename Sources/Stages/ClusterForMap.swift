import Options
import TrackAlgorithms
import Tracks

/// Merges points that lie close together on a map, at each zoom (rule 3.5); its work is done in phase 2.
public struct ClusterForMap: Stage {
    /// A column that keeps points apart.
    public enum Separator: String, CaseIterable, Sendable {
        /// All may merge.
        case none
        /// Points of one kind merge; one without a kind never does.
        case kind
        /// Points of one device merge.
        case device
        /// Points of devices of one group of the devices file merge; one without a group never does.
        case group
    }

    /// `cluster-for-map`.
    public static let name = "cluster-for-map"
    /// One sentence.
    public static let summary =
        "Merges points that lie close together on a map into clusters, at each zoom, with their counts by kind."

    /// What is merged.
    public let of: MapPointSource
    /// How it is merged.
    public let options: MapClusterOptions
    /// What keeps points apart.
    public let separator: Separator
    /// The outline of a marker; nil where none hides another.
    public let shape: MarkerShape?
    /// The size of a marker in pixels.
    public let sizePixels: Double
    /// The priority of a cluster.
    public let clusterPriority: Int64
    /// Local days that count, back from the last one with fixes; nil for all.
    public let lastDays: Int?

    /// Reads `of`, `zooms`, `separate-by`, `radius`, `extent`, `min-points`, `collide`, `size`, `priority`, `last`.
    public init(reading reader: inout OptionReader, context: StageContext) {
        let source = reader.choice(
            "of", default: "stays", of: MapPointSource.allCases.map(\.rawValue),
            help: "What is merged; latest is the latest fix of each device.")
        of = MapPointSource(rawValue: source) ?? .stays
        let zooms = Self.readZooms(&reader)
        let column = reader.choice(
            "separate-by", default: "none", of: Separator.allCases.map(\.rawValue),
            help: "Only points that are equal in it merge; one without a kind or group never does.")
        separator = Separator(rawValue: column) ?? .none
        let radius = reader.integer("radius", default: 40, in: 1...1_000, help: "Pixels within which points merge.")
        let extent = reader.integer(
            "extent", default: 512, in: 64...8_192, help: "Pixels that a tile is wide; 'radius' and 'size' refer to it.")
        let leastPoints = reader.integer("min-points", default: 2, in: 2...1_000, help: "So many points make a cluster.")
        let collide = reader.choice(
            "collide", default: "none", of: ["circle", "rectangle", "none"],
            help: "The outline of markers: of two that overlap and differ in 'separate-by', the one of lower priority is hidden.")
        shape = ["circle": .circle, "rectangle": .rectangle][collide]
        sizePixels = Double(
            reader.integer("size", default: 40, in: 1...1_000, help: "Pixels that a marker is wide, for 'collide'."))
        clusterPriority = Self.readPriority(&reader)
        lastDays = Self.readLast(&reader)
        options = MapClusterOptions(
            radiusPixels: Double(radius), extentPixels: Double(extent), minimumPoints: leastPoints, zooms: zooms)
        if shape != nil, separator == .none, reader.isKnown("separate-by") {
            reader.report(
                at: "collide",
                "'collide' is \(collide), but nothing is kept apart; only markers that differ in 'separate-by' hide each other.")
        }
        checkSource(&reader, context)
    }

    private static func readZooms(_ reader: inout OptionReader) -> ClosedRange<Int> {
        let text = reader.text("zooms", default: "0..16", help: "Zoom levels of the map, from 0 (the world) to 24.") ?? ""
        func level(_ text: Substring) -> Int? { text.utf8.allSatisfy { (48...57).contains($0) } ? Int(text) : nil }
        if let (from, to) = ends(of: text), let low = level(from), let high = level(to), low <= high, high <= 24 {
            return low...high
        }
        reader.report(at: "zooms", "'zooms' is '\(text)'; it may be two levels from 0 to 24, such as 3..16.")
        return 0...16
    }

    private static func readPriority(_ reader: inout OptionReader) -> Int64 {
        let text =
            reader.text("priority", default: "high", help: "Of a cluster: required (1000), high (750), low (250), or a number.")
            ?? "high"
        if let number = ["required": 1000, "high": 750, "low": 250][text] ?? Int64(text), (0...1000).contains(number) {
            return number
        }
        reader.report(at: "priority", "'priority' is '\(text)'; it may be required, high, low, or a number from 0 to 1000.")
        return 750
    }

    private static func readLast(_ reader: inout OptionReader) -> Int? {
        let day = 86_400.0
        guard
            let seconds = reader.optional(
                "last", .duration, in: day...36_500 * day,
                help: "Only what was seen so many days back from the last one with fixes.")
        else { return nil }
        if seconds / day != (seconds / day).rounded() {
            reader.report(at: "last", "'last' is \(Dimension.duration.words(seconds)); it may be whole days, such as 30 days.")
        }
        return Int(seconds / day)
    }

    private func checkSource(_ reader: inout OptionReader, _ context: StageContext) {
        let stages = [MapPointSource.stays: FindStays.name, .places: FindPlaces.name]
        guard let wanted = stages[of], !context.preceding.contains(where: { Swift.type(of: $0).name == wanted }) else { return }
        reader.report(at: "of", "cluster-for-map is of \(of.rawValue), which no \(wanted) before it finds.")
    }
}
