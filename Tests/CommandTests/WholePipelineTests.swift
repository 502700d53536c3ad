import Foundation
import Testing

/// The folders of `rules-2/ref/whole`: what `rules-2/model/` (RULES.md as a program) makes of small logs; each name says what it tests.
@Suite(.needsSharedReference) struct WholePipelineTests {
    static let cases: [String] = {
        // Without the folder there are no cases, and the suite is skipped.
        let names = FileManager.default.subpaths(atPath: SharedReference.path("rules-2/ref/whole")) ?? []
        return names.filter { !$0.contains("/") && ($0.first?.isNumber ?? false) }.sorted()
    }()

    @Test func `there are seventeen of them`() {
        #expect(Self.cases.count >= 17)
    }

    @Test(arguments: cases)
    func `its runs in their order give the expected views`(name: String) throws {
        let whole = try WholePipeline(name)
        for range in try whole.runs() { try whole.run(range, jobs: 2) }
        for view in WholePipeline.views { try whole.compare(view) }
    }

    @Test(arguments: cases)
    func `any order, grouping and number of jobs gives one digest`(name: String) throws {
        let inOrder = try WholePipeline(name)
        let runs = try inOrder.runs()
        for range in runs { try inOrder.run(range, jobs: 2) }
        let expected = try inOrder.digest()
        let days = Set(try runs.flatMap { try $0.days() }).sorted()
        let backwards = try WholePipeline(name)
        for day in days.reversed() { try backwards.run(DayRange(day, day), jobs: 1) }
        #expect(try backwards.digest() == expected)
        let first = try #require(days.first)
        let last = try #require(days.last)
        guard try DayRange(first, last).days().count == days.count else { return }
        let atOnce = try WholePipeline(name)
        try atOnce.run(DayRange(first, last), jobs: 4)
        #expect(try atOnce.digest() == expected)
        for view in WholePipeline.views { try atOnce.compare(view) }
    }
}
