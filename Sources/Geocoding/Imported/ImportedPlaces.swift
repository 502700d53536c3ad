import Geodesy

/// Country and divisions of a place.
struct PlaceRegion: Sendable, Hashable {
    var country: PlaceName?
    var province: PlaceName?
    /// What stands below the province: in China the city.
    var city: PlaceName?

    func pack(into packed: inout PackedBytes) {
        packed.append(country)
        packed.append(province)
        packed.append(city)
    }

    init(country: PlaceName?, province: PlaceName?, city: PlaceName?) {
        self.country = country
        self.province = province
        self.city = city
    }

    init(reading reader: inout PackedReader) {
        country = reader.name()
        province = reader.name()
        city = reader.name()
    }
}

/// A place as seen from a coordinate.
struct SeenPlace: Sendable, Equatable {
    /// Its number in GeoNames.
    var id: Int64
    var name: PlaceName
    var region: PlaceRegion
    var coordinate: Coordinate
    var distanceMeters: Double
}

/// The places of a gazetteer file: one tree a division, so that none across a border is ever the nearest.
struct ImportedPlaces: Sendable {
    /// The trees by the number of their division.
    private let trees: [UInt8: PlaceTree]
    /// Of each number of a division the trees that are searched for it.
    private let sides: [[PlaceTree]]
    private let regions: LoadedBytes?
    private let regionCount: Int

    /// - Parameter sections: By the key of the first piece; nil where they do not fit together.
    init?(_ sections: [Int64: LoadedBytes]) {
        var trees: [UInt8: PlaceTree] = [:]
        for key in sections.keys {
            let number = UInt8(truncatingIfNeeded: key >> 40)
            guard trees[number] == nil else { continue }
            func section(_ section: ImportedFormat.Section) -> LoadedBytes? {
                sections[ImportedFormat.key(tree: number, section, piece: 0)]
            }
            guard let coordinates = section(.coordinates) else { continue }
            guard let texts = section(.texts), let starts = section(.leafStarts), let boxes = section(.boxes),
                let tree = PlaceTree(coordinates: coordinates, texts: texts, leafStarts: starts, boxes: boxes)
            else { return nil }
            trees[number] = tree
        }
        self.trees = trees
        sides = (UInt8(0)..<64).map { number in
            let searched = Division(number: number).searched
            return trees.keys.sorted().filter { searched.contains(number: $0) }.compactMap { trees[$0] }
        }
        regions = sections[ImportedFormat.key(tree: 0, .regions, piece: 0)]
        regionCount = regions.map { Int(UInt32(bitPattern: $0.int32(at: 0))) } ?? 0
        guard trees.isEmpty || regions.map({ 4 + 4 * regionCount <= $0.count }) == true else { return nil }
    }

    var count: Int { trees.values.reduce(0) { $0 + $1.shape.placeCount } }

    /// Every place: for comparisons.
    var all: [(id: Int64, coordinate: Coordinate)] {
        trees.keys.sorted().flatMap { key in
            trees[key].map { tree in (0..<tree.shape.placeCount).map { (tree.entry(of: $0).id, tree.coordinate(of: $0)) } } ?? []
        }
    }

    /// The nearest place on a coordinate's side of the borders; nil where the file has none there.
    ///
    /// - Parameters:
    ///   - coordinate: WGS-84 degrees, finite, within ±90° and ±180°.
    ///   - division: The one that it lies in.
    func nearest(to coordinate: Coordinate, in division: Division) -> SeenPlace? {
        let side = sides[Int(division.number & 63)]
        let search = PlaceSearch(in: side, from: coordinate)
        guard let found = search.found else { return nil }
        let entry = side[found.tree].entry(of: found.place)
        return SeenPlace(
            id: entry.id, name: entry.name, region: region(entry.region),
            coordinate: side[found.tree].coordinate(of: found.place), distanceMeters: search.distanceMeters)
    }

    private func region(_ number: Int) -> PlaceRegion {
        guard let regions, (0..<regionCount).contains(number) else { return PlaceRegion(country: nil, province: nil, city: nil) }
        let start = Int(UInt32(bitPattern: regions.int32(at: 4 + 4 * number)))
        var reader = PackedReader(bytes: regions, offset: 4 + 4 * regionCount + start)
        return PlaceRegion(reading: &reader)
    }
}
