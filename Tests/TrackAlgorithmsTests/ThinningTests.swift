import Testing
import TrackAlgorithms

/// Rule 2.10; expected flags by hand.
@Suite struct ThinningTests {
    private func rows(_ keeping: [Bool]) -> [Int] { keeping.indices.filter { keeping[$0] } }

    // MARK: Some time apart

    @Test func `nothing is thinned from nothing, nor from one fix`() {
        #expect(keptByInterval(times: [], interval: 10, isEdge: []) == [])
        #expect(keptByInterval(times: [5], interval: 10, isEdge: []) == [true])
        #expect(keptFirstInBin(times: [], bin: 10) == [])
        #expect(keptFirstInBin(times: [5], bin: 10) == [true])
    }

    @Test func `a fix exactly the interval after the last kept one is kept`() {
        #expect(rows(keptByInterval(times: [0, 9, 10, 19, 20, 21], interval: 10, isEdge: [])) == [0, 2, 4, 5])
        #expect(rows(keptByInterval(times: [0, 9, 11, 20, 21, 30], interval: 10, isEdge: [])) == [0, 2, 4, 5])
    }

    @Test func `the first and the last fix are kept, and every edge`() {
        let isEdge = [false, true, false, false, true, false]
        #expect(rows(keptByInterval(times: [0, 1, 2, 3, 4, 5], interval: 100, isEdge: isEdge)) == [0, 1, 4, 5])
    }

    @Test func `kept fixes lie the interval apart but for edges and the last`() {
        var random = SeededRandom(seed: 33)
        for _ in 0..<200 {
            let times = Set((0..<50).map { _ in Int64.random(in: 0...1000, using: &random) }).sorted()
            let kept = rows(keptByInterval(times: times, interval: 60, isEdge: []))
            for (a, b) in zip(kept, kept.dropFirst().dropLast()) { #expect(times[b] - times[a] >= 60) }
            #expect(kept.first == 0 && kept.last == times.count - 1)
        }
    }

    @Test func `a fix exactly the distance from the last kept one is kept`() {
        let batch = track(every: 1, norths: [0, 50, 60])
        let meters = batch.meters(0, 1)
        #expect(rows(keptByDistance(in: batch, meters: meters, model: .haversine, isEdge: [])) == [0, 1, 2])
        #expect(rows(keptByDistance(in: batch, meters: meters.nextUp, model: .haversine, isEdge: [])) == [0, 2])
    }

    // MARK: The first in each bin

    @Test func `the first fix of each calendar bin is kept and nothing else`() {
        #expect(rows(keptFirstInBin(times: [0, 59_999, 60_000, 119_999, 200_000], bin: 60_000)) == [0, 2, 4])
    }

    @Test func `bins are those of UTC, also before 1970`() {
        #expect(rows(keptFirstInBin(times: [-60_001, -60_000, -1, 0], bin: 60_000)) == [0, 1, 3])
    }

    @Test func `every bin that has a fix keeps one`() {
        var random = SeededRandom(seed: 34)
        for _ in 0..<200 {
            let times = (0..<50).map { _ in Int64.random(in: -5000...5000, using: &random) }.sorted()
            let kept = rows(keptFirstInBin(times: times, bin: 100)).map { Int((Double(times[$0]) / 100).rounded(.down)) }
            #expect(kept == Set(times.map { Int((Double($0) / 100).rounded(.down)) }).sorted())
        }
    }

    // MARK: So many

    @Test func `evenly spread indices hold the first and the last`() {
        #expect(evenPicks(of: 0, picks: 3) == [])
        #expect(evenPicks(of: 5, picks: 3) == [0, 2, 4])
        #expect(evenPicks(of: 10, picks: 4) == [0, 3, 6, 9])
        #expect(evenPicks(of: 10, picks: 3) == [0, 4, 9])
        #expect(evenPicks(of: 3, picks: 3) == [0, 1, 2])
        #expect(evenPicks(of: 2, picks: 3) == [0, 1])
        #expect(evenPicks(of: 9, picks: 1) == [0])
        #expect(evenPicks(of: 9, picks: 2) == [0, 8])
    }

    @Test func `as many indices as wanted, rising`() {
        for count in 0..<40 {
            for picks in 1..<45 {
                let found = evenPicks(of: count, picks: picks)
                #expect(found.count == min(count, picks) && Set(found).count == found.count && found == found.sorted())
            }
        }
    }

    private func evenly(_ count: Int, _ points: Int, edges: [Int] = [], rows range: Range<Int>? = nil) -> [Int] {
        var keeping = [Bool](repeating: false, count: count)
        keptEvenly(rows: range ?? 0..<count, points: points, isEdge: (0..<count).map { edges.contains($0) }, into: &keeping)
        return rows(keeping)
    }

    @Test func `keeps exactly so many, the ends among them`() {
        for count in 1..<30 {
            for points in 2..<35 {
                let kept = evenly(count, points)
                #expect(kept.count == min(count, points) && kept.first == 0 && kept.last == count - 1)
            }
        }
    }

    @Test func `between the ends it keeps the middle of each equal share`() {
        // By hand: rows 1 to 8 in three shares; their middles are 4/3, 4 and 20/3 rows in, rounded down.
        #expect(evenly(10, 5) == [0, 2, 5, 7, 9])
    }

    @Test func `edges come first, and are kept where they alone are more`() {
        #expect(evenly(10, 4, edges: [1, 2]) == [0, 1, 2, 9])
        #expect(evenly(10, 2, edges: [4, 5]) == [0, 4, 5, 9])
        #expect(evenly(10, 5, edges: [1, 2]).count == 5)
    }

    @Test func `writes its own rows only`() {
        #expect(evenly(10, 2, rows: 3..<7) == [3, 6])
        #expect(evenly(10, 2, rows: 3..<3) == [])
    }
}
