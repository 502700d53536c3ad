import Options

/// Gives stays, places and history points their addresses (rule 3.6); its work is done in phase 2, and after it over the network.
public struct Geocode: Stage {
    /// `geocode`.
    public static let name = "geocode"
    /// One sentence.
    public static let summary = "Gives stays, places and history points an address, by cells of a fixed grid."

    /// What gets addresses: `stays`, `places`, `history`.
    public let of: [String]
    /// Where they come from.
    public let sources: AddressSources
    /// BCP 47 tags, the wanted one first.
    public let languages: [String]
    /// Edge of a cell in metres.
    public let cellMeters: Double
    /// The file that keeps what was answered over the network, as the pipeline file names it; nil: beside the results.
    public let cache: String?

    /// Reads `of`, `with`, `languages`, `cell`, `cache`.
    public init(reading reader: inout OptionReader, context: StageContext) {
        of = reader.texts("of", default: ["stays", "places"], of: ["stays", "places", "history"], help: "What gets an address.")
        sources = AddressSourceReader(context.addressSources).read(&reader)
        languages = Self.readLanguages(&reader)
        cellMeters = reader.meters(
            "cell", default: 20, in: 1...10_000, help: "All points in a cell share the address of its centre.")
        cache = Self.readCache(&reader)
        for (word, type) in [("stays", FindStays.name), ("places", FindPlaces.name), ("history", PickHistory.name)]
        where reader.has("of") {
            guard of.contains(word), !context.preceding.contains(where: { Swift.type(of: $0).name == type }) else { continue }
            reader.report(at: "of", "geocode is of \(word), which no \(type) before it finds.")
        }
    }

    private static func readLanguages(_ reader: inout OptionReader) -> [String] {
        let languages = reader.texts(
            "languages", default: ["en", "zh"],
            help: "Languages of addresses, the wanted one first: en, zh, zh-Hant. A source gives the first that it knows.")
        for language in languages where language.wholeMatch(of: /[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*/) == nil {
            reader.report(at: "languages", "'languages' has '\(language)'; it may have tags such as en, zh or zh-Hant.")
        }
        return languages
    }

    private static func readCache(_ reader: inout OptionReader) -> String? {
        let node = reader.operational {
            $0.shaped(
                "cache", type: "text", default: "addresses.cache beside the results",
                help:
                    "The file that keeps what was answered over the network, so that it is asked once; several pipelines may share it."
            )
        }
        guard let node else { return nil }
        guard case .scalar(let path) = node.content, !path.trimmed.isEmpty else {
            reader.report(node.mark, "'cache' is \(node.kindInWords); it wants the path of a file.")
            return nil
        }
        return path
    }
}
