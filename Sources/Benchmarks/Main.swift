import Glibc

/// `trackmill-bench [NAME…] [--yardstick FILE] [--program FILE] [--rows N] [--points FILE] [--look-ups FILE]`: measures and prints tables.
@main
enum Main {
    static func main() {
        var settings = BenchmarkSettings()
        var names: [String] = []
        var words = CommandLine.arguments.dropFirst()
        while let word = words.popFirst() {
            switch word {
            case "--yardstick": settings.yardstick = words.popFirst()
            case "--program": settings.program = words.popFirst()
            case "--points": settings.points = words.popFirst()
            case "--look-ups": settings.lookUps = words.popFirst()
            case "--rows": settings.rows = words.popFirst().flatMap { Int($0) } ?? settings.rows
            default: names.append(word)
            }
        }
        let unknown = names.filter { name in !Benchmark.all.contains { $0.name == name } }
        guard unknown.isEmpty else {
            print("trackmill-bench: there is no '\(unknown[0])'; there are \(Benchmark.all.map(\.name).joined(separator: ", ")).")
            exit(64)
        }
        for benchmark in Benchmark.all where names.isEmpty || names.contains(benchmark.name) {
            print("\n## \(benchmark.title)\n")
            benchmark.measure(settings).print()
            fflush(nil)
        }
    }
}
