import Geodesy
import Testing
import Tracks

@testable import Stages

/// Empty, one fix, two fixes, all at one spot, all at one time, over ±180°, at a pole: every stage gives defined results.
@Suite struct DegenerateTrackTests {
    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var times: [Int64]
        var places: [(Double, Double)]
    }

    static let cases = [
        Case(testDescription: "empty", times: [], places: []), Case(testDescription: "one fix", times: [0], places: [(31, 121)]),
        Case(testDescription: "two fixes", times: [0, 1000], places: [(31, 121), (31.001, 121)]),
        Case(testDescription: "one spot", times: (0..<40).map { $0 * 60_000 }, places: Array(repeating: (31, 121), count: 40)),
        Case(
            testDescription: "one time", times: Array(repeating: 5000, count: 9),
            places: (0..<9).map { (31 + Double($0) / 1000, 121) }),
        Case(
            testDescription: "over ±180°", times: (0..<9).map { $0 * 60_000 },
            places: [179.99, 179.995, 180, -180, -179.995, -179.99, 179.999, -179.98, 179.98].map { (-17, $0) }),
        Case(
            testDescription: "at a pole", times: (0..<6).map { $0 * 60_000 },
            places: [(89.999, 0), (90, 0), (90, 120), (89.999, 180), (89.999, -90), (90, -180)]),
    ]

    static func stages() throws -> [any FixStage] {
        let stays = try stage(FindStays.self)
        let split = try stage(SplitTrips.self, after: [stays])
        return try [
            stage(
                DropInvalid.self,
                ["accuracy": "100 m", "better-within": "1 min", "near-zero": "1 km", "speed-sentinels": "-1 m/s"]),
            stage(DropSpikes.self, ["speed": "10000 m/s"]), stage(HoldWhileStill.self, ["radius": "5 m"]),
            stage(MeasureMotion.self), stays, split, stage(PickHistory.self, ["points": "3", "by": "mean"]),
            stage(PickHistory.self, ["points": "3"]),
            stage(Thin.self, ["every": "10 m", "distance": "ellipsoid"]), stage(Thin.self, ["every": "1 s"]),
            stage(Simplify.self, ["tolerance": "5 m"]), stage(Simplify.self, ["method": "td-tr", "tolerance": "5 m"]),
            stage(Simplify.self, ["method": "visvalingam", "area": "5 m2"]),
        ]
    }

    @Test(arguments: cases)
    func `results are defined`(example: Case) throws {
        var day = track(at: example.places.map { Coordinate(latitude: $0.0, longitude: $0.1) })
        day.fixes.times = example.times
        round(&day)
        for stage in try Self.stages() {
            let before = day
            stage.apply(to: &day)
            for row in 0..<before.fixes.count { #expect(!stage.verdict(on: row, before: before, after: day).contains("nan")) }
            #expect(day.fixes.speeds.allSatisfy { $0.isNaN || ($0.isFinite && $0 >= 0) })
            #expect(day.fixes.courses.allSatisfy { $0.isNaN || (0..<360).contains($0) })
        }
        #expect(example.times.isEmpty == (day.fixes.count == 0))
        for point in day.history {
            #expect(point.coordinate.isOnEarth && point.courseDegrees?.isNaN != true && point.speedMetersPerSecond?.isNaN != true)
        }
        #expect(day.simplifyError.map { $0.largestMeters.isFinite && $0.meanMeters.isFinite } == true)
        for element in day.pieces?.elements ?? [] {
            guard case .run(let run) = element else { continue }
            let box = run.box.boundingBox(from: run.first.point)
            #expect(
                box.south <= box.north && box.contains(run.first.point) && box.contains(run.last.point) && run.micrometers >= 0)
        }
    }

    @Test func `TJ-082 the mean of fixes on both sides of ±180° lies between them`() throws {
        var day = track(at: [Coordinate(latitude: -17, longitude: 179.65), Coordinate(latitude: -17, longitude: -176.13)])
        round(&day)
        let point = try #require(day.after(stage(PickHistory.self, ["points": "1", "by": "mean"])).history.first)
        #expect(abs(point.coordinate.longitude - -178.24) < 0.01)
    }
}
