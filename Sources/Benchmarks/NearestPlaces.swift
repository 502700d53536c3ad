import Geocoding
import Geodesy
import Glibc

/// Look-ups of the nearest place in the embedded gazetteer, on one core: about stays as fixes lie, all over the mainland of China, and
/// all over the earth, the sea included.
///
/// Leaves the points about stays for another program, latitudes first.
let nearestPlaces = Benchmark(name: "gazetteer", title: "Gazetteer: look-ups of the nearest place with its names, one core") {
    settings in
    var table = ResultTable(["points", "look-ups", "ns a look-up", "M look-ups/s", "M whole addresses/s"])
    let load = leastSeconds(rounds: 1) { consume(Gazetteer.embedded.nearest(to: Coordinate(latitude: 0, longitude: 0))) }
    table.add(["the first one: the index is built", "1", figure(load * 1e9), "", ""])
    if let stays = StayPoints(settings) {
        let (latitudes, longitudes) = stays.points(1_000_000)
        if let path = settings.lookUps { write(latitudes + longitudes, to: path) }
        table.add(measured("about stays, one after the other", latitudes, longitudes))
    }
    var random = RandomNumbers(seed: 7)
    let mainland = (0..<1_000_000).map { _ in (22 + 20 * random.next(), 100 + 21 * random.next()) }
    table.add(measured("random, 22° to 42° N, 100° to 121° E", mainland.map(\.0), mainland.map(\.1)))
    let sphere = (0..<300_000).map { _ in (asin(2 * random.next() - 1) * degreesPerRadian, 360 * random.next() - 180) }
    table.add(measured("random, the whole earth", sphere.map(\.0), sphere.map(\.1)))
    return table
}

private func measured(_ name: String, _ latitudes: [Double], _ longitudes: [Double]) -> [String] {
    let gazetteer = Gazetteer.embedded
    let places = zip(latitudes, longitudes).map { Coordinate(latitude: $0, longitude: $1) }
    let nearest = leastSeconds(rounds: 3) { for place in places { consume(gazetteer.nearest(to: place)) } }
    let addresses = leastSeconds(rounds: 1) { for place in places { consume(gazetteer.address(at: place)) } }
    let count = Double(places.count)
    return [
        name, "\(places.count)", figure(nearest / count * 1e9), figure(count / nearest / 1e6), figure(count / addresses / 1e6),
    ]
}

private func write(_ numbers: [Double], to path: String) {
    guard let file = fopen(path, "w") else { return }
    _ = numbers.withUnsafeBytes { fwrite($0.baseAddress, 1, $0.count, file) }
    fclose(file)
}
