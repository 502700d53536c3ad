import Foundation

/// The tracks of `ref/input/points_clean.csv` on the planes of `ref/simplify/local_plane.csv`, one a device.
struct ReferenceTracks {
    /// A device's fixes; `rows` are those of the input file.
    struct Track {
        let device: String
        let rows: [Int]
        let xs: [Double]
        let ys: [Double]
        let times: [Int64]

        var range: Range<Int> { rows.indices }

        /// The rows of the input file whose fixes are marked.
        func inputRows(keeping: [Bool]) -> [Int] {
            zip(rows, keeping).filter(\.1).map(\.0)
        }
    }

    let tracks: [Track]

    init() throws {
        let points = try SharedReference.table("ref/input/points_clean.csv")
        let planes = try SharedReference.table("ref/simplify/local_plane.csv")
        let latitudes = try points.doubles("lat")
        let longitudes = try points.doubles("lon")
        let times = try points.texts("time").map(millisecondsOfUTC)
        let centres = try zip(planes.texts("device"), zip(planes.doubles("lat0"), planes.doubles("lon0")))
        let planeOfDevice = Dictionary(uniqueKeysWithValues: centres.map { ($0, $1) })
        tracks = try points.rows(by: "device").compactMap { device, rows in
            guard let (latitude, longitude) = planeOfDevice[device] else { return nil }
            // The references take R = 6 371 000 m (ref/README.md).
            let metersPerDegree = 6_371_000 * Double.pi / 180
            let squeeze = cos(latitude * .pi / 180)
            return Track(
                device: device, rows: rows, xs: rows.map { metersPerDegree * (longitudes[$0] - longitude) * squeeze },
                ys: rows.map { metersPerDegree * (latitudes[$0] - latitude) }, times: rows.map { times[$0] })
        }
    }

    /// The rows that `simplify` keeps of all tracks.
    func keptRows(_ simplify: (Track, inout [Bool]) -> Void) -> [Int] {
        tracks.flatMap { track in
            var keeping = [Bool](repeating: false, count: track.rows.count)
            simplify(track, &keeping)
            return track.inputRows(keeping: keeping)
        }.sorted()
    }
}

/// Milliseconds of a text like `2026-01-12T16:11:27Z`, by the civil calendar's day count.
func millisecondsOfUTC(_ text: String) -> Int64 {
    let parts = text.split { !$0.isNumber }.compactMap { Int64($0) }
    let shiftedYear = parts[1] > 2 ? parts[0] : parts[0] - 1
    let shiftedMonth = (parts[1] + 9) % 12
    let days =
        365 * shiftedYear + shiftedYear / 4 - shiftedYear / 100 + shiftedYear / 400 + (153 * shiftedMonth + 2) / 5 + parts[2]
    // 719 469 days from 0000-03-00 to 1970-01-01.
    return (((days - 719_469) * 24 + parts[3]) * 60 + parts[4]) * 60_000 + parts[5] * 1000
}
