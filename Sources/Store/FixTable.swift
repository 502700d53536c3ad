import SQLite

/// How the fixes of a device-day are found in the tables of a version, as parts of statements.
///
/// A statement that uses them names its row of `_fix` x, of `_device_day` dd, and of `_processed_day` p: the same day's.
public struct FixTable: Sendable {
    /// Whether a fix is one of the device-day, as a range of its keys; in order of keys they are in order of time.
    public let isOfDeviceDay: String
    /// Whether a fix is that of the device-day's `first_time`, which thinning may have taken.
    public let isFirst: String
    /// Whether a fix is that of the device-day's `last_time`, which thinning may have taken.
    public let isLast: String
    /// Milliseconds since 1970 UTC.
    public let time: String
    /// Metres, NULL for none.
    public let altitude: String
    /// Metres per second, NULL for none.
    public let speed: String
    /// Degrees, NULL for none.
    public let course: String
    /// Metres, NULL for none.
    public let accuracy: String

    static let storedAltitude = ScaledReal(parts: 100)
    /// Hundredths of km/h, which is what most logs have.
    static let storedSpeed = ScaledReal(parts: 100, factor: 3.6)
    static let storedCourse = ScaledReal(parts: 10)
    static let storedAccuracy = ScaledReal(parts: 100)

    /// Today's tables.
    static let current = ranges { $0.reading($1) }

    /// Tables of version 5.
    static let typed = ranges { $0.readingByType($1) }

    private static func ranges(_ reading: (ScaledReal, String) -> String) -> FixTable {
        FixTable(
            isOfDeviceDay: "x.key >= dd.first_key AND x.key < dd.first_key + dd.kept",
            isFirst: "x.key = dd.first_key AND dd.kept > 0 AND p.start + x.time = dd.first_time",
            isLast: "x.key = dd.first_key + dd.kept - 1 AND dd.kept > 0 AND p.start + x.time = dd.last_time",
            time: "p.start + x.time", altitude: reading(storedAltitude, "x.altitude"), speed: reading(storedSpeed, "x.speed"),
            course: reading(storedCourse, "x.course"), accuracy: reading(storedAccuracy, "x.accuracy"))
    }

    /// Tables before version 5: a key was made of day (2^48), device (2^27) and milliseconds since the day's first.
    static let packed = FixTable(
        isOfDeviceDay: "x.key >= (dd.day << 48) + (dd.device << 27) AND x.key < (dd.day << 48) + ((dd.device + 1) << 27)",
        isFirst: "x.key = (dd.day << 48) + (dd.device << 27) + dd.first_time - p.start",
        isLast: "x.key = (dd.day << 48) + (dd.device << 27) + dd.last_time - p.start",
        time: "p.start + (x.key & 134217727)", altitude: "x.altitude", speed: "x.speed", course: "x.course",
        accuracy: "x.accuracy")
}

extension Store {
    /// How fixes are found in this file.
    public var fixTable: FixTable {
        get throws {
            let version = try version
            return version >= Schema.versionWithPrefix ? .current : version >= Schema.versionWithFixRanges ? .typed : .packed
        }
    }
}
