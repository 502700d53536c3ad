import Options
import Testing
import Tracks

@testable import Stages

@Suite struct DropInvalidOptionsTests {
    private func day(
        every seconds: Double = 60, accuracies: [Double] = [], hdops: [Double] = [], satellites: [Double] = [],
        speeds: [Double] = []
    ) -> DeviceDay {
        let count = max(accuracies.count, hdops.count, satellites.count, speeds.count)
        var day = track(every: seconds, norths: (0..<count).map { Double($0) * 10 })
        day.fixes.accuracies = accuracies
        day.fixes.hdops = hdops
        day.fixes.satellites = satellites
        day.fixes.speeds = speeds
        return day
    }

    // MARK: better-within

    @Test func `a coarse fix goes only where a good one lies within the time`() throws {
        let stage = try stage(DropInvalid.self, ["accuracy": "100 m", "better-within": "2 min"])
        #expect(day(accuracies: [500, 500, 500, 20, 500, 500, 500]).after(stage).lines == [1, 4, 7])
        #expect(day(every: 60.001, accuracies: [500, 500, 500, 20]).after(stage).lines == [1, 2, 4])
    }

    @Test func `where no good fix is near all coarse ones stay, also one alone`() throws {
        let stage = try stage(DropInvalid.self, ["accuracy": "100 m", "better-within": "1 min"])
        #expect(day(accuracies: [500, 900]).after(stage).lines == [1, 2])
        #expect(day(accuracies: [500]).after(stage).lines == [1])
        #expect(DeviceDay().after(stage).lines == [])
    }

    @Test func `a fix that does not know its accuracy is no better one`() throws {
        let stage = try stage(DropInvalid.self, ["accuracy": "100 m", "better-within": "1 h"])
        #expect(day(accuracies: [500, .nan]).after(stage).lines == [1, 2])
    }

    @Test func `a better fix must pass the other rules`() throws {
        let stage = try stage(DropInvalid.self, ["accuracy": "100 m", "satellites": "4", "better-within": "1 h"])
        let left = day(accuracies: [500, 20], satellites: [9, 3]).after(stage)
        #expect(left.lines == [1] && left.faults == ["2 too-few-satellites"])
    }

    @Test func `a coarse fix that is excused is still rejected by the other rules`() throws {
        let stage = try stage(DropInvalid.self, ["accuracy": "100 m", "hdop": "5", "satellites": "4", "better-within": "1 h"])
        #expect(day(accuracies: [500], hdops: [50], satellites: [3]).after(stage).faults == ["1 too-few-satellites"])
        #expect(day(accuracies: [500, 500], hdops: [50, 2], satellites: [8, 8]).after(stage).lines == [1, 2])
    }

    @Test func `better-within wants something that tells good from coarse`() {
        #expect(
            messages(DropInvalid.self, ["better-within": "1 min"])
                == ["'better-within' wants accuracy or hdop, which tell good fixes from others."])
    }

    // MARK: speed-sentinels

    @Test func `a speed that means none is emptied, its fix is kept`() throws {
        let stage: DropInvalid = try stage(
            DropInvalid.self,
            ["speed-sentinels": .sequence(["-1 m/s", "255 km/h"].map { Node(.scalar($0), mark: Mark(line: 1, column: 1)) })])
        let left = day(speeds: [0, -1, 255 / 3.6, 70.8, -2, .nan]).after(stage)
        #expect(left.lines == [1, 2, 3, 4, 5, 6] && left.rejects.isEmpty)
        #expect(left.fixes.speeds[0] == 0 && left.fixes.speeds[3] == 70.8 && left.fixes.speeds[4] == -2)
        #expect([1, 2, 5].allSatisfy { left.fixes.speeds[$0].isNaN })
    }

    @Test func `one sentinel needs no list, and each wants a unit`() throws {
        #expect(try day(speeds: [-1, 4]).after(stage(DropInvalid.self, ["speed-sentinels": "-1 m/s"])).fixes.speeds[0].isNaN)
        #expect(
            messages(DropInvalid.self, ["speed-sentinels": "255"])
                == ["'speed-sentinels' has '255'; it wants speeds with a unit, such as 255 km/h."])
    }

    @Test func `a log without speeds has no sentinels`() throws {
        #expect(
            try track(every: 1, norths: [0]).after(stage(DropInvalid.self, ["speed-sentinels": "-1 m/s"])).fixes.speeds.isEmpty)
    }
}
