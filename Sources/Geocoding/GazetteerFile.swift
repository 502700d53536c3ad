/// The layout of a gazetteer file: a balanced k-d tree over places on the unit sphere.
///
/// Node 1 is the root, node `k` has the children `2k` and `2k + 1`, node `leafCount + i` is leaf `i`.
/// scripts/gazetteer/README.md describes the bytes.
struct GazetteerFile: Sendable {
    /// A cut of the unit sphere: one child lies at or below `position` along `axis`, the other at or above it.
    struct Plane {
        let axis: Int
        let position: Double
    }

    let bytes: GazetteerBytes
    let placeCount: Int
    let leafCount: Int
    let regionCount: Int
    let divisionMap: DivisionMap
    private let planesOffset: Int
    private let leafTableOffset: Int
    private let regionTableOffset: Int
    private let regionsOffset: Int
    private let leavesOffset: Int

    init(bytes: GazetteerBytes) {
        let signature = bytes.text(at: 0, byteCount: 8)
        precondition(signature == "TMGAZ002", "expected a gazetteer file with TMGAZ002, found \(signature)")
        func headerNumber(_ index: Int) -> Int { Int(bytes.uint32(at: 8 + 4 * index)) }
        self.bytes = bytes
        placeCount = headerNumber(0)
        leafCount = 1 << headerNumber(1)
        regionCount = headerNumber(2)
        planesOffset = headerNumber(3)
        leafTableOffset = headerNumber(4)
        regionTableOffset = headerNumber(5)
        regionsOffset = headerNumber(6)
        leavesOffset = headerNumber(7)
        divisionMap = DivisionMap(bytes: bytes, offset: headerNumber(8))
    }

    /// The cut between the two children of an inner node.
    func plane(ofNode node: Int) -> Plane {
        let number = Int32(bitPattern: bytes.uint32(at: planesOffset + 4 * node))
        return Plane(axis: Int(number & 3), position: Double(number >> 2) / Double(1 << 28))
    }

    /// The places of a leaf, 0 up to `leafCount`.
    func leaf(_ index: Int) -> GazetteerLeaf {
        let count = (index + 1) * placeCount / leafCount - index * placeCount / leafCount
        let offset = leavesOffset + Int(bytes.uint32(at: leafTableOffset + 4 * index))
        return GazetteerLeaf(bytes: bytes, offset: offset, count: count)
    }

    /// Country and province by number of region: those of divisions first, by their numbers.
    func region(_ number: Int) -> (country: PlaceName?, province: PlaceName?) {
        let offset = regionsOffset + Int(bytes.uint32(at: regionTableOffset + 4 * number))
        var reader = GazetteerReader(bytes: bytes, offset: offset)
        return (reader.name(), reader.name())
    }
}
