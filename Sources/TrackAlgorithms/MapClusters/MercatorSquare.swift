import Geodesy
import Glibc

/// The unit square of Web Mercator in whole steps of 2⁻³⁶ (0.6 mm), so that sums of places are exact.
///
/// x runs east from −180°, y south from 85.05°; beyond that latitude y stays on the square's side. Places are rounded to float32
/// first, as supercluster does.
enum MercatorSquare {
    /// Steps along one side.
    static let side: Int64 = 1 << 36
    private static let stepsPerSide = 0x1p36
    private static let finePerStep: Int64 = 1 << 12
    private static let sideOfFine = 0x1p-48

    /// A part of the side, 0…1.
    static func x(longitude: Double) -> Double {
        longitude / 360 + 0.5
    }

    /// A part of the side, 0…1; at the poles too.
    static func y(latitude: Double) -> Double {
        let sine = sin(latitude * .pi / 180)
        return min(1, max(0, 0.5 - 0.25 * log((1 + sine) / (1 - sine)) / .pi))
    }

    /// Whole steps of a part of the side, rounded to float32 first.
    static func steps(_ part: Double) -> Int64 {
        Int64((Double(Float(part)) * stepsPerSide).rounded())
    }

    /// The mean of places from the sum of their steps, as a part of the side.
    ///
    /// Rounded to 2⁻⁴⁸ wherever it lies, so that a set moved by whole steps has its centre moved by just as much.
    static func mean(sum: Int64, count: Int32) -> Double {
        let (steps, rest) = sum.quotientAndRemainder(dividingBy: Int64(count))
        let fine = (rest * finePerStep + Int64(count) / 2) / Int64(count)
        return Double(steps * finePerStep + fine) * sideOfFine
    }

    static func longitude(x: Double) -> Double {
        (x - 0.5) * 360
    }

    static func latitude(y: Double) -> Double {
        360 * atan(exp((180 - y * 360) * .pi / 180)) / .pi - 90
    }
}
