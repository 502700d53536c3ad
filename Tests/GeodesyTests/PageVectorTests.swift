import Foundation
import Geodesy
import Testing

/// Tests/browser/vectors.json holds what these functions give; `make test-browser` compares the page's own arithmetic with it.
///
/// After a change of theirs: TRACKMILL_WRITE_VECTORS=1 swift test --filter PageVectorTests
@Suite struct PageVectorTests {
    /// Each vector is what goes in and what comes out; null is no number.
    typealias Vectors = [String: [[[Double?]]]]

    private static let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "browser/vectors.json")

    @Test func `the page's vectors are what Geodesy gives`() throws {
        let computed = Self.headings().merging(Self.regions().merging(Self.chineseMaps()) { $1 }) { $1 }
        if ProcessInfo.processInfo.environment["TRACKMILL_WRITE_VECTORS"] == "1" {
            try Self.text(of: computed).write(to: Self.file, atomically: true, encoding: .utf8)
        }
        let written = try JSONDecoder().decode(Vectors.self, from: Data(contentsOf: Self.file))
        #expect(written.keys.sorted() == computed.keys.sorted())
        for (name, vectors) in computed {
            let others = try #require(written[name])
            try #require(others.count == vectors.count)
            for (vector, other) in zip(vectors, others) {
                let isEqual = zip(vector.joined(), other.joined()).allSatisfy { number, other in
                    // The last digits of sines are the C library's own affair.
                    if let number, let other { abs(number - other) <= 1e-11 * max(1, abs(number)) } else { number == other }
                }
                #expect(isEqual && vector.map(\.count) == other.map(\.count), "\(name): \(vector) is written as \(other)")
            }
        }
    }

    private static func headings() -> Vectors {
        var random = RandomPlaces(seed: 7)
        let exact: [[Double]] = [
            [0, 0], [1, 0], [0, 1], [-1, 0], [0, -1], [1, -0.0], [-1, -1e-20], [1, 1e-20], [0.5, -0.5], [1e-12, 3e-12],
        ]
        let turned = (0..<40).map { _ in [4 * random.unit() - 2, 4 * random.unit() - 2] }
        let transforms = exact + turned
        let angles =
            [[0, 0], [0, 360], [10, 350], [350, 10], [359.9, 0.1], [180, -180]].map { $0 }
            + (0..<20).map { _ in
                [360 * random.unit(), 360 * random.unit()]
            }
        return [
            "rotation": transforms.map { [$0, [rotation(a: $0[0], b: $0[1])]] },
            "mapHeading": transforms.map { [$0, [mapHeading(a: $0[0], b: $0[1])]] },
            "symbolDegrees": angles.map { [$0, [symbolDegrees(course: $0[0], mapHeading: $0[1])]] },
        ]
    }

    /// Places as latitude and longitude in turn, in 1e-7 degrees; the region's middle and spans.
    private static func regions() -> Vectors {
        var random = RandomPlaces(seed: 8)
        var sets: [[Double]] = [
            [], [399_000_000, 1_164_000_000], [399_000_000, 1_164_000_000, 399_000_000, 1_164_000_000],
            [0, 1_799_000_000, 10_000_000, -1_799_000_000], [0, 1_800_000_000, 0, -1_800_000_000],
            [-900_000_000, 0, 900_000_000, 0],
            [0, 0, 0, 1_200_000_000, 0, -1_200_000_000], [100, 100, 200, 300], [0, -1_800_000_000, 0, 0],
        ]
        for count in 2..<22 {
            let west = 360 * random.unit() - 180
            sets.append(
                (0..<count).flatMap { _ in
                    let place = random.place(latitudes: -80...80, longitudes: 0...(30 + 8 * Double(count)))
                    let point = GridPoint(
                        Coordinate(latitude: place.latitude, longitude: shortestTurnDegrees(from: 0, to: west + place.longitude)))
                    return [Double(point.latitude), Double(point.longitude)]
                })
        }
        return [
            "fitRegion": sets.map { numbers in
                let latitudes = stride(from: 0, to: numbers.count, by: 2).map { Int32(numbers[$0]) }
                let longitudes = stride(from: 1, to: numbers.count, by: 2).map { Int32(numbers[$0]) }
                let region = FitRegion(fitting: BoundingBox(latitudes: latitudes, longitudes: longitudes))
                let middle = region.centre
                return [
                    numbers, [middle.latitude, middle.longitude, region.latitudeSpanDegrees, region.longitudeSpanDegrees],
                ]
            }
        ]
    }

    /// WGS-84 degrees, and the same place on Chinese maps.
    private static func chineseMaps() -> Vectors {
        var random = RandomPlaces(seed: 9)
        let places = (0..<40).map { _ in random.place(latitudes: 18...53, longitudes: 74...135) }
        func vectors(_ target: CoordinateSystem) -> [[[Double?]]] {
            let conversion = Conversion(from: .wgs84, to: target, shift: .everywhere)
            return places.map { place in
                let shifted = conversion.converted(place)
                return [[place.latitude, place.longitude], [shifted.latitude, shifted.longitude]]
            }
        }
        return ["gcj02": vectors(.gcj02), "bd09": vectors(.bd09)]
    }

    private static func text(of vectors: Vectors) -> String {
        let parts = vectors.sorted { $0.key < $1.key }.map { name, vectors in
            let lines = vectors.map { vector in
                let lists = vector.map { list in "[" + list.map { $0.map { "\($0)" } ?? "null" }.joined(separator: ",") + "]" }
                return "[" + lists.joined(separator: ",") + "]"
            }
            return "\"\(name)\":[\n" + lines.joined(separator: ",\n") + "\n]"
        }
        return "{" + parts.joined(separator: ",\n") + "}\n"
    }
}
