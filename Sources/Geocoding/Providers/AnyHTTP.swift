import Geodesy
import JSON
import Options

/// Any server that answers a GET request with JSON: Photon, Pelias, one of the house.
///
/// Its URL is a template, and paths say where the parts of the address stand in the reply.
public struct AnyHTTP: NetworkSource {
    /// `http`.
    public static let name = "http"
    /// One sentence.
    public static let summary =
        "Any server that answers a GET request with JSON, such as Photon or Pelias: a URL template and paths."

    /// How often, how many at once and how long it is asked.
    public let limits: RequestLimits
    /// Seconds that an answer is kept; nil for ever.
    public let lifetimeSeconds: Double?
    /// What must be shown where its answers are, as the option says.
    public let attribution: String?
    private let key: SecretText
    private let template: String
    private let crs: CoordinateSystem
    private let text: [JSONPath]
    private let parts: [[JSONPath]]
    private let emptyAt: JSONPath?
    private let emptyText: String?
    private let pathsText: String

    private static let partNames = ["country", "province", "city", "district", "street", "number"]
    private static let placeholders = ["latitude", "longitude", "language", "key"]
    private static let keyNames = [
        "key", "apikey", "api_key", "api-key", "token", "access_token", "ak", "appid", "app_key", "password",
    ]

    /// Reads its options.
    public init(reading reader: inout OptionReader) {
        template =
            reader.text(
                "url", isRequired: true,
                help: "The URL with {latitude}, {longitude} and, where wanted, {language} and {key}, in quotes.") ?? ""
        key = SecretText(reader.secret("key", isRequired: false, help: "The key that stands for {key}."))
        let crsName = reader.choice(
            "crs", default: "wgs84", of: ["wgs84", "gcj02", "bd09"], help: "The coordinate system that the server wants.")
        crs = CoordinateSystem(name: crsName) ?? .wgs84
        var written: [String] = []
        text = Self.paths(&reader, "text", &written, help: "Where the line to show stands; without it, it is made of the parts.")
        parts = Self.partNames.map { name in
            Self.paths(
                &reader, name, &written,
                help: "Where the \(name == "number" ? "house number" : name) stands; of several, the first.")
        }
        let rule =
            reader.text(
                "not-found", isRequired: true,
                help: "What says that there is no address: a path at which the reply is empty (features), or path=text.") ?? ""
        let ruleParts = rule.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        emptyAt = ruleParts.first.flatMap { JSONPath($0.trimmed) }
        emptyText = ruleParts.count > 1 ? ruleParts[1].trimmed : nil
        if !rule.isEmpty, emptyAt == nil { reader.report(at: "not-found", Self.noPath("not-found", rule)) }
        attribution = reader.operational { $0.text("attribution", help: "What must be shown where its answers are.") }
        limits = reader.requestLimits(perSecond: 1, inFlight: 1)
        lifetimeSeconds = reader.lifetimeSeconds()
        pathsText = (written + ["not-found=\(rule)"]).joined(separator: " ")
        check(&reader)
    }

    private static func paths(
        _ reader: inout OptionReader, _ name: String, _ written: inout [String], help: String
    ) -> [JSONPath] {
        let texts = reader.texts(name, help: help)
        if !texts.isEmpty { written.append("\(name)=\(texts.joined(separator: ","))") }
        return texts.compactMap { text in
            guard let path = JSONPath(text) else {
                reader.report(at: name, noPath(name, text))
                return nil
            }
            return path
        }
    }

    private static func noPath(_ name: String, _ text: String) -> String {
        "'\(name)' has '\(text)'; it wants a path, such as features[0].properties.city."
    }

    private func check(_ reader: inout OptionReader) {
        guard reader.has("url"), !template.isEmpty else { return }
        if let fault = ServerAddress.fault(of: template, isTemplate: true) { reader.report(at: "url", fault) }
        for wanted in ["latitude", "longitude"] where !template.contains("{\(wanted)}") {
            reader.report(at: "url", "'url' lacks {\(wanted)}.")
        }
        for name in placeholdersInTemplate where !Self.placeholders.contains(name) {
            let list = Self.placeholders.map { "{\($0)}" }.joined(separator: ", ")
            reader.report(at: "url", "'url' has {\(name)}; it may have \(list).")
        }
        for name in literalKeys {
            reader.report(at: "url", "'url' holds a key behind '\(name)='; write {key} there and give the option 'key'.")
        }
        if ServerAddress.host(of: template).contains("{") {
            reader.report(at: "url", "'url' has a placeholder in its host.")
        }
        if template.contains("{key}") != reader.has("key") {
            reader.report(
                at: "url",
                reader.has("key") ? "'key' is given, but 'url' has no {key}." : "'url' has {key}, but there is no 'key'.")
        }
        if !(["text"] + Self.partNames.dropLast()).contains(where: { reader.has($0) }) {
            reader.report(
                nil, "http wants 'text' or a part of the address: \(Self.partNames.dropLast().joined(separator: ", ")).")
        }
    }

    /// Names of parameters that hold a key which is written out.
    private var literalKeys: [String] {
        template.drop { $0 != "?" }.split { "?&".contains($0) }.compactMap { parameter in
            let parts = parameter.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, Self.keyNames.contains(parts[0].lowercased()), !parts[1].contains("{key}") else { return nil }
            return String(parts[0])
        }
    }

    private var placeholdersInTemplate: [String] {
        template.split(separator: "{", omittingEmptySubsequences: false).dropFirst().map { String($0.prefix { $0 != "}" }) }
    }

    /// One.
    public var pointsPerRequest: Int { 1 }
    /// The URL's template, the system and the paths.
    public var variant: String { "\(template) \(crs.name) \(pathsText)" }
    /// The server's host.
    public var account: String { ServerAddress.host(of: template) }

    /// The first of the wanted.
    public func language(among languages: [String]) -> String { languages.first ?? "en" }

    // MARK: Request

    /// The request for a point.
    public func request(for centers: [Coordinate], language: String) -> HTTPRequest {
        let place = Conversion(from: .wgs84, to: crs).converted(centers[0])
        let values = [
            "latitude": degreesText(place.latitude, decimals: 7), "longitude": degreesText(place.longitude, decimals: 7),
            "language": percentEncoded(language), "key": percentEncoded(key.revealed),
        ]
        var pieces = template.split(separator: "{", omittingEmptySubsequences: false)[...]
        // Piece by piece, so that a value with braces is not taken for a placeholder.
        var url = pieces.popFirst().map(String.init) ?? ""
        for piece in pieces {
            let name = piece.prefix { $0 != "}" }
            guard let value = values[String(name)] else {
                url += "{" + piece
                continue
            }
            url += value + piece[name.endIndex...].dropFirst()
        }
        return HTTPRequest(url: url)
    }

    // MARK: Reply

    /// What a reply says.
    public func outcomes(of response: HTTPResponse, for centers: [Coordinate], language: String) -> [Outcome] {
        response.outcomes(count: centers.count) { _ in
            nil
        } read: { json in
            [outcome(of: json, language: language)]
        }
    }

    private func outcome(of json: JSONValue, language: String) -> Outcome {
        if saysNotFound(json) { return .notFound }
        let line = Self.word(at: text, in: json)
        let words = parts.map { Self.word(at: $0, in: json) }
        guard line != nil || words.dropLast().contains(where: { $0 != nil }) else {
            return .failed(.malformed("it has nothing at the paths given"))
        }
        return AddressParts(
            text: line, country: words[0], province: words[1], city: words[2], district: words[3],
            street: streetText(words[4], number: words[5], language: language), town: nil
        ).outcome(provider: Self.name, language: language)
    }

    private func saysNotFound(_ json: JSONValue) -> Bool {
        guard let value = emptyAt?.value(in: json) else { return false }
        if let emptyText { return value.text == emptyText }
        switch value {
        case .null: return true
        case .string(let text): return text.trimmed.isEmpty
        case .array(let elements): return elements.isEmpty
        case .object(let members): return members.isEmpty
        case .bool, .number: return false
        }
    }

    /// The first word at these paths; a house number may be a number.
    private static func word(at paths: [JSONPath], in json: JSONValue) -> String? {
        paths.lazy.compactMap { path in
            let value = path.value(in: json)
            return value?.word ?? value?.integer.map { "\($0)" }
        }.first
    }
}
