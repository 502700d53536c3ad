import Geodesy
import JSON
import Options

/// Tencent Maps: reverse geocoding, version 1.
///
/// Asked in GCJ-02, latitude first; where GCJ-02 does not exist, in WGS-84, which is the same there. It answers in Chinese.
public struct Tencent: NetworkSource {
    /// `tencent`.
    public static let name = "tencent"
    /// One sentence.
    public static let summary = "Tencent Maps over the network; wants a key. Asked in GCJ-02."

    /// How often, how many at once and how long it is asked.
    public let limits: RequestLimits
    /// Seconds that an answer is kept; nil for ever.
    public let lifetimeSeconds: Double?
    private let key: SecretText
    private let signingKey: SecretText
    private let server: ServerAddress

    private static let path = "/ws/geocoder/v1"
    private static let toTencent = Conversion(from: .wgs84, to: .gcj02)

    /// Reads its options.
    public init(reading reader: inout OptionReader) {
        key = SecretText(reader.secret("key", help: "The key, with WebServiceAPI switched on."))
        signingKey = SecretText(
            reader.secret("sk", isRequired: false, help: "The key's SK, where it checks requests by their signature."))
        server = reader.operational {
            ServerAddress(
                reading: &$0, default: "https://apis.map.qq.com",
                help: "Where the service is, without the path: a proxy of your own.")
        }
        limits = reader.requestLimits(perSecond: 3, inFlight: 3)
        lifetimeSeconds = reader.lifetimeSeconds()
    }

    /// What must be shown where its answers are.
    public var attribution: String? { "腾讯地图" }
    /// One.
    public var pointsPerRequest: Int { 1 }
    /// Nothing besides name, language and centre.
    public var variant: String { "" }
    /// A day of Beijing.
    public var dayOffsetSeconds: Int64 { 8 * 3600 }

    /// Chinese.
    public func language(among languages: [String]) -> String { "zh-CN" }

    // MARK: Request

    /// The request for a point.
    public func request(for centers: [Coordinate], language: String) -> HTTPRequest {
        var parameters: Parameters = [
            ("get_poi", "0"), ("key", key.revealed), ("location", Self.toTencent.converted(centers[0]).latitudeLongitude),
            ("output", "json"),
        ]
        if !signingKey.isEmpty { parameters.append(("sig", Self.signature(of: parameters, signingKey: signingKey.revealed))) }
        return HTTPRequest(url: server.text + Self.path + "?" + parameters.encoded)
    }

    /// MD5 of the path, the parameters by name, as they are before encoding, and SK.
    static func signature(of parameters: Parameters, signingKey: String) -> String {
        MD5.hexadecimal(of: path + "?" + parameters.sortedAsTheyAre + signingKey)
    }

    // MARK: Reply

    /// What a reply says.
    public func outcomes(of response: HTTPResponse, for centers: [Coordinate], language: String) -> [Outcome] {
        response.outcomes(count: centers.count) { json in
            guard let code = json["status"]?.code, code != "0" else { return nil }
            return [Outcome](repeating: Self.codes.outcome(of: code, from: Self.name), count: centers.count)
        } read: { json in
            [
                json["status"]?.code == "0"
                    ? Self.outcome(of: json["result"], language: language) : .failed(.malformed("it has no 'status'"))
            ]
        }
    }

    private static func outcome(of result: JSONValue?, language: String) -> Outcome {
        guard let result, let component = result["address_component"], component.isObject else {
            return .failed(.malformed("it has no 'address_component'"))
        }
        // Abroad the parts have other names.
        let province = component.firstWord("province", "ad_level_1")
        return AddressParts(
            text: result["address"]?.word, country: component["nation"]?.word, province: province,
            city: component.firstWord("city", "locality", "ad_level_2") ?? cityItself(province),
            district: component.firstWord("district", "ad_level_3"),
            street: streetText(component["street"]?.word, number: component["street_number"]?.word, language: language),
            town: nil
        ).outcome(provider: name, language: language)
    }

    /// The codes of its table of states (状态码说明), with what follows from each.
    static let codes: [ProviderCode] = [
        ProviderCode("110", "the source of the request has no permission", .misconfigured),
        ProviderCode("111", "the signature is wrong: check sk", .misconfigured),
        ProviderCode("112", "this machine's IP address is not in the key's list", .misconfigured),
        ProviderCode("113", "the key may not use this service", .misconfigured),
        ProviderCode("120", "too many requests a second for the key", .backOff),
        ProviderCode("121", "the day's share of the key is used up", .stopForToday),
        ProviderCode("122", "too many requests from this machine's IP address", .backOff),
        ProviderCode("123", "the account is limited; the balance may be used up", .misconfigured),
        ProviderCode("160", "the request may not be signed", .misconfigured),
        ProviderCode("190", "the key is wrong", .misconfigured),
        ProviderCode("199", "WebServiceAPI is not switched on for the key", .misconfigured),
        ProviderCode("300", "a parameter lacks", .misconfigured),
        ProviderCode("301", "the key lacks", .misconfigured),
        ProviderCode("306", "a parameter lacks", .misconfigured),
        ProviderCode("310", "a parameter is not valid", .misconfigured),
        ProviderCode("311", "the key is not written as keys are", .misconfigured),
        ProviderCode("320", "a parameter is of another type", .misconfigured),
        ProviderCode("321", "a parameter is not valid", .misconfigured),
        ProviderCode("330", "a parameter is too long or too short", .misconfigured),
        ProviderCode(notFound: "347", "nothing was found"),
        ProviderCode("348", "a parameter is not valid", .misconfigured),
        ProviderCode("351", "two parameters exclude each other", .misconfigured),
        ProviderCode("500", "its server took too long", .backOff),
        ProviderCode("510", "its server could not be reached", .backOff),
        ProviderCode("520", "its server failed", .backOff),
        ProviderCode("530", "its server answered something unreadable", .backOff),
    ]
}
