import Options
import Testing
import TrackAlgorithms
import Tracks

@testable import Stages

@Suite struct SplitTripsTests {
    private func stages(gap: String? = nil) throws -> (stays: FindStays, trips: SplitTrips) {
        var stays = try stage(FindStays.self, ["radius": "100 m", "at-least": "5 min", "gap": "15 min"])
        let trips =
            try gap.map { try stage(SplitTrips.self, ["gap": $0], after: [stays]) }
            ?? stage(SplitTrips.self, [:] as KeyValuePairs<String, String>, after: [stays])
        stays.isFollowedBySplitTrips = true
        return (stays, trips)
    }

    @Test func `an empty batch has no pieces`() throws {
        let (stays, trips) = try stages()
        #expect(DeviceDay().after(stays, trips).pieces == nil)
    }

    @Test func `one fix is one group and no part of a trip`() throws {
        let (stays, trips) = try stages()
        let day = track(every: 1, norths: [0]).after(stays, trips)
        #expect(day.pieces?.elements.count == 1 && day.fixes.tripParts == [-1])
    }

    @Test func `its gap is that of find-stays unless it is given`() throws {
        #expect(try stages().trips.limits.tripGap == 900_000)
        let given = try stages(gap: "10 min")
        var wanted = given.stays.limits
        wanted.tripGap = 600_000
        #expect(given.trips.limits == wanted)
        #expect(try stages(gap: "15 min").trips.limits.tripGap == 900_000)
    }

    @Test func `its gap may not be longer than that of find-stays`() throws {
        let stays = try stage(FindStays.self, ["gap": "15 min"])
        #expect(messages(SplitTrips.self, ["gap": "16 min"], after: [stays]) == ["'gap' is 16 min; it may be 1 s to 15 min."])
    }

    @Test func `a silence of the gap is movement, a longer one a gap`() throws {
        let (stays, trips) = try stages(gap: "10 min")
        let day = track([(0, 0), (60, 500), (660, 1000), (1260.001, 1500), (1320, 2000)]).after(stays, trips)
        let runs = day.pieces?.elements.compactMap { if case .run(let run) = $0 { run.isGap } else { nil } }
        #expect(runs == [false, true, false])
        #expect(day.fixes.tripParts == [0, 0, 0, 1, 1])
        #expect(day.fixes.isEdge == [true, false, true, true, true])
    }

    // By hand: 60 s · 10 m/s + 30 m = 630 m, for a pet 60 s · 5 m/s + 30 m = 330 m.
    @Test func `a jump parts trips and keeps its edges, unless jumps are movement`() throws {
        let spikes = try stage(DropSpikes.self, ["speed": "10 m/s"], topSpeeds: ["pet": 5])
        var stays = try stage(FindStays.self, ["radius": "100 m", "at-least": "5 min", "gap": "15 min"])
        stays.isFollowedBySplitTrips = true
        let norths: [Double] = [0, 300, 600, 1_000, 1_300, 9_000, 9_300, 9_600]
        func parts(_ options: KeyValuePairs<String, String>, after stages: [any Stage], kind: String? = nil) throws -> [Int32] {
            let trips = try stage(SplitTrips.self, options, after: stages)
            return track(kind: kind, every: 60, norths: norths).after(stays, trips).fixes.tripParts
        }
        #expect(try parts([:], after: [spikes, stays]) == [0, 0, 0, 0, 0, 1, 1, 1])
        #expect(try parts([:], after: [spikes, stays], kind: "pet") == [0, 0, 0, 1, 1, 2, 2, 2])
        #expect(try parts(["jumps": "movement"], after: [spikes, stays]) == [0, 0, 0, 0, 0, 0, 0, 0])
        #expect(try parts([:], after: [stays]) == [0, 0, 0, 0, 0, 0, 0, 0])
        let trips = try stage(SplitTrips.self, [:] as KeyValuePairs<String, String>, after: [spikes, stays])
        let before = track(every: 60, norths: norths)
        let after = before.after(stays, trips)
        #expect(after.fixes.isEdge == [true, false, false, false, true, true, false, true])
        #expect(
            trips.verdict(on: 5, before: before, after: after)
                == "lies in movement 2 of the day; a jump of 7700 m in 60 s parts it from the fix before it: the limit is 10 m/s and 30 m"
        )
    }

    @Test func `removes no fix`() throws {
        let (stays, trips) = try stages()
        #expect(track(every: 60, norths: [0, 500, 1000]).after(stays, trips).lines == [1, 2, 3])
    }

    @Test func `least distance and duration are options`() throws {
        let trips = try stage(SplitTrips.self, ["least-distance": "1 km", "least-duration": "2 min"])
        #expect(trips.leastMeters == 1000 && trips.least == 120_000)
        #expect(try stages().trips.leastMeters == 0 && stages().trips.least == 0)
    }

    @Test func `starts anew with each device-day`() throws {
        let (stays, trips) = try stages()
        _ = track(device: "A", every: 60, norths: [0, 500, 1000]).after(stays, trips)
        #expect(track(device: "B", every: 60, norths: [0, 500]).after(stays, trips).fixes.tripParts == [0, 0])
    }
}
