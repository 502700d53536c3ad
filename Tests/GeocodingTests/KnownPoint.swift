import Geodesy
import Testing

/// A point of which anyone can say where it lies.
///
/// Written by hand from public knowledge: WGS-84, to some hundred metres; none of it is from the data that the gazetteer is made from.
struct KnownPoint: Sendable, CustomTestStringConvertible {
    enum Province: Sendable {
        /// Has to be said.
        case sure(String)
        /// May be left unsaid, so near a border is it; no other may be said.
        case atMost(String)
        /// There is none to say.
        case none
    }

    let name: String
    let coordinate: Coordinate
    /// Nil where a country cannot be right or wrong: at the poles.
    let country: String?
    let province: Province

    var testDescription: String { name }

    private init(_ name: String, _ latitude: Double, _ longitude: Double, _ country: String?, _ province: Province) {
        self.name = name
        self.coordinate = Coordinate(latitude: latitude, longitude: longitude)
        self.country = country
        self.province = province
    }

    private static func china(_ name: String, _ latitude: Double, _ longitude: Double, _ province: Province) -> KnownPoint {
        KnownPoint(name, latitude, longitude, "China", province)
    }

    private static func own(_ name: String, _ latitude: Double, _ longitude: Double, _ division: String) -> KnownPoint {
        KnownPoint(name, latitude, longitude, division, .sure(division))
    }

    private static func abroad(_ name: String, _ latitude: Double, _ longitude: Double, _ country: String?) -> KnownPoint {
        KnownPoint(name, latitude, longitude, country, .none)
    }

    /// Ports and bridges at the borders of Hong Kong and Macau, and the islands between the mainland and Taiwan.
    static let atRegions: [KnownPoint] = [
        china("Luohu port, Shenzhen", 22.5328, 114.1130, .sure("Guangdong")),
        china("Shenzhen railway station", 22.5348, 114.1120, .sure("Guangdong")),
        own("Lo Wu station", 22.5283, 114.1131, "Hong Kong"),
        china("Huanggang port, Shenzhen", 22.5225, 114.0706, .sure("Guangdong")),
        own("Lok Ma Chau station", 22.5143, 114.0656, "Hong Kong"),
        china("Shenzhen Bay park", 22.5220, 113.9460, .sure("Guangdong")),
        china("Shekou", 22.4850, 113.9150, .sure("Guangdong")),
        own("Lau Fau Shan", 22.4690, 113.9830, "Hong Kong"),
        own("Hong Kong, Central", 22.2816, 114.1580, "Hong Kong"),
        own("Hong Kong airport", 22.3080, 113.9185, "Hong Kong"),
        china("Gongbei port, Zhuhai", 22.2190, 113.5480, .sure("Guangdong")),
        china("Zhuhai railway station", 22.2170, 113.5445, .sure("Guangdong")),
        own("Macau, Senado Square", 22.1936, 113.5399, "Macao"),
        own("Macau airport", 22.1560, 113.5760, "Macao"),
        china("Hengqin, Zhuhai", 22.1300, 113.5200, .sure("Guangdong")),
        china("Wanzai, Zhuhai", 22.2000, 113.5260, .sure("Guangdong")),
        china("Zhuhai, Xiangzhou", 22.2710, 113.5670, .sure("Guangdong")),
        china("Xiamen, Gulangyu", 24.4470, 118.0660, .sure("Fujian")),
        KnownPoint("Kinmen, Jincheng", 24.4321, 118.3171, "Taiwan", .none),
        KnownPoint("Matsu, Nangan", 26.1500, 119.9300, "Taiwan", .none),
        own("Taipei", 25.0330, 121.5654, "Taiwan"),
        own("Kaohsiung", 22.6273, 120.3014, "Taiwan"),
        own("Penghu, Magong", 23.5711, 119.5793, "Taiwan"),
        china("Yongxing Dao, Paracel Islands", 16.8330, 112.3380, .sure("Hainan")),
    ]

    /// Towns that face each other across a border of China.
    static let atBorders: [KnownPoint] = [
        china("Dandong", 40.1290, 124.3920, .sure("Liaoning")),
        abroad("Sinuiju", 40.0960, 124.4000, "North Korea"),
        china("Tumen", 42.9660, 129.8430, .sure("Jilin")),
        abroad("Namyang", 42.9480, 129.8580, "North Korea"),
        china("Heihe", 50.2450, 127.4930, .sure("Heilongjiang")),
        abroad("Blagoveshchensk", 50.2700, 127.5400, "Russia"),
        china("Suifenhe", 44.3970, 131.1570, .sure("Heilongjiang")),
        china("Manzhouli", 49.5970, 117.4320, .sure("Inner Mongolia")),
        abroad("Zabaikalsk", 49.6510, 117.3270, "Russia"),
        china("Erenhot", 43.6520, 111.9770, .sure("Inner Mongolia")),
        abroad("Zamyn-Uud", 43.7290, 111.9030, "Mongolia"),
        china("Khorgos, China", 44.2130, 80.4200, .sure("Xinjiang")),
        abroad("Zharkent", 44.1670, 80.0000, "Kazakhstan"),
        china("Ruili", 24.0130, 97.8510, .sure("Yunnan")),
        abroad("Muse", 23.9790, 97.9000, "Myanmar"),
        china("Pingxiang, Guangxi", 22.0960, 106.7550, .sure("Guangxi")),
        abroad("Lang Son", 21.8530, 106.7610, "Vietnam"),
        china("Dongxing", 21.5480, 107.9720, .sure("Guangxi")),
        abroad("Mong Cai", 21.5240, 107.9660, "Vietnam"),
        china("Hekou", 22.5090, 103.9590, .sure("Yunnan")),
        abroad("Lao Cai", 22.4800, 103.9700, "Vietnam"),
    ]

    /// Cities, and towns at the borders of provinces and municipalities.
    static let inside: [KnownPoint] = [
        china("Beijing, Tiananmen", 39.9055, 116.3976, .sure("Beijing")),
        china("Beijing, Badaling", 40.3560, 116.0160, .atMost("Beijing")),
        china("Yanjiao, Hebei", 39.9580, 116.8200, .atMost("Hebei")),
        china("Sanhe, Hebei", 39.9830, 117.0780, .atMost("Hebei")),
        china("Dachang, Hebei", 39.8870, 116.9890, .sure("Hebei")),
        china("Langfang", 39.5200, 116.7000, .atMost("Hebei")),
        china("Tianjin", 39.1256, 117.1900, .sure("Tianjin")),
        china("Wuqing, Tianjin", 39.3840, 117.0440, .sure("Tianjin")),
        china("Jizhou, Tianjin", 40.0450, 117.4080, .sure("Tianjin")),
        china("Shanghai, the Bund", 31.2400, 121.4900, .sure("Shanghai")),
        china("Kunshan, Huaqiao", 31.3010, 121.0800, .atMost("Jiangsu")),
        china("Chongming, Qilong", 31.7800, 121.4500, .atMost("Jiangsu")),
        china("Chongqing", 29.5630, 106.5510, .sure("Chongqing")),
        china("Wushan", 31.0740, 109.8790, .sure("Chongqing")),
        china("Changchun", 43.8800, 125.3228, .sure("Jilin")),
        china("Changsha", 28.2280, 112.9390, .sure("Hunan")),
        china("Yinchuan", 38.4870, 106.2310, .sure("Ningxia")),
        china("Huizhou", 23.1115, 114.4161, .sure("Guangdong")),
        china("Dalian", 38.9140, 121.6147, .sure("Liaoning")),
        china("Nanjing", 32.0600, 118.7960, .sure("Jiangsu")),
        china("Ma'anshan", 31.6700, 118.5070, .sure("Anhui")),
        china("Xuzhou", 34.2610, 117.1850, .sure("Jiangsu")),
        china("Haikou", 20.0440, 110.1990, .sure("Hainan")),
        china("Xuwen", 20.3260, 110.1760, .sure("Guangdong")),
        china("Jiagedaqi", 50.4200, 124.1200, .atMost("Heilongjiang")),
        china("Ürümqi", 43.8250, 87.6170, .sure("Xinjiang")),
        china("Lhasa", 29.6500, 91.1172, .sure("Tibet")),
    ]

    /// Where the sphere or the map has its seams, and far from anywhere.
    static let farAway: [KnownPoint] = [
        abroad("north pole", 90, 0, nil), abroad("south pole", -90, 0, nil),
        abroad("Taveuni, on 180°", -16.8300, 180, "Fiji"), abroad("Taveuni, on −180°", -16.8300, -180, "Fiji"),
        abroad("Suva", -18.1416, 178.4415, "Fiji"), abroad("Apia", -13.8333, -171.7667, "Samoa"),
        abroad("Fernando de Noronha", -3.8400, -32.4100, "Brazil"), abroad("Tokyo", 35.6812, 139.7671, "Japan"),
        abroad("Seoul", 37.5665, 126.9780, "South Korea"), abroad("Ulaanbaatar", 47.9180, 106.9170, "Mongolia"),
        abroad("Paris", 48.8584, 2.2945, "France"), abroad("Ushuaia", -54.8000, -68.3000, "Argentina"),
    ]

    static let all = atRegions + atBorders + inside + farAway
}
