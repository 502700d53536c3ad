import Geodesy
import Testing
import Tracks

@testable import Stages

/// More than a million fixes of one device in one day: thin and pick-history stay exact.
@Suite struct ManyFixesTests {
    private static let count = 1_000_100

    /// Every 86 ms, going north.
    private func day() -> DeviceDay {
        var day = DeviceDay()
        day.fixes.times = (0..<Self.count).map { Int64($0) * 86 }
        day.fixes.latitudes = (0..<Self.count).map { Int32($0) }
        day.fixes.longitudes = [Int32](repeating: 0, count: Self.count)
        day.fixes.cosines = [Double](repeating: 1, count: Self.count)
        day.fixes.files = [UInt32](repeating: 0, count: Self.count)
        day.fixes.lines = (0..<Self.count).map { UInt32($0) }
        return day
    }

    @Test func `thin and pick-history take a million fixes`() throws {
        let day = day()
        #expect(try day.after(stage(Thin.self, ["points": "1000001"])).fixes.count == 1_000_001)
        #expect(try day.after(stage(Thin.self, ["every": "86 s"])).fixes.count == 1_002)
        let even = try day.after(stage(PickHistory.self, ["points": "1000000"]))
        #expect(even.history.count == 1_000_000)
        #expect(even.history.last?.milliseconds == Int64(Self.count - 1) * 86)
        #expect(even.history.reduce(0) { $0 + $1.fixes } == Int64(Self.count))
        let means = try day.after(stage(PickHistory.self, ["points": "10", "by": "mean"]))
        #expect(means.history.map(\.fixes) == Array(repeating: 100_010, count: 10))
    }
}
