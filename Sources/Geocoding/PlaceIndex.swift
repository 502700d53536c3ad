import Geodesy
import Glibc

/// What a search needs of a gazetteer file, unpacked once: where its places lie on the unit sphere, and the tree over them.
///
/// Built in about 20 ms at the first question; 10 MB for the embedded file.
///
/// `@unchecked Sendable`: raw memory, written by `init` only and freed with the index. Arrays instead made a search a third slower.
final class PlaceIndex: @unchecked Sendable {
    /// A cut of the unit sphere: one child lies at or below `position` along `axis`, the other at or above it.
    struct Plane {
        let position: Float
        let axis: Int32
    }

    /// A place, but for its names.
    struct Place {
        /// In GeoNames.
        let id: Int32
        /// Where in the file its region number stands.
        let entryOffset: Int32
        let coordinate: Coordinate
    }

    /// A place on the unit sphere.
    struct Point {
        let x: Float
        let y: Float
        let z: Float
    }

    /// By how much the difference of two distances between points may be wrong: each coordinate of three points is rounded by 3e-8 at
    /// most. In earth radii; 1.9 m.
    static let roundingSlack: Float = 3e-7

    let file: GazetteerFile
    /// Of node k at k; the root is 1.
    let planes: UnsafeMutablePointer<Plane>
    /// Of leaf i the number of its first place at i; one more than there are leaves.
    let firstPlaces: UnsafeMutablePointer<Int32>
    /// The divisions that a leaf has places of.
    let leafDivisions: UnsafeMutablePointer<DivisionSet>
    /// Leaf by leaf.
    let places: UnsafeMutablePointer<Place>
    /// Of each place.
    let points: UnsafeMutablePointer<Point>
    /// The number of each place's division.
    let divisions: UnsafeMutablePointer<UInt8>
    /// Names of country and province by number of region.
    let regions: [(country: PlaceName?, province: PlaceName?)]

    init(of file: GazetteerFile) {
        self.file = file
        planes = .allocate(capacity: file.leafCount)
        firstPlaces = .allocate(capacity: file.leafCount + 1)
        leafDivisions = .allocate(capacity: file.leafCount)
        places = .allocate(capacity: file.placeCount)
        points = .allocate(capacity: file.placeCount)
        divisions = .allocate(capacity: file.placeCount)
        regions = (0..<file.regionCount).map(file.region)
        for node in 0..<file.leafCount {
            let plane = file.plane(ofNode: node)
            planes.advanced(by: node).initialize(to: Plane(position: Float(plane.position), axis: Int32(plane.axis)))
        }
        var place = 0
        for leaf in 0..<file.leafCount {
            firstPlaces.advanced(by: leaf).initialize(to: Int32(place))
            leafDivisions.advanced(by: leaf).initialize(to: unpack(file.leaf(leaf), from: &place))
        }
        firstPlaces.advanced(by: file.leafCount).initialize(to: Int32(place))
        precondition(
            place == file.placeCount, "expected \(file.placeCount) places in the gazetteer file's leaves, found \(place)")
    }

    deinit {
        planes.deallocate()
        firstPlaces.deallocate()
        leafDivisions.deallocate()
        places.deallocate()
        points.deallocate()
        divisions.deallocate()
    }

    /// Unpacks the places of a leaf; gives their divisions.
    private func unpack(_ leaf: GazetteerLeaf, from place: inout Int) -> DivisionSet {
        var found: UInt64 = 0
        var reader = leaf.entries
        var id = 0
        for position in 0..<leaf.count {
            let coordinate = leaf.coordinate(at: position)
            let division = leaf.division(at: position)
            found |= 1 << UInt64(division.number)
            points.advanced(by: place).initialize(to: Self.point(coordinate).rounded)
            divisions.advanced(by: place).initialize(to: division.number)
            id += reader.number()
            places.advanced(by: place).initialize(
                to: Place(id: Int32(id), entryOffset: Int32(reader.offset), coordinate: coordinate))
            _ = reader.number()
            reader.skipName()
            place += 1
        }
        return DivisionSet(bits: found)
    }

    /// A coordinate's point, and the cosine of its latitude.
    static func point(_ coordinate: Coordinate) -> (rounded: Point, cosine: Double) {
        let latitude = coordinate.latitude * radiansPerDegree
        let longitude = coordinate.longitude * radiansPerDegree
        let cosine = cos(latitude)
        return (
            Point(x: Float(cosine * cos(longitude)), y: Float(cosine * sin(longitude)), z: Float(sin(latitude))), cosine
        )
    }

    /// A place's name and those of its region.
    func names(of place: Place) -> (name: PlaceName?, country: PlaceName?, province: PlaceName?) {
        var reader = GazetteerReader(bytes: file.bytes, offset: Int(place.entryOffset))
        let region = regions[reader.number()]
        return (reader.name(), region.country, region.province)
    }
}
