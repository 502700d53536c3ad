import Options
import Testing
import Tracks

@testable import Stages

@Suite struct PickHistoryTests {
    private func tripStages() throws -> (stays: FindStays, trips: SplitTrips) {
        var stays = try stage(FindStays.self, ["radius": "100 m", "at-least": "5 min", "gap": "15 min"])
        let trips = try stage(SplitTrips.self, ["gap": "10 min"], after: [stays])
        stays.isFollowedBySplitTrips = true
        return (stays, trips)
    }

    private func seconds(_ day: DeviceDay) -> [Int64] { day.history.map { $0.milliseconds / 1000 } }

    @Test func `an empty batch has no history`() throws {
        for by in ["even", "mean", "all"] { #expect(try DeviceDay().after(stage(PickHistory.self, ["by": by])).history.isEmpty) }
    }

    @Test func `one fix is its history`() throws {
        for by in ["even", "mean", "all"] {
            let day = try track(every: 1, norths: [0]).after(stage(PickHistory.self, ["by": by]))
            #expect(day.history.map(\.number) == [1] && day.history[0].fixes == 1)
        }
    }

    @Test func `removes no fix`() throws {
        #expect(try track(every: 1, norths: [0, 1, 2]).after(stage(PickHistory.self, ["points": "1"])).lines == [1, 2, 3])
    }

    @Test func `even picks the first, the last and fixes spread evenly between`() throws {
        // By hand: rows 0, 3, 6, 9 of 10, standing for 3, 3, 3 and 1.
        let day = try track(every: 60, norths: (0..<10).map { Double($0) * 100 }).after(stage(PickHistory.self, ["points": "4"]))
        #expect(seconds(day) == [0, 180, 360, 540])
        #expect(day.history.map(\.fixes) == [3, 3, 3, 1])
        #expect(day.history.map(\.number) == [1, 2, 3, 4])
        #expect(day.history[1].coordinate == day.fixes.point(3).coordinate)
    }

    @Test func `fewer fixes than points are all picked`() throws {
        for count in [9, 10, 11] {
            let day = try track(every: 60, norths: Array(repeating: 0, count: count)).after(stage(PickHistory.self))
            #expect(day.history.count == min(count, 10))
        }
    }

    @Test func `all takes every fix, with its course and speed`() throws {
        var day = track(every: 60, norths: [0, 1, 2])
        day.fixes.speeds = [.nan, 3, 4]
        day.fixes.courses = [359, .nan, 0]
        day = try day.after(stage(PickHistory.self, ["by": "all", "points": "2"]))
        #expect(day.history.map(\.speedMetersPerSecond) == [nil, 3, 4])
        #expect(day.history.map(\.courseDegrees) == [359, nil, 0])
        #expect(day.history.map(\.fixes) == [1, 1, 1])
    }

    @Test func `mean takes the means of equal time bins`() throws {
        // By hand: 0, 10, 20, 30 s and 100 s in two bins of 50 s: the mean of the first four at 15 s, 15 m north.
        let day = try track([(0, 0), (10, 10), (20, 20), (30, 30), (100, 100)]).after(
            stage(PickHistory.self, ["by": "mean", "points": "2"]))
        #expect(seconds(day) == [15, 100])
        #expect(day.history.map(\.fixes) == [4, 1])
        #expect(abs(day.history[0].coordinate.latitude - 40 - 15 / 111_195.08) < 1e-7)
    }

    @Test func `bins without fixes have no point`() throws {
        let day = try track([(0, 0), (1, 0), (99, 0), (100, 0)]).after(stage(PickHistory.self, ["by": "mean", "points": "10"]))
        #expect(day.history.map(\.fixes) == [2, 2])
    }

    @Test func `a mean course is circular, and none where the courses point all ways`() throws {
        var day = track([(0, 0), (1, 0), (2, 0), (100, 0), (101, 0)])
        day.fixes.courses = [350, 10, .nan, 90, 270]
        day.fixes.speeds = [2, 4, .nan, .nan, .nan]
        day = try day.after(stage(PickHistory.self, ["by": "mean", "points": "2"]))
        let course = day.history[0].courseDegrees ?? 180
        #expect(min(course, 360 - course) < 1e-9 && course < 360)
        #expect(day.history[1].courseDegrees == nil)
        #expect(day.history.map(\.speedMetersPerSecond) == [3, nil])
    }

    @Test func `a mean course is missing below the shortest resultant and there above it`() throws {
        // By hand: two courses 2a apart have a resultant of cos a: cos 78.5° = 0.1994, cos 78.4° = 0.2011.
        for (half, isKnown) in [(78.5, false), (78.4, true)] {
            var day = track(every: 1, norths: [0, 0])
            day.fixes.courses = [180 - half, 180 + half]
            day = try day.after(stage(PickHistory.self, ["by": "mean", "points": "1"]))
            #expect((day.history[0].courseDegrees != nil) == isKnown)
        }
    }

    @Test func `per trip picks of each part of a trip, and nothing of stays`() throws {
        let (stays, trips) = try tripStages()
        let history = try stage(PickHistory.self, ["per": "trip", "points": "2"], after: [stays, trips])
        let day = track([(0, 0), (60, 500), (120, 1000), (180, 1500), (300, 1510), (480, 1500), (540, 2000), (600, 2500)]).after(
            stays, trips, history)
        // Rows 0 to 3 and 5 to 7; row 4 lies inside the stay.
        #expect(seconds(day) == [0, 180, 480, 600])
        #expect(day.history.map(\.number) == [1, 2, 3, 4])
        #expect(day.history.map(\.fixes) == [3, 1, 2, 1])
    }

    @Test func `per trip wants split-trips before it`() {
        #expect(messages(PickHistory.self, ["per": "trip"]) == ["'per: trip' wants split-trips before it."])
        #expect(
            messages(PickHistory.self, ["by": "evenly"]) == ["'by' is 'evenly'; it may be even, mean, all. Did you mean 'even'?"])
    }

    @Test func `two devices in turn have histories of their own`() throws {
        let stage = try stage(PickHistory.self, ["points": "2"])
        var day = track(device: "A", every: 60, norths: [0, 1, 2])
        stage.apply(to: &day)
        day.removeAll()
        day = track(device: "B", every: 30, norths: [5, 6])
        stage.apply(to: &day)
        #expect(seconds(day) == [0, 30] && day.history.map(\.number) == [1, 2])
    }

    @Test(arguments: ["even", "mean", "all"])
    func `points stand for every fix once`(by: String) throws {
        var random = SeededRandom(seed: 44)
        for _ in 0..<100 {
            let count = Int.random(in: 1...80, using: &random)
            let points = Int.random(in: 1...20, using: &random)
            let stage = try stage(PickHistory.self, ["by": by, "points": "\(points)"])
            let day = track(every: Double(Int.random(in: 1...100, using: &random)), norths: Array(repeating: 0, count: count))
                .after(stage)
            #expect(day.history.reduce(0) { $0 + $1.fixes } == Int64(count))
            #expect(by == "all" || day.history.count <= points)
        }
    }
}
