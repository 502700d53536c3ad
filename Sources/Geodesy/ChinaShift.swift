/// Where the shift between WGS-84, GCJ-02 and BD-09 applies.
public enum ChinaShift: Sendable, CaseIterable {
    /// Inside China's outline, as Chinese maps have it. The default.
    case outline
    /// Inside the rectangle that most published converters test, which holds Korea, Mongolia and half of Japan too.
    case box
    /// On every point.
    case everywhere
    /// On no point: every conversion of degrees is the identity.
    case nowhere

    /// The name in options.
    public var name: String {
        switch self {
        case .outline: "outline"
        case .box: "box"
        case .everywhere: "everywhere"
        case .nowhere: "nowhere"
        }
    }
}

/// Regions of China whose shift can be switched off by itself.
///
/// They count with `ChinaShift.outline` only: a box or a switch for everything knows no regions.
public struct ShiftRegions: OptionSet, Sendable {
    /// One bit for each region.
    public let rawValue: UInt8

    /// Makes a set of its bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Hong Kong with its waters.
    public static let hongKong = ShiftRegions(rawValue: 1)
    /// Macau with its waters.
    public static let macau = ShiftRegions(rawValue: 2)
    /// Taiwan with Penghu, Kinmen and Matsu.
    public static let taiwan = ShiftRegions(rawValue: 4)
    /// All three: the default.
    public static let all: ShiftRegions = [.hongKong, .macau, .taiwan]
}
