import Testing
import TrackAlgorithms
import Tracks

@testable import Stages

@Suite struct MeasureMotionTests {
    @Test func `an empty batch stays empty, one fix has no motion`() throws {
        #expect(try DeviceDay().after(stage(MeasureMotion.self)).fixes.count == 0)
        let one = try track(every: 1, norths: [0]).after(stage(MeasureMotion.self))
        #expect(one.fixes.speeds[0].isNaN && one.fixes.courses[0].isNaN)
    }

    @Test func `makes both columns where the log has none`() throws {
        let left = try track(every: 10, norths: [0, 100, 100, 0]).after(stage(MeasureMotion.self))
        #expect(left.fixes.columns.isSuperset(of: [.speed, .course]))
        #expect(left.fixes.speeds.map { ($0 * 100).rounded() / 100 } == [10, 10, 0, 10])
        #expect(
            left.fixes.course(0) == 0 && left.fixes.course(1) == 0 && left.fixes.course(2) == nil && left.fixes.course(3) == 180)
    }

    @Test func `takes nothing from a jump`() throws {
        var motion = try stage(MeasureMotion.self)
        motion.speeds = TopSpeeds(metersPerSecond: 20, slackMeters: 30)
        let before = track(every: 10, norths: [0, 100, 50_000, 50_100])
        let after = before.after(motion)
        #expect(after.fixes.speeds.map { $0.rounded() } == [10, 10, 10, 10])
        #expect(motion.verdict(on: 2, before: before, after: after).hasSuffix("; 49900 m in 10 s, a jump"))
    }

    @Test func `what the log has stays`() throws {
        var day = track(every: 10, norths: [0, 100, 200])
        day.fixes.columns = [.speed]
        day.fixes.speeds = [3, .nan, 0]
        let left = try day.after(stage(MeasureMotion.self))
        #expect(left.fixes.speeds[0] == 3 && abs(left.fixes.speeds[1] - 10) < 0.002 && left.fixes.speeds[2] == 0)
        #expect(left.fixes.courses == [0, 0, 0])
    }

    @Test func `TJ-076 a device that does not move has no course`() throws {
        let left = try track(every: 1, norths: [5, 5, 5]).after(stage(MeasureMotion.self))
        #expect((0..<3).allSatisfy { left.fixes.course($0) == nil })
    }

    @Test func `TJ-077 a parked receiver's noise of 0.1 m turns no arrow`() throws {
        var random = SeededRandom(seed: 77)
        let left = try track(every: 1, norths: (0..<600).map { _ in Double.random(in: -0.1...0.1, using: &random) }).after(
            stage(MeasureMotion.self))
        #expect((0..<600).allSatisfy { left.fixes.course($0) == nil })
    }

    @Test func `nothing is carried from one device or day to the next`() throws {
        let stage = try stage(MeasureMotion.self)
        _ = track(every: 1, norths: [0, 50]).after(stage)
        #expect(track(every: 1, norths: [900]).after(stage).fixes.speeds[0].isNaN)
    }

    @Test func `trips must know its speeds`() throws {
        let split = try stage(SplitTrips.self, after: [stage(FindStays.self)])
        #expect(
            messages(MeasureMotion.self, after: [split])
                == ["measure-motion stands behind split-trips, so that trips do not know its speeds; put it before."])
    }
}
