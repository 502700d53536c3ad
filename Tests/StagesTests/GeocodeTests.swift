import Options
import Testing

@testable import Stages

/// Its options; addresses are tested with Geocoding.
@Suite struct GeocodeTests {
    @Test func `has the defaults of the design`() throws {
        let geocode = try stage(
            Geocode.self, [:] as KeyValuePairs<String, String>, after: [stage(FindStays.self), stage(FindPlaces.self)])
        #expect(geocode.of == ["stays", "places"] && geocode.cellMeters == 20)
        #expect(geocode.sources.all.map(\.name) == ["gazetteer"] && !geocode.sources.isSplit)
        #expect(geocode.languages == ["en", "zh"] && geocode.cache == nil)
    }

    @Test func `what it is of must be found before`() throws {
        let stays = try stage(FindStays.self)
        #expect(
            messages(Geocode.self, ["of": "history"], after: [stays]) == [
                "geocode is of history, which no pick-history before it finds."
            ])
        #expect(messages(Geocode.self, ["of": "stays"], after: [stays]) == [])
    }

    @Test func `says what is wrong with its options`() throws {
        let stays = try stage(FindStays.self)
        #expect(
            messages(Geocode.self, ["of": "stay"], after: [stays]) == [
                "'of' has 'stay'; it may be stays, places, history. Did you mean 'stays'?"
            ])
        #expect(
            messages(Geocode.self, ["with": "amp"]) == ["there is no source 'amp'. Did you mean 'amap'?"])
        #expect(
            messages(Geocode.self, ["with": "yandex"]) == [
                "there is no source 'yandex'. There are areas, amap, nominatim, gazetteer."
            ])
        #expect(
            messages(Geocode.self, ["languages": "english, please"]) == [
                "'languages' has 'english, please'; it may have tags such as en, zh or zh-Hant."
            ])
        #expect(messages(Geocode.self, ["cache": " "]) == ["'cache' is ' '; it wants the path of a file."])
        #expect(messages(Geocode.self, ["cell": "20"]) == ["'cell' is 20 without a unit; write 20 m."])
    }
}
