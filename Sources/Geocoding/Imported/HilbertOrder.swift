import Geodesy

/// The place of a coordinate on Hilbert's curve over all latitudes and longitudes, 2^31 steps each way: near on the curve is near on
/// the map, so that places cut along it fall into small groups.
///
/// - Source: Warren, "Hacker's Delight", 2nd ed., section 16-2.
func hilbertOrder(of point: GridPoint) -> Int64 {
    let bits: UInt64 = 31
    let side: UInt64 = 1 << bits
    var x = UInt64(Int64(point.longitude) + 1_800_000_000) * (side - 1) / 3_600_000_000
    var y = UInt64(Int64(point.latitude) + 900_000_000) * (side - 1) / 1_800_000_000
    var order: UInt64 = 0
    var step = side >> 1
    while step > 0 {
        let isEast: UInt64 = x & step > 0 ? 1 : 0
        let isNorth: UInt64 = y & step > 0 ? 1 : 0
        order = order << 2 | (3 &* isEast) ^ isNorth
        if isNorth == 0 {
            if isEast == 1 {
                x = (side - 1) - x
                y = (side - 1) - y
            }
            swap(&x, &y)
        }
        step >>= 1
    }
    return Int64(order)
}
