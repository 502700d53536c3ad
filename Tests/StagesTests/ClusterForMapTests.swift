import Options
import Testing

@testable import Stages

/// Its options; how points merge is tested with `MapClusterPyramid`.
@Suite struct ClusterForMapTests {
    @Test func `has the defaults of the design`() throws {
        let clusters = try stage(ClusterForMap.self, [:] as KeyValuePairs<String, String>, after: [stage(FindStays.self)])
        #expect(clusters.of == .stays && clusters.options.radiusPixels == 40 && clusters.options.extentPixels == 512)
        #expect(clusters.options.minimumPoints == 2)
        #expect(clusters.separator == .none && clusters.shape == nil && clusters.lastDays == nil)
    }

    @Test(arguments: ["3", "16..3", "0..25", "a..b", "-1..5"])
    func `zooms are two levels from 0 to 24`(text: String) throws {
        let stays = try stage(FindStays.self)
        #expect(try stage(ClusterForMap.self, ["of": "stays", "zooms": "3..16"], after: [stays]).options.zooms == 3...16)
        #expect(try stage(ClusterForMap.self, ["zooms": "0..24"], after: [stays]).options.zooms == 0...24)
        #expect(
            messages(ClusterForMap.self, ["zooms": text], after: [stays]) == [
                "'zooms' is '\(text)'; it may be two levels from 0 to 24, such as 3..16."
            ])
    }

    @Test func `what it is of must be found before`() throws {
        let stays = try stage(FindStays.self)
        #expect(
            messages(ClusterForMap.self, ["of": "places"], after: [stays]) == [
                "cluster-for-map is of places, which no find-places before it finds."
            ])
        #expect(
            messages(ClusterForMap.self, ["of": "stays"]) == ["cluster-for-map is of stays, which no find-stays before it finds."]
        )
    }

    @Test func `what it is of by default must be found before too`() {
        #expect(messages(ClusterForMap.self) == ["cluster-for-map is of stays, which no find-stays before it finds."])
    }
}
