import Geodesy
import JSON
import Options

/// Amap (高德): reverse geocoding, version 3, up to 20 points a request.
///
/// Asked in GCJ-02, longitude first, with the six decimals that it takes at most; where GCJ-02 does not exist, in WGS-84, which is
/// the same there. It answers in Chinese.
public struct Amap: NetworkSource {
    /// `amap`.
    public static let name = "amap"
    /// One sentence.
    public static let summary = "Amap (高德) over the network; wants a key. Asked in GCJ-02, 20 points a request."

    /// How often, how many at once and how long it is asked.
    public let limits: RequestLimits
    /// Seconds that an answer is kept; nil for ever.
    public let lifetimeSeconds: Double?
    private let key: SecretText
    private let secret: SecretText
    private let server: ServerAddress

    private static let toAmap = Conversion(from: .wgs84, to: .gcj02)

    /// Reads its options.
    public init(reading reader: inout OptionReader) {
        key = SecretText(reader.secret("key", help: "The key, of the kind Web service."))
        secret = SecretText(
            reader.secret(
                "secret", isRequired: false, help: "The key's private key, where digital signatures are switched on for it."))
        server = reader.operational {
            ServerAddress(
                reading: &$0, default: "https://restapi.amap.com",
                help: "Where the service is, without the path: a proxy of your own.")
        }
        limits = reader.requestLimits(perSecond: 3, inFlight: 3)
        lifetimeSeconds = reader.lifetimeSeconds()
    }

    /// What must be shown where its answers are.
    public var attribution: String? { "高德地图" }
    /// Twenty, as its documentation says.
    public var pointsPerRequest: Int { 20 }
    /// Nothing besides name, language and centre.
    public var variant: String { "" }
    /// A day of Beijing.
    public var dayOffsetSeconds: Int64 { 8 * 3600 }

    /// Chinese.
    public func language(among languages: [String]) -> String { "zh-CN" }

    // MARK: Request

    /// The request for points.
    public func request(for centers: [Coordinate], language: String) -> HTTPRequest {
        let places = centers.map { Self.toAmap.converted($0).longitudeLatitude }.joined(separator: "|")
        var parameters: Parameters = [
            ("batch", centers.count > 1 ? "true" : "false"), ("extensions", "base"), ("key", key.revealed), ("location", places),
            ("output", "JSON"),
        ]
        if !secret.isEmpty { parameters.append(("sig", Self.signature(of: parameters, secret: secret.revealed))) }
        return HTTPRequest(url: server.text + "/v3/geocode/regeo?" + parameters.encoded)
    }

    /// MD5 of the parameters by name, as they are before encoding, and the private key.
    static func signature(of parameters: Parameters, secret: String) -> String {
        MD5.hexadecimal(of: parameters.sortedAsTheyAre + secret)
    }

    // MARK: Reply

    /// What a reply says of each point.
    public func outcomes(of response: HTTPResponse, for centers: [Coordinate], language: String) -> [Outcome] {
        response.outcomes(count: centers.count) { json in
            guard let status = json["status"]?.code, status != "1" else { return nil }
            let code = json["infocode"]?.code ?? status
            if code == Self.abroadCode { return centers.map { Self.outcomeAbroad($0, isAlone: centers.count == 1) } }
            return [Outcome](repeating: Self.codes.outcome(of: code, from: Self.name), count: centers.count)
        } read: { json in
            guard json["status"]?.code == "1" else { return malformed("it has no 'status'", centers.count) }
            if centers.count == 1, let result = json["regeocode"] { return [Self.outcome(of: result, language: language)] }
            guard let results = json["regeocodes"]?.elements else { return malformed("it has no 'regeocode'", centers.count) }
            guard results.count == centers.count else {
                return malformed("it is of \(results.count) points, not of the \(centers.count) asked", centers.count)
            }
            return results.map { Self.outcome(of: $0, language: language) }
        }
    }

    private func malformed(_ what: String, _ count: Int) -> [Outcome] {
        [Outcome](repeating: .failed(.malformed(what)), count: count)
    }

    private static func outcome(of result: JSONValue, language: String) -> Outcome {
        // An empty array stands for an empty object, too.
        guard let component = result["addressComponent"], component.isObject || component == .array([]) else {
            return .failed(.malformed("it has no 'addressComponent'"))
        }
        // At sea near China it says the country only, its full name as the province's.
        let isCountryOnly = component["adcode"]?.code == "100000"
        let province = isCountryOnly ? nil : component["province"]?.word
        let number = component["streetNumber"]
        return AddressParts(
            text: result["formatted_address"]?.word, country: component["country"]?.word, province: province,
            city: component["city"]?.word ?? cityItself(province), district: component["district"]?.word,
            street: streetText(number?["street"]?.word, number: number?["number"]?.word, language: language),
            town: component["township"]?.word
        ).outcome(provider: name, language: language)
    }

    /// Without the right to places abroad one of them fails its whole batch: it has no address, and the others are asked again
    /// without it.
    private static func outcomeAbroad(_ center: Coordinate, isAlone: Bool) -> Outcome {
        if isAlone || toAmap.converted(center) == center { return .notFound }
        return .failed(
            SourceFailure(.unusable, code: abroadCode, "amap answers \(abroadCode): another point of the request lies abroad."))
    }

    private static let abroadCode = "20011"

    /// The codes of its table (错误码说明), with what follows from each. 20011 is read apart, as it is one point's. Of what is used up for
    /// places abroad only, those in China are not to suffer.
    static let codes: [ProviderCode] = [
        ProviderCode("10001", "the key is wrong or has expired", .misconfigured),
        ProviderCode("10002", "the key may not use this service", .misconfigured),
        ProviderCode("10003", "the day's share of the key is used up", .stopForToday),
        ProviderCode("10004", "too many requests in a minute", .backOff),
        ProviderCode("10005", "this machine's IP address is not in the key's list", .misconfigured),
        ProviderCode("10006", "the domain bound to the key is wrong", .misconfigured),
        ProviderCode("10007", "the signature is wrong: check secret", .misconfigured),
        ProviderCode("10008", "the safety code is wrong", .misconfigured),
        ProviderCode("10009", "the key is not of the kind Web service", .misconfigured),
        ProviderCode("10010", "the share of this machine's IP address is used up", .stopForToday),
        ProviderCode("10011", "the service takes no HTTPS", .misconfigured),
        ProviderCode("10012", "the key lacks a permission", .misconfigured),
        ProviderCode("10013", "the key was deleted", .misconfigured),
        ProviderCode("10014", "too many requests a second", .backOff),
        ProviderCode("10015", "too many requests a second for one of its servers", .backOff),
        ProviderCode("10016", "its servers are busy", .backOff),
        ProviderCode("10017", "the resource is not available", .backOff),
        ProviderCode("10019", "too many requests a second for the service", .backOff),
        ProviderCode("10020", "too many requests a second for the key", .backOff),
        ProviderCode("10021", "too many requests a second for the account", .backOff),
        ProviderCode("10026", "the account is blocked", .misconfigured),
        ProviderCode("10029", "too many requests abroad for the key", .backOff),
        ProviderCode("10041", "the right to this service has expired", .misconfigured),
        ProviderCode("10044", "the day's share of the account is used up", .stopForToday),
        ProviderCode("10045", "the day's share of the account for places abroad is used up", .unusable),
        ProviderCode("20000", "a parameter is not valid", .misconfigured),
        ProviderCode("20001", "a parameter lacks", .misconfigured),
        ProviderCode("20002", "the kind of request is not valid", .misconfigured),
        ProviderCode("20003", "an error that it does not know", .backOff),
        ProviderCode("30000", "its server has an error", .backOff),
        ProviderCode("30001", "its server has an error", .backOff),
        ProviderCode("30002", "its server has an error", .backOff),
        ProviderCode("30003", "its server has an error", .backOff),
        ProviderCode("40000", "the balance is used up", .misconfigured),
        ProviderCode("40002", "the service that was bought has expired", .misconfigured),
        ProviderCode("40003", "the balance for places abroad is used up", .unusable),
    ]
}
