import Options
import Testing

@testable import Stages

/// Its options; what it finds is tested with `findPlaces`.
@Suite struct FindPlacesTests {
    @Test func `has the defaults of the design`() throws {
        let places = try stage(FindPlaces.self)
        #expect(places.limits.radiusMeters == 100 && places.limits.leastStays == 2 && places.limits.night == (1320, 360))
    }

    @Test(arguments: ["22:00", "22..06", "25:00..06:00", "22:60..06:00", "late..early"])
    func `night is two times of day`(text: String) throws {
        #expect(try stage(FindPlaces.self, ["night": "21:30..05:00"]).limits.night == (1290, 300))
        #expect(
            messages(FindPlaces.self, ["night": text]) == [
                "'night' is '\(text)'; it may be two times of day, such as 22:00..06:00."
            ])
    }
}
