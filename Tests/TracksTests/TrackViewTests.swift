import Testing
import Tracks

@Suite struct TrackViewTests {
    /// `rounded()` of the standard library is the reference.
    @Test func `micrometres are rounded halves up`() {
        #expect(wholeMicrometers(0) == 0)
        #expect(wholeMicrometers(0.000_000_5) == 1)
        #expect(wholeMicrometers(0.000_001_499_999) == 1)
        // 2.5 µm in metres is a little less than that, and its product with 1e6 is not.
        #expect(wholeMicrometers(2.5e-6) == Int64((2.5e-6 * 1e6).rounded()))
        var random = SeededRandom(seed: 3)
        for _ in 0..<20_000 {
            let meters = Double.random(in: 0...20_015_087, using: &random) * (Bool.random(using: &random) ? 1 : 1e-9)
            #expect(wholeMicrometers(meters) == Int64((meters * 1e6).rounded()))
        }
    }

    @Test func `a view shows what the batch holds`() {
        let batch = numberedBatch(rows: 3)
        batch.withView { track in
            #expect(track.count == 3)
            #expect((0..<3).map { track.point($0) } == (0..<3).map { batch.point($0) })
            #expect(track.meters(0, 2) == batch.meters(0, 2))
            #expect(Array(track.times) == batch.times)
        }
    }
}
