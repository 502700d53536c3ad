import Options
import Testing
import Tracks

@testable import Stages

@Suite struct SimplifyTests {
    private let corner = [0.0, 100, 200, 300]

    @Test func `an empty batch stays empty, one and two fixes stay`() throws {
        let stage = try stage(Simplify.self, ["tolerance": "15 m"])
        #expect(DeviceDay().after(stage).fixes.count == 0)
        #expect(track(every: 1, norths: [0]).after(stage).lines == [1])
        #expect(track(every: 1, norths: [0, 0]).after(stage).lines == [1, 2])
    }

    @Test func `fixes on a line go, the ends stay`() throws {
        let day = try track(every: 1, norths: corner).after(stage(Simplify.self, ["tolerance": "1 m"]))
        #expect(day.lines == [1, 4] && day.thinned.map(\.count) == [2] && day.rejects.isEmpty)
    }

    @Test func `a turn back is farther from the segment than its tolerance`() throws {
        // From 0 to 100 m and on to 300 and back to 200: the segment 0–200 is 100 m from the fix at 300.
        let norths = [0.0, 100, 300, 200]
        #expect(try track(every: 1, norths: norths).after(stage(Simplify.self, ["tolerance": "99.9 m"])).lines == [1, 3, 4])
        #expect(try track(every: 1, norths: norths).after(stage(Simplify.self, ["tolerance": "100.1 m"])).lines == [1, 4])
    }

    @Test func `td-tr measures from where the device would be at the fix's time`() throws {
        // Even motion from 0 to 300 m in 3 s would be at 100 m after 1 s; the fix is at 40 m: 60 m off, though on the line.
        let norths = [0.0, 40, 200, 300]
        #expect(
            try track(every: 1, norths: norths).after(stage(Simplify.self, ["method": "td-tr", "tolerance": "59.9 m"])).lines == [
                1, 2, 4,
            ])
        #expect(
            try track(every: 1, norths: norths).after(stage(Simplify.self, ["method": "td-tr", "tolerance": "60.1 m"])).lines == [
                1, 4,
            ])
        #expect(try track(every: 1, norths: norths).after(stage(Simplify.self, ["tolerance": "1 m"])).lines == [1, 4])
    }

    @Test(arguments: ["douglas-peucker", "td-tr"])
    func `keeps exactly so many points`(method: String) throws {
        let norths = [0.0, 50, 0, 80, 0, 20, 0, 90, 0, 10]
        for points in 2...12 {
            let day = try track(every: 1, norths: norths).after(stage(Simplify.self, ["method": method, "points": "\(points)"]))
            #expect(day.lines.count == min(points, 10))
        }
    }

    @Test(arguments: ["douglas-peucker", "td-tr"])
    func `keeps the edges of stays, and each part between them by itself`(method: String) throws {
        let stays = try stage(FindStays.self, ["radius": "100 m", "at-least": "5 min", "gap": "15 min"])
        let fixes: [(seconds: Double, north: Double)] = [
            (0, 0), (60, 500), (120, 1000), (180, 1500), (300, 1510), (480, 1500), (540, 2000), (600, 2500), (660, 3000),
        ]
        let day = try track(fixes).after(stays, stage(Simplify.self, ["method": method, "tolerance": "50 km"]))
        // By hand: first and last, and the stay's rows 3 and 5.
        #expect(day.lines == [1, 4, 6, 9])
        let two = try track(fixes).after(stays, stage(Simplify.self, ["method": method, "points": "2"]))
        #expect(two.lines == [1, 4, 6, 9])
    }

    @Test func `wants one of tolerance and points`() {
        #expect(messages(Simplify.self) == ["simplify wants one of tolerance, points; it has none."])
        #expect(
            messages(Simplify.self, ["tolerance": "1 m", "points": "5"]) == [
                "simplify wants one of tolerance, points; it has tolerance and points."
            ])
        #expect(messages(Simplify.self, ["tolerance": "15"]).first == "'tolerance' is 15 without a unit; write 15 m.")
    }

    @Test func `nothing is carried from one device or day to the next`() throws {
        let stage = try stage(Simplify.self, ["tolerance": "15 m"])
        var day = track(device: "A", every: 1, norths: corner)
        stage.apply(to: &day)
        day.removeAll()
        day = track(device: "B", every: 1, norths: [0, 500, 0])
        stage.apply(to: &day)
        #expect(day.lines == [1, 2, 3] && day.thinned.isEmpty)
    }

    @Test func `every dropped fix lies within the tolerance of the line that is left`() throws {
        var random = SeededRandom(seed: 46)
        let stage = try stage(Simplify.self, ["tolerance": "20 m"])
        for _ in 0..<100 {
            let norths = (0..<50).map { _ in Double.random(in: 0...200, using: &random) }
            let kept = track(every: 1, norths: norths).after(stage).lines.map { Int($0) - 1 }
            // On a meridian the segment between two kept fixes covers all between their norths.
            for (a, b) in zip(kept, kept.dropFirst()) {
                for row in a...b {
                    let beyond = max(min(norths[a], norths[b]) - norths[row], norths[row] - max(norths[a], norths[b]))
                    #expect(beyond <= 20.01)
                }
            }
        }
    }
}
