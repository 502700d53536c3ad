import Testing
import Tracks

@testable import Stages

@Suite struct SimplifyMethodsTests {
    /// Every 10 s; metres north of an even motion.
    private let spike = track(every: 10, norths: [0, 10, 50, 30, 40])

    @Test func `visvalingam drops fixes with small triangles`() throws {
        // On a meridian every triangle is 0.
        #expect(try spike.after(stage(Simplify.self, ["method": "visvalingam", "area": "0 m2"])).lines == [1, 5])
        #expect(try spike.after(stage(Simplify.self, ["method": "visvalingam", "points": "3"])).lines.count == 3)
    }

    @Test(arguments: ["douglas-peucker", "td-tr", "visvalingam"])
    func `points are exact in each part`(method: String) throws {
        var day = track(every: 10, norths: (0..<101).map { Double($0 % 7) * 9 })
        day.fixes.isEdge = (0..<101).map { $0 == 50 }
        #expect(try day.after(stage(Simplify.self, ["method": method, "points": "20"])).lines.count == 39)
    }

    @Test func `reports the largest and the mean error it made`() throws {
        // By hand: td-tr with 3 points keeps 50; the device would be at 25 and 45, so the others lie 15 and 15 m off.
        let left = try spike.after(stage(Simplify.self, ["method": "td-tr", "points": "3"]))
        #expect(left.lines == [1, 3, 5])
        let error = try #require(left.simplifyError)
        #expect(abs(error.largestMeters - 15) < 0.02 && abs(error.meanMeters - 15) < 0.02)
        // From the segments only the fix 10 m before the turn's end is off: 30 lies 10 m beyond the end at 40.
        let flat = try #require(spike.after(stage(Simplify.self, ["points": "3"])).simplifyError)
        #expect(abs(flat.largestMeters - 10) < 0.02 && abs(flat.meanMeters - 5) < 0.02)
    }

    @Test func `without fixes to take the error is 0, without the stage there is none`() throws {
        for norths in [[], [0.0], [0, 10]] {
            let error = try #require(
                track(every: 1, norths: norths).after(stage(Simplify.self, ["tolerance": "1 m"])).simplifyError)
            #expect(error == (0, 0))
        }
        #expect(spike.simplifyError == nil)
    }

    @Test func `each method wants its own limit`() {
        #expect(messages(Simplify.self, ["area": "5 m2"]) == ["simplify wants one of tolerance, points; it has area."])
        #expect(
            messages(Simplify.self, ["method": "visvalingam", "tolerance": "5 m"])
                == ["simplify by visvalingam wants one of area, points; it has tolerance."])
        #expect(
            messages(Simplify.self, ["method": "visvalingam"]) == [
                "simplify by visvalingam wants one of area, points; it has none."
            ])
        #expect(messages(Simplify.self, ["method": "visvalingam", "area": "100 m2"]) == [])
    }
}
