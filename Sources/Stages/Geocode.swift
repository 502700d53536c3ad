import Options

/// Gives stays, places and history points their addresses (rule 3.6); its work is done in phase 2.
public struct Geocode: Stage {
    /// `geocode`.
    public static let name = "geocode"
    /// One sentence.
    public static let summary = "Gives stays, places and history points an address, by cells of a fixed grid."

    /// What gets addresses: `stays`, `places`, `history`.
    public let of: [String]
    /// Edge of a cell in metres.
    public let cellMeters: Double

    /// Reads `of`, `with`, `cell`.
    public init(reading reader: inout OptionReader, context: StageContext) {
        of = reader.texts("of", default: ["stays", "places"], of: ["stays", "places", "history"], help: "What gets an address.")
        let sources = reader.texts(
            "with", default: ["gazetteer"], of: ["gazetteer"], help: "Where addresses come from: gazetteer is in the program.")
        cellMeters = reader.meters(
            "cell", default: 20, in: 1...10_000, help: "All points in a cell share the address of its centre.")
        if sources.isEmpty { reader.report(at: "with", "'with' is empty; it may be [gazetteer].") }
        for (word, type) in [("stays", FindStays.name), ("places", FindPlaces.name), ("history", PickHistory.name)]
        where reader.has("of") {
            guard of.contains(word), !context.preceding.contains(where: { Swift.type(of: $0).name == type }) else { continue }
            reader.report(at: "of", "geocode is of \(word), which no \(type) before it finds.")
        }
    }
}
