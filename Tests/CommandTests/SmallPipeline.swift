import Foundation
import SQLite
import Store
import Testing

/// A small pipeline in a fresh folder: `pipeline.yaml`, `logs/`, `out.sqlite`.
struct SmallPipeline {
    let folder: TemporaryFolder

    /// - Parameters:
    ///   - files: The pattern, as it stands under `read`.
    ///   - columns: What stands between the braces of `columns`.
    ///   - read: Further keys of `read`, one a line.
    ///   - stages: One a line.
    ///   - top: Further keys of the file.
    init(
        files: String = "logs/{date}.csv", columns: String = "device: device, time: time, latitude: lat, longitude: lon",
        read: [String] = [],
        stages: [String] = [], top: [String] = []
    ) throws {
        folder = try TemporaryFolder()
        var lines = ["name: small", "timezone: UTC"] + top + ["read:", "  files: \"\(files)\"", "  columns: {\(columns)}"]
        lines += read.map { "  " + $0 }
        lines += stages.isEmpty ? [] : ["stages:"] + stages.map { "  - " + $0 }
        lines += ["write: {sqlite: out.sqlite}", ""]
        try folder.write(lines.joined(separator: "\n"), to: "pipeline.yaml")
    }

    /// Writes the log of a day: a header and rows; each ends its line.
    func log(_ day: String, header: String = "device,time,lat,lon", _ rows: [String], suffix: String = ".csv") throws {
        try folder.write(([header] + rows).map { $0 + "\n" }.joined(), to: "logs/\(day)\(suffix)")
    }

    func run(_ arguments: String...) throws -> Outcome { try Program.run(["run", "pipeline.yaml"] + arguments, in: folder) }

    /// Runs over days and expects that nothing goes wrong.
    func runWell(_ from: String = "2025-06-01", to: String? = nil, sourceLocation: SourceLocation = #_sourceLocation) throws {
        let outcome = try run("--from", from, "--to", to ?? from)
        try #require(outcome.status == 0, "\(outcome.errors)", sourceLocation: sourceLocation)
    }

    func result() throws -> Database { try openResult(folder("out.sqlite")) }

    func lines(_ query: String) throws -> [String] { try result().lines(query) }
}

/// A time of 2025-06-01 in UTC, so many seconds after its midnight.
func time(_ seconds: Int) -> String {
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
    func two(_ number: Int) -> String { (number < 10 ? "0" : "") + "\(number)" }
    return "2025-06-01T\(two(hour)):\(two(minute)):\(two(second))Z"
}
