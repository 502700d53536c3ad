/// What is measured: one a file.
struct Benchmark: Sendable {
    /// The word that chooses it.
    let name: String
    let title: String
    let measure: @Sendable (BenchmarkSettings) -> ResultTable

    /// In the order in which they are printed.
    static let all = [
        coordinateKernels, convertedLines, simplifiedTracks, cleanedTracks, clusteredPlaces, clusteredMaps, nearestPlaces,
        readLogs,
    ]
}

/// What a run of benchmarks was given.
struct BenchmarkSettings: Sendable {
    /// The compiled `bench/coordinates.c`, which prints `forward … M points/s` and `inverse …`.
    var yardstick: String?
    /// The program `trackmill`.
    var program: String?
    /// Where `places` leaves its 500,000 points for another program.
    var points: String?
    /// Where `gazetteer` leaves its million points about stays for another program.
    var lookUps: String?
    /// Lines that `convert` is measured on.
    var rows = 10_000_000
}
