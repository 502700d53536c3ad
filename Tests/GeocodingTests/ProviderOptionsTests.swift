import Options
import Testing

@testable import Geocoding

@Suite struct ProviderOptionsTests {
    @Test func `defaults are careful`() {
        func limits(_ name: String) -> RequestLimits? { allProviders.first { $0.file == name }?.source.limits }
        let shy = RequestLimits(requestsPerSecond: 1, perDay: nil, inFlight: 1, timeoutSeconds: 10)
        let keyed = RequestLimits(requestsPerSecond: 3, perDay: nil, inFlight: 3, timeoutSeconds: 10)
        #expect(limits("baidu") == keyed && limits("amap") == keyed && limits("tencent") == keyed)
        #expect(limits("google") == RequestLimits(requestsPerSecond: 10, perDay: 300, inFlight: 8, timeoutSeconds: 10))
        #expect(limits("nominatim") == shy && limits("photon") == shy)
        #expect(allProviders.map(\.source.lifetimeSeconds) == [nil, nil, nil, 2_592_000, nil, nil, nil])
        #expect(allProviders.map(\.source.dayOffsetSeconds) == [28_800, 28_800, 28_800, -28_800, 0, 0, 0])
        #expect(
            allProviders.map(\.source.account) == ["baidu", "amap", "tencent", "google", "localhost", "localhost", "localhost"])
    }

    @Test func `TJ-096: no provider gives up before ten seconds by default`() {
        #expect(allProviders.allSatisfy { $0.source.limits.timeoutSeconds >= 10 })
    }

    @Test func `TJ-094: a server that is not known is asked once a second, one request at a time, by default`() {
        for (name, source) in allProviders where ["nominatim", "photon", "pelias"].contains(name) {
            #expect(source.limits.requestsPerSecond == 1 && source.limits.inFlight == 1)
        }
    }

    @Test func `limits and the time to keep are read`() {
        let options: KeyValuePairs<String, String> = [
            "key": "$K", "rate": "90/min", "per-day": "5000", "in-flight": "8", "timeout": "20 s", "keep": "7 days",
        ]
        let amap = provider(Amap.self, options)
        #expect(amap.limits == RequestLimits(requestsPerSecond: 1.5, perDay: 5000, inFlight: 8, timeoutSeconds: 20))
        #expect(amap.lifetimeSeconds == 604_800)
        #expect(provider(Amap.self, ["key": "$K", "keep": "forever"]).lifetimeSeconds == nil)
        #expect(provider(Google.self, ["key": "$K", "keep": "1 h"]).lifetimeSeconds == 3600)
        #expect(complaints(Amap.self, options) == [])
    }

    @Test func `only what an answer depends on is compared`() {
        func compared<Source: NetworkSource>(_ type: Source.Type, _ options: KeyValuePairs<String, String>) -> [String] {
            var reader = optionReader(type, options)
            _ = Source(reading: &reader)
            return reader.values.map { "\($0.name)=\($0.value)" }
        }
        let options: KeyValuePairs<String, String> = ["key": "$K", "url": "http://h", "rate": "1/s", "keep": "2 h"]
        #expect(compared(Baidu.self, options) == [] && compared(Amap.self, options) == [])
        #expect(compared(Tencent.self, options) == [] && compared(Google.self, options) == [])
        #expect(compared(Nominatim.self, ["url": "http://h", "email": "e"]) == ["url=http://h", "zoom=18"])
        #expect(!compared(AnyHTTP.self, photonOptions).contains { $0.contains("OpenStreetMap") })
    }

    @Test func `what is wrong is said word for word`() {
        #expect(
            complaints(Baidu.self, ["url": "api.map.baidu.com", "keep": "10 min"]) == [
                "p.yaml:1:1: baidu wants 'key': \"${BAIDU_KEY}\", an environment variable.",
                "p.yaml:1:10: 'url' is 'api.map.baidu.com'; it wants http:// or https:// and a host, such as http://localhost:8080.",
                "p.yaml:2:10: 'keep' is 10 min; it may be 1 h or longer, or forever.",
            ])
        #expect(
            complaints(Google.self, ["key": "$K", "keep": "forever", "url": "https://u:p@h"]) == [
                "p.yaml:3:10: 'url' holds a user or a password; it is kept with the results, so neither may stand in it.",
                "p.yaml:2:10: 'keep' is forever; it may be 1 h to 30 days.",
            ])
        #expect(
            complaints(Google.self, ["key": "$K", "keep": "31 days"]) == [
                "p.yaml:2:10: 'keep' is 31 days; it may be 1 h to 30 days."
            ])
        #expect(
            complaints(Nominatim.self, ["zoom": "20"]) == [
                "p.yaml:1:1: nominatim wants 'url': a text.", "p.yaml:1:10: 'zoom' is 20; it may be a whole number from 3 to 18.",
            ])
        #expect(
            complaints(Nominatim.self, ["url": "http://h/reverse?format=json"]) == [
                "p.yaml:1:10: 'url' is 'http://h/reverse?format=json'; it ends before the path of the requests, such as http://localhost:8080."
            ])
        #expect(complaints(Nominatim.self, ["url": "ftp://u:secret@h"]).contains { $0.contains("secret") } == false)
        #expect(complaints(Nominatim.self, ["url": "http://h o"]) == ["p.yaml:1:10: 'url' holds a space or a control character."])
    }

    @Test func `the public Nominatim is warned of, and refused faster than it allows`() {
        #expect(
            complaints(Nominatim.self, ["url": "https://nominatim.OpenStreetMap.org/"]) == [
                "p.yaml:1:10: warning: nominatim.openstreetmap.org is not for work in bulk or in regular runs (its usage policy); use a server of your own."
            ])
        for faster: KeyValuePairs<String, String> in [
            ["url": "https://nominatim.openstreetmap.org", "rate": "2/s"],
            ["url": "https://nominatim.openstreetmap.org:443", "in-flight": "2"],
        ] {
            #expect(
                complaints(Nominatim.self, faster) == [
                    "p.yaml:1:10: nominatim.openstreetmap.org allows 1 request a second, one at a time: 'rate' is 1/s and 'in-flight' 1 at most."
                ])
        }
    }

    @Test func `a template is checked`() {
        func said(_ url: String, _ more: (String, String)...) -> [String] {
            var reader = optionReader(AnyHTTP.self, ["url": url, "city": "c", "not-found": "c"])
            if let (name, value) = more.first {
                reader = optionReader(AnyHTTP.self, ["url": url, "city": "c", "not-found": "c", name: value])
            }
            _ = AnyHTTP(reading: &reader)
            return reader.problems.map(\.description)
        }
        #expect(said("http://h/{latitude},{longitude}") == [])
        #expect(said("http://h/{latitude},{longitude}?k={key}", ("key", "$K")) == [])
        #expect(said("http://h/{latitude}") == ["p.yaml:1:10: 'url' lacks {longitude}."])
        #expect(
            said("http://h/{latitude},{longitude}/{lang}") == [
                "p.yaml:1:10: 'url' has {lang}; it may have {latitude}, {longitude}, {language}, {key}."
            ])
        #expect(said("http://h/{latitude},{longitude}?k={key}") == ["p.yaml:1:10: 'url' has {key}, but there is no 'key'."])
        #expect(
            said("http://h/{latitude},{longitude}", ("key", "$K")) == ["p.yaml:1:10: 'key' is given, but 'url' has no {key}."])
        #expect(
            said("http://h/?lat={latitude}&lon={longitude}&api_key=0a1b") == [
                "p.yaml:1:10: 'url' holds a key behind 'api_key='; write {key} there and give the option 'key'."
            ])
        #expect(said("http://{language}.h/{latitude},{longitude}") == ["p.yaml:1:10: 'url' has a placeholder in its host."])
        #expect(
            said("h/{latitude},{longitude}") == [
                "p.yaml:1:10: 'url' is 'h/{latitude},{longitude}'; it wants http:// or https:// and a host."
            ])
        #expect(
            said("http://h/{latitude},{longitude}", ("district", "a..b")) == [
                "p.yaml:4:10: 'district' has 'a..b'; it wants a path, such as features[0].properties.city."
            ])
        #expect(
            complaints(AnyHTTP.self, ["url": "http://h/{latitude},{longitude}", "number": "n", "not-found": "error=none here"])
                == [
                    "p.yaml:1:1: http wants 'text' or a part of the address: country, province, city, district, street."
                ])
        #expect(
            complaints(AnyHTTP.self, ["url": "http://h/{latitude},{longitude}", "city": "c"]) == [
                "p.yaml:1:1: http wants 'not-found': a text."
            ])
    }

    @Test func `not-found may be a text at a path`() {
        let options: KeyValuePairs<String, String> = [
            "url": "http://h/{latitude},{longitude}", "text": "a", "not-found": "error.code = none here",
        ]
        let source = provider(AnyHTTP.self, options)
        #expect(source.outcomes(#"{"error":{"code":"none here"}}"#) == [.notFound])
        #expect(source.outcomes(#"{"error":{"code":"other"}}"#).map(\.words) == ["unusable malformed"])
        #expect(source.outcomes(#"{"a":"b"}"#).map(\.words) == ["b|-|-|-|-|-"])
    }

    @Test func `no key is in what is printed of a provider, nor in what it is told by`() {
        let keyed: KeyValuePairs<String, String> = ["key": "$" + testKey, "sk": "$" + testKey, "secret": "$" + testKey]
        let http: KeyValuePairs<String, String> = [
            "url": "http://h/{latitude},{longitude}?k={key}", "key": "$" + testKey, "city": "c", "not-found": "c",
        ]
        let sources: [any NetworkSource] = [
            provider(Baidu.self, keyed), provider(Amap.self, keyed), provider(Tencent.self, keyed), provider(Google.self, keyed),
            provider(AnyHTTP.self, http),
        ]
        for source in sources {
            var dumped = ""
            dump(source, to: &dumped)
            let texts = [
                dumped, "\(source)", String(reflecting: source), source.variant, source.account, source.attribution ?? "",
            ]
            #expect(!texts.contains { $0.contains(testKey) })
            #expect(source.request(for: [beijing], language: "zh").url.contains(testKey))
        }
    }

    @Test func `a language is one that the provider speaks`() {
        func language(_ name: String, _ wanted: String...) -> String? {
            allProviders.first { $0.file == name }?.source.language(among: wanted)
        }
        #expect(
            language("baidu", "zh", "en") == "zh-CN" && language("baidu", "en", "zh") == "en"
                && language("baidu", "zh-Hant") == "zh-CN")
        #expect(language("baidu", "xx", "de-AT") == "de" && language("baidu", "xx") == "zh-CN" && language("baidu") == "zh-CN")
        #expect(language("amap", "en") == "zh-CN" && language("tencent", "en") == "zh-CN")
        #expect(
            language("google", "zh") == "zh-CN" && language("google", "zh-Hant-HK") == "zh-HK"
                && language("google", "zh-Hant") == "zh-TW")
        #expect(language("google", "pt-BR", "en") == "pt-BR" && language("google") == "en")
        #expect(language("nominatim", "zh", "en") == "zh" && language("nominatim") == "en" && language("photon", "de") == "de")
    }

    @Test func `without a file every option has a line of help, and nothing traps`() {
        func declared<Source: NetworkSource>(_ type: Source.Type) -> [String] {
            var reader = OptionReader(reference: Source.name)
            let source = Source(reading: &reader)
            #expect(source.pointsPerRequest >= 1)
            #expect(reader.declarations.allSatisfy { $0.help.hasSuffix(".") }, "\(Source.name)")
            return reader.declarations.map(\.name)
        }
        let common = ["rate", "per-day", "in-flight", "timeout", "keep"]
        #expect(declared(Baidu.self) == ["key", "sk", "url"] + common)
        #expect(declared(Amap.self) == ["key", "secret", "url"] + common)
        #expect(declared(Tencent.self) == ["key", "sk", "url"] + common)
        #expect(declared(Google.self) == ["key", "url"] + common)
        #expect(declared(Nominatim.self) == ["url", "zoom", "email"] + common)
        let parts = ["text", "country", "province", "city", "district", "street", "number", "not-found", "attribution"]
        #expect(declared(AnyHTTP.self) == ["url", "key", "crs"] + parts + common)
    }
}
