import Testing
import Tracks

@testable import Pipeline

@Suite struct MemoryPlanTests {
    private let plan = MemoryPlan(memory: 512_000_000, columns: [.speed, .course, .accuracy])

    private func survey(_ rows: [Int]) -> PartSurvey {
        PartSurvey(devices: rows.enumerated().map { (UInt32($0.offset), $0.element) }, bytesOfRow: 64, largest: "d")
    }

    @Test func `SQLite has a sixteenth, rows the rest`() {
        #expect(plan.pageCache == 32_000_000 && plan.rows == 480_000_000)
    }

    @Test func `devices go together as long as their rows fit`() {
        // A device-day of 5 M rows is all that one may have; 480 MB / 8 / (20 + 40 + 64) bytes are 483,870 rows of several.
        #expect(plan.passes(over: survey([])) == [])
        #expect(plan.passes(over: survey([10, 20])) == [0..<2])
        #expect(plan.passes(over: survey([300_000, 183_870])) == [0..<2])
        #expect(plan.passes(over: survey([300_000, 183_871])) == [0..<1, 1..<2])
        #expect(plan.passes(over: survey([10, 4_000_000, 10])) == [0..<1, 1..<2, 2..<3])
    }

    @Test func `a device with very many rows is alone`() {
        let found = survey([10, 4_000_000, 10])
        #expect(!plan.isAlone(0..<1, in: found) && plan.isAlone(1..<2, in: found))
    }

    @Test(arguments: [1, 59_000_000, 470_000_000, 5_000_000_000])
    func `a run that is told to take more memory has enough with it`(bytes: Int) {
        let memory = MemoryPlan.memory(giving: bytes)
        #expect(MemoryPlan(memory: memory, columns: []).rows >= bytes)
        #expect(memory >= MemoryPlan.least && memory % 1_000_000 == 0)
    }

    @Test func `the largest device-day there may be fits into the memory that a run has by default`() {
        #expect(plan.bytes(toMake: survey([DeviceDay.mostFixes])) <= plan.rows)
        #expect(plan.bytes(toMake: survey([4 * DeviceDay.mostFixes])) <= plan.rows)
    }
}
