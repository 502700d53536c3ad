import Glibc

/// Points as fixes lie about stays: normal with 2e-4° about true stays of a generated log.
///
/// The log is that of `trackmill generate --devices 200 --days 10 --seed 1`: 11,852 stays at 1,120 places in a few cities.
struct StayPoints {
    private let stays: [(latitude: Double, longitude: Double)]

    /// Has the program generate the log; nil where there is no program.
    init?(_ settings: BenchmarkSettings) {
        guard let program = settings.program else { return nil }
        let folder = TemporaryFolder()
        defer { folder.remove() }
        guard system("'\(program)' generate --devices 200 --days 10 --seed 1 -o '\(folder.path)' > /dev/null 2>&1") == 0,
            let text = readText(folder.path + "/truth/stays.csv")
        else { return nil }
        var stays = text.split(separator: "\n").dropFirst().compactMap { line -> (Double, Double)? in
            let cells = line.split(separator: ",", omittingEmptySubsequences: false)
            guard let latitude = Double(cells[4]), let longitude = Double(cells[5]) else { return nil }
            return (latitude, longitude)
        }
        var random = RandomNumbers(seed: 1)
        // Fewer points then lie about stays of as many devices as more points do.
        for last in stays.indices.dropFirst().reversed() { stays.swapAt(last, Int(random.next() * Double(last + 1))) }
        self.stays = stays
    }

    /// A hundred points about each of `count` / 100 stays, one stay after the other, as fixes come.
    func points(_ count: Int) -> (latitudes: [Double], longitudes: [Double]) {
        var random = RandomNumbers(seed: 1)
        var (latitudes, longitudes): ([Double], [Double]) = ([], [])
        latitudes.reserveCapacity(count)
        longitudes.reserveCapacity(count)
        let used = min(stays.count, max(1, count / 100))
        for point in 0..<count {
            let stay = stays[point * used / count]
            latitudes.append(stay.latitude + 2e-4 * random.normal())
            longitudes.append(stay.longitude + 2e-4 * random.normal())
        }
        return (latitudes, longitudes)
    }
}

/// How much longer something took than n log n says, from a smaller number of points.
func timesOfLogLinear(_ seconds: Double, _ count: Int, from first: (seconds: Double, count: Int)) -> Double {
    let work = Double(count) * log(Double(count)) / (Double(first.count) * log(Double(first.count)))
    return seconds / first.seconds / work
}

private func readText(_ path: String) -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 1 << 16)
    while case let read = fread(&block, 1, block.count, file), read > 0 { bytes += block[..<read] }
    return String(decoding: bytes, as: UTF8.self)
}
