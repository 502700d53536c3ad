import Testing
import Tracks

@Suite struct FixBatchTests {
    @Test func `an empty batch stays empty`() {
        var batch = FixBatch()
        batch.compact(keeping: [])
        batch.reorder([])
        #expect(batch.count == 0)
    }

    @Test func `one fix is kept or dropped`() {
        var kept = numberedBatch(rows: 1)
        kept.compact(keeping: [true])
        #expect(kept.count == 1)
        var dropped = numberedBatch(rows: 1)
        dropped.compact(keeping: [false])
        #expect(dropped.count == 0 && dropped.latitudes.isEmpty && dropped.isEdge.isEmpty)
    }

    @Test func `compacting moves all columns together`() {
        var batch = numberedBatch(rows: 6)
        batch.compact(keeping: [false, true, true, false, false, true])
        #expect(batch.times == [1000, 2000, 5000])
        for (row, number) in [1, 2, 5].enumerated() { #expect(rowNumbers(of: batch, at: row) == [number]) }
        #expect(batch.isEdge == [false, true, false])
    }

    @Test func `reordering moves all columns together`() {
        var batch = numberedBatch(rows: 4)
        batch.reorder([2, 0, 3, 1])
        for (row, number) in [2, 0, 3, 1].enumerated() { #expect(rowNumbers(of: batch, at: row) == [number]) }
        #expect(batch.isEdge == [true, true, false, false])
    }

    @Test func `the extra of a row stays with it`() {
        var batch = numberedBatch(rows: 4)
        batch.reorder([3, 2, 1, 0])
        batch.compact(keeping: [true, false, true, false])
        #expect(batch.extras.map { batch.extraTexts[Int($0)] } == ["{\"row\":3}", "{\"row\":1}"])
    }

    @Test func `columns that were not filled stay empty`() {
        var batch = FixBatch()
        batch.times = [3, 1, 2]
        batch.reorder([1, 2, 0])
        batch.compact(keeping: [true, true, false])
        #expect(batch.times == [1, 2])
        #expect(batch.speeds.isEmpty && batch.latitudes.isEmpty && batch.tripParts.isEmpty)
        #expect(batch.speed(0).isNaN)
    }

    @Test func `a batch that is emptied holds nothing of what it held`() {
        var batch = numberedBatch(rows: 3)
        batch.removeAll()
        #expect(batch.count == 0 && batch.columns == [] && batch.extraTexts.isEmpty)
        #expect(batch.altitudes.isEmpty && batch.kinds.isEmpty && batch.tripParts.isEmpty && batch.cosines.isEmpty)
    }

    @Test func `compacting keeps the flagged rows of any batch in their order`() {
        var random = SeededRandom(seed: 6)
        for _ in 0..<200 {
            let rows = Int.random(in: 0...40, using: &random)
            // Some lose half of their rows, some few.
            let kept = Bool.random(using: &random) ? 1 : 11
            let flags = (0..<rows).map { _ in Int.random(in: 0...kept, using: &random) > 0 }
            var batch = numberedBatch(rows: rows)
            batch.compact(keeping: flags)
            let expected = flags.indices.filter { flags[$0] }
            #expect(batch.count == expected.count)
            for (row, number) in expected.enumerated() { #expect(rowNumbers(of: batch, at: row) == [number]) }
        }
    }
}
