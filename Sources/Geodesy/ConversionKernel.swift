/// One conversion over columns, a block at a time.
///
/// Each block: metres to degrees; which places lie inside; those by themselves, closely packed, through the shifts; degrees to metres.
struct ConversionKernel: Sendable {
    let source: CoordinateSystem
    let target: CoordinateSystem
    let gate: ChinaGate

    /// Places of a block: its scratch of 5 columns stays in the first cache.
    static let blockLength = 256

    /// Converts in place.
    func convert(_ latitudes: DoubleColumn, _ longitudes: DoubleColumn, count: Int) {
        // Unsafe: room on the stack, without a call for memory.
        withUnsafeTemporaryAllocation(of: Double.self, capacity: 5 * Self.blockLength) { room in
            guard let scratch = room.baseAddress else { return }
            var row = 0
            while row < count {
                let length = min(Self.blockLength, count - row)
                convertBlock(latitudes + row, longitudes + row, scratch: scratch, count: length)
                row += length
            }
        }
    }

    /// Converts up to `blockLength` places in place.
    func convertBlock(_ latitudes: DoubleColumn, _ longitudes: DoubleColumn, scratch: DoubleColumn, count: Int) {
        rejectWhereOutOfRange(latitudes, longitudes, count: count, limits: source.range)
        if source == target { return }
        if source.isInMeters { unproject(latitudes, longitudes, count: count) }
        if source.datum != target.datum { shiftInside(latitudes, longitudes, scratch: scratch, count: count) }
        if target.isInMeters { project(latitudes, longitudes, count: count) }
    }

    /// Makes a pair of NaN of every pair with a value out of range or NaN.
    private func rejectWhereOutOfRange(
        _ latitudes: DoubleColumn, _ longitudes: DoubleColumn, count: Int, limits: (latitude: Double, longitude: Double)
    ) {
        for row in 0..<count {
            let isPlace = abs(latitudes[row]) <= limits.latitude && abs(longitudes[row]) <= limits.longitude
            if !isPlace {
                latitudes[row] = .nan
                longitudes[row] = .nan
            }
        }
    }

    private func shiftInside(_ latitudes: DoubleColumn, _ longitudes: DoubleColumn, scratch: DoubleColumn, count: Int) {
        // Unsafe: room on the stack, without a call for memory.
        withUnsafeTemporaryAllocation(of: UInt16.self, capacity: Self.blockLength) { rows in
            var inside = 0
            for row in 0..<count {
                rows[inside] = UInt16(truncatingIfNeeded: row)
                inside &+= gate.count(latitude: latitudes[row], longitude: longitudes[row])
            }
            if inside == count {
                shift(latitudes, longitudes, scratch: scratch, count: count)
            } else if inside > 0 {
                let (packedLatitudes, packedLongitudes) = (scratch, scratch + inside)
                for i in 0..<inside {
                    packedLatitudes[i] = latitudes[Int(rows[i])]
                    packedLongitudes[i] = longitudes[Int(rows[i])]
                }
                shift(packedLatitudes, packedLongitudes, scratch: scratch + 2 * inside, count: inside)
                for i in 0..<inside {
                    latitudes[Int(rows[i])] = packedLatitudes[i]
                    longitudes[Int(rows[i])] = packedLongitudes[i]
                }
            }
        }
        rejectWhereOutOfRange(latitudes, longitudes, count: count, limits: CoordinateSystem.wgs84.range)
    }

    /// Along WGS-84, GCJ-02, BD-09 from one to the other.
    private func shift(_ latitudes: DoubleColumn, _ longitudes: DoubleColumn, scratch: DoubleColumn, count: Int) {
        if source.datum.rawValue < target.datum.rawValue {
            if source.datum == .wgs84 { GCJ02.forward(latitudes, longitudes, count: count) }
            if target.datum == .bd09 { BD09.forward(latitudes, longitudes, count: count) }
        } else {
            if source.datum == .bd09 { BD09.inverse(latitudes, longitudes, scratch: scratch, count: count) }
            if target.datum == .wgs84 { GCJ02.inverse(latitudes, longitudes, scratch: scratch, count: count) }
        }
    }

    private func unproject(_ latitudes: DoubleColumn, _ longitudes: DoubleColumn, count: Int) {
        for row in 0..<count {
            let place = Coordinate(latitude: latitudes[row], longitude: longitudes[row])
            let degrees = source == .bd09mc ? BD09MC.inverse(place) : WebMercator.degrees(place)
            let isOffTheEarth = abs(degrees.latitude) > 90
            latitudes[row] = isOffTheEarth ? .nan : degrees.latitude
            // The last digits of metres at ±180° may lie beyond it; only their own degrees show that.
            let longitude = target.datum == source.datum ? degrees.longitude : min(max(degrees.longitude, -180), 180)
            longitudes[row] = isOffTheEarth ? .nan : longitude
        }
    }

    private func project(_ latitudes: DoubleColumn, _ longitudes: DoubleColumn, count: Int) {
        for row in 0..<count {
            let place = Coordinate(latitude: latitudes[row], longitude: longitudes[row])
            let meters = target == .bd09mc ? BD09MC.forward(place) : WebMercator.meters(place)
            latitudes[row] = meters.latitude
            longitudes[row] = meters.longitude
        }
    }
}

/// The three kinds of degrees, in the order in which the shifts lead from one to the next.
enum Datum: Int, Sendable {
    case wgs84, gcj02, bd09
}

extension CoordinateSystem {
    /// The degrees that the system's coordinates are, or are projected from.
    var datum: Datum {
        switch self {
        case .wgs84, .webMercator: .wgs84
        case .gcj02: .gcj02
        case .bd09, .bd09mc: .bd09
        }
    }

    /// The largest |latitude| or |y|, and the largest |longitude| or |x|, that are places.
    var range: (latitude: Double, longitude: Double) {
        switch self {
        case .wgs84, .gcj02, .bd09: (90, 180)
        case .bd09mc: (BD09MC.largestMeters, BD09MC.largestMeters)
        // The square's side rounded up to a millimetre: files print metres with three or four decimals.
        case .webMercator: (20_037_508.343, 20_037_508.343)
        }
    }
}
