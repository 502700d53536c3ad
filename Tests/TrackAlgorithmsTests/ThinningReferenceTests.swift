import Testing
import Tracks

@testable import TrackAlgorithms

/// Whole tracks against `ref/thin` and `ref/stays/gapsplit_15min.csv` (MovingPandas 0.22, WGS-84 geodesics by PROJ).
@Suite(.needsSharedReference) struct ThinningReferenceTests {
    @Test(arguments: [60, 300, 600])
    func `time thinning keeps the rows of the reference`(seconds: Int) throws {
        let expected = try SharedReference.table("ref/thin/mintimedelta_\(seconds)s.csv").integers("row").sorted()
        let rows = try ReferenceBatches().keptRows {
            keptByInterval(times: $0.times, interval: Int64(seconds) * 1000, isEdge: [])
        }
        #expect(rows == expected)
    }

    @Test(arguments: [50, 200])
    func `distance thinning on the ellipsoid keeps the rows of the reference`(meters: Int) throws {
        let expected = try SharedReference.table("ref/thin/mindistance_\(meters)m.csv").integers("row").sorted()
        let rows = try ReferenceBatches().keptRows {
            keptByDistance(in: $0, meters: Double(meters), model: .ellipsoid, isEdge: [])
        }
        #expect(rows == expected)
    }

    @Test func `silences longer than 15 minutes split as in the reference`() throws {
        let reference = try SharedReference.table("ref/stays/gapsplit_15min.csv")
        let (starts, ends) = try (reference.texts("start").map(millisecondsOfUTC), reference.texts("end").map(millisecondsOfUTC))
        let expected = try zip(zip(reference.texts("device"), reference.integers("n")), zip(starts, ends)).map {
            Segment(device: $0.0, fixes: $0.1, start: $1.0, end: $1.1)
        }
        let found = try ReferenceBatches().tracks.flatMap { device, _, fixes in
            legRuns(of: fixes, rows: 0...fixes.count - 1, gaps: GapLimits(silence: 900_000)).filter { !$0.isGap }.map {
                Segment(device: device, fixes: Int($0.legs) + 1, start: $0.first.milliseconds, end: $0.last.milliseconds)
            }
        }
        #expect(Set(found) == Set(expected) && found.count == expected.count)
    }

    private struct Segment: Hashable {
        let device: String
        let fixes: Int
        let start: Int64
        let end: Int64
    }
}
