import Options
import Testing

@testable import Stages

@Suite struct StageNameTests {
    @Test func `stages have the names of the pipeline file`() {
        let types: [any Stage.Type] = [
            Convert.self, DropInvalid.self, DropSpikes.self, FindStays.self, SplitTrips.self, PickHistory.self, Thin.self,
            Simplify.self, FindPlaces.self,
            Geocode.self, ClusterForMap.self,
        ]
        #expect(
            types.map { $0.name } == [
                "convert", "drop-invalid", "drop-spikes", "find-stays", "split-trips", "pick-history", "thin", "simplify",
                "find-places", "geocode",
                "cluster-for-map",
            ])
        #expect(types.allSatisfy { $0.summary.hasSuffix(".") })
    }

    @Test func `stages say what they take`() {
        #expect(FindStays.takes == .nothing && SplitTrips.takes == .nothing && PickHistory.takes == .nothing)
        #expect(Convert.takes == .rejects && DropInvalid.takes == .rejects && DropSpikes.takes == .rejects)
        #expect(Thin.takes == .thinned && Simplify.takes == .thinned)
    }

    @Test func `every stage gives its declarations for the reference`() {
        for type in [
            Convert.self, DropInvalid.self, DropSpikes.self, FindStays.self, SplitTrips.self, PickHistory.self, Thin.self,
            Simplify.self,
            FindPlaces.self, Geocode.self, ClusterForMap.self,
        ] as [any Stage.Type] {
            var reader = OptionReader(reference: type.name)
            _ = type.init(reading: &reader, context: StageContext())
            reader.finish()
            #expect(!reader.declarations.isEmpty)
            #expect(reader.declarations.allSatisfy { $0.help.hasSuffix(".") })
        }
    }
}
