import Options
import Testing
import Tracks

@testable import Stages

@Suite struct ThinTests {
    private func stayStages() throws -> (stays: FindStays, trips: SplitTrips) {
        var stays = try stage(FindStays.self, ["radius": "100 m", "at-least": "5 min", "gap": "15 min"])
        let trips = try stage(SplitTrips.self, ["gap": "10 min"], after: [stays])
        stays.isFollowedBySplitTrips = true
        return (stays, trips)
    }

    @Test(arguments: [("every", "10 s"), ("first-in", "1 min"), ("points", "2")])
    func `an empty batch stays empty, one fix stays`(option: String, value: String) throws {
        let stage = try stage(Thin.self, [option: value])
        #expect(DeviceDay().after(stage).fixes.count == 0)
        #expect(track(every: 1, norths: [0]).after(stage).lines == [1])
    }

    @Test func `every keeps fixes exactly its time apart, to the millisecond`() throws {
        let stage = try stage(Thin.self, ["every": "10 s"])
        #expect(track([(0, 0), (9.999, 0), (10, 0), (19.999, 0), (30, 0)]).after(stage).lines == [1, 3, 5])
        #expect(track([(0, 0), (10, 0), (20, 0), (30, 0)]).after(stage).lines == [1, 2, 3, 4])
    }

    @Test func `every may differ by kind`() throws {
        let stage = try stage(Thin.self, ["every": options(["pet": "20 s", "other": "10 s"])])
        let norths = Array(repeating: 0.0, count: 7)
        #expect(track(kind: "pet", every: 5, norths: norths).after(stage).lines == [1, 5, 7])
        #expect(track(kind: "vehicle", every: 5, norths: norths).after(stage).lines == [1, 3, 5, 7])
        #expect(track(kind: nil, every: 5, norths: norths).after(stage).lines == [1, 3, 5, 7])
    }

    @Test func `first-in keeps the first of each calendar minute and nothing else`() throws {
        let day = try track([(1, 0), (59.999, 0), (60, 0), (61, 0), (179, 0)]).after(stage(Thin.self, ["first-in": "1 min"]))
        #expect(day.lines == [1, 3, 5])
    }

    @Test func `points keeps exactly so many, spread evenly`() throws {
        for points in 2...12 {
            let day = try track(every: 1, norths: Array(repeating: 0, count: 10)).after(stage(Thin.self, ["points": "\(points)"]))
            #expect(day.lines.count == min(points, 10) && day.lines.first == 1 && day.lines.last == 10)
        }
    }

    @Test func `what is taken is counted as thinned by file, not as rejects`() throws {
        var day = track(every: 1, norths: Array(repeating: 0, count: 6))
        day.fixes.files = [7, 7, 8, 8, 7, 7]
        day = try day.after(stage(Thin.self, ["every": "1 h"]))
        #expect(day.lines == [1, 6] && day.rejects.isEmpty)
        #expect(Dictionary(day.thinned.map { ($0.file, $0.count) }, uniquingKeysWith: +) == [7: 2, 8: 2])
    }

    @Test func `edges of stays and gaps are kept`() throws {
        let (stays, trips) = try stayStages()
        let fixes: [(seconds: Double, north: Double)] = [
            (0, 0), (60, 500), (120, 1000), (180, 1500), (300, 1510), (480, 1500), (540, 2000), (1200, 2500), (1260, 3000),
        ]
        let every = try stage(Thin.self, ["every": "1 h"])
        // By hand: first and last, stay rows 3 and 5, gap rows 6 and 7; lines count from 1.
        #expect(track(fixes).after(stays, trips, every).lines == [1, 4, 6, 7, 8, 9])
        let points = try stage(Thin.self, ["points": "2"])
        #expect(track(fixes).after(stays, trips, points).lines == [1, 4, 6, 7, 8, 9])
        let firstIn = try stage(Thin.self, ["first-in": "1 day"])
        #expect(track(fixes).after(stays, trips, firstIn).lines == [1])
    }

    @Test func `per trip counts the points of each part of a trip`() throws {
        let (stays, trips) = try stayStages()
        let thin = try stage(Thin.self, ["points": "2", "per": "trip"], after: [stays, trips])
        let day = track([(0, 0), (60, 500), (120, 1000), (180, 1500), (300, 1510), (480, 1500), (540, 2000), (600, 2500)]).after(
            stays, trips, thin)
        // Row 4 lies inside the stay and is no part of a trip.
        #expect(day.lines == [1, 4, 5, 6, 8])
    }

    @Test func `wants exactly one rule`() {
        #expect(messages(Thin.self) == ["thin wants one of every, first-in, points; it has none."])
        #expect(
            messages(Thin.self, ["every": "1 s", "points": "5"]) == [
                "thin wants one of every, first-in, points; it has every and points."
            ])
        #expect(messages(Thin.self, ["points": "5", "per": "trip"]) == ["'per: trip' wants split-trips before it."])
        #expect(messages(Thin.self, ["points": "1"]) == ["'points' is 1; it may be a whole number from 2 to 100000000."])
    }

    @Test func `nothing is carried from one device or day to the next`() throws {
        let stage = try stage(Thin.self, ["every": "1 min"])
        var day = track(device: "A", every: 59, norths: [0, 0])
        stage.apply(to: &day)
        day.removeAll()
        day = track(device: "B", every: 1, norths: [0, 0, 0])
        stage.apply(to: &day)
        #expect(day.lines == [1, 3] && day.thinned.map(\.count) == [1])
    }

    @Test func `kept and thinned are all there was`() throws {
        var random = SeededRandom(seed: 45)
        for rule in [("every", "20 s"), ("first-in", "30 s"), ("points", "7")] {
            let stage = try stage(Thin.self, [rule.0: rule.1])
            for _ in 0..<50 {
                let count = Int.random(in: 0...60, using: &random)
                let day = track(every: Double(Int.random(in: 1...15, using: &random)), norths: Array(repeating: 0, count: count))
                    .after(stage)
                #expect(day.lines.count + day.thinned.reduce(0) { $0 + Int($1.count) } == count)
            }
        }
    }
}
