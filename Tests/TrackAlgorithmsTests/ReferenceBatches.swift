import Geodesy
import Tracks

/// The tracks of `ref/input/points_clean.csv` as batches, one a device, with the rows of the input file.
struct ReferenceBatches {
    let tracks: [(device: String, rows: [Int], fixes: FixBatch)]

    init() throws {
        let points = try SharedReference.table("ref/input/points_clean.csv")
        let (latitudes, longitudes) = try (points.doubles("lat"), points.doubles("lon"))
        let times = try points.texts("time").map(millisecondsOfUTC)
        tracks = try points.rows(by: "device").map { device, rows in
            var fixes = FixBatch()
            for row in rows {
                let point = GridPoint(Coordinate(latitude: latitudes[row], longitude: longitudes[row]))
                fixes.times.append(times[row])
                fixes.latitudes.append(point.latitude)
                fixes.longitudes.append(point.longitude)
                fixes.cosines.append(cosineOfLatitude(point.latitude))
            }
            return (device, rows, fixes)
        }
    }

    /// The rows of the input file that are kept of all tracks.
    func keptRows(_ thin: (FixBatch) -> [Bool]) -> [Int] {
        tracks.flatMap { track in zip(track.rows, thin(track.fixes)).filter(\.1).map(\.0) }.sorted()
    }
}
