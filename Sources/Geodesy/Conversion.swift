/// One conversion between two coordinate systems, for points and for columns.
///
/// A conversion goes: metres to degrees where the source is in metres; then along WGS-84, GCJ-02, BD-09, forward or back, where
/// the place lies inside China; then degrees to metres. Whether it lies inside is decided once, on the input (rule 2.9).
/// Outside, and between a system and itself, degrees stay as they are, to the bit.
///
/// A place that is no place (NaN, an infinity, a latitude beyond ±90°, a longitude beyond ±180°, metres beyond the plane) and a
/// place that the formula carries off the Earth (with `everywhere`, next to the poles and to ±180°) give a pair of NaN, never a
/// number.
/// - Complexity: O(1) a point. The point form and both column forms give the same bits.
public struct Conversion: Sendable {
    /// The system of what is given.
    public let source: CoordinateSystem
    /// The system of what comes back.
    public let target: CoordinateSystem
    private let kernel: ConversionKernel

    /// Makes the conversion between two systems.
    /// - Parameters:
    ///   - from: The system of what is given.
    ///   - to: The system of what comes back.
    ///   - shift: Where the shift of Chinese maps applies.
    ///   - regions: With `.outline`, the regions that are shifted too.
    public init(from: CoordinateSystem, to: CoordinateSystem, shift: ChinaShift = .outline, regions: ShiftRegions = .all) {
        source = from
        target = to
        kernel = ConversionKernel(source: from, target: to, gate: ChinaGate(shift: shift, regions: regions))
    }

    /// Whether the conversion leaves every place as it is.
    public var isIdentity: Bool { source == target }

    /// The same place in the other system; a pair of NaN where there is none.
    public func converted(_ place: Coordinate) -> Coordinate {
        var column = (place.latitude, place.longitude, 0.0, 0.0, 0.0)
        // Unsafe: the column form's own code on a column of one, so that the bits cannot differ.
        return withUnsafeMutablePointer(to: &column) { pointer in
            pointer.withMemoryRebound(to: Double.self, capacity: 5) { values in
                kernel.convertBlock(values, values + 1, scratch: values + 2, count: 1)
                return Coordinate(latitude: values[0], longitude: values[1])
            }
        }
    }

    /// Converts the first `count` entries of two columns in place.
    public func convert(latitudes: inout [Double], longitudes: inout [Double], count: Int) {
        precondition(
            count <= latitudes.count && count <= longitudes.count,
            "expected \(count) coordinates, found \(latitudes.count) latitudes and \(longitudes.count) longitudes")
        // Unsafe: no check of bounds in the kernels, which would keep them from becoming vectors.
        latitudes.withUnsafeMutableBufferPointer { latitudes in
            longitudes.withUnsafeMutableBufferPointer { longitudes in
                guard let latitude = latitudes.baseAddress, let longitude = longitudes.baseAddress else { return }
                convert(latitude, longitude, count: count)
            }
        }
    }

    // Unsafe: the columns of a batch are lent as pointers.
    /// Converts `count` latitudes and longitudes in place.
    ///
    /// A column takes a third of the time of its points one by one.
    public func convert(
        _ latitudes: UnsafeMutablePointer<Double>, _ longitudes: UnsafeMutablePointer<Double>, count: Int
    ) {
        kernel.convert(latitudes, longitudes, count: count)
    }
}
