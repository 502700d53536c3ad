import Geodesy
import Glibc

/// Column kernels against the scalar C program of the same formulas, in turn, by processor time.
let coordinateKernels = Benchmark(name: "coordinates", title: "Coordinates: columns of a million random points, one core") {
    settings in
    let yardstick = Yardstick(path: settings.yardstick)
    let places = RandomPlaces(count: 1_000_000)
    let cases: [(from: CoordinateSystem, to: CoordinateSystem, shift: ChinaShift, isForward: Bool)] = [
        (.wgs84, .gcj02, .everywhere, true), (.wgs84, .gcj02, .outline, true), (.gcj02, .wgs84, .everywhere, false),
        (.gcj02, .wgs84, .outline, false), (.bd09, .wgs84, .everywhere, false), (.bd09, .wgs84, .outline, false),
    ]
    let conversions = cases.map { Conversion(from: $0.from, to: $0.to, shift: $0.shift) }
    var least = [Double](repeating: .infinity, count: cases.count)
    var reference = (forward: 0.0, inverse: 0.0)
    // In turn, so that a busy machine slows all alike.
    for _ in 0..<7 {
        if let speeds = yardstick?.run() {
            reference = (max(reference.forward, speeds.forward), max(reference.inverse, speeds.inverse))
        }
        for (i, conversion) in conversions.enumerated() {
            var (latitudes, longitudes) = (places.latitudes, places.longitudes)
            least[i] = min(
                least[i],
                leastSeconds(rounds: 1) {
                    conversion.convert(latitudes: &latitudes, longitudes: &longitudes, count: latitudes.count)
                })
            consume(latitudes[0])
        }
    }
    var table = ResultTable(["conversion", "china-shift", "ns a point", "M points/s", "yardstick M/s", "times"])
    for (i, item) in cases.enumerated() {
        let speed = Double(places.latitudes.count) / least[i] / 1e6
        let wanted = item.isForward ? reference.forward : reference.inverse
        table.add([
            "\(item.from.name) → \(item.to.name)", item.shift.name, figure(1000 / speed), figure(speed),
            wanted > 0 ? "\(figure(wanted)) \(item.isForward ? "forward" : "five steps back")" : "not run",
            wanted > 0 ? figure(speed / wanted) : "",
        ])
    }
    return table
}

/// The C program that conversions are compared with.
private struct Yardstick {
    let path: String

    init?(path: String?) {
        guard let path else { return nil }
        self.path = path
    }

    /// Million points a second that it prints for forward and back; nil where it cannot be run.
    func run() -> (forward: Double, inverse: Double)? {
        guard let stream = popen("'\(path)'", "r") else { return nil }
        defer { pclose(stream) }
        var speeds: [String: Double] = [:]
        var line = [CChar](repeating: 0, count: 256)
        while fgets(&line, 256, stream) != nil {
            let words = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self).split(
                separator: " ")
            if words.count > 1, let speed = Double(words[1]) { speeds[String(words[0])] = speed }
        }
        guard let forward = speeds["forward"], let inverse = speeds["inverse"] else { return nil }
        return (forward, inverse)
    }
}
