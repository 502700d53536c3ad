import Testing
import TrackAlgorithms
import Tracks

/// Rule 2.4.
@Suite struct SameTimeTests {
    private func batch(times: [Int64], accuracies: [Double] = []) -> FixBatch {
        var batch = track(times.map { (milliseconds: $0, place: Offset()) })
        batch.accuracies = accuracies
        if !accuracies.isEmpty { batch.columns = [.accuracy] }
        return batch
    }

    private func kept(_ batch: FixBatch, _ rule: SameTimeRule) -> [Int] {
        (onePerTime(in: batch, rule: rule)?.keeping ?? []).indices.filter {
            onePerTime(in: batch, rule: rule)?.keeping[$0] == true
        }
    }

    @Test func `no fixes, one fix and different times have nothing to choose`() {
        #expect(onePerTime(in: FixBatch(), rule: .first) == nil)
        #expect(onePerTime(in: batch(times: [5]), rule: .first) == nil)
        #expect(onePerTime(in: batch(times: [5, 6]), rule: .first) == nil)
    }

    @Test func `first and last go by order`() {
        #expect(kept(batch(times: [1, 1, 1, 2]), .first) == [0, 3])
        #expect(kept(batch(times: [1, 1, 1, 2]), .last) == [2, 3])
    }

    @Test func `best accuracy takes the smallest, then the first, rows without one last`() {
        #expect(kept(batch(times: [1, 1, 1], accuracies: [9, 3, 5]), .bestAccuracy) == [1])
        #expect(kept(batch(times: [1, 1, 1], accuracies: [5, 3, 3]), .bestAccuracy) == [1])
        #expect(kept(batch(times: [1, 1, 1], accuracies: [.nan, .nan, 900]), .bestAccuracy) == [2])
        #expect(kept(batch(times: [1, 1], accuracies: [.nan, .nan]), .bestAccuracy) == [0])
        #expect(kept(batch(times: [1, 1]), .bestAccuracy) == [0])
    }

    @Test func `NC-17 an accuracy of 0 or below is none`() {
        #expect(kept(batch(times: [1, 1], accuracies: [5, -1]), .bestAccuracy) == [0])
        #expect(kept(batch(times: [1, 1], accuracies: [0, 900]), .bestAccuracy) == [1])
        #expect(kept(batch(times: [1, 1, 1], accuracies: [-1, .nan, 0]), .bestAccuracy) == [0])
    }

    private func batch(extras: [String], accuracies: [Double] = []) -> FixBatch {
        var batch = batch(times: extras.map { _ in 1 }, accuracies: accuracies)
        batch.columns.insert(.extra)
        for text in extras {
            batch.extras.append(text.isEmpty ? -1 : Int32(batch.extraTexts.count))
            if !text.isEmpty { batch.extraTexts.append(text) }
        }
        return batch
    }

    @Test func `NC-19 of equally good rows the one with more extra cells is kept`() {
        #expect(kept(batch(extras: ["", #"{"alarm":"sos"}"#]), .bestAccuracy) == [1])
        #expect(kept(batch(extras: [#"{"a":"x:y,\"z:"}"#, #"{"a":1,"b":2}"#, #"{"a":1,"b":3}"#]), .bestAccuracy) == [1])
        #expect(kept(batch(extras: [#"{"a":{"b":1,"c":2}}"#, #"{"a":1,"b":2}"#]), .bestAccuracy) == [1])
        #expect(kept(batch(extras: ["", #"{"a":1}"#], accuracies: [5, 6]), .bestAccuracy) == [0])
        #expect(kept(batch(extras: ["", #"{"a":1}"#], accuracies: [0, -1]), .bestAccuracy) == [1])
        #expect(kept(batch(extras: ["", #"{"a":1}"#]), .first) == [0])
    }

    @Test func `NC-19 rows whose extra differs do not hold the same`() {
        let batch = batch(extras: ["", #"{"alarm":"sos"}"#, #"{"alarm":"sos"}"#, ""])
        #expect(batch.holdsTheSame(0, 3) && batch.holdsTheSame(1, 2))
        #expect(!batch.holdsTheSame(0, 1))
    }

    @Test func `each time is chosen by itself, and the rejected know what is kept`() {
        let result = onePerTime(in: batch(times: [1, 1, 2, 3, 3, 3]), rule: .last)
        #expect(result?.keeping == [false, true, true, false, false, true])
        #expect(result?.kept == [1, 1, 2, 5, 5, 5])
    }

    @Test(arguments: SameTimeRule.allCases)
    func `one row of each time is left`(rule: SameTimeRule) {
        var random = SeededRandom(seed: 24)
        for _ in 0..<200 {
            let times = (0..<30).map { _ in Int64.random(in: 0...9, using: &random) }.sorted()
            let accuracies = times.map { _ in Bool.random(using: &random) ? Double(Int.random(in: 1...3, using: &random)) : .nan }
            let result = onePerTime(in: batch(times: times, accuracies: accuracies), rule: rule)
            let left = zip(times, result?.keeping ?? []).filter(\.1).map(\.0)
            #expect(left == Array(Set(times)).sorted())
        }
    }

    @Test func `rows hold the same when every mapped value agrees, none equals none`() {
        var batch = batch(times: [1, 1, 1], accuracies: [.nan, .nan, 4])
        batch.speeds = [2, 2, 2]
        #expect(batch.holdsTheSame(0, 1))
        #expect(!batch.holdsTheSame(0, 2))
        batch.speeds[1] = 3
        #expect(!batch.holdsTheSame(0, 1))
        batch.speeds[1] = 2
        batch.readLongitudes[1] += 1e-12
        #expect(!batch.holdsTheSame(0, 1))
        batch.readLongitudes[1] = batch.readLongitudes[0]
        batch.kinds[1] = 5
        #expect(!batch.holdsTheSame(0, 1))
        batch.kinds[1] = 0
        batch.systems[1] = 1
        #expect(!batch.holdsTheSame(0, 1))
    }
}
