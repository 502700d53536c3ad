import Geodesy
import Tracks

/// Compares speeds that a log tells with those that its positions tell: a constant ratio is a wrong `speed-unit`.
struct SpeedCheck {
    /// Of speeds from positions to told ones.
    private var ratios: [Double] = []
    private static let units: [(name: String, metersPerSecond: Double)] = [
        ("m/s", 1), ("km/h", 1 / 3.6), ("mph", 0.44704), ("kn", 1852.0 / 3600),
    ]
    /// Legs that are enough to judge by, and more than are looked at.
    private static let fewest = 30
    private static let most = 2000
    /// A leg tells a speed where it is longer than the noise of receivers and soon over.
    private static let shortestMeters = 30.0
    private static let longestMilliseconds: Int64 = 120_000

    /// Takes legs of the first rows of a log, those of each device in the order of the file.
    mutating func take(_ rows: PackedRows) {
        var places: [UInt32: Fix] = [:]
        // Many logs are of one device: its last fix needs no look-up.
        var (device, last) = (UInt32.max, Fix?.none)
        var at = 0
        while at < rows.count, ratios.count < Self.most {
            let row = PackedRow(rows.bytes, at: at)
            at += row.length
            guard !row.isReject, row.system < CoordinateSystem.bd09mc.rawValue else { continue }
            if row.device != device {
                if let last { places[device] = last }
                (device, last) = (row.device, places[row.device])
            }
            let fix = Fix(time: row.time, place: Coordinate(latitude: row.latitude, longitude: row.longitude))
            defer { last = fix }
            guard let before = last, fix.time > before.time, fix.time - before.time <= Self.longestMilliseconds, row.speed > 0
            else { continue }
            let meters = haversineMeters(from: before.place, to: fix.place)
            guard meters >= Self.shortestMeters else { continue }
            ratios.append(meters * 1000 / Double(fix.time - before.time) / row.speed)
        }
    }

    private struct Fix {
        let time: Int64
        let place: Coordinate
    }

    /// What is to be said: a sentence without the file's name; nil where speeds fit, or too few tell.
    func words(unit: String) -> String? {
        guard let (fitting, median) = fitting(unit: unit), fitting != unit else { return nil }
        let ratio = (median * 1000).rounded() / 1000
        return
            "its positions move at \(ratio) times the speeds that it tells, in \(ratios.count) legs: they look like \(fitting), and 'speed-unit' of the source is \(unit)."
    }

    /// The unit that fits the speeds, read in another one, and the ratio that tells it; nil where none does, or too few tell.
    func fitting(unit: String) -> (unit: String, ratio: Double)? {
        guard ratios.count >= Self.fewest, let given = Self.units.first(where: { $0.name == unit }) else { return nil }
        let sorted = ratios.sorted()
        let (low, median, high) = (sorted[sorted.count / 4], sorted[sorted.count / 2], sorted[sorted.count * 3 / 4])
        // Half of the legs within a quarter of each other: the ratio is one and the same.
        guard high < low * 1.25 else { return nil }
        func distance(_ other: Double) -> Double { abs(median * given.metersPerSecond / other - 1) }
        let nearest = Self.units.min { distance($0.metersPerSecond) < distance($1.metersPerSecond) }
        guard let nearest, distance(nearest.metersPerSecond) < 0.05 else { return nil }
        return (nearest.name, median)
    }
}
