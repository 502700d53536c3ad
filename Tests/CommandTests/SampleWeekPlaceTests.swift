import Foundation
import Store
import Testing

/// Issue 6, Shows 5, the places of the sample week against `sample-data/logs/truth`; places 100 m, stays 150 m, 20 min, 30 min.
@Suite struct SampleWeekPlaceTests {
    private struct Spot {
        let device: String
        let latitude: Double
        let longitude: Double

        /// By the plane: R = 6371008.8 m is 111195.08 m a degree.
        func meters(to other: Spot) -> Double {
            let north = (other.latitude - latitude) * 111_195.08
            let east = (other.longitude - longitude) * 111_195.08 * cos(latitude * .pi / 180)
            return (north * north + east * east).squareRoot()
        }
    }

    /// True places of two stays or more that last long enough for a stay.
    private func recurring() throws -> [Spot] {
        let stays = try SampleWeek.truth("stays")
        let (devices, names) = (try stays.texts("device"), try stays.texts("place"))
        let times = try zip(stays.texts("arrived_utc"), stays.texts("left_utc")).map {
            try isoMilliseconds($1) - isoMilliseconds($0)
        }
        let counts = Dictionary(
            zip(zip(devices, names).map { "\($0) \($1)" }, times).map { ($0, $1 >= 1_200_000 ? 1 : 0) }, uniquingKeysWith: +)
        let places = try SampleWeek.truth("places")
        let (latitudes, longitudes) = (try places.numbers("latitude"), try places.numbers("longitude"))
        let keys = try zip(places.texts("device"), places.texts("place")).map { "\($0) \($1)" }
        return try places.texts("device").enumerated().filter { counts[keys[$0.offset], default: 0] >= 2 }
            .map { Spot(device: $0.element, latitude: latitudes[$0.offset], longitude: longitudes[$0.offset]) }
    }

    @Test func `95 percent of the true recurring places are found, none twice, and no other place`() throws {
        let table = try Table("SELECT device, latitude, longitude FROM places", in: SampleWeek.open())
        let (latitudes, longitudes) = (try table.numbers("latitude"), try table.numbers("longitude"))
        let found = try table.texts("device").enumerated().map {
            Spot(device: $1, latitude: latitudes[$0], longitude: longitudes[$0])
        }
        let wanted = try recurring()
        #expect(wanted.count > 50)
        let times = wanted.map { spot in found.count { $0.device == spot.device && $0.meters(to: spot) <= 100 } }
        // Where two visits were short and the errors of both large, none is found.
        #expect(Double(times.count { $0 == 1 }) >= 0.95 * Double(wanted.count), "\(times)")
        #expect(times.allSatisfy { $0 <= 1 }, "\(times)")
        let truth = try SampleWeek.truth("places")
        let spots = try zip(truth.texts("device"), zip(truth.numbers("latitude"), truth.numbers("longitude"))).map {
            Spot(device: $0, latitude: $1.0, longitude: $1.1)
        }
        for place in found { #expect(spots.count { $0.device == place.device && $0.meters(to: place) <= 100 } == 1, "\(place)") }
    }
}
