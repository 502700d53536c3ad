import Options
import Testing
import Tracks

@testable import Stages

@Suite struct DropSpikesTests {
    @Test func `an empty batch stays empty`() throws {
        #expect(try DeviceDay().after(stage(DropSpikes.self, ["speed": "70 m/s"])).fixes.count == 0)
    }

    @Test func `one fix is kept`() throws {
        #expect(try track(every: 1, norths: [0]).after(stage(DropSpikes.self, ["speed": "70 m/s"])).lines == [1])
    }

    @Test func `keeps a fix that 70 m/s can just reach`() throws {
        // By hand: 10 s · 70 m/s + 30 m of slack = 730 m.
        let stage = try stage(DropSpikes.self, ["speed": "70 m/s"])
        #expect(track(every: 10, norths: [0, 729.9, 700, 700]).after(stage).lines == [1, 2, 3, 4])
        #expect(track(every: 10, norths: [0, 730.1, 5, 10]).after(stage).lines == [1, 3, 4])
    }

    @Test func `drops a fix a second later and 10 km away, as a reject that says why`() throws {
        let left = try track(every: 1, norths: [0, 5, 10_000, 10]).after(stage(DropSpikes.self, ["speed": "70 m/s"]))
        #expect(left.faults == ["3 spike"] && left.lines == [1, 2, 4])
        #expect(left.rejects[0].field == "time" && left.rejects[0].value == "faster than 70 m/s")
        #expect(left.rejects[0].file == 1)
    }

    @Test func `a kind with a top speed uses that, any other the stage's`() throws {
        let stage = try stage(DropSpikes.self, ["speed": "70 m/s"], topSpeeds: ["pet": 15])
        let norths = [0, 1, 2, 300, 3, 4].map(Double.init)
        // By hand: in 10 s a pet comes 180 m far with the slack, anything else 730 m.
        #expect(track(kind: "pet", every: 10, norths: norths).after(stage).lines == [1, 2, 3, 5, 6])
        #expect(track(kind: "vehicle", every: 10, norths: norths).after(stage).lines == [1, 2, 3, 4, 5, 6])
        #expect(track(kind: nil, every: 10, norths: norths).after(stage).lines == [1, 2, 3, 4, 5, 6])
        #expect(track(kind: "pet", every: 10, norths: norths).after(stage).rejects.map(\.value) == ["faster than 15 m/s"])
    }

    @Test func `slack and reanchor are options`() throws {
        let strict = try stage(DropSpikes.self, ["speed": "70 m/s", "slack": "0 m", "reanchor": "2"])
        #expect(track(every: 1, norths: [0, 69.9]).after(strict).lines == [1, 2])
        // A track of one fix is none: the day keeps all.
        #expect(track(every: 1, norths: [0, 70.1]).after(strict).lines == [1, 2])
        #expect(track(every: 1, norths: [0, 5_000, 5_001]).after(strict).lines == [2, 3])
    }

    @Test func `judges by the day unless told to walk`() throws {
        // By hand: out and back at 50 of 73 m/s. Walking sees two plausible legs; of the day's tracks the one without it is cheapest.
        let norths: [Double] = [0, 1, 500, 2, 3]
        #expect(try track(every: 10, norths: norths).after(stage(DropSpikes.self, ["speed": "70 m/s"])).lines == [1, 2, 4, 5])
        let walk = try stage(DropSpikes.self, ["speed": "70 m/s", "judge": "walk"])
        #expect(track(every: 10, norths: norths).after(walk).lines == [1, 2, 3, 4, 5])
        #expect(
            messages(DropSpikes.self, ["speed": "70 m/s", "judge": "night"]) == ["'judge' is 'night'; it may be day, walk."])
    }

    @Test func `nothing is carried from one device or day to the next`() throws {
        let stage = try stage(DropSpikes.self, ["speed": "70 m/s"])
        var day = track(device: "A", every: 1, norths: [0, 1, 2])
        stage.apply(to: &day)
        day.removeAll()
        day = track(device: "B", every: 1, norths: [50_000, 50_001])
        stage.apply(to: &day)
        #expect(day.lines == [1, 2] && day.rejects.isEmpty)
    }

    @Test func `says what is wrong with its options`() {
        #expect(messages(DropSpikes.self) == ["drop-spikes wants 'speed': such as 0.01 m/s."])
        #expect(messages(DropSpikes.self, ["speed": "70"]) == ["'speed' is 70 without a unit; write 70 m/s."])
        #expect(
            messages(DropSpikes.self, ["speed": "0.009 m/s", "reanchor": "0"]) == [
                "'speed' is 0.009 m/s; it may be 0.01 to 10000 m/s.",
                "'reanchor' is 0; it may be a whole number from 1 to 100.",
            ])
    }

    @Test func `dropping spikes twice drops no more`() throws {
        var random = SeededRandom(seed: 43)
        let stage = try stage(DropSpikes.self, ["speed": "70 m/s"])
        for _ in 0..<200 {
            let norths = (0..<60).map { Double($0) * 20 + (Int.random(in: 0..<12, using: &random) == 0 ? 5_000 : 0) }
            let once = track(every: 1, norths: norths).after(stage)
            #expect(once.after(stage).lines == once.lines)
            #expect(once.lines.count + once.rejects.count == 60)
        }
    }
}
