import Testing
import TrackAlgorithms
import Tracks

@testable import Stages

/// Options of find-stays, find-places and cluster-for-map that issue 6 adds.
@Suite struct FindingOptionsTests {
    @Test func `inferred and spread are off unless given`() throws {
        let limits = try stage(FindStays.self).limits
        #expect(limits.longestInferred == nil && limits.widestSpreadMeters == nil)
        let given = try stage(FindStays.self, ["inferred": "on", "spread": "60 m"])
        #expect(given.limits.longestInferred == 57_600_000 && given.limits.widestSpreadMeters == 60)
        #expect(
            try stage(SplitTrips.self, [:] as KeyValuePairs<String, String>, after: [given]).limits.longestInferred == 57_600_000)
        #expect(try stage(FindStays.self, ["inferred": "20 h"]).limits.longestInferred == 72_000_000)
        for word in ["true", "yes", "on"] {
            #expect(try stage(FindStays.self, ["inferred": .scalar(word)]).limits.longestInferred == 57_600_000)
        }
        for word in ["false", "no", "off"] {
            #expect(try stage(FindStays.self, ["inferred": .scalar(word)]).limits.longestInferred == nil)
        }
        #expect(messages(FindStays.self, ["inferred": "maybe"]).count == 1)
        #expect(
            messages(FindStays.self, ["inferred": "30 min"]) == [
                "'inferred' is no longer than 'gap', 30 min: it infers no stay."
            ])
        #expect(messages(FindStays.self, ["spread": "60"]) == ["'spread' is 60 without a unit; write 60 m."])
    }

    @Test func `groups keep near to their mean and have excursions unless told otherwise`() throws {
        let limits = try stage(FindStays.self).limits
        #expect(limits.anchor == .mean && limits.excursion == 300_000)
        let given = try stage(FindStays.self, ["anchor": "first", "excursion": "0 s"]).limits
        #expect(given.anchor == .first && given.excursion == 0)
        #expect(messages(FindStays.self, ["gap": "10 min", "excursion": "10 min"]) == [])
        #expect(
            messages(FindStays.self, ["gap": "10 min", "excursion": "11 min"]) == [
                "'excursion' is longer than 'gap', 10 min: a longer silence ends it."
            ])
    }

    @Test func `the fixes of an inferred stay are kept from thinning, with and without split-trips`() throws {
        let stays = try stage(FindStays.self, ["radius": "100 m", "at-least": "5 min", "gap": "15 min", "inferred": "on"])
        let batch = track([(0, 0), (60, 500), (2_000, 520), (2_060, 1_500), (2_120, 3_000)])
        #expect(batch.after(stays).fixes.isEdge == [true, true, true, false, true])
    }

    @Test func `places have the defaults of the design`() throws {
        let places = try stage(FindPlaces.self)
        #expect(places.limits.radiusMeters == 100 && places.limits.leastStays == 2 && places.limits.leastTime == nil)
        #expect(
            places.limits.widestMeters == nil && places.limits.night == (1320, 360) && places.of == .device
                && places.namesFrom == nil)
    }

    @Test func `weight by time takes the least stay of find-stays`() throws {
        let stays = try stage(FindStays.self, ["at-least": "5 min"])
        #expect(try stage(FindPlaces.self, ["weight": "time", "min-stays": "3"], after: [stays]).limits.leastTime == 900_000)
    }

    @Test(arguments: [
        "22:00", "22:00..6", "a:00..06:00", "24:01..06:00", "22:60..06:00", "22:00-06:00", "+2:00..06:00", "22:00...06:00",
    ])
    func `a night that is no two times of day is a problem`(text: String) {
        #expect(
            messages(FindPlaces.self, ["night": text]) == [
                "'night' is '\(text)'; it may be two times of day, such as 22:00..06:00."
            ])
    }

    @Test(arguments: ["22:00..22:00", "24:00..00:00", "00:00..00:00"])
    func `a night of no length is a problem`(text: String) {
        #expect(
            messages(FindPlaces.self, ["night": text]) == [
                "'night' is '\(text)', which is no time at all; write two times that differ, such as 22:00..06:00."
            ])
    }

    @Test func `a night may be the whole day`() throws {
        #expect(try stage(FindPlaces.self, ["night": "00:00..24:00"]).limits.night == (0, 1440))
    }

    @Test func `a night may begin after midnight and end at 24:00`() throws {
        #expect(try stage(FindPlaces.self, ["night": "00:30..5:05"]).limits.night == (30, 305))
        #expect(try stage(FindPlaces.self, ["night": "20:00..24:00"]).limits.night == (1200, 1440))
    }

    @Test func `a place narrower than its radius is a problem`() {
        #expect(
            messages(FindPlaces.self, ["radius": "200 m", "widest": "150 m"]) == [
                "'widest' is 150 m; it may be 'radius', 200 m, or more."
            ])
        #expect(messages(FindPlaces.self, ["radius": "200 m", "widest": "200 m", "over-wide": "refuse"]) == [])
    }

    private func clusterMessages(_ options: KeyValuePairs<String, String>) throws -> [String] {
        messages(ClusterForMap.self, options, after: [try stage(FindStays.self)])
    }

    @Test func `map clusters have the defaults of the design`() throws {
        let stage = try stage(ClusterForMap.self, [:] as KeyValuePairs<String, String>, after: [stage(FindStays.self)])
        #expect(
            stage.of == .stays && stage.separator == .none && stage.shape == nil && stage.clusterPriority == 750
                && stage.lastDays == nil)
        #expect(
            stage.options.radiusPixels == 40 && stage.options.extentPixels == 512 && stage.options.minimumPoints == 2
                && stage.options.zooms == 0...16)
    }

    @Test func `clusters take every option`() throws {
        let given: KeyValuePairs = [
            "of": "latest", "zooms": "3..18", "separate-by": "device", "radius": "60", "extent": "256", "min-points": "3",
            "collide": "rectangle",
            "size": "24", "priority": "required", "last": "30 days",
        ]
        let stage = try stage(ClusterForMap.self, given)
        #expect(stage.of == .latest && stage.separator == .device && stage.shape == .rectangle && stage.sizePixels == 24)
        #expect(stage.clusterPriority == 1000 && stage.lastDays == 30 && stage.options.zooms == 3...18)
    }

    @Test func `messages of map clusters say what may stand there`() throws {
        #expect(
            messages(ClusterForMap.self, ["of": "places"]) == [
                "cluster-for-map is of places, which no find-places before it finds."
            ])
        #expect(messages(ClusterForMap.self, ["of": "fixes"]) == [])
        #expect(
            try clusterMessages(["zooms": "3..25"]) == ["'zooms' is '3..25'; it may be two levels from 0 to 24, such as 3..16."])
        for zooms in ["3...5", "3..5.", "3", "3..+5", "..5", "5..3"] {
            #expect(
                try clusterMessages(["zooms": zooms]) == [
                    "'zooms' is '\(zooms)'; it may be two levels from 0 to 24, such as 3..16."
                ])
        }
        #expect(try clusterMessages(["last": "30"]) == ["'last' is 30 without a unit; write 30 days."])
        #expect(
            try clusterMessages(["collide": "circle", "separate-by": "knid"])
                == ["'separate-by' is 'knid'; it may be none, kind, device, group. Did you mean 'kind'?"])
        #expect(
            messages(FindPlaces.self, ["radius": "5 m", "widest": "50 m"]) == ["'radius' is 5 m; it may be 10 to 2000 m."])
        #expect(try clusterMessages(["last": "36 h"]) == ["'last' is 36 h; it may be whole days, such as 30 days."])
        #expect(
            try clusterMessages(["priority": "urgent"]) == [
                "'priority' is 'urgent'; it may be required, high, low, or a number from 0 to 1000."
            ])
        #expect(
            try clusterMessages(["collide": "circle"])
                == ["'collide' is circle, but nothing is kept apart; only markers that differ in 'separate-by' hide each other."])
    }
}
