import Geodesy

/// What never changes of a device: who it is, where it lives, how its tracker works and writes.
struct SampleDevice {
    let id: String
    /// What the column `type` holds: the kind's name or its code.
    let kindText: String
    let kind: SampleKind
    let city: SampleCity
    let places: [SamplePlace]
    /// Of its roads, which stay the same all days.
    let roadSeed: UInt64
    /// The system most of its rows are in.
    let system: CoordinateSystem
    /// Whether rows in WGS-84 leave the column `crs` empty.
    let leavesWGS84Unnamed: Bool
    let timeStyle: TimeStyle
    /// Of a second, the same in all its fixes; 0 without a fraction.
    let phaseMilliseconds: Int64
    let movingIntervalSeconds: Int
    let restingIntervalSeconds: Int
    /// Whether it works in the night.
    let worksAtNight: Bool
    /// Deviation of a fix from the true position, east and north, at rest and under way.
    let indoorMeters: Double
    let outdoorMeters: Double

    enum TimeStyle {
        case utc
        case utcWithFraction
        case china
    }

    /// Device `number`, counted from 0, of a fleet.
    init(number: Int, options: SampleOptions) {
        var random = RandomSource(seed: options.seed, stream: UInt64(number) * 4)
        let order = SampleCity.order
        kind = SampleKind.allCases[number % SampleKind.allCases.count]
        city = order[number % order.count]
        id = "\(kind.name)-\(Self.padded(number + 1, like: options.devices))"
        kindText = number / SampleKind.allCases.count % 2 == 0 ? kind.code ?? kind.name : kind.name
        places = SamplePlace.places(of: kind, in: city, &random)
        roadSeed = random.next()
        // Counted among those in China, so that each system meets each kind and city.
        let inChinaBefore =
            number / order.count * order.count { $0.isInChina } + order[..<(number % order.count)].count { $0.isInChina }
        system = city.isInChina ? [.gcj02, .bd09, .wgs84][inChinaBefore % 3] : .wgs84
        leavesWGS84Unnamed = random.happens(0.5)
        timeStyle = random.happens(0.6) ? .utc : random.happens(0.5) ? .utcWithFraction : .china
        phaseMilliseconds = timeStyle == .utcWithFraction ? Int64(random.integer(1, 999)) : 0
        let percent = [25, 50, 80, 100, 120, 200, 400][random.integer(0, 6)]
        movingIntervalSeconds = max(5, min(300, options.intervalSeconds * percent / 100))
        restingIntervalSeconds = min(300, options.intervalSeconds * [3, 3, 4, 4, 5, 10][random.integer(0, 5)])
        worksAtNight = kind == .vehicle && random.happens(0.25)
        indoorMeters = [10, 24, 38, 52][number % 4]
        outdoorMeters = random.real(4, 9)
    }

    /// The number with at least two digits, and as many as the largest of the fleet has.
    private static func padded(_ number: Int, like largest: Int) -> String {
        var bytes: [UInt8] = []
        bytes.append(number: number, width: max(2, String(largest).utf8.count))
        return String(decoding: bytes, as: UTF8.self)
    }
}
