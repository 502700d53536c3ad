import Geodesy
import JSON
import Options

/// Nominatim, OpenStreetMap's geocoder, on a server of one's own; asked in WGS-84.
///
/// It has no default server: the public one is not for work in bulk.
public struct Nominatim: NetworkSource {
    /// `nominatim`.
    public static let name = "nominatim"
    /// One sentence.
    public static let summary = "A Nominatim server of your own (OpenStreetMap); asked in WGS-84."

    /// How often, how many at once and how long it is asked.
    public let limits: RequestLimits
    /// Seconds that an answer is kept; nil for ever.
    public let lifetimeSeconds: Double?
    private let server: ServerAddress
    private let zoom: Int
    private let email: String?

    static let publicHost = "nominatim.openstreetmap.org"

    /// Reads its options.
    public init(reading reader: inout OptionReader) {
        server = ServerAddress(
            reading: &reader, default: nil,
            help: "Where the server is, without the path: http://localhost:8080. The public one is not for work in bulk.")
        zoom = reader.integer(
            "zoom", default: 18, in: 3...18,
            help: "How far down the address goes: 3 country, 10 city, 14 suburb, 16 street, 18 building.")
        email = reader.operational { $0.text("email", help: "Whom a public server may write to about your requests.") }
        limits = reader.requestLimits(perSecond: 1, inFlight: 1)
        lifetimeSeconds = reader.lifetimeSeconds()
        guard server.host == Self.publicHost else { return }
        if limits.requestsPerSecond > 1 || limits.inFlight > 1 {
            reader.report(
                at: "url", "\(Self.publicHost) allows 1 request a second, one at a time: 'rate' is 1/s and 'in-flight' 1 at most."
            )
        } else {
            reader.report(
                at: "url",
                "\(Self.publicHost) is not for work in bulk or in regular runs (its usage policy); use a server of your own.",
                isWarning: true)
        }
    }

    /// What must be shown where its answers are.
    public var attribution: String? { "© OpenStreetMap contributors (ODbL)" }
    /// One.
    public var pointsPerRequest: Int { 1 }
    /// The server and the zoom.
    public var variant: String { "\(server.text) zoom \(zoom)" }
    /// The server's host.
    public var account: String { server.host }

    /// The first of the wanted.
    public func language(among languages: [String]) -> String { languages.first ?? "en" }

    // MARK: Request

    /// The request for a point.
    public func request(for centers: [Coordinate], language: String) -> HTTPRequest {
        var parameters: Parameters = [
            ("format", "jsonv2"), ("lat", degreesText(centers[0].latitude, decimals: 7)),
            ("lon", degreesText(centers[0].longitude, decimals: 7)), ("zoom", "\(zoom)"), ("addressdetails", "1"),
            ("accept-language", language),
        ]
        if let email, !email.isEmpty { parameters.append(("email", email)) }
        return HTTPRequest(url: server.text + "/reverse?" + parameters.encoded)
    }

    // MARK: Reply

    /// What a reply says.
    public func outcomes(of response: HTTPResponse, for centers: [Coordinate], language: String) -> [Outcome] {
        response.outcomes(count: centers.count) { json in
            json["error"].map { [Outcome](repeating: Self.outcome(ofError: $0, status: response.status), count: centers.count) }
        } read: { json in
            [Self.outcome(of: json, language: language)]
        }
    }

    /// `error` is a text where there is no address, and where a server is old; else an object with a status and a message.
    private static func outcome(ofError error: JSONValue, status: Int) -> Outcome {
        let message = error.text ?? error["message"]?.text
        if message == codes[0].code { return codes.outcome(of: codes[0].code, from: name) }
        let failure = SourceFailure(ofHTTPStatus: error["code"]?.integer ?? status) ?? SourceFailure(ofHTTPStatus: status)
        return .failed(failure ?? SourceFailure(.unusable, code: "error", "nominatim answers with an error that is not known."))
    }

    private static func outcome(of json: JSONValue, language: String) -> Outcome {
        guard let address = json["address"], address.isObject else { return .failed(.malformed("it has no 'address'")) }
        let city = address.firstWord("city", "town", "village", "municipality")
        let district = address.firstWord("city_district", "district", "borough", "county", "suburb")
        return AddressParts(
            text: json["display_name"]?.word, country: address["country"]?.word,
            province: address.firstWord("state", "province", "region"), city: city, district: district == city ? nil : district,
            street: streetText(address["road"]?.word, number: address["house_number"]?.word, language: language), town: nil
        ).outcome(provider: name, language: language)
    }

    /// What stands in `error`; everything else goes by the HTTP status.
    static let codes: [ProviderCode] = [ProviderCode(notFound: "Unable to geocode", "there is no address")]
}
