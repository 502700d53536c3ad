import Tracks

/// What sample logs are made of; the same options give the same bytes.
public struct SampleOptions: Sendable, Equatable {
    /// How many devices report, 1 to 100,000.
    public var devices: Int
    /// How many local days (Asia/Shanghai) the logs hold, 1 to 3,660.
    public var days: Int
    /// Another seed gives other devices, places and faults.
    public var seed: UInt64
    /// The first local day, `YYYY-MM-DD`; no row is of an earlier day.
    public var firstDay: String
    /// About how many seconds lie between two fixes of a moving device, 10 to 300: with its tracker a quarter to four times as many,
    /// and never the same for long. At rest two to four times as many. Always 5 s to 5 min, but for silences.
    public var intervalSeconds: Int
    /// How hard gzip works, 1 (fast) to 9 (small); nil takes 9 up to 500 device-days and 1 beyond.
    public var compressionLevel: Int?

    /// Options with the values of the sample week wherever none is given.
    public init(
        devices: Int = 14, days: Int = 7, seed: UInt64 = 1, firstDay: String = "2025-06-01", intervalSeconds: Int = 30,
        compressionLevel: Int? = nil
    ) {
        self.devices = devices
        self.days = days
        self.seed = seed
        self.firstDay = firstDay
        self.intervalSeconds = intervalSeconds
        self.compressionLevel = compressionLevel
    }

    /// The level that is used.
    var usedCompressionLevel: Int { compressionLevel ?? (devices * days <= 500 ? 9 : 1) }

    /// Throws a `SampleProblem` for the first option out of bounds.
    public func check() throws {
        try check("devices", devices, in: 1...100_000)
        try check("days", days, in: 1...3_660)
        try check("interval", intervalSeconds, in: 10...300)
        try check("compression level", usedCompressionLevel, in: 1...9)
        if (CalendarDay(firstDay)?.number ?? -1) < 0 {
            throw SampleProblem(
                what: "'\(firstDay)' is no day of the years 1970 to 9999.", place: "first day", mend: "Write it as 2025-06-01.")
        }
    }

    private func check(_ name: String, _ value: Int, in bounds: ClosedRange<Int>) throws {
        if bounds.contains(value) { return }
        throw SampleProblem(
            what: "\(value) is out of bounds.", place: name, mend: "It may be \(bounds.lowerBound) to \(bounds.upperBound).")
    }
}
