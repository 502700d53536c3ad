import Options
import Testing
import Tracks

@testable import Stages

@Suite struct FindStaysVerdictTests {
    // By hand: 20 minutes from the first fix to the last, which is exactly at-least; the fourth fix is 900 m off.
    @Test func `says how long the group of a fix lasts and whether that is a stay`() {
        var reader = OptionReader(owner: "find-stays", node: nil, file: "", mark: nil)
        let stage = FindStays(reading: &reader, context: StageContext())
        let before = track(every: 600, norths: [0, 10, 20, 900])
        var after = before
        stage.apply(to: &after)
        let verdict = stage.verdict(on: 1, before: before, after: after)
        #expect(verdict.hasSuffix("a group of 3 fixes within 150 m that lasts 1200 s, a stay: 1200 s make one"), "\(verdict)")
        let last = stage.verdict(on: 3, before: before, after: after)
        #expect(
            last
                == "0 m from the centre of a group of 1 fixes within 150 m that lasts 0 s, no stay on this day alone: 1200 s make one"
        )
    }

    // By hand: five fixes a minute apart pay an excursion of two minutes; the mean of 0, 10, 20, 10 and 10 m is 10 m.
    @Test func `a fix outside the radius on an excursion says so`() throws {
        let stage = try stage(FindStays.self, ["at-least": "10 min"])
        let before = track(every: 60, norths: [0, 10, 20, 10, 10, 900, 15, 10, 10, 10, 10])
        let after = before.after(stage)
        #expect(
            stage.verdict(on: 5, before: before, after: after)
                == "on an excursion, 890 m from the centre of a group of 11 fixes within 150 m that lasts 600 s, a stay: 600 s make one"
        )
        #expect(stage.verdict(on: 6, before: before, after: after).hasPrefix("5 m from the centre of a group of 11 fixes"))
        let first = staged(FindStays.self, ["anchor": .scalar("first")], after: [], topSpeeds: [:]).stage
        #expect(first.verdict(on: 1, before: before, after: before.after(first)).hasPrefix("10 m from the first of a group"))
    }

    // Fixes 0 and 100 m north in turn: 50 m from their mean each, so the spread is 50 m. The fixes around them are 900 m away.
    @Test func `names the spread that makes a long group no stay`() {
        func verdict(_ spread: String, on row: Int, norths: [Double]) -> String {
            let stage = staged(FindStays.self, ["spread": .scalar(spread)], after: [], topSpeeds: [:]).stage
            let before = track(every: 600, norths: norths)
            var after = before
            stage.apply(to: &after)
            return stage.verdict(on: row, before: before, after: after)
        }
        let inside = [900.0, 0, 100, 0, 100, 900]
        #expect(
            verdict("40 m", on: 1, norths: inside)
                == "0 m from the centre of a group of 4 fixes within 150 m that lasts 1800 s, no stay: 1200 s make one, and its spread is 50 m, at most 40 m make one"
        )
        #expect(
            verdict("60 m", on: 1, norths: inside).hasSuffix(
                ", a stay: 1200 s make one, and its spread is 50 m, at most 60 m make one"))
        #expect(
            verdict("40 m", on: 1, norths: [0, 100, 0, 100]).contains(
                ", no stay on this day alone: 1200 s make one, and its spread is 50 m"))
    }
}
