import Geodesy

/// A part of the world whose places are told apart: a province of China, Hong Kong, Macao, Taiwan, or all that lies elsewhere.
///
/// The numbers are those of a gazetteer file; scripts/gazetteer/divisions.py gives them.
struct Division: Sendable, Hashable {
    /// 0 up to 63.
    let number: UInt8

    /// Outside China's outline.
    static let elsewhere = Division(number: 0)
    /// The mainland, where it is not sure which province it is.
    static let mainland = Division(number: 1)
    static let hongKong = Division(number: 2)
    static let macau = Division(number: 3)
    /// Taiwan's main island with Penghu.
    static let taiwan = Division(number: 4)
    /// Kinmen, Matsu, Wuqiu and Pratas.
    static let taiwanIslets = Division(number: 5)
    /// The first of the mainland's provinces.
    private static let firstProvince: UInt8 = 6

    /// Whether this is a province of the mainland.
    var isMainlandProvince: Bool { number >= Self.firstProvince }

    /// The divisions whose places may stand for a coordinate of this one.
    ///
    /// Where a province is not sure, those of the whole mainland; Taiwan's islets go with the main island.
    var searched: DivisionSet {
        switch self {
        case .mainland: DivisionSet(bits: ~0 << UInt64(Self.firstProvince) | 1 << UInt64(Self.mainland.number))
        case .taiwan, .taiwanIslets: DivisionSet(bits: 1 << 4 | 1 << 5)
        default: DivisionSet(bits: 1 << UInt64(number))
        }
    }
}

/// A set of divisions.
struct DivisionSet: Sendable, Hashable {
    let bits: UInt64

    /// Whether the division of a number below 64 is one of them.
    func contains(number: UInt8) -> Bool { bits >> UInt64(number & 63) & 1 == 1 }

    /// Whether no division is in both.
    func isDisjoint(with other: DivisionSet) -> Bool { bits & other.bits == 0 }

    /// Whether each division of another set is one of them.
    func isSuperset(of other: DivisionSet) -> Bool { other.bits & ~bits == 0 }
}
