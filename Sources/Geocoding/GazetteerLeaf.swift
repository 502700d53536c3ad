import Geodesy

/// About fifteen neighbouring places of a gazetteer file, by rising GeoNames id.
///
/// The bytes: width of a number, division, south edge, west edge, each place's latitude and longitude above those edges; where the
/// division is 255, each place's; then each place's id (as a step from the one before), region number and name.
struct GazetteerLeaf {
    private static let headerByteCount = 10
    private static let severalDivisions: UInt8 = 255
    private static let stepsPerDegree = 100_000.0

    let count: Int
    private let bytes: GazetteerBytes
    private let offset: Int
    private let width: Int
    private let division: UInt8
    private let south: Int32
    private let west: Int32

    init(bytes: GazetteerBytes, offset: Int, count: Int) {
        self.bytes = bytes
        self.offset = offset
        self.count = count
        width = Int(bytes.byte(at: offset))
        division = bytes.byte(at: offset + 1)
        south = Int32(bitPattern: bytes.uint32(at: offset + 2))
        west = Int32(bitPattern: bytes.uint32(at: offset + 6))
    }

    /// The division of the place at a position, 0 up to `count`.
    func division(at position: Int) -> Division {
        Division(number: division == Self.severalDivisions ? bytes.byte(at: endOfCoordinates + position) : division)
    }

    private var endOfCoordinates: Int { offset + Self.headerByteCount + width * 2 * count }

    /// Where the place at a position lies, 0 up to `count`.
    func coordinate(at position: Int) -> Coordinate {
        Coordinate(
            latitude: Double(south + edgeOffset(2 * position)) / Self.stepsPerDegree,
            longitude: Double(west + edgeOffset(2 * position + 1)) / Self.stepsPerDegree)
    }

    /// A number above an edge; two or three bytes wide ones are cut out of four.
    private func edgeOffset(_ index: Int) -> Int32 {
        let number = bytes.uint32(at: offset + Self.headerByteCount + width * index)
        return Int32(bitPattern: number & (.max >> UInt32(32 - 8 * width)))
    }

    /// Reads each place's id (as a step from the one before), region number and name.
    var entries: GazetteerReader {
        let divisionBytes = division == Self.severalDivisions ? count : 0
        return GazetteerReader(bytes: bytes, offset: endOfCoordinates + divisionBytes)
    }

    /// GeoNames id, region number and name of the place at a position; walks over those before it.
    func entry(at position: Int) -> (id: Int, regionNumber: Int, name: PlaceName?) {
        var reader = entries
        var id = 0
        for _ in 0..<position {
            id += reader.number()
            _ = reader.number()
            reader.skipName()
        }
        return (id + reader.number(), reader.number(), reader.name())
    }
}
