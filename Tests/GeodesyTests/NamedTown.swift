import Geodesy
import Testing

/// A town near China's edge: coordinates of GeoNames, or of shared/vectors/coordinates.csv.
struct NamedTown: Sendable, CustomTestStringConvertible {
    let name: String
    let isInChina: Bool
    let latitude: Double
    let longitude: Double
    var region: ShiftRegions = []

    var testDescription: String { name }

    private static func china(_ name: String, _ latitude: Double, _ longitude: Double) -> NamedTown {
        NamedTown(name: name, isInChina: true, latitude: latitude, longitude: longitude)
    }

    private static func abroad(_ name: String, _ latitude: Double, _ longitude: Double) -> NamedTown {
        NamedTown(name: name, isInChina: false, latitude: latitude, longitude: longitude)
    }

    /// Both sides of every land border, and the capitals around.
    static let all: [NamedTown] = [
        // North Korea.
        china("Dandong", 40.129, 124.383), abroad("Sinuiju", 40.095, 124.398), china("Ji'an", 41.128, 126.195),
        abroad("Manpo", 41.155, 126.289), china("Linjiang", 41.807, 126.908), abroad("Chunggang", 41.777, 126.874),
        china("Changbai", 41.418, 128.196), abroad("Hyesan", 41.402, 128.178), china("Tumen", 42.968, 129.843),
        abroad("Namyang", 42.95, 129.856), abroad("Sindo", 39.825, 124.225), china("Hunchun", 42.868, 130.366),
        abroad("Musan", 42.226, 129.208),
        // Russia.
        china("Suifenhe", 44.412, 131.152), abroad("Pogranichny", 44.41, 131.378), china("Heihe", 50.245, 127.499),
        abroad("Blagoveshchensk", 50.2907, 127.527), china("Fuyuan", 48.363, 134.298), abroad("Khabarovsk", 48.4827, 135.0721),
        china("Manzhouli", 49.598, 117.379), abroad("Zabaykalsk", 49.651, 117.327), china("Raohe", 46.796, 134.007),
        abroad("Bikin", 46.813, 134.25), abroad("Vladivostok", 43.1155, 131.8855), abroad("Kraskino", 42.711, 130.78),
        // Mongolia.
        china("Erenhot", 43.653, 111.977), abroad("Zamyn-Uud", 43.716, 111.902), abroad("Ulaanbaatar", 47.8864, 106.9057),
        // Kazakhstan, Kyrgyzstan, Tajikistan.
        china("Khorgas", 44.214, 80.42), abroad("Zharkent", 44.166, 80.007), china("Alashankou", 45.17, 82.57),
        abroad("Druzhba", 45.253, 82.48), china("Jeminay", 47.5, 85.618), abroad("Narynkol", 42.726, 80.175),
        abroad("Almaty", 43.2567, 76.9286), abroad("Bishkek", 42.8746, 74.5698), china("Tashkurgan", 37.772, 75.229),
        abroad("Osh", 40.514, 72.7985), abroad("Murghab", 38.1703, 73.9653),
        // India, Nepal, Bhutan, Pakistan.
        china("Yadong", 27.494, 88.953), abroad("Gangtok", 27.326, 88.612), china("Zham", 27.983, 85.983),
        abroad("Kodari", 27.962, 85.952), china("Jilong", 28.852, 85.297), abroad("Kathmandu", 27.7172, 85.324),
        abroad("Thimphu", 27.4728, 89.6419), abroad("Tawang", 27.574, 91.795), abroad("Delhi", 28.6139, 77.209),
        abroad("Gilgit", 35.9187, 74.3124),
        // Myanmar, Laos, Vietnam.
        china("Ruili", 24.013, 97.855), abroad("Muse", 23.997, 97.901), china("Mengmao", 24.001, 97.865),
        abroad("Mong La", 21.671, 100.013), abroad("Boten", 21.176, 101.666), china("Hekou", 22.529, 103.939),
        abroad("Lao Cai", 22.486, 103.971), china("Pingxiang", 22.094, 106.766), abroad("Dong Dang", 21.951, 106.698),
        abroad("Lang Son", 21.853, 106.761), china("Dongxing", 21.547, 107.972), abroad("Mong Cai", 21.514, 107.968),
        abroad("Mong Cai", 21.52471, 107.96619), abroad("Tra Co", 21.478, 108.03), abroad("Hanoi", 21.0278, 105.8342),
        // Over the sea.
        abroad("Seoul", 37.5665, 126.978), abroad("Osaka", 34.6937, 135.5022), abroad("Manila", 14.5995, 120.9842),
        abroad("Naha", 26.2124, 127.6809), china("Xiamen", 24.4798, 118.0894), china("Xiamen's waterfront", 24.445, 118.07),
        china("Sansha", 16.833, 112.338),
    ]

    /// The regions that can be switched off, and their neighbours.
    static let ofRegions: [NamedTown] = [
        NamedTown(name: "Hong Kong Central", isInChina: true, latitude: 22.2816, longitude: 114.158, region: .hongKong),
        NamedTown(name: "Hong Kong airport", isInChina: true, latitude: 22.308, longitude: 113.9185, region: .hongKong),
        NamedTown(name: "Sheung Shui", isInChina: true, latitude: 22.501, longitude: 114.128, region: .hongKong),
        NamedTown(name: "Macau", isInChina: true, latitude: 22.1987, longitude: 113.5439, region: .macau),
        NamedTown(name: "Macau airport", isInChina: true, latitude: 22.156, longitude: 113.576, region: .macau),
        NamedTown(name: "Taipei", isInChina: true, latitude: 25.033, longitude: 121.5654, region: .taiwan),
        NamedTown(name: "Kaohsiung", isInChina: true, latitude: 22.6273, longitude: 120.3014, region: .taiwan),
        NamedTown(name: "Kinmen", isInChina: true, latitude: 24.4321, longitude: 118.3171, region: .taiwan),
        NamedTown(name: "Penghu", isInChina: true, latitude: 23.5711, longitude: 119.5793, region: .taiwan),
        NamedTown(name: "Nangan, Matsu", isInChina: true, latitude: 26.15, longitude: 119.93, region: .taiwan),
        china("Luohu, Shenzhen", 22.548, 114.131), china("Gongbei, Zhuhai", 22.221, 113.553),
        china("Shekou, Shenzhen", 22.485, 113.915), china("Xiamen", 24.4798, 118.0894), china("Fuzhou", 26.0745, 119.2965),
        china("Yantian, Shenzhen", 22.557, 114.237), china("Hengqin, Zhuhai", 22.13, 113.52),
    ]
}
