import Geodesy
import TrackAlgorithms
import Tracks

/// The stays, trips and gaps of a whole track, as if it were one day.
func joinedWhole(_ batch: FixBatch, limits: StayLimits) -> Joined {
    let pieces = dayPieces(
        of: batch, groups: findGroups(in: batch, limits: limits), day: CalendarDay(number: 0), kind: nil, limits: limits)
    let slice = JoinSlice(days: [pieces], start: .data, end: .data)
    return join(slice, limits: limits, trips: LeastTrip(), zone: .utc) ?? Joined()
}

/// The fixes of each device of `ref/input/points_clean.csv`, which rise in time.
func cleanTracks() throws -> [(device: String, fixes: FixBatch)] {
    let table = try SharedReference.table("ref/input/points_clean.csv")
    let latitudes = try table.doubles("lat")
    let longitudes = try table.doubles("lon")
    let times = try table.texts("time").map(millisecondsOfUTC)
    return try table.rows(by: "device").map { device, rows in
        var batch = FixBatch()
        for row in rows {
            let point = GridPoint(Coordinate(latitude: latitudes[row], longitude: longitudes[row]))
            batch.times.append(times[row])
            batch.latitudes.append(point.latitude)
            batch.longitudes.append(point.longitude)
            batch.cosines.append(cosineOfLatitude(point.latitude))
        }
        return (device, batch)
    }
}
