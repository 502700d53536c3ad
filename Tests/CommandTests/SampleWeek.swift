import Foundation
import SQLite
import Store
import Testing

/// The committed sample week through `pipelines/nightly.yaml`, without its reports.
enum SampleWeek {
    static let logs = packageFolder + "/sample-data/logs"
    static let firstDay = "2025-06-01"
    static let days = (1...7).map { "2025-06-0\($0)" }

    /// A run into `week.sqlite` of a folder.
    static func run(in folder: TemporaryFolder, _ arguments: [String]) throws {
        let outcome = try Program.run(call(in: folder) + arguments, in: folder)
        try #require(outcome.status == 0, "\(outcome.errors)")
    }

    /// The words of a run into `week.sqlite` of a folder.
    static func call(in folder: TemporaryFolder) -> [String] {
        [
            "run", packageFolder + "/pipelines/nightly.yaml", "--set", "write.sqlite=\(folder("week.sqlite"))", "--set",
            "reports=[]",
        ]
    }

    /// One run over the week, made once for all tests.
    static let result = Swift.Result { () throws -> (folder: TemporaryFolder, digest: String) in
        let folder = try TemporaryFolder()
        try run(in: folder, ["--from", firstDay, "--to", days[6], "--jobs", "2"])
        return (folder, try digest(of: "week.sqlite", in: folder))
    }

    /// The result file of that run.
    static func open() throws -> Database { try openResult(try result.get().folder("week.sqlite")) }

    /// A table of `logs/truth`.
    static func truth(_ name: String) throws -> Table {
        Table(csv: try String(contentsOfFile: "\(logs)/truth/\(name).csv", encoding: .utf8))
    }
}
