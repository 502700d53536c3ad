import Foundation
import Geodesy
import Testing

@testable import Geocoding

/// Each provider over curl, against a server that looks at the whole request and answers in the provider's shape.
@Suite struct ProviderServerTests {
    private let folder = TestFolder()

    /// v0019 and v0023 of shared/vectors: GCJ-02 29.101851097353993, 116.7209413401597, BD-09 29.10769070098562, 116.72747733673905;
    /// and London, which no Chinese system moves.
    private let places = [
        Coordinate(latitude: 29.104727, longitude: 116.715987), Coordinate(latitude: 51.5072, longitude: -0.1276),
    ]

    @Test(arguments: servedProviders)
    func `a provider is asked as it wants, and its answers are kept`(_ served: ServedProvider) throws {
        let server = LocalServer { request in
            guard let index = served.targets.firstIndex(of: request.target) else {
                return (.whole(status: 400, body: Array("{}".utf8)), 0)
            }
            return (.whole(status: 200, body: Array([served.found, served.empty][index].utf8)), 0)
        }
        let source = served.source(server.url)
        let chain = AddressChain([.network(source)], languages: ["zh", "en"])
        let cells = places.enumerated().map { AskedCell(key: Int64($0), center: $1) }
        let run = try ask(cells, chain, cache: folder.cachePath)
        server.stop()
        #expect(server.requests.map(\.target).sorted() == served.targets.sorted())
        #expect(run.summary.pending == 0 && run.changed.sorted() == [0, 1])
        let language = source.language(among: ["zh", "en"])
        let address = Address(
            text: served.line, country: "中国", province: "甲省", city: "乙市", district: nil, street: "丙路1号",
            provider: type(of: source).name, language: language, isApproximate: false, distanceMeters: nil)
        #expect(try resolution(places[0], chain, cache: folder.cachePath) == .done(address))
        #expect(try resolution(places[1], chain, cache: folder.cachePath) == .notFound)
    }

    /// The server names each point after the text it was asked by.
    @Test func `of Amap's batches every point gets its own answer`() throws {
        let server = LocalServer { request in
            let query = request.target.split(separator: "&").first { $0.hasPrefix("location=") }?.dropFirst(9) ?? ""
            let points = query.replacing("%7C", with: "|").split(separator: "|")
            let results = points.map { #"{"formatted_address":"at \#($0)","addressComponent":{"city":"c"}}"# }
            let member =
                request.target.contains("batch=true")
                ? "\"regeocodes\":[\(results.joined(separator: ","))]" : "\"regeocode\":\(results[0])"
            return (.whole(status: 200, body: Array("{\"status\":\"1\",\(member)}".utf8)), request.number == 0 ? 50 : 0)
        }
        let chain = AddressChain([.network(servedAmap(server.url))], languages: ["zh"])
        let centers = (0..<41).map { Coordinate(latitude: 29 + Double($0) * 0.37, longitude: 116 - Double($0) * 2.9) }
        let run = try ask(centers.enumerated().map { AskedCell(key: Int64($0), center: $1) }, chain, cache: folder.cachePath)
        server.stop()
        #expect(run.summary.pending == 0 && server.requests.count == 3)
        let toAmap = Conversion(from: .wgs84, to: .gcj02)
        for center in centers {
            let place = toAmap.converted(center)
            let text = String(format: "at %.6f,%.6f", place.longitude, place.latitude)
            guard case .done(let address) = try resolution(center, chain, cache: folder.cachePath) else {
                Issue.record("\(center) has no address")
                continue
            }
            #expect(address.text == text)
        }
    }
}

/// A provider with what a server must see of the two places, and what it answers: an address, then none.
struct ServedProvider: Sendable, CustomTestStringConvertible {
    let name: String
    let source: @Sendable (_ url: String) -> any NetworkSource
    let targets: [String]
    let found: String
    let empty: String
    var line = "甲省乙市丙路1号"

    var testDescription: String { name }
}

private func servedAmap(_ url: String) -> Amap { provider(Amap.self, ["key": "$K", "url": url, "rate": "1000/s"]) }

/// The digests of signatures are Python's hashlib.md5, with the keys K and S.
let servedProviders: [ServedProvider] = [
    ServedProvider(
        name: "baidu", source: { provider(Baidu.self, ["key": "$K", "sk": "$S", "url": $0, "rate": "1000/s"]) },
        targets: [
            "/reverse_geocoding/v3/?location=29.107691,116.727479&coordtype=bd09ll&language=zh-CN&extensions_poi=0&output=json&ak=K&sn=9f77ba377d6dcd2cc8ff08adfa9b6a7f",
            "/reverse_geocoding/v3/?location=51.507200,-0.127600&coordtype=wgs84ll&language=zh-CN&extensions_poi=0&output=json&ak=K&sn=9fe1c079f193e8021c2462927effc13c",
        ],
        found:
            #"{"status":0,"result":{"formatted_address":"甲省乙市丙路1号","addressComponent":{"country":"中国","province":"甲省","city":"乙市","district":"","street":"丙路","street_number":"1号"}}}"#,
        empty: #"{"status":0,"result":{"formatted_address":"","addressComponent":{"country":"","country_code":-1,"adcode":"0"}}}"#
    ),
    ServedProvider(
        name: "amap", source: { provider(Amap.self, ["key": "$K", "secret": "$S", "url": $0, "rate": "1000/s"]) },
        targets: [
            "/v3/geocode/regeo?batch=false&extensions=base&key=K&location=116.720941,29.101851&output=JSON&sig=99e8944c85a5a14b0c3c03d47585e69d",
            "/v3/geocode/regeo?batch=false&extensions=base&key=K&location=-0.127600,51.507200&output=JSON&sig=da2973a217b152832bfa1f812a38f3f1",
        ],
        found:
            #"{"status":"1","info":"OK","infocode":"10000","regeocode":{"formatted_address":"甲省乙市丙路1号","addressComponent":{"country":"中国","province":"甲省","city":"乙市","district":[],"streetNumber":{"street":"丙路","number":"1号"}}}}"#,
        empty:
            #"{"status":"1","info":"OK","infocode":"10000","regeocode":{"formatted_address":[],"addressComponent":{"country":[],"province":[],"city":[]}}}"#
    ),
    ServedProvider(
        name: "tencent", source: { provider(Tencent.self, ["key": "$K", "sk": "$S", "url": $0, "rate": "1000/s"]) },
        targets: [
            "/ws/geocoder/v1?get_poi=0&key=K&location=29.101851,116.720941&output=json&sig=6ace5286df769177d48cf4b5dec21bfd",
            "/ws/geocoder/v1?get_poi=0&key=K&location=51.507200,-0.127600&output=json&sig=ac21ffa21adb18e1b62e8d76b6a37e0c",
        ],
        found:
            #"{"status":0,"result":{"address":"甲省乙市丙路1号","address_component":{"nation":"中国","province":"甲省","city":"乙市","district":"","street":"丙路","street_number":"丙路1号"}}}"#,
        empty: #"{"status":347,"message":"查询无结果"}"#),
    ServedProvider(
        name: "google", source: { provider(Google.self, ["key": "$K", "url": $0, "rate": "1000/s"]) },
        targets: [
            "/maps/api/geocode/json?latlng=29.101851,116.720941&language=zh-CN&key=K",
            "/maps/api/geocode/json?latlng=51.507200,-0.127600&language=zh-CN&key=K",
        ],
        found:
            #"{"status":"OK","results":[{"formatted_address":"甲省乙市丙路1号","address_components":[{"long_name":"1号","types":["street_number"]},{"long_name":"丙路","types":["route"]},{"long_name":"乙市","types":["locality"]},{"long_name":"甲省","types":["administrative_area_level_1"]},{"long_name":"中国","types":["country"]}]}]}"#,
        empty: #"{"status":"ZERO_RESULTS","results":[]}"#),
    ServedProvider(
        name: "nominatim", source: { provider(Nominatim.self, ["url": $0, "rate": "1000/s"]) },
        targets: [
            "/reverse?format=jsonv2&lat=29.1047270&lon=116.7159870&zoom=18&addressdetails=1&accept-language=zh",
            "/reverse?format=jsonv2&lat=51.5072000&lon=-0.1276000&zoom=18&addressdetails=1&accept-language=zh",
        ],
        found:
            #"{"display_name":"甲省乙市丙路1号","address":{"road":"丙路","house_number":"1号","city":"乙市","state":"甲省","country":"中国"}}"#,
        empty: #"{"error":"Unable to geocode"}"#),
    ServedProvider(
        name: "photon", source: { httpProvider(photonOptions, at: $0) },
        targets: [
            "/reverse?lat=29.1047270&lon=116.7159870&lang=zh&limit=1",
            "/reverse?lat=51.5072000&lon=-0.1276000&lang=zh&limit=1",
        ],
        found: #"{"features":[{"properties":{"street":"丙路","housenumber":"1号","city":"乙市","state":"甲省","country":"中国"}}]}"#,
        empty: #"{"features":[]}"#, line: "中国甲省乙市丙路1号"),
    ServedProvider(
        name: "pelias", source: { httpProvider(peliasOptions, at: $0) },
        targets: [
            "/v1/reverse?point.lat=29.1047270&point.lon=116.7159870&lang=zh&size=1",
            "/v1/reverse?point.lat=51.5072000&point.lon=-0.1276000&lang=zh&size=1",
        ],
        found:
            #"{"features":[{"properties":{"label":"甲省乙市丙路1号","street":"丙路","housenumber":"1号","locality":"乙市","region":"甲省","country":"中国"}}]}"#,
        empty: #"{"features":[]}"#),
]

/// A preset at another server.
private func httpProvider(_ options: KeyValuePairs<String, String>, at url: String) -> AnyHTTP {
    let moved = options.map { name, value in
        (name, name == "url" ? url + value.drop { $0 != ":" }.dropFirst(3).drop { $0 != "/" } : value)
    }
    var reader = optionReader(AnyHTTP.self, moved + [("rate", "1000/s")])
    return AnyHTTP(reading: &reader)
}
