import Testing
import Tracks

@testable import Stages

@Suite struct HoldWhileStillTests {
    private func day(_ norths: [Double], speeds: [Double]) -> DeviceDay {
        var day = track(every: 10, norths: norths)
        day.fixes.columns = [.speed]
        day.fixes.speeds = speeds
        return day
    }

    private func length(_ day: DeviceDay) -> Double { (1..<day.fixes.count).reduce(0) { $0 + day.fixes.meters($1 - 1, $1) } }

    @Test func `an empty batch stays empty, one fix stays where it is`() throws {
        #expect(try DeviceDay().after(stage(HoldWhileStill.self)).fixes.count == 0)
        #expect(
            try day([5], speeds: [0]).after(stage(HoldWhileStill.self)).fixes.point(0) == day([5], speeds: [0]).fixes.point(0))
    }

    @Test func `a parked vehicle has no distance`() throws {
        let parked = day([0, 30, -20, 12, 7], speeds: [0, 0, 0, 0, 0])
        let left = try parked.after(stage(HoldWhileStill.self))
        #expect(length(parked) > 100 && length(left) == 0)
        #expect(left.lines == [1, 2, 3, 4, 5] && left.rejects.isEmpty)
        #expect(left.fixes.point(4) == parked.fixes.point(0) && left.fixes.cosines[4] == parked.fixes.cosines[0])
    }

    @Test func `drift with a speed is held within a radius only`() throws {
        let drift = day([0, 4, -3, 2, 4], speeds: [0.2, 0.4, 0.3, 0.1, 0.5])
        #expect(try length(drift.after(stage(HoldWhileStill.self))) == length(drift))
        #expect(try length(drift.after(stage(HoldWhileStill.self, ["radius": "5 m"]))) == 0)
    }

    @Test func `two stops that were seen without the way between keep their distance`() throws {
        let stops = day([0, 900], speeds: [0, 0])
        #expect(try length(stops.after(stage(HoldWhileStill.self))) == length(stops))
        #expect(try length(stops.after(stage(HoldWhileStill.self, ["farthest": "1 km"]))) == 0)
    }

    @Test func `what moves is left alone`() throws {
        let moving = day([0, 50, 100, 150], speeds: [5, 5, 5, 5])
        #expect(try moving.after(stage(HoldWhileStill.self, ["radius": "20 m"])).fixes.latitudes == moving.fixes.latitudes)
    }

    @Test func `nothing is carried from one device or day to the next`() throws {
        let stage = try stage(HoldWhileStill.self)
        _ = day([0, 1], speeds: [0, 0]).after(stage)
        #expect(day([20, 21], speeds: [0, 0]).after(stage).fixes.point(0) == day([20], speeds: [0]).fixes.point(0))
    }

    @Test func `stands before find-stays, and says what is wrong with its options`() throws {
        let stays = try stage(FindStays.self)
        #expect(messages(HoldWhileStill.self, after: [stays]) == ["hold-while-still moves fixes; put it before find-stays."])
        #expect(messages(HoldWhileStill.self, ["radius": "0 m"]) == ["'radius' is 0 m; it may be 1 to 1000 m."])
    }
}
