import Geodesy
import Tracks

/// Metres north and east of 40° N, 116° E, where a fix is.
struct Offset {
    var north = 0.0
    var east = 0.0

    /// The grid's place: R = 6371008.8 m; 1e-7° of latitude are 0.01111950 m, of longitude there 0.00851803 m.
    var point: GridPoint {
        let meter = 1e7 / (6_371_008.8 * Double.pi / 180)
        let latitude = 400_000_000 + (north * meter).rounded()
        let longitude = 1_160_000_000 + (east * meter / 0.766_044_443_118_978).rounded()
        return GridPoint(latitude: Int32(latitude), longitude: Int32(longitude))
    }
}

/// Fixes at given seconds after a start, so many metres north of 40° N, 116° E.
func track(from start: Int64 = 0, _ fixes: [(seconds: Int64, north: Double)]) -> FixBatch {
    track(from: start, fixes.map { ($0.seconds * 1000, Offset(north: $0.north)) })
}

/// Fixes some seconds apart, so many metres north of 40° N, 116° E.
func track(from start: Int64 = 0, every seconds: Int64, norths: [Double]) -> FixBatch {
    track(from: start, norths.enumerated().map { (Int64($0.offset) * seconds, $0.element) })
}

/// Fixes at given milliseconds after a start.
func track(from start: Int64 = 0, _ fixes: [(milliseconds: Int64, place: Offset)]) -> FixBatch {
    var batch = FixBatch()
    for (number, fix) in fixes.enumerated() {
        let point = fix.place.point
        batch.times.append(start + fix.milliseconds)
        batch.readLatitudes.append(point.coordinate.latitude)
        batch.readLongitudes.append(point.coordinate.longitude)
        batch.systems.append(0)
        batch.latitudes.append(point.latitude)
        batch.longitudes.append(point.longitude)
        batch.cosines.append(cosineOfLatitude(point.latitude))
        batch.kinds.append(0)
        batch.files.append(0)
        batch.lines.append(UInt32(number + 1))
    }
    return batch
}

/// The rows of a range as a batch of their own.
func part(_ batch: FixBatch, _ rows: Range<Int>) -> FixBatch {
    var part = batch
    part.compact(keeping: (0..<batch.count).map { rows.contains($0) })
    return part
}

/// A random walk between a few places: it rests, moves, falls silent and jitters.
func randomTrack(fixes: Int, from start: Int64 = 0, _ random: inout SeededRandom) -> FixBatch {
    var (time, place, target) = (Int64(0), Offset(), Offset())
    var made: [(milliseconds: Int64, place: Offset)] = []
    for _ in 0..<fixes {
        switch Int.random(in: 0..<40, using: &random) {
        case 0:
            target = Offset(
                north: Double.random(in: -900...900, using: &random), east: Double.random(in: -900...900, using: &random))
        case 1: time += Int64.random(in: 0...5_400_000, using: &random)
        case 2: place = target
        default: break
        }
        place.north += (target.north - place.north) * 0.3 + Double.random(in: -40...40, using: &random)
        place.east += (target.east - place.east) * 0.3 + Double.random(in: -40...40, using: &random)
        time += Int64.random(in: 20_000...400_000, using: &random)
        made.append((time, place))
    }
    return track(from: start, made)
}
