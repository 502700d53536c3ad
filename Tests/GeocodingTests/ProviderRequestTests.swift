import Foundation
import Geodesy
import Options
import Testing

@testable import Geocoding

@Suite struct ProviderRequestTests {
    private let london = Coordinate(latitude: 51.5072, longitude: -0.1276)

    // MARK: Signatures

    /// The example of lbsyun's page on SN: 7de5a22212ffaa9e326444c75a58f9a0.
    @Test func `signs as Baidu's page does`() {
        let query = "/geocoder/v2/?address=%E7%99%BE%E5%BA%A6%E5%A4%A7%E5%8E%A6&output=json&ak=yourak"
        #expect(Baidu.signature(of: query, signingKey: "yoursk") == "7de5a22212ffaa9e326444c75a58f9a0")
    }

    /// The example of lbs.amap.com's page on signatures: a=23, b=12, d=48, f=8, c=67 and the private key bbbbb; the digest is Python's,
    /// hashlib.md5(b"a=23&b=12&c=67&d=48&f=8bbbbb").
    @Test func `signs as Amap's page says`() {
        let parameters: Parameters = [("a", "23"), ("b", "12"), ("d", "48"), ("f", "8"), ("c", "67")]
        #expect(Amap.signature(of: parameters, secret: "bbbbb") == "a89e8c2266d888860c46672d77d069f3")
    }

    /// The example of lbs.qq.com's page on signatures.
    @Test func `signs as Tencent's page does`() {
        let parameters: Parameters = [("location", "28.7033487,115.8660847"), ("key", "5Q5BZ-5EVWJ-SN5F3-K6QBZ-B3FAO-RVBWM")]
        let signature = Tencent.signature(of: parameters, signingKey: "SWvT26ypwq5Nwb5RvS8cLi6NSoH8HlJX")
        #expect(signature == "90da272bfa19122547298e2b0bcc0e50")
    }

    // MARK: Whole requests

    /// The coordinates are those of shared/vectors: mpmath, gcoord and geocoordinates-rs give GCJ-02 35.5563383506426,
    /// 81.87933202075753 of v0001, and BD-09 28.827983816168228, 121.21075697744504 of v0011. Digests are Python's.
    private let v0001 = Coordinate(latitude: 35.557313, longitude: 81.87681)
    private let v0011 = Coordinate(latitude: 28.824601, longitude: 121.20005)

    @Test func `Baidu is asked in BD-09, latitude first, and signed`() {
        let plain =
            "/reverse_geocoding/v3/?location=28.827984,121.210757&coordtype=bd09ll&language=zh-CN&extensions_poi=0&output=json&ak=K"
        #expect(provider(Baidu.self, ["key": "$K"]).url(v0011) == "https://api.map.baidu.com" + plain)
        let signed = provider(Baidu.self, ["key": "$K", "sk": "$S", "url": "http://127.0.0.1:8080/"]).url(v0011)
        #expect(signed == "http://127.0.0.1:8080" + plain + "&sn=c0d1b65c8f3d9765298ae8edeca111ed")
    }

    @Test func `TJ-081: each provider is asked in its own system, converted once`() {
        #expect(provider(Baidu.self, ["key": "$K"]).url(v0011).contains("location=28.827984,121.210757&coordtype=bd09ll"))
        #expect(provider(Amap.self, ["key": "$K"]).url(v0001).contains("location=81.879332,35.556338&"))
        #expect(provider(Tencent.self, ["key": "$K"]).url(v0001).contains("location=35.556338,81.879332&"))
        #expect(provider(Google.self, ["key": "$K"]).url(v0001).contains("latlng=35.556338,81.879332&"))
        #expect(provider(Nominatim.self, ["url": "http://h"]).url(v0001).contains("lat=35.5573130&lon=81.8768100&"))
        #expect(provider(AnyHTTP.self, photonOptions).url(v0001).contains("lat=35.5573130&lon=81.8768100&"))
    }

    @Test func `where BD-09 and GCJ-02 do not exist, WGS-84 is asked, and Baidu is told so`() {
        #expect(
            provider(Baidu.self, ["key": "$K"]).url(london, languages: ["en"])
                == "https://api.map.baidu.com/reverse_geocoding/v3/?location=51.507200,-0.127600&coordtype=wgs84ll&language=en&extensions_poi=0&output=json&ak=K"
        )
        #expect(provider(Amap.self, ["key": "$K"]).url(london).contains("location=-0.127600,51.507200&"))
        #expect(provider(Tencent.self, ["key": "$K"]).url(london).contains("location=51.507200,-0.127600&"))
        #expect(provider(Google.self, ["key": "$K"]).url(london).contains("latlng=51.507200,-0.127600&"))
    }

    @Test func `Amap is asked of many points at once, longitude first, and signed`() {
        let amap = provider(Amap.self, ["key": "$K"])
        #expect(
            amap.url(v0001)
                == "https://restapi.amap.com/v3/geocode/regeo?batch=false&extensions=base&key=K&location=81.879332,35.556338&output=JSON"
        )
        #expect(
            amap.url(v0001, london)
                == "https://restapi.amap.com/v3/geocode/regeo?batch=true&extensions=base&key=K&location=81.879332,35.556338%7C-0.127600,51.507200&output=JSON"
        )
        #expect(amap.pointsPerRequest == 20)
        let signed = provider(Amap.self, ["key": "$K", "secret": "$S"]).url(v0001, london)
        #expect(signed.hasSuffix("&output=JSON&sig=49eae7923b051029dae348dccf3eb612"))
    }

    @Test func `Tencent is asked in GCJ-02, latitude first, and signed`() {
        let plain = "https://apis.map.qq.com/ws/geocoder/v1?get_poi=0&key=K&location=35.556338,81.879332&output=json"
        #expect(provider(Tencent.self, ["key": "$K"]).url(v0001) == plain)
        let signed = provider(Tencent.self, ["key": "$K", "sk": "$S"]).url(v0001)
        #expect(signed == plain + "&sig=1aab29e1313a78a4dd1025c1c490c0d3")
    }

    @Test func `Google is asked in WGS-84 in Hong Kong, Macau and Taiwan`() {
        let google = provider(Google.self, ["key": "$K&k"])
        #expect(
            google.url(Coordinate(latitude: 22.2816, longitude: 114.158), languages: ["zh-HK"])
                == "https://maps.googleapis.com/maps/api/geocode/json?latlng=22.281600,114.158000&language=zh-HK&key=K%26k")
        #expect(google.url(Coordinate(latitude: 25.033, longitude: 121.5654)).contains("latlng=25.033000,121.565400&"))
        #expect(google.url(Coordinate(latitude: 22.1987, longitude: 113.5439)).contains("latlng=22.198700,113.543900&"))
    }

    @Test func `Nominatim is asked with zoom, language and e-mail`() {
        let nominatim = provider(
            Nominatim.self, ["url": "https://osm.example/nominatim/", "zoom": "16", "email": "gps@example.org"])
        #expect(
            nominatim.url(london, languages: ["de", "en"])
                == "https://osm.example/nominatim/reverse?format=jsonv2&lat=51.5072000&lon=-0.1276000&zoom=16&addressdetails=1&accept-language=de&email=gps%40example.org"
        )
        #expect(nominatim.variant == "https://osm.example/nominatim zoom 16")
        #expect(nominatim.account == "osm.example")
    }

    @Test func `a template's placeholders are filled in, in its system`() {
        let options: KeyValuePairs<String, String> = [
            "url": "http://geo.house:81/{language}/{longitude};{latitude}?k={key}&x={key}", "key": "$a{b}&", "crs": "gcj02",
            "city": "c",
            "not-found": "c",
        ]
        let source = provider(AnyHTTP.self, options)
        #expect(source.url(v0001) == "http://geo.house:81/zh/81.8793320;35.5563384?k=a%7Bb%7D%26&x=a%7Bb%7D%26")
        #expect(source.account == "geo.house")
        #expect(!source.variant.contains("a{b}"))
        #expect(source.variant.contains("gcj02") && source.variant.contains("city=c"))
    }

    // MARK: Vectors

    private static let reason: Comment =
        "The reference results are not at \(SharedReplies.path); set TRACKMILL_SHARED to their folder."

    /// The whole file: what three other programs give of a place, to six decimals.
    @Test(
        .enabled(if: SharedReplies.has("vectors/coordinates.csv"), reason),
        arguments: [
            ("baidu", "BD09", ["any", "in", "polygon", "amap", "policy-identity"]),
            ("amap", "GCJ02", ["any", "in", "polygon", "amap"]), ("tencent", "GCJ02", ["any", "in", "polygon", "amap"]),
            ("google", "GCJ02", ["any", "in", "polygon", "mainland"]),
        ] as [(String, String, Set<String>)])
    func `coordinates that are sent are the vectors'`(name: String, system: String, gates: Set<String>) throws {
        let source = try #require(allProviders.first { $0.file == name }).source
        let text = String(decoding: try SharedReplies.bytes("vectors/coordinates.csv"), as: UTF8.self)
        var compared = 0
        for line in text.split(separator: "\n").dropFirst() {
            let cells = line.split(separator: ",", omittingEmptySubsequences: false)
            let gate = cells[8...].joined(separator: ",").split(separator: ";").first { $0.hasPrefix("gate=") }?.dropFirst(5)
            let numbers = cells[3...6].compactMap { Double($0) }
            guard cells[1] == "WGS84", cells[2] == system, numbers.count == 4, let gate, gates.contains(String(gate)) else {
                continue
            }
            let wanted = numbers[2...].map { String(format: "%.6f", $0) }
            let place = name == "amap" ? "\(wanted[0]),\(wanted[1])" : "\(wanted[1]),\(wanted[0])"
            let center = Coordinate(latitude: numbers[1], longitude: numbers[0])
            let url = source.request(for: [center], language: "zh-CN").url
            #expect(url.contains("=\(place)&"), "\(cells[0]): \(place) in \(url)")
            compared += 1
        }
        #expect(compared > 80)
    }
}
