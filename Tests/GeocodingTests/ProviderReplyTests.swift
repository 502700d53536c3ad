import Geodesy
import Testing

@testable import Geocoding

/// What each provider's adapter makes of a reply.
@Suite struct ProviderReplyTests {
    static let reason: Comment = "The replies are not at \(SharedReplies.path); set TRACKMILL_SHARED to their folder."

    /// Every file of shared/geocoders with its outcome, by hand: line, country, province, city, district, street.
    static let files: [(file: String, status: Int, language: String, outcomes: [String])] = [
        (
            "amap_v3_batch_success.json", 200, "zh-CN",
            [
                "云溪省临湖市青柳区桐花街道望江路88号|中国|云溪省|临湖市|青柳区|望江路88号", "江城市北仓区锦湖街道|中国|江城市|江城市|北仓区|-", "not found",
            ]
        ),
        ("amap_v3_empty_ocean.json", 200, "zh-CN", ["not found"]),
        ("amap_v3_error_daily.json", 200, "zh-CN", ["stopForToday 10003"]),
        ("amap_v3_error_key.json", 200, "zh-CN", ["misconfigured 10001"]),
        ("amap_v3_error_params.json", 200, "zh-CN", ["misconfigured 20000"]),
        ("amap_v3_error_qps.json", 200, "zh-CN", ["backOff 10021"]),
        ("amap_v3_sea_country_level_only.json", 200, "zh-CN", ["中华人民共和国|中国|-|-|-|-|approximate"]),
        ("amap_v3_success.json", 200, "zh-CN", ["云溪省临湖市青柳区桐花街道望江路88号|中国|云溪省|临湖市|青柳区|望江路88号"]),
        ("amap_v3_success_municipality_city_is_empty_array.json", 200, "zh-CN", ["江城市北仓区锦湖街道|中国|江城市|江城市|北仓区|-"]),
        ("baidu_v3_empty_ocean.json", 200, "zh-CN", ["not found"]),
        ("baidu_v3_error_ak.json", 200, "zh-CN", ["misconfigured 200"]),
        ("baidu_v3_error_daily_quota.json", 200, "zh-CN", ["stopForToday 302"]),
        ("baidu_v3_error_qps.json", 200, "zh-CN", ["backOff 401"]),
        ("baidu_v3_error_sn.json", 200, "zh-CN", ["misconfigured 211"]),
        ("baidu_v3_success.json", 200, "zh-CN", ["云溪省临湖市青柳区望江路88号|中国|云溪省|临湖市|青柳区|望江路88号"]),
        ("baidu_v3_success_city_county.json", 200, "zh-CN", ["海棠省红树县|中国|海棠省|-|红树县|-"]),
        ("google_empty_ocean.json", 200, "en", ["not found"]),
        ("google_error_denied.json", 200, "en", ["misconfigured REQUEST_DENIED"]),
        ("google_error_over_limit.json", 200, "en", ["backOff OVER_QUERY_LIMIT"]),
        (
            "google_success.json", 200, "en",
            ["88 Riverview Rd, Willowbrook, FS 12345, Examplia|Examplia|Fernshire|Willowbrook|-|88 Riverview Road"]
        ),
        ("nominatim_empty_ocean.json", 200, "zh", ["not found"]),
        ("nominatim_error_400.json", 400, "zh", ["misconfigured HTTP 400"]),
        ("nominatim_error_429.html", 429, "zh", ["backOff HTTP 429"]),
        ("nominatim_jsonv2_success.json", 200, "zh", ["88, 望江路, 桐花街道, 青柳区, 临湖市, 云溪省, 中国|中国|云溪省|临湖市|青柳区|望江路88"]),
        ("pelias_empty_ocean.json", 200, "en", ["not found"]),
        ("pelias_error_400.json", 400, "en", ["misconfigured HTTP 400"]),
        (
            "pelias_success.json", 200, "en",
            ["88 Riverview Road, Willowbrook, FS, Examplia|Examplia|Fernshire|Willowbrook|-|88 Riverview Road"]
        ),
        ("photon_empty_ocean.json", 200, "zh", ["not found"]),
        ("photon_error_400.json", 400, "zh", ["misconfigured HTTP 400"]),
        ("photon_success.json", 200, "zh", ["中国云溪省临湖市青柳区望江路88|中国|云溪省|临湖市|青柳区|望江路88"]),
        ("tencent_v1_empty_ocean.json", 200, "zh-CN", ["not found"]),
        ("tencent_v1_error_daily.json", 200, "zh-CN", ["stopForToday 121"]),
        ("tencent_v1_error_no_result.json", 200, "zh-CN", ["not found"]),
        ("tencent_v1_error_qps.json", 200, "zh-CN", ["backOff 120"]),
        ("tencent_v1_error_sig.json", 200, "zh-CN", ["misconfigured 111"]),
        ("tencent_v1_success.json", 200, "zh-CN", ["云溪省临湖市青柳区望江路88号|中国|云溪省|临湖市|青柳区|望江路88号"]),
    ]

    @Test(.enabled(if: SharedReplies.has("geocoders"), reason), arguments: files)
    func `a reply is read as the table says`(file: String, status: Int, language: String, outcomes: [String]) throws {
        let name = file.prefix { $0 != "_" }
        let source = try #require(allProviders.first { $0.file == name }).source
        let response = HTTPResponse(status: status, body: try SharedReplies.bytes("geocoders/" + file))
        let centers = [Coordinate](repeating: beijing, count: outcomes.count)
        let found = source.outcomes(of: response, for: centers, language: language)
        #expect(found.map(\.words) == outcomes)
        for address in found.compactMap(\.address) {
            #expect(address.provider == type(of: source).name && address.language == language && address.distanceMeters == nil)
        }
    }

    @Test(.enabled(if: SharedReplies.has("geocoders"), reason))
    func `the table has every file there is`() throws {
        #expect(try SharedReplies.names("geocoders").filter { $0 != "README.md" } == Self.files.map(\.file).sorted())
    }

    // MARK: Oddities, from small replies of our own

    @Test(arguments: smallReplies)
    func `small replies are read`(_ reply: SmallReply) throws {
        let source = try #require(allProviders.first { $0.file == reply.provider }).source
        let response = HTTPResponse(status: reply.status, body: Array(reply.body.utf8))
        let centers = [Coordinate](repeating: beijing, count: reply.outcomes.count)
        #expect(source.outcomes(of: response, for: centers, language: reply.language).map(\.words) == reply.outcomes)
    }

    @Test(arguments: allProviders.indices)
    func `TJ-097: a page with status 200 is a failure with its reason`(index: Int) {
        let (_, source) = allProviders[index]
        let failure = SourceFailure(.unusable, code: "HTML", "The reply is a web page, not JSON.")
        #expect(
            source.outcomes("<html><body>Welcome to the hotel</body></html>", count: 3)
                == Array(repeating: .failed(failure), count: 3))
    }

    @Test(arguments: allProviders.indices)
    func `empty, cut and foreign replies are unusable, errors of HTTP what they are`(index: Int) {
        let (_, source) = allProviders[index]
        #expect(source.outcomes("").map(\.words) == ["unusable empty"])
        #expect(source.outcomes("{\"status\": 0, \"resu").map(\.words) == ["unusable malformed"])
        for body in ["{}", "[]", "1", "null", "\"OK\"", "[{}]", "{\"status\":[]}", "{\"status\":null}", "{\"result\":{}}"] {
            #expect(source.outcomes(body).map(\.words) == ["unusable malformed"], "\(body)")
        }
        #expect(source.outcomes("{}", status: 503).map(\.words) == ["backOff HTTP 503"])
        #expect(source.outcomes("<html>", status: 502).map(\.words) == ["backOff HTTP 502"])
        #expect(source.outcomes("", status: 403).map(\.words) == ["misconfigured HTTP 403"])
        #expect(source.outcomes("Too Many Requests", status: 429).map(\.words) == ["backOff HTTP 429"])
    }

    @Test func `failures say what, and never the key`() {
        let baidu = provider(Baidu.self, ["key": "$" + testKey])
        let failures = [
            "{\"status\":240,\"message\":\"\(testKey) has no right\"}", "{\"status\":\"\(testKey) is wrong\"}",
            "{\"status\":999,\"message\":\"\(testKey)\"}", "{\"status\":\"\(testKey)\"}",
            "{\"status\":\"\(String(repeating: "9", count: 300))\"}",
        ].flatMap { baidu.outcomes($0) }.compactMap(\.failure)
        #expect(
            failures == [
                SourceFailure(.misconfigured, code: "240", "baidu answers 240: the service is not switched on for this key."),
                SourceFailure(.unusable, code: "unreadable", "baidu answers with a code that is not known: unreadable."),
                SourceFailure(.unusable, code: "999", "baidu answers with a code that is not known: 999."),
                SourceFailure(.unusable, code: "unreadable", "baidu answers with a code that is not known: unreadable."),
                SourceFailure(.unusable, code: "unreadable", "baidu answers with a code that is not known: unreadable."),
            ])
    }

    @Test func `without the right to places abroad Amap knows none there, and points in China are asked again`() {
        let amap = provider(Amap.self, ["key": "$K"])
        let london = Coordinate(latitude: 51.5072, longitude: -0.1276)
        let body = Array(#"{"status":"0","info":"INSUFFICIENT_ABROAD_PRIVILEGES","infocode":"20011"}"#.utf8)
        let response = HTTPResponse(status: 200, body: body)
        #expect(amap.outcomes(of: response, for: [beijing, london]).map(\.words) == ["unusable 20011", "not found"])
        #expect(amap.outcomes(of: response, for: [london]).map(\.words) == ["not found"])
        #expect(amap.outcomes(of: response, for: [beijing]).map(\.words) == ["not found"])
    }

    @Test func `each code of each table has one line, and its outcome`() {
        for codes in [Baidu.codes, Amap.codes, Tencent.codes, Google.codes, Nominatim.codes] {
            #expect(Set(codes.map(\.code)).count == codes.count)
            #expect(codes.allSatisfy { !$0.meaning.isEmpty && !$0.meaning.hasSuffix(".") })
        }
    }

    @Test func `a line of parts has none twice`() {
        func line(_ parts: AddressParts) -> String? { parts.outcome(provider: "x", language: "zh").address?.text }
        #expect(line(AddressParts(country: "中国", province: "北京市", city: "北京市", district: "海淀区")) == "中国北京市海淀区")
        #expect(line(AddressParts(province: "北京市", district: "北京市海淀区", street: "北京市海淀区中关村大街")) == "北京市海淀区中关村大街")
        #expect(line(AddressParts(country: "日本", city: "東京都", street: "銀座4")) == "日本東京都銀座4")
        #expect(line(AddressParts(country: "대한민국", city: "서울", street: "테헤란로 152")) == "대한민국 서울 테헤란로 152")
        #expect(line(AddressParts(country: "UK", city: "York", street: "5 Yorkshire Street")) == "5 Yorkshire Street, York, UK")
        #expect(line(AddressParts(country: "Singapore", city: "Singapore")) == "Singapore")
        #expect(line(AddressParts()) == nil)
    }

    @Test func `a street has its number where its language puts it`() {
        #expect(streetText("望江路", number: "88号", language: "en") == "望江路88号")
        #expect(streetText("望江路", number: "望江路88号", language: "zh") == "望江路88号")
        #expect(streetText("Riverview Road", number: "88", language: "en-GB") == "88 Riverview Road")
        #expect(streetText("Hauptstraße", number: "5", language: "de") == "Hauptstraße 5")
        #expect(streetText(nil, number: "88", language: "zh") == "88")
        #expect(streetText("望江路", number: nil, language: "zh") == "望江路")
        #expect(streetText(nil, number: nil, language: "zh") == nil)
    }
}
