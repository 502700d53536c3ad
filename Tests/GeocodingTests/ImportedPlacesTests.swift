import Geodesy
import Testing

@testable import Geocoding

@Suite struct ImportedPlacesTests {
    private static let divisionMap = Gazetteer.embedded.file.divisionMap

    private func places(_ count: Int, _ random: inout SeededRandom) throws -> ImportedPlaces {
        var rows = ""
        for id in 1...count {
            // Half of them crowded, some on the same spot, some at the poles and on ±180°.
            let isCrowded = id % 2 == 0
            var latitude = Double.random(in: isCrowded ? 50...51 : -90...90, using: &random)
            var longitude = Double.random(in: isCrowded ? 10...11 : -180...180, using: &random)
            if id % 50 == 0 { (latitude, longitude) = (50.5, 10.5) }
            if id % 97 == 0 { longitude = id % 2 == 0 ? 180 : -180 }
            if id % 301 == 0 { latitude = id % 2 == 0 ? 90 : -90 }
            let part = ChinaRegion(holding: Coordinate(latitude: latitude, longitude: longitude))
            let country =
                part == .elsewhere ? "DE" : part == .mainland ? "CN" : part == .taiwan ? "TW" : part == .macau ? "MO" : "HK"
            rows += placeRow(id, "P\(id)", "\(latitude)", "\(longitude)", country: country)
        }
        let folder = try MadeFolder()
        let path = try folder.write(try imported([input("random.txt", rows)]).bytes, to: "made")
        return try GazetteerFileReader(path: path).content().places
    }

    private func asked(_ random: inout SeededRandom) -> [Coordinate] {
        (0..<200).flatMap { _ in
            [
                Coordinate(latitude: .random(in: -90...90, using: &random), longitude: .random(in: -180..<180, using: &random)),
                Coordinate(latitude: .random(in: 50...51, using: &random), longitude: .random(in: 10...11, using: &random)),
                Coordinate(latitude: .random(in: -90...90, using: &random), longitude: -180),
                Coordinate(latitude: .random(in: 89.9...90, using: &random), longitude: .random(in: -180..<180, using: &random)),
                Coordinate(latitude: .random(in: 18...54, using: &random), longitude: .random(in: 73...135, using: &random)),
            ]
        }
    }

    @Test(arguments: [1, 15, 16, 17, 128, 129, 1030, 20_000])
    func `the nearest is that of a comparison with every place of the side`(count: Int) throws {
        var random = SeededRandom(seed: UInt64(count))
        let places = try places(count, &random)
        #expect(places.count == count)
        let all = places.all.map {
            (id: $0.id, coordinate: $0.coordinate, division: Self.divisionMap.division(at: $0.coordinate))
        }
        #expect(Set(all.map(\.id)).count == count)
        for coordinate in asked(&random).prefix(count > 2000 ? 300 : 1000) {
            let division = Self.divisionMap.division(at: coordinate)
            var best = (meters: Double.infinity, id: Int64.max)
            for place in all where division.searched.contains(number: place.division.number) {
                let candidate = (meters: haversineMeters(from: coordinate, to: place.coordinate), id: place.id)
                if candidate < best { best = candidate }
            }
            let found = places.nearest(to: coordinate, in: division)
            #expect(found?.id ?? .max == best.id && found?.distanceMeters ?? .infinity == best.meters, "\(coordinate)")
        }
    }

    @Test func `Hilbert's curve takes small steps`() {
        // On the curve's first level the quarters come one beside the other, never across.
        let quarters = [(-45, -90), (45, -90), (45, 90), (-45, 90)].map {
            GridPoint(Coordinate(latitude: Double($0.0), longitude: Double($0.1)))
        }
        let orders = quarters.map(hilbertOrder)
        #expect(orders == orders.sorted() || orders == orders.sorted().reversed() || Set(orders.map { $0 >> 60 }).count == 4)
        #expect(hilbertOrder(of: GridPoint(latitude: -900_000_000, longitude: -1_800_000_000)) == 0)
        for corner in [(-900_000_000, 1_800_000_000), (900_000_000, -1_800_000_000), (900_000_000, 1_800_000_000)] {
            let order = hilbertOrder(of: GridPoint(latitude: Int32(corner.0), longitude: Int32(corner.1)))
            #expect(order > 0 && order < 1 << 62)
        }
    }

    @Test func `a damaged file is told, cut at every kilobyte or changed in any part`() throws {
        let rows = (1...300).map { placeRow($0, "Place \($0)", "\(10 + $0 % 7)", "\($0 % 50)") }.joined()
        let bytes = try imported([input("a", rows)]).bytes
        let folder = try MadeFolder()
        for length in stride(from: 0, to: bytes.count, by: 1000) {
            let path = try folder.write(bytes[..<length], to: "cut")
            #expect(throws: SourceFileError.self) { try GazetteerSource(file: path).opened(at: path) }
        }
        // The last tenth of the file holds the pieces: their bytes are hashed.
        var changed = 0
        for offset in stride(from: 20_000, to: bytes.count, by: 701) {
            var copy = bytes
            copy[offset] ^= 0x40
            let path = try folder.write(copy, to: "changed")
            do { _ = try GazetteerSource(file: path).opened(at: path) } catch is SourceFileError { changed += 1 }
        }
        #expect(changed > 0)
    }

    @Test func `a file that is no gazetteer is told`() throws {
        let folder = try MadeFolder()
        func problem(_ path: String) throws -> String {
            let error = #expect(throws: SourceFileError.self) { try GazetteerSource(file: path).opened(at: path) }
            return try #require(error).description.replacing(folder.path + "/", with: "")
        }
        #expect(try problem(folder("none")) == "none: there is no such file. Mend its path.")
        #expect(try problem(folder.path).hasSuffix("this is a folder. Name the file in it."))
        let text = try folder.write("no gazetteer\n".utf8, to: "text")
        #expect(
            try problem(text)
                == "text: it is no whole gazetteer file (SQLite says 26). Make one with: trackmill gazetteer import FILE… -o OUT")
        var bytes = try imported([input("a", placeRow(1, "A", "1", "1"))]).bytes
        // SQLite's header: user_version at byte 60, application_id at 68.
        bytes[63] = 9
        #expect(
            try problem(try folder.write(bytes, to: "new"))
                == "new: it is a gazetteer of version 9; this program reads 1. Import it anew.")
        bytes[68] = 0
        #expect(
            try problem(try folder.write(bytes, to: "other"))
                == "other: it is an SQLite file, but no gazetteer. Make one with: trackmill gazetteer import FILE… -o OUT")
    }

    @Test func `the identity is that of the content`() throws {
        let folder = try MadeFolder()
        func identity(_ rows: String) throws -> String {
            try contentIdentity(ofSourceFile: try folder.write(try imported([input("a", rows)]).bytes, to: "made"))
        }
        let one = try identity(placeRow(1, "A", "1", "1"))
        #expect(one.hasPrefix("gazetteer-1 ") && one.utf8.count == 28)
        #expect(try identity(placeRow(1, "A", "1", "1", modified: "2021-01-01")) == one)
        #expect(try identity(placeRow(1, "B", "1", "1")) != one)
        #expect(try identity(placeRow(1, "A", "1", "1.0000001")) != one)
    }
}
