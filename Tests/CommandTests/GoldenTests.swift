import Foundation
import Testing

/// The folders of `sample-data/cases` that say what must come out: small whole pipelines, one or more for a rule of docs/rules.md.
@Suite struct GoldenTests {
    private static let folder = packageFolder + "/sample-data/cases"

    static let cases: [String] = {
        let names = FileManager.default.subpaths(atPath: folder) ?? []
        return names.filter { $0.hasSuffix("/expected") }.map { String($0.dropLast("/expected".count)) }.sorted()
    }()

    @Test func `there are cases of each part of the rules, and each has a line in their README`() throws {
        for rule in ["1.1", "1.7", "2.4", "2.5", "2.6", "2.7", "2.9", "2.10", "2.11", "3.1", "3.4"] {
            #expect(Self.cases.contains { $0.hasPrefix(rule + "-") }, "rule \(rule)")
        }
        let readme = try String(contentsOfFile: Self.folder + "/README.md", encoding: .utf8)
        for name in Self.cases { #expect(readme.contains("\n| `\(name)` |"), "\(name)") }
    }

    /// The runs of a case in their order, its days backwards, and all of them at once.
    private func orders(of name: String) throws -> [[DayRange]] {
        let runs = try WholePipeline(name, in: Self.folder).runs()
        let days = Set(try runs.flatMap { try $0.days() }).sorted()
        let first = try #require(days.first)
        let last = try #require(days.last)
        return [runs, days.reversed().map { DayRange($0, $0) }, [DayRange(first, last)]]
    }

    @Test(arguments: cases)
    func `in every order, with one lane and with two, it gives the expected views and one digest`(name: String) throws {
        var digests: Set<String> = []
        for order in try orders(of: name) {
            for lanes in [1, 2] {
                let whole = try WholePipeline(name, in: Self.folder)
                for range in order { try whole.run(range, jobs: lanes) }
                let views = try whole.expectedViews()
                try #require(!views.isEmpty)
                for view in views { try whole.compare(view) }
                digests.insert(try whole.digest())
            }
        }
        #expect(digests.count == 1)
    }
}
