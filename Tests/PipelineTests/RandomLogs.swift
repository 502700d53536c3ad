import Foundation
import Tracks

/// A small random number generator: the same seed gives the same logs everywhere.
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(_ seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

    mutating func next() -> UInt64 {
        state = state &+ 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }

    mutating func pick<T>(_ values: [T]) -> T { values[Int.random(in: 0..<values.count, using: &self)] }
    mutating func chance(_ share: Double) -> Bool { Double.random(in: 0..<1, using: &self) < share }
}

/// A random pipeline and its random logs: devices that stay over midnight, move, fall silent, send late, double and broken rows.
struct RandomLogs {
    let pipeline: String
    /// Path to text.
    var files: [String: String] = [:]
    let days: [CalendarDay]

    init(seed: UInt64) {
        var random = SeededRandom(seed)
        let zone = random.pick(["UTC", "Asia/Shanghai", "Europe/Berlin", "America/New_York"])
        let first =
            CalendarDay(random.pick(["2025-03-28", "2025-10-24", "2025-06-10", "2025-11-01"])) ?? CalendarDay(number: 20_000)
        days = (0..<random.pick([2, 3, 5])).map { first.advanced(by: $0) }
        let gap = random.pick([30, 90, 1800])
        pipeline = Self.pipeline(zone: zone, gap: gap, &random)
        // Two spellings of one name are two devices.
        for device in ["dev", "caf\u{E9}", "cafe\u{301}"].prefix(random.pick([1, 2, 3])) { addTrack(device, &random) }
    }

    private static func pipeline(zone: String, gap: Int, _ random: inout SeededRandom) -> String {
        var stages: [String] = []
        if random.chance(0.5) { stages.append("drop-spikes: {speed: 30 m/s}") }
        stages.append(
            "find-stays: {radius: \(random.pick([60, 150])) m, at-least: \(random.pick([5, 20, 120])) min, gap: \(gap) min}")
        if random.chance(0.9) {
            stages.append(
                "split-trips: {gap: \(min(gap, random.pick([10, 45, gap]))) min, least-distance: \(random.pick([0, 500])) m}")
        }
        if random.chance(0.6) { stages.append("pick-history: {points: 4, by: \(random.pick(["even", "mean", "all"]))}") }
        if random.chance(0.5) {
            stages.append(random.pick(["simplify: {tolerance: 30 m}", "thin: {every: 30 min}", "thin: {points: 5}"]))
        }
        if random.chance(0.7) { stages.append("find-places: {radius: 100 m}") }
        if random.chance(0.7) { stages.append("geocode: {of: [stays], cell: 100 m}") }
        if random.chance(0.6) { stages.append("cluster-for-map: {of: stays, zooms: 10..12}") }
        let dated = random.chance(0.3) ? "UTC" : zone
        return """
            name: random
            timezone: \(zone)
            same-time: \(random.pick(["best-accuracy", "first", "last"]))
            read:
              files: ["logs/{date}.csv", "logs/units/*.csv"]
              files-dated-in: \(dated)
              columns: {device: device, time: time, latitude: lat, longitude: lon, accuracy: accuracy, speed: speed}
              late: \(random.pick([0, 24, 48])) h
              settle: 0 s
              rejects-kept: \(random.pick([2, 10_000]))
            stages:
            \(stages.map { "  - " + $0 }.joined(separator: "\n"))
            write:
              sqlite: out.sqlite

            """
    }

    private mutating func addTrack(_ device: String, _ random: inout SeededRandom) {
        var (latitude, longitude) = random.pick([(39.9, 116.4), (52.5, 13.4), (-17.0, 179.9999)])
        var time = Int64(days[0].number) * 86_400_000 - 7_200_000
        let end = Int64(days[days.count - 1].number + 1) * 86_400_000
        while time < end {
            let step: Int64 = random.pick([300_000, 600_000, 1_500_000, 3_600_000])
            let isMoving = random.chance(0.3)
            for _ in 0..<random.pick([1, 3, 8, 20]) where time < end {
                if isMoving {
                    latitude += Double.random(in: -0.008...0.009, using: &random)
                    longitude += Double.random(in: -0.004...0.004, using: &random)
                }
                let wrapped = longitude > 180 ? longitude - 360 : longitude
                let noise = Double.random(in: -0.0002...0.0002, using: &random)
                put(device, time, latitude + noise + (random.chance(0.02) ? 0.3 : 0), wrapped, &random)
                time += step
            }
            if random.chance(0.1) { time += random.pick([3_600_000, 20_000_000, 90_000_000]) }
        }
    }

    private mutating func put(
        _ device: String, _ time: Int64, _ latitude: Double, _ longitude: Double, _ random: inout SeededRandom
    ) {
        let accuracy = random.pick(["", "5", "30"])
        var row = "\(device),\(isoText(milliseconds: time)),\(latitude),\(longitude),\(accuracy),\(random.pick(["", "3.5"]))"
        if random.chance(0.02) {
            row = random.pick(["\(device),?,1,1,,", ",x,1,1,,", "\(device),\(isoText(milliseconds: time)),0,0,,", device])
        }
        let path = path(of: device, time, &random)
        let again = random.pick([nil, nil, nil, nil, nil, nil, path, self.path(of: device, time, &random)])
        for path in [path, again].compactMap({ $0 }) {
            files[path, default: "device,time,lat,lon,accuracy,speed\n"] += row + "\n"
        }
    }

    /// The file that a row arrives in: of its day, of one of the next two, or the device's own without a date.
    private func path(of device: String, _ time: Int64, _ random: inout SeededRandom) -> String {
        let late = random.pick([0, 0, 0, 0, 0, 0, 0, 1, 2])
        let day = CalendarDay(number: Int32(floorDivide(time, 86_400_000).quotient)).advanced(by: late)
        return random.chance(0.1) ? "logs/units/\(device.utf8.count).csv" : "logs/\(day).csv"
    }

    /// Writes some of the files below a folder; modification times are those of the end of the logs.
    func write(_ paths: some Sequence<String>, to folder: String) throws {
        for path in paths {
            let url = URL(fileURLWithPath: folder + "/" + path)
            try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data((files[path] ?? "").utf8).write(to: url)
            let modified = Date(timeIntervalSince1970: Double(days[days.count - 1].number + 3) * 86_400)
            try FileManager.default.setAttributes([.modificationDate: modified], ofItemAtPath: url.path)
        }
    }
}
