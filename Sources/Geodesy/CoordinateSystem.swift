/// The coordinate systems that logs and maps in China come in.
public enum CoordinateSystem: UInt8, Sendable, CaseIterable {
    /// What GPS receivers give, degrees (EPSG:4326).
    case wgs84 = 0
    /// The shifted degrees of Chinese maps (Amap, Tencent, Google in China).
    case gcj02
    /// Baidu's degrees: GCJ-02 turned and moved once more.
    case bd09
    /// Baidu's plane in metres: a fit of its own to BD-09 degrees.
    case bd09mc
    /// Metres on the square of web maps (EPSG:3857), from WGS-84.
    case webMercator

    /// The system's name in files and options.
    public var name: String {
        switch self {
        case .wgs84: "wgs84"
        case .gcj02: "gcj02"
        case .bd09: "bd09"
        case .bd09mc: "bd09mc"
        case .webMercator: "webmercator"
        }
    }

    /// Whether coordinates are metres on a plane, not degrees.
    public var isInMeters: Bool { self == .bd09mc || self == .webMercator }

    /// The system of that name, in upper or lower case, with or without `-`, `_`, `:` and spaces; nil when there is none.
    public init?(name: some StringProtocol) {
        let letters = name.lowercased().filter { !" -_:".contains($0) }
        switch letters {
        case "wgs84", "gps", "epsg4326": self = .wgs84
        case "gcj02", "gcj", "mars", "amap": self = .gcj02
        case "bd09", "bd09ll", "baidu": self = .bd09
        case "bd09mc", "bd09mercator", "baidumc": self = .bd09mc
        case "webmercator", "epsg3857", "epsg900913", "pseudomercator": self = .webMercator
        default: return nil
        }
    }
}
