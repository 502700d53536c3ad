import Geodesy

/// A cell of the geohash grid: degrees halved by turns, longitude first, five halvings a letter.
/// - Source: G. Niemeyer, geohash.org.
struct Geohash {
    /// How many letters a cell has, 1 to 9.
    let letters: Int

    private static let alphabet = Array("0123456789bcdefghjkmnpqrstuvwxyz".utf8)
    private var longitudeBits: Int { (letters * 5 + 1) / 2 }
    private var latitudeBits: Int { letters * 5 / 2 }

    /// The number of the cell that a place lies in; in the order of the numbers cells are in that of their letters.
    func cell(of place: Coordinate) -> UInt64 {
        let x = Self.step(place.longitude + 180, of: 360, bits: longitudeBits)
        let y = Self.step(place.latitude + 90, of: 180, bits: latitudeBits)
        var cell: UInt64 = 0
        for bit in 0..<letters * 5 {
            let isLongitude = bit.isMultiple(of: 2)
            let place = (isLongitude ? longitudeBits : latitudeBits) - 1 - bit / 2
            cell = cell << 1 | ((isLongitude ? x : y) >> UInt64(place)) & 1
        }
        return cell
    }

    /// The letters of a cell.
    func text(_ cell: UInt64) -> [UInt8] {
        (0..<letters).map { Self.alphabet[Int(cell >> UInt64(5 * (letters - 1 - $0)) & 31)] }
    }

    /// The middle of a cell.
    func center(_ cell: UInt64) -> Coordinate {
        var (x, y): (UInt64, UInt64) = (0, 0)
        for bit in 0..<letters * 5 {
            let value = cell >> UInt64(letters * 5 - 1 - bit) & 1
            if bit.isMultiple(of: 2) { x = x << 1 | value } else { y = y << 1 | value }
        }
        func middle(_ step: UInt64, _ range: Double, _ bits: Int) -> Double {
            (Double(step) + 0.5) / Double(UInt64(1) << UInt64(bits)) * range - range / 2
        }
        return Coordinate(latitude: middle(y, 180, latitudeBits), longitude: middle(x, 360, longitudeBits))
    }

    /// Which of 2^bits parts of a range a number lies in; its end belongs to the last.
    private static func step(_ number: Double, of range: Double, bits: Int) -> UInt64 {
        let parts = Double(UInt64(1) << UInt64(bits))
        return UInt64(min(max(0, (number / range * parts).rounded(.down)), parts - 1))
    }
}
