import Geodesy
import JSON
import Options

/// Baidu Maps: reverse geocoding, version 3.
///
/// In China it is asked in BD-09 (`coordtype=bd09ll`), which `Geodesy` converts to exactly; elsewhere, where BD-09 does not exist,
/// in WGS-84 (`wgs84ll`). `ret_coordtype` is not sent, as no coordinate of the reply is used.
public struct Baidu: NetworkSource {
    /// `baidu`.
    public static let name = "baidu"
    /// One sentence.
    public static let summary = "Baidu Maps over the network; wants a key. Asked in BD-09 in China, in WGS-84 elsewhere."

    /// How often, how many at once and how long it is asked.
    public let limits: RequestLimits
    /// Seconds that an answer is kept; nil for ever.
    public let lifetimeSeconds: Double?
    private let key: SecretText
    private let signingKey: SecretText
    private let server: ServerAddress

    private static let path = "/reverse_geocoding/v3/"
    private static let toBaidu = Conversion(from: .wgs84, to: .bd09)

    /// The languages that it answers in.
    private static let languages = [
        "zh-CN", "en", "ar", "bg", "bn", "ca", "cs", "da", "de", "el", "es", "eu", "fa", "fi", "fil", "fr", "gl", "gu", "hi",
        "hr", "hu",
        "id", "it", "iw", "ja", "kn", "ko", "lt", "lv", "ml", "mr", "nl", "pl", "pt", "ro", "ru", "sk", "sl", "sr", "sv", "ta",
        "te", "th",
        "tl", "tr", "uk", "vi",
    ]

    /// Reads its options.
    public init(reading reader: inout OptionReader) {
        key = SecretText(reader.secret("key", help: "The key (ak) of an application of the kind server."))
        signingKey = SecretText(
            reader.secret(
                "sk", isRequired: false, help: "The application's sk, where it checks requests by their signature (SN)."))
        server = reader.operational {
            ServerAddress(
                reading: &$0, default: "https://api.map.baidu.com",
                help: "Where the service is, without the path: a proxy of your own.")
        }
        limits = reader.requestLimits(perSecond: 3, inFlight: 3)
        lifetimeSeconds = reader.lifetimeSeconds()
    }

    /// What must be shown where its answers are.
    public var attribution: String? { "百度地图" }
    /// One.
    public var pointsPerRequest: Int { 1 }
    /// Nothing besides name, language and centre.
    public var variant: String { "" }
    /// A day of Beijing.
    public var dayOffsetSeconds: Int64 { 8 * 3600 }

    /// The first of the wanted that it speaks, else Chinese.
    public func language(among languages: [String]) -> String { languages.firstSpoken(among: Self.languages) ?? "zh-CN" }

    // MARK: Request

    /// The request for a point.
    public func request(for centers: [Coordinate], language: String) -> HTTPRequest {
        let center = centers[0]
        let converted = Self.toBaidu.converted(center)
        let parameters: Parameters = [
            ("location", converted.latitudeLongitude), ("coordtype", converted == center ? "wgs84ll" : "bd09ll"),
            ("language", language), ("extensions_poi", "0"), ("output", "json"), ("ak", key.revealed),
        ]
        let query = Self.path + "?" + parameters.encoded
        let signature = signingKey.isEmpty ? "" : "&sn=" + Self.signature(of: query, signingKey: signingKey.revealed)
        return HTTPRequest(url: server.text + query + signature)
    }

    /// MD5 of path, parameters as they are sent, and sk, encoded once more; there is no space in them that forms would write as `+`.
    static func signature(of query: String, signingKey: String) -> String {
        MD5.hexadecimal(of: percentEncoded(query + signingKey))
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
        guard let result, let component = result["addressComponent"], component.isObject else {
            return .failed(.malformed("it has no 'addressComponent'"))
        }
        let province = component["province"]?.word
        return AddressParts(
            text: result["formatted_address"]?.word, country: component["country"]?.word, province: province,
            city: component["city"]?.word ?? cityItself(province), district: component["district"]?.word,
            street: streetText(component["street"]?.word, number: component["street_number"]?.word, language: language),
            town: component["town"]?.word
        ).outcome(provider: name, language: language)
    }

    /// The codes of its table of states (服务状态码), with what follows from each.
    static let codes: [ProviderCode] = [
        ProviderCode("1", "its server has an error", .backOff),
        ProviderCode("2", "a parameter is not valid", .misconfigured),
        ProviderCode("3", "the permission could not be checked", .misconfigured),
        ProviderCode("4", "the day's share of the key is used up", .stopForToday),
        ProviderCode("5", "the key is wrong or lacks", .misconfigured),
        ProviderCode("8", "it could not read the request", .misconfigured),
        ProviderCode("9", "the key lacks a higher permission", .misconfigured),
        ProviderCode("101", "the key lacks", .misconfigured),
        ProviderCode("102", "the key is of an application for mobile devices", .misconfigured),
        ProviderCode("200", "there is no application with this key", .misconfigured),
        ProviderCode("201", "the application is switched off in the console", .misconfigured),
        ProviderCode("202", "the application was deleted by the administrator", .misconfigured),
        ProviderCode("203", "the application is not of the kind server", .misconfigured),
        ProviderCode("210", "this machine's IP address is not in the application's list", .misconfigured),
        ProviderCode("211", "the signature (SN) is wrong: check sk", .misconfigured),
        ProviderCode("220", "the key is of an application for browsers", .misconfigured),
        ProviderCode("230", "the key is of an application for mobile devices", .misconfigured),
        ProviderCode("240", "the service is not switched on for this key", .misconfigured),
        ProviderCode("250", "the user does not exist", .misconfigured),
        ProviderCode("251", "the user was deleted by himself", .misconfigured),
        ProviderCode("252", "the user was deleted by the administrator", .misconfigured),
        ProviderCode("260", "the service does not exist", .misconfigured),
        ProviderCode("261", "the service is switched off", .misconfigured),
        ProviderCode("301", "the share of the key is used up for good", .misconfigured),
        ProviderCode("302", "the day's share of the key is used up", .stopForToday),
        ProviderCode("401", "more requests at once than the key may", .backOff),
        ProviderCode("402", "more requests at once than the key and the service may", .backOff),
    ]
}
