import Testing
import Tracks

@testable import LogFormats

/// Whether two logs hold the same fixes at other times (TJ-027: the same records stored twice, an hour apart).
@Suite struct PlaceSketchTests {
    /// The sketch of fixes in this order.
    private func sketch(_ fixes: [ReadFix]) -> PlaceSketch {
        let rows = PackedRows(file: 0)
        for fix in fixes { rows.append(fix, extra: UnsafeRawBufferPointer(start: nil, count: 0)) }
        var sketch = PlaceSketch()
        sketch.take(rows)
        return sketch
    }

    /// A track of so many fixes, a minute apart.
    private func track(_ count: Int, device: UInt32 = 0, later seconds: Int = 0, north: Double = 0) -> [ReadFix] {
        (0..<count).map { i in
            var fix = ReadFix()
            fix.device = device
            fix.time = Int64(1_748_764_800 + i * 60 + seconds) * 1000
            (fix.latitude, fix.longitude) = (50 + north + Double(i) / 1024, 8 + Double(i * i) / 65536)
            return fix
        }
    }

    @Test(arguments: [3600, -3600, 8 * 3600]) func `TJ-027 the same fixes at a constant offset`(seconds: Int) throws {
        let (one, two) = (sketch(track(500)), sketch(track(500, later: seconds).reversed()))
        let found = try #require(one.offset(of: two))
        #expect(found.milliseconds == Int64(seconds) * 1000 && found.places == 48 && found.compared == 48)
        #expect(two.offset(of: one)?.milliseconds == -Int64(seconds) * 1000)
    }

    @Test func `a log that holds half of another overlaps with it`() throws {
        let found = try #require(sketch(track(500)).offset(of: sketch(Array(track(500, later: 3600).prefix(250)))))
        #expect(found.milliseconds == 3_600_000 && found.places == found.compared)
    }

    @Test func `the same fixes at the same times are no offset`() {
        #expect(sketch(track(500)).offset(of: sketch(track(500))) == nil)
    }

    @Test func `other devices and other places are none`() {
        #expect(sketch(track(500)).offset(of: sketch(track(500, device: 1, later: 3600))) == nil)
        #expect(sketch(track(500)).offset(of: sketch(track(500, later: 3600, north: 0.0001))) == nil)
    }

    @Test func `eight places are enough and seven are not`() {
        #expect(sketch(track(8)).offset(of: sketch(track(8, later: 3600)))?.places == 8)
        #expect(sketch(track(7)).offset(of: sketch(track(7, later: 3600))) == nil)
    }

    @Test func `a device that stands still tells nothing`() {
        func still(_ seconds: Int) -> [ReadFix] {
            track(100, later: seconds).map { fix in
                var fix = fix
                (fix.latitude, fix.longitude) = (50.5, 8.5)
                return fix
            }
        }
        #expect(sketch(still(0)).offset(of: sketch(still(3600))) == nil)
    }

    @Test func `offsets that differ are none`() {
        let other = (0..<100).map { track(100, later: 3600 + $0)[$0] }
        #expect(sketch(track(100)).offset(of: sketch(other)) == nil)
    }
}
