import Glibc

/// The program's own filter over a CSV of random points, from file to file.
let convertedLines = Benchmark(name: "convert", title: "trackmill convert: a CSV of random points, file to file") { settings in
    var table = ResultTable(["input", "conversion", "threads", "seconds", "M lines/s", "M lines a processor second"])
    guard let program = settings.program else { return table }
    let temporary = TemporaryFolder()
    defer { temporary.remove() }
    let folder = temporary.path
    for decimals in [6, 12] {
        writePlaces(to: folder + "/in.csv", rows: settings.rows, decimals: decimals)
        for (from, to) in [("wgs84", "gcj02"), ("gcj02", "wgs84"), ("bd09", "wgs84")] {
            for threads in [1, 2] {
                let command =
                    "'\(program)' convert --from \(from) --to \(to) --jobs \(threads) < '\(folder)/in.csv' > '\(folder)/out.csv'"
                let (wall, processor) = leastOfThree(command)
                let lines = Double(settings.rows) / 1e6
                table.add([
                    "\(settings.rows) rows, \(decimals) decimals", "\(from) → \(to)", "\(threads)", figure(wall),
                    figure(lines / wall),
                    figure(lines / processor),
                ])
            }
        }
    }
    return table
}

private func leastOfThree(_ command: String) -> (wall: Double, processor: Double) {
    var least = (Double.infinity, Double.infinity)
    for _ in 0..<3 {
        let (wall, processor) = (wallSeconds(), childrenSeconds())
        guard system(command) == 0 else { return (.nan, .nan) }
        least = (min(least.0, wallSeconds() - wall), min(least.1, childrenSeconds() - processor))
    }
    return least
}

private func writePlaces(to path: String, rows: Int, decimals: Int) {
    guard let file = fopen(path, "w") else { preconditionFailure("\(path) cannot be written") }
    defer { fclose(file) }
    var random = RandomNumbers(seed: 42)
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    var bytes: [UInt8] = []
    for row in 0..<rows {
        let (latitude, longitude) = (20 + 30 * random.next(), 80 + 45 * random.next())
        append(longitude, scale, decimals, to: &bytes)
        bytes.append(44)
        append(latitude, scale, decimals, to: &bytes)
        bytes.append(10)
        if bytes.count > 1 << 16 || row == rows - 1 {
            fwrite(bytes, 1, bytes.count, file)
            bytes.removeAll(keepingCapacity: true)
        }
    }
}

private func append(_ value: Double, _ scale: Double, _ decimals: Int, to bytes: inout [UInt8]) {
    let whole = Int(value)
    let fraction = "\(Int(((value - Double(whole)) * scale)))"
    bytes += "\(whole).".utf8
    bytes += repeatElement(48, count: decimals - fraction.utf8.count)
    bytes += fraction.utf8
}
