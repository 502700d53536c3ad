import Options
import Testing
import TrackAlgorithms
import Tracks

@testable import Stages

/// Radius 100 m, at least 5 min, gap 15 min; expected groups by hand.
@Suite struct FindStaysTests {
    private func findStays() throws -> FindStays {
        try stage(
            FindStays.self,
            [
                "radius": "100 m", "at-least": "5 min", "gap": "15 min", "anchor": "first", "excursion": "0 s",
            ])
    }

    @Test func `an empty batch has no groups and no pieces`() throws {
        let day = try DeviceDay().after(findStays())
        #expect(day.groups == nil && day.pieces == nil)
    }

    @Test func `one fix is a group`() throws {
        let day = try track(every: 1, norths: [0]).after(findStays())
        #expect(day.groups?.map(\.rows) == [0..<1] && day.pieces?.elements.count == 1)
    }

    @Test func `has the defaults of the design`() throws {
        var wanted = StayLimits(radiusMeters: 150, atLeast: 1_200_000, gap: 1_800_000)
        (wanted.anchor, wanted.excursion) = (.mean, 300_000)
        #expect(try stage(FindStays.self).limits == wanted)
    }

    @Test func `cuts the day into groups and removes no fix`() throws {
        let day = try track([(0, 0), (60, 99.9), (120, 200), (180, 205), (1100, 205)]).after(findStays())
        #expect(day.groups?.map(\.rows) == [0..<2, 2..<4, 4..<5])
        #expect(day.lines == [1, 2, 3, 4, 5] && day.rejects.isEmpty)
    }

    @Test func `makes the pieces of the day, with its day and kind`() throws {
        var day = track(kind: "pet", [(0, 0), (60, 500), (360, 500), (420, 1000)])
        day.day = CalendarDay(number: 20_240)
        day = try day.after(findStays())
        #expect(day.pieces?.day == CalendarDay(number: 20_240) && day.pieces?.kind == "pet")
        #expect(day.pieces?.firstWall == 2)
    }

    @Test func `marks the edges of stays for thinning`() throws {
        let day = try track([(0, 0), (60, 500), (200, 500), (360, 500), (420, 1000)]).after(findStays())
        #expect(day.fixes.isEdge == [true, true, false, true, true])
        #expect(day.fixes.tripParts.isEmpty)
    }

    @Test func `where split-trips follows it leaves the pieces to that`() throws {
        var stage = try findStays()
        stage.isFollowedBySplitTrips = true
        let day = track(every: 60, norths: [0, 500]).after(stage)
        #expect(day.groups != nil && day.pieces == nil)
    }

    @Test func `devices and days do not touch each other`() throws {
        let stage = try findStays()
        let first = track(device: "A", every: 60, norths: [0, 10]).after(stage)
        let second = track(device: "B", every: 60, norths: [5, 10, 15]).after(stage)
        #expect(first.groups?.map(\.rows) == [0..<2] && second.groups?.map(\.rows) == [0..<3])
    }

    @Test func `says what is wrong with its options`() {
        #expect(messages(FindStays.self, ["radius": "5 m"]) == ["'radius' is 5 m; it may be 10 to 2000 m."])
        #expect(messages(FindStays.self, ["raduis": "50 m"]) == ["find-stays has no option 'raduis'. Did you mean 'radius'?"])
        #expect(messages(FindStays.self, ["at-least": "0 s"]) == ["'at-least' is 0 s; it may be 1 s to 7 days."])
    }
}
