/// The name of a place, province or country.
public struct PlaceName: Sendable, Hashable {
    /// The name GeoNames uses, in Latin letters: "Haidian", "Zürich".
    public let english: String
    /// The Chinese name of what lies in CN, HK, MO or TW, where GeoNames has one.
    public let chinese: String?

    /// The English name with the Chinese one in brackets: "Haidian (海淀)"; without a Chinese one the English alone.
    public var withChinese: String {
        guard let chinese else { return english }
        return "\(english) (\(chinese))"
    }
}
