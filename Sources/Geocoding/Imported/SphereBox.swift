import Geodesy
import Glibc

/// A box round places on the unit sphere, in single precision, rounded outward.
struct SphereBox: Sendable {
    /// Bytes of one in a file: the low corner's three numbers and the high corner's.
    static let byteCount = 24
    /// Farther out than any rounding of a unit vector, in earth radii: 6 mm.
    private static let slack = 1e-9

    private(set) var low = SIMD3<Float>(repeating: .infinity)
    private(set) var high = SIMD3<Float>(repeating: -.infinity)

    /// Round nothing.
    init() {}

    /// The box at an offset of a section.
    @inline(__always)
    init(_ bytes: LoadedBytes, at offset: Int) {
        low = SIMD3(bytes.float(at: offset), bytes.float(at: offset + 4), bytes.float(at: offset + 8))
        high = SIMD3(bytes.float(at: offset + 12), bytes.float(at: offset + 16), bytes.float(at: offset + 20))
    }

    mutating func add(_ place: SIMD3<Double>) {
        for axis in 0..<3 {
            low[axis] = min(low[axis], Float(place[axis] - Self.slack).nextDown)
            high[axis] = max(high[axis], Float(place[axis] + Self.slack).nextUp)
        }
    }

    mutating func add(_ box: SphereBox) {
        low = pointwiseMin(low, box.low)
        high = pointwiseMax(high, box.high)
    }

    /// The square of the distance from a point of the sphere to the nearest of the box, in earth radii; never too much.
    @inline(__always)
    func squaredDistance(from point: SIMD3<Double>) -> Double {
        let below = SIMD3<Double>(low) - point
        let above = point - SIMD3<Double>(high)
        let outside = pointwiseMax(pointwiseMax(below, above), .zero)
        return (outside * outside).sum()
    }

    /// Its bytes in a file.
    var bytes: [UInt8] {
        (0..<6).flatMap { i in
            withUnsafeBytes(of: (i < 3 ? low[i] : high[i - 3]).bitPattern.littleEndian, Array.init)
        }
    }

    /// The unit vector of a coordinate in degrees.
    static func onSphere(_ coordinate: Coordinate) -> SIMD3<Double> {
        let latitude = coordinate.latitude * radiansPerDegree
        let longitude = coordinate.longitude * radiansPerDegree
        return SIMD3(cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
    }
}
