/// A closed ring without its last vertex, which is the first again, in 1e-7 degrees.
///
/// Longitudes go on beyond ±180° where the ring crosses that meridian, so that no edge leaps round the earth.
struct AreaRing: Sendable, Equatable {
    private(set) var latitudes: [Int32] = []
    private(set) var longitudes: [Int64] = []

    private static let turn: Int64 = 3_600_000_000

    /// A ring of degrees.
    ///
    /// - Parameter positions: As GeoJSON has them, the last one equal to the first.
    /// - Throws: `RingProblem`.
    init(closing positions: [(latitude: Double, longitude: Double)]) throws(RingProblem) {
        guard let first = positions.first, let last = positions.last, positions.count >= 4 else {
            throw RingProblem(
                "has a ring of \(positions.count) positions; it wants four or more, the last one equal to the first")
        }
        guard first == last else {
            throw RingProblem(
                "has a ring that is not closed: it begins at \(first.longitude), \(first.latitude) and ends at \(last.longitude), \(last.latitude)"
            )
        }
        var (previous, turns): (Int64?, Int64) = (nil, 0)
        for position in positions {
            let longitude = Int64((position.longitude * 1e7).rounded())
            turns += previous.map { Self.turns(to: longitude, from: $0) } ?? 0
            latitudes.append(Int32((position.latitude * 1e7).rounded()))
            longitudes.append(longitude + turns * Self.turn)
            previous = longitude
        }
        guard longitudes.first == longitudes.last else {
            throw RingProblem("has a ring that goes round a pole; cut it along the meridian of 180°")
        }
        latitudes.removeLast()
        longitudes.removeLast()
    }

    init(latitudes: [Int32], longitudes: [Int64]) {
        self.latitudes = latitudes
        self.longitudes = longitudes
    }

    /// Turns round the earth to add to a longitude, so that it is next to the one before: no edge goes by more than half a turn but one
    /// from −180° to 180° itself, along a parallel.
    private static func turns(to longitude: Int64, from last: Int64) -> Int64 {
        guard longitude.magnitude != UInt64(turn / 2) || last.magnitude != UInt64(turn / 2) else { return 0 }
        let step = last - longitude
        let turns = (step.magnitude + UInt64(turn / 2)) / UInt64(turn)
        // Just half a turn is no leap.
        let whole = step.magnitude % UInt64(turn) == UInt64(turn / 2) ? turns - 1 : turns
        return step < 0 ? -Int64(whole) : Int64(whole)
    }
}

/// What is wrong with a ring: the rest of a sentence about its feature.
struct RingProblem: Error {
    let what: String

    init(_ what: String) { self.what = what }
}

/// The polygons of an area: each a ring and the rings of its holes.
struct AreaRings: Sendable, Equatable {
    var polygons: [[AreaRing]] = []

    /// Numbers of polygons, rings and vertices, and the step to each vertex.
    var packed: [UInt8] {
        var packed = PackedBytes()
        func step(_ number: Int64) { packed.append(UInt64(bitPattern: number << 1 ^ number >> 63)) }
        packed.append(UInt64(polygons.count))
        for polygon in polygons {
            packed.append(UInt64(polygon.count))
            for ring in polygon {
                packed.append(UInt64(ring.latitudes.count))
                var (latitude, longitude): (Int64, Int64) = (0, 0)
                for (nextLatitude, nextLongitude) in zip(ring.latitudes, ring.longitudes) {
                    step(Int64(nextLatitude) - latitude)
                    step(nextLongitude - longitude)
                    (latitude, longitude) = (Int64(nextLatitude), nextLongitude)
                }
            }
        }
        return packed.bytes
    }

    init(_ polygons: [[AreaRing]]) { self.polygons = polygons }

    /// What `packed` wrote; nil where it is something else.
    init?(packed: [UInt8]) {
        var reader = PackedSteps(bytes: packed)
        guard let count = reader.number(), count <= packed.count else { return nil }
        for _ in 0..<count {
            guard let rings = reader.number(), rings <= packed.count else { return nil }
            var polygon: [AreaRing] = []
            for _ in 0..<rings {
                guard let ring = reader.ring() else { return nil }
                polygon.append(ring)
            }
            polygons.append(polygon)
        }
    }
}

private struct PackedSteps {
    let bytes: [UInt8]
    var offset = 0

    mutating func number() -> Int? { word().flatMap { Int(exactly: $0) } }

    @inline(__always)
    mutating func word() -> UInt64? {
        var (value, shift): (UInt64, UInt64) = (0, 0)
        while offset < bytes.count, shift < 64 {
            let byte = bytes[offset]
            offset += 1
            value |= UInt64(byte & 127) << shift
            if byte < 128 { return value }
            shift += 7
        }
        return nil
    }

    private mutating func step() -> Int64? { word().map { Int64(bitPattern: $0 >> 1) ^ -Int64(bitPattern: $0 & 1) } }

    mutating func ring() -> AreaRing? {
        guard let count = number(), count <= bytes.count else { return nil }
        var (latitudes, longitudes): ([Int32], [Int64]) = ([], [])
        latitudes.reserveCapacity(count)
        longitudes.reserveCapacity(count)
        var (latitude, longitude): (Int64, Int64) = (0, 0)
        for _ in 0..<count {
            guard let north = step(), let east = step() else { return nil }
            latitude &+= north
            longitude &+= east
            guard latitude.magnitude <= 900_000_000, longitude.magnitude <= 1 << 40 else { return nil }
            latitudes.append(Int32(latitude))
            longitudes.append(longitude)
        }
        return AreaRing(latitudes: latitudes, longitudes: longitudes)
    }
}
