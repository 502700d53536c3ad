import Geodesy
import JSON
import Options

/// Google Maps: the Geocoding API, from a coordinate to addresses.
///
/// In mainland China it is asked in GCJ-02, which Google's maps are drawn in there; in Hong Kong, Macau, Taiwan and elsewhere in WGS-84.
public struct Google: NetworkSource {
    /// `google`.
    public static let name = "google"
    /// One sentence.
    public static let summary =
        "Google Maps over the network; wants a key. Asked in GCJ-02 in mainland China, in WGS-84 elsewhere."

    /// How often, how many at once and how long it is asked.
    public let limits: RequestLimits
    /// Seconds that an answer is kept: 30 days at most.
    public let lifetimeSeconds: Double?
    private let key: SecretText
    private let server: ServerAddress

    private static let toGoogle = Conversion(from: .wgs84, to: .gcj02, regions: [])
    /// What its terms allow at most.
    private static let longestSeconds = 30.0 * 86_400

    /// Reads its options.
    public init(reading reader: inout OptionReader) {
        key = SecretText(reader.secret("key", help: "The key, with the Geocoding API switched on."))
        server = reader.operational {
            ServerAddress(
                reading: &$0, default: "https://maps.googleapis.com",
                help: "Where the service is, without the path: a proxy of your own.")
        }
        // 10,000 a month are free of charge; what goes beyond is billed.
        limits = reader.requestLimits(perSecond: 10, perDay: 300, inFlight: 8)
        lifetimeSeconds = reader.lifetimeSeconds(longest: Self.longestSeconds)
    }

    /// What must be shown where its answers are.
    public var attribution: String? { "Google Maps" }
    /// One.
    public var pointsPerRequest: Int { 1 }
    /// Nothing besides name, language and centre.
    public var variant: String { "" }
    /// A day of the Pacific coast, its winter time.
    public var dayOffsetSeconds: Int64 { -8 * 3600 }

    /// The first of the wanted; Chinese by the tags that it knows.
    public func language(among languages: [String]) -> String {
        guard let first = languages.first else { return "en" }
        guard first.mainLanguage == "zh" else { return first }
        let parts = first.lowercased().split { "-_".contains($0) }
        if parts.contains("hk") || parts.contains("mo") { return "zh-HK" }
        return parts.contains("tw") || parts.contains("hant") ? "zh-TW" : "zh-CN"
    }

    // MARK: Request

    /// The request for a point.
    public func request(for centers: [Coordinate], language: String) -> HTTPRequest {
        let parameters: Parameters = [
            ("latlng", Self.toGoogle.converted(centers[0]).latitudeLongitude), ("language", language), ("key", key.revealed),
        ]
        return HTTPRequest(url: server.text + "/maps/api/geocode/json?" + parameters.encoded)
    }

    // MARK: Reply

    /// What a reply says.
    public func outcomes(of response: HTTPResponse, for centers: [Coordinate], language: String) -> [Outcome] {
        response.outcomes(count: centers.count) { json in
            guard let code = json["status"]?.code, code != "OK" else { return nil }
            return [Outcome](repeating: Self.codes.outcome(of: code, from: Self.name), count: centers.count)
        } read: { json in
            guard json["status"]?.code == "OK" else { return [.failed(.malformed("it has no 'status'"))] }
            guard let results = json["results"]?.elements else { return [.failed(.malformed("it has no 'results'"))] }
            // The first is the one that says most; a plus code says where, not what.
            guard let result = results.first(where: { !Self.types(of: $0).contains("plus_code") }) else { return [.notFound] }
            return [Self.outcome(of: result, language: language)]
        }
    }

    private static func types(of value: JSONValue) -> [String] { value["types"]?.elements?.compactMap(\.text) ?? [] }

    private static func outcome(of result: JSONValue, language: String) -> Outcome {
        guard let components = result["address_components"]?.elements else {
            return .failed(.malformed("it has no 'address_components'"))
        }
        func part(_ types: String..., as form: String = "long_name") -> String? {
            types.lazy.compactMap { type in components.first { Self.types(of: $0).contains(type) }?[form]?.word }.first
        }
        let line = result["formatted_address"]?.word
        let city = part("locality", "postal_town")
        let district = part("sublocality_level_1", "sublocality", "administrative_area_level_2")
        let number = part("street_number")
        let street = part("route")
        var streetLine = streetText(street, number: number, language: language)
        // The order that the line has, whose street may be shortened.
        if let line, let number, let street, !street.endsTogether {
            let place = line.firstRange(of: number)?.lowerBound
            let places = [street, part("route", as: "short_name")].compactMap {
                $0.flatMap { line.firstRange(of: $0)?.lowerBound }
            }
            if let place, let streetPlace = places.min() {
                streetLine = place < streetPlace ? "\(number) \(street)" : "\(street) \(number)"
            }
        }
        return AddressParts(
            text: line, country: part("country"), province: part("administrative_area_level_1"), city: city,
            district: district == city ? nil : district, street: streetLine, town: nil
        ).outcome(provider: name, language: language)
    }

    /// The states of its replies, with what follows from each.
    static let codes: [ProviderCode] = [
        ProviderCode(notFound: "ZERO_RESULTS", "there is no address"),
        ProviderCode("OVER_DAILY_LIMIT", "the day's share is used up, or the key has no billing", .stopForToday),
        ProviderCode("OVER_QUERY_LIMIT", "too many requests", .backOff),
        ProviderCode("REQUEST_DENIED", "the key is wrong, or the Geocoding API is not switched on for it", .misconfigured),
        ProviderCode("INVALID_REQUEST", "a parameter lacks or is not valid", .misconfigured),
        ProviderCode("UNKNOWN_ERROR", "its server has an error", .backOff),
    ]
}
