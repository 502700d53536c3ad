import Geodesy
import Testing
import Tracks

@testable import Stages

/// What `explain` prints of a fix, word for word.
@Suite struct VerdictTests {
    private func verdicts(_ stage: some FixStage, on day: DeviceDay) -> [String] {
        let after = day.after(stage)
        return (0..<day.fixes.count).map { stage.verdict(on: $0, before: day, after: after) }
    }

    @Test func `a spike says its speed and the limit`() throws {
        let found = try verdicts(
            stage(DropSpikes.self, ["speed": "70 m/s", "judge": "walk"]), on: track(every: 1, norths: [0, 5, 10_000, 15]))
        #expect(
            found == [
                "kept: 5 m in 1 s to the fix kept after it are 5 m/s; the limit is 70 m/s and 30 m",
                "kept: 5 m in 1 s from the fix kept before it are 5 m/s; the limit is 70 m/s and 30 m",
                "rejected: 9995 m in 1 s from the fix kept before it are 9995 m/s; the limit is 70 m/s and 30 m",
                "kept: 10 m in 2 s from the fix kept before it are 5 m/s; the limit is 70 m/s and 30 m",
            ])
    }

    // By hand: a second reaches 100 m, two 170 m. Without the spike 50 + 58 and a fix left out; with it, alone, three left out. Without the
    // second fix nothing joins: the first is nearer to it than the last.
    @Test func `a fix is told what the day's cheapest track costs with it and without it`() throws {
        let found = try verdicts(stage(DropSpikes.self, ["speed": "70 m/s"]), on: track(every: 1, norths: [0, 5, 10_000, 15]))
        let prices = [(1108, 2058), (1108, 3000), (3000, 1108), (1108, 2050)]
        for (verdict, (with, without)) in zip(found, prices) {
            let end =
                "; the limit is 70 m/s and 30 m; the day's cheapest track costs \(with) with it, \(without) without it, "
                + "where a fix left out costs 1000 and a jump 3500"
            #expect(verdict.hasSuffix(end), "\(verdict)")
        }
        #expect(found[2].hasPrefix("rejected: 9995 m in 1 s from the fix kept before it are 9995 m/s;"))
        #expect(found[3].hasPrefix("kept: 10 m in 2 s from the fix kept before it are 5 m/s;"))
    }

    @Test func `a day without a track says so`() throws {
        let found = try verdicts(stage(DropSpikes.self, ["speed": "70 m/s"]), on: track(every: 1, norths: [0, 5_000, 10_000]))
        #expect(found[1].hasSuffix("; the day's cheapest track has 1 fixes, and so all are kept: 3 make one"))
    }

    @Test func `a true jump says that others agree`() throws {
        let found = try verdicts(
            stage(DropSpikes.self, ["speed": "70 m/s", "judge": "walk"]),
            on: track(every: 1, norths: [0, 1, 2, 10_000, 10_001, 10_002]))
        #expect(
            found[3]
                == "kept: 9998 m in 1 s from the fix kept before it are 9998 m/s; the limit is 70 m/s and 30 m, but 3 fixes "
                + "or more agree on the jump"
        )
    }

    @Test func `drop-invalid says value and limit`() throws {
        var day = track(every: 10, norths: [0, 1, 2])
        day.fixes.accuracies = [12.5, 250, .nan]
        day.fixes.satellites = [9, 9, 3]
        #expect(
            try verdicts(stage(DropInvalid.self, ["accuracy": "100 m", "satellites": "4"]), on: day) == [
                "kept: accuracy 12.5 m, at most 100 m is good; 9 satellites, at least 4 are good",
                "rejected: accuracy 250 m, at most 100 m is good", "rejected: 3 satellites, at least 4 are good",
            ])
        #expect(
            try verdicts(stage(DropInvalid.self, ["accuracy": "100 m", "better-within": "5 s"]), on: day)[1]
                == "kept: accuracy 250 m, at most 100 m is good, but no better fix lies within 5 s")
        #expect(try verdicts(stage(DropInvalid.self), on: day)[0] == "kept")
    }

    @Test func `an emptied speed says so`() throws {
        var day = track(every: 10, norths: [0])
        day.fixes.speeds = [-1]
        #expect(
            try verdicts(stage(DropInvalid.self, ["speed-sentinels": "-1 m/s"]), on: day) == [
                "kept: its speed of -1 m/s means none and was emptied"
            ])
    }

    @Test func `thin says how long or how far after the last kept fix`() throws {
        let day = track(every: 4, norths: [0, 10, 20, 30, 40])
        #expect(
            try verdicts(stage(Thin.self, ["every": "8 s"]), on: day) == [
                "kept: the first fix of the day", "thinned: 4 s after the last kept fix; 8 s are wanted",
                "kept: 8 s after the last kept fix; 8 s are wanted", "thinned: 4 s after the last kept fix; 8 s are wanted",
                "kept: the last fix of the day",
            ])
        #expect(
            try verdicts(stage(Thin.self, ["every": "15 m"]), on: day)[1]
                == "thinned: 10 m from the last kept fix; 15 m are wanted")
        #expect(
            try verdicts(stage(Thin.self, ["first-in": "1 min"]), on: day)[1]
                == "thinned: the first fix of each 60 s of UTC is kept")
        #expect(
            try verdicts(stage(Thin.self, ["points": "2"]), on: day)[1] == "thinned: 2 fixes of each day are kept, spread evenly")
    }

    @Test func `simplify says how far a fix lies from the track, and the errors of the day`() throws {
        let day = track(every: 10, norths: [0, 10, 50, 30, 40])
        // The grid of 1e-7° is good to 6 mm.
        let errors = "; what was thinned this day lies up to 15.01 m off, 15 m in the mean"
        let found = try verdicts(stage(Simplify.self, ["method": "td-tr", "tolerance": "20 m"]), on: day)
        #expect(found[0] == "kept: an end of the day" + errors)
        #expect(found[1] == "thinned: 15.01 m from the track between the kept fixes around it; the tolerance is 20 m" + errors)
        #expect(found[2] == "kept: 30.01 m from the track between the kept fixes around it; the tolerance is 20 m" + errors)
    }

    @Test func `visvalingam says the triangle of a fix with those around it`() throws {
        // 0.0001° of the equator's longitude by 0.0001° of latitude: half of 11.12 m squared.
        var day = track(at: [(0, 0), (0.0001, 0), (0.0001, 0.0001)].map { Coordinate(latitude: $0.0, longitude: $0.1) })
        round(&day)
        let found = try verdicts(stage(Simplify.self, ["method": "visvalingam", "area": "60 m2"]), on: day)[1]
        #expect(
            found.hasPrefix(
                "kept: 7.86 m from the track between the kept fixes around it, a triangle of 61.8 m² with "
                    + "them; triangles up to 60 m² go"))
    }

    @Test func `motion and rest say what was measured`() throws {
        var day = track(every: 10, norths: [0, 100, 100.5])
        day.fixes.speeds = [9, 0, 0]
        #expect(
            try verdicts(stage(HoldWhileStill.self), on: day) == [
                "kept where it is: speed 9 m/s, it opens a rest or moves",
                "kept where it is: speed 0 m/s, it opens a rest or moves",
                "held: speed 0 m/s, moved by 0.5 m to the position of 1970-01-01T00:00:10.000Z",
            ])
        #expect(
            try verdicts(stage(MeasureMotion.self), on: day)[1] == "speed 0 m/s (logged), course 0° (measured); 100 m in 10 s")
    }

    @Test func `trips and history say where the fix stands`() throws {
        let stays = try stage(FindStays.self, ["radius": "100 m", "at-least": "5 min", "gap": "30 min"])
        let day = track(every: 60, norths: [0, 500, 1000, 1500]).after(stays)
        let split = try stage(SplitTrips.self, after: [stays])
        #expect(
            verdicts(split, on: day)[1]
                == "lies in movement 1 of the day; 60 s after the fix before it, more than 1800 s part trips")
        let history = try verdicts(stage(PickHistory.self, ["points": "2"]), on: day)
        #expect(history[3] == "is point 2 of the history")
        #expect(history[1] == "is no point of the history, which takes 2 fixes spread evenly; no fix is removed")
    }
}
