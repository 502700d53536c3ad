import Foundation
import Geodesy
import JSON
import Options

@testable import Geocoding

/// Where the references lie: $TRACKMILL_SHARED or ../shared.
enum SharedReplies {
    static let path: String = {
        if let given = ProcessInfo.processInfo.environment["TRACKMILL_SHARED"] { return given }
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return root.deletingLastPathComponent().appendingPathComponent("shared").path
    }()

    static func has(_ file: String) -> Bool { FileManager.default.fileExists(atPath: path + "/" + file) }

    static func bytes(_ file: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path + "/" + file))) }
}

/// A provider with options; a value that begins with `$` is a secret out of the environment.
func provider<Source: NetworkSource>(_ type: Source.Type, _ options: KeyValuePairs<String, String> = [:]) -> Source {
    var reader = optionReader(type, options)
    return Source(reading: &reader)
}

/// What is said of a provider's options.
func complaints<Source: NetworkSource>(_ type: Source.Type, _ options: KeyValuePairs<String, String>) -> [String] {
    var reader = optionReader(type, options)
    _ = Source(reading: &reader)
    reader.finish()
    return reader.problems.map(\.description)
}

func optionReader<Source: NetworkSource>(_ type: Source.Type, _ options: KeyValuePairs<String, String>) -> OptionReader {
    optionReader(type, options.map { ($0.key, $0.value) })
}

func optionReader<Source: NetworkSource>(_ type: Source.Type, _ options: [(name: String, value: String)]) -> OptionReader {
    let entries = options.enumerated().map { number, option in
        let isSecret = option.value.hasPrefix("$")
        let mark = Mark(line: number + 1, column: 10)
        let node = Node(
            .scalar(isSecret ? String(option.value.dropFirst()) : option.value), mark: mark,
            variable: isSecret ? Variable(name: "SECRET_\(number)") : nil)
        return Node.Entry(key: option.name, keyMark: Mark(line: number + 1, column: 1), value: node)
    }
    let node = Node(.mapping(entries), mark: Mark(line: 1, column: 1))
    return OptionReader(owner: Source.name, node: node, file: "p.yaml", mark: Mark(line: 1, column: 1))
}

/// Tiananmen, for tests in which the place does not matter.
let beijing = Coordinate(latitude: 39.9075, longitude: 116.39723)

extension NetworkSource {
    /// What a reply says of so many points.
    func outcomes(_ body: String, status: Int = 200, count: Int = 1) -> [Outcome] {
        outcomes(of: HTTPResponse(status: status, body: Array(body.utf8)), for: Array(repeating: beijing, count: count))
    }

    func outcomes(of response: HTTPResponse, for centers: [Coordinate]) -> [Outcome] {
        outcomes(of: response, for: centers, language: language(among: ["zh"]))
    }

    /// The URL of a request.
    func url(_ centers: Coordinate..., languages: [String] = ["zh"]) -> String {
        request(for: centers, language: language(among: languages)).url
    }
}

extension Outcome {
    var address: Address? {
        if case .address(let address) = self { address } else { nil }
    }

    var failure: SourceFailure? {
        if case .failed(let failure) = self { failure } else { nil }
    }

    /// In short: `kind code`, `notFound`, or the address's parts.
    var words: String {
        switch self {
        case .notFound: "not found"
        case .failed(let failure): "\(failure.kind.rawValue) \(failure.code)"
        case .address(let address):
            [address.text, address.country, address.province, address.city, address.district, address.street]
                .map { $0 ?? "-" }.joined(separator: "|") + (address.isApproximate ? "|approximate" : "")
        }
    }
}

/// The presets of docs/addresses.md.
let photonOptions: KeyValuePairs<String, String> = [
    "url": "http://localhost:2322/reverse?lat={latitude}&lon={longitude}&lang={language}&limit=1",
    "country": "features[0].properties.country", "province": "features[0].properties.state",
    "city": "features[0].properties.city", "district": "features[0].properties.district",
    "street": "features[0].properties.street", "number": "features[0].properties.housenumber", "not-found": "features",
    "attribution": "© OpenStreetMap contributors (ODbL)",
]
let peliasOptions: KeyValuePairs<String, String> = [
    "url": "http://localhost:4000/v1/reverse?point.lat={latitude}&point.lon={longitude}&lang={language}&size=1",
    "text": "features[0].properties.label", "country": "features[0].properties.country",
    "province": "features[0].properties.region", "city": "features[0].properties.locality",
    "district": "features[0].properties.borough", "street": "features[0].properties.street",
    "number": "features[0].properties.housenumber", "not-found": "features",
]

/// A key that must be in no message.
let testKey = "k3y0fth3h0us3"

/// Every provider, by the name that its files in `shared/geocoders` begin with.
let allProviders: [(file: String, source: any NetworkSource)] = [
    ("baidu", provider(Baidu.self, ["key": "$" + testKey])), ("amap", provider(Amap.self, ["key": "$" + testKey])),
    ("tencent", provider(Tencent.self, ["key": "$" + testKey])), ("google", provider(Google.self, ["key": "$" + testKey])),
    ("nominatim", provider(Nominatim.self, ["url": "http://localhost:8080"])),
    ("photon", provider(AnyHTTP.self, photonOptions)), ("pelias", provider(AnyHTTP.self, peliasOptions)),
]

extension SharedReplies {
    /// The names in a folder, in order.
    static func names(_ folder: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path + "/" + folder).sorted()
    }
}
