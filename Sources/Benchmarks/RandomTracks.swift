import Geodesy
import Glibc
import Tracks

/// A device that drives about: a fix a second, 15 m a step, its course turning a little at each, and an error of 2 m.
struct RandomTrack {
    var xs: [Double] = []
    var ys: [Double] = []
    var times: [Int64] = []

    init(fixes: Int, seed: UInt64) {
        var random = RandomNumbers(seed: seed)
        var (x, y, course) = (0.0, 0.0, 0.0)
        for fix in 0..<fixes {
            course += 0.15 * random.normal()
            x += 15 * cos(course)
            y += 15 * sin(course)
            xs.append(x + 2 * random.normal())
            ys.append(y + 2 * random.normal())
            times.append(Int64(fix) * 1000)
        }
    }

    /// The track about Beijing, as a device-day holds it.
    var batch: FixBatch {
        var batch = FixBatch()
        for row in xs.indices {
            let latitude = 39.9 + ys[row] / 111_195
            batch.times.append(times[row])
            batch.latitudes.append(rounded1e7(latitude))
            batch.longitudes.append(rounded1e7(116.4 + xs[row] / 85_300))
            batch.cosines.append(cos(latitude * radiansPerDegree))
        }
        return batch
    }
}
