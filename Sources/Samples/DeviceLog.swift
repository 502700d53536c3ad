/// One device over all days: it goes its way, its tracker logs it, things go wrong, and the truth is kept.
struct DeviceLog {
    let device: SampleDevice
    private let number: Int
    private var tracker: Tracker
    private var nextFix: SampleFix
    private var random: RandomSource
    private let writer: RowWriter
    private let firstDay: Range<Int64>
    /// Late rows for the coming day's file and the one after.
    private var lateRows: [[LogRow]] = [[], []]
    private(set) var goodFixes = 0

    /// `firstDay`: milliseconds since 1970 UTC.
    init(number: Int, options: SampleOptions, firstDay: Range<Int64>) {
        self.number = number
        self.firstDay = firstDay
        device = SampleDevice(number: number, options: options)
        tracker = Tracker(device, number: number, seed: options.seed, startSeconds: Int(firstDay.lowerBound / 1_000))
        random = RandomSource(seed: options.seed, stream: UInt64(number) * 4 + 2)
        writer = RowWriter(device)
        nextFix = tracker.nextFix()
    }

    /// What the device truly did, to the end that `finish` was given.
    var truth: JourneyTruth { tracker.truth }

    /// Appends the rows of a day; days come in order.
    mutating func logDay(_ day: Range<Int64>, laterFiles: Int, into file: inout DayFile) {
        let fixes = fixes(of: day)
        var injector = FaultInjector(device, day: day, firstDay: firstDay, laterFiles: laterFiles)
        injector.inject(into: fixes, &random)
        file.append(lateRows[0] + injector.rows, of: number, writer, startMilliseconds: day.lowerBound)
        lateRows = [lateRows[1] + injector.lateRows[0], injector.lateRows[1]]
    }

    /// Ends the last stay at this second since 1970 UTC.
    mutating func finish(at second: Int) { tracker.finish(at: second) }

    private mutating func fixes(of day: Range<Int64>) -> [SampleFix] {
        var fixes: [SampleFix] = []
        fixes.reserveCapacity(1_500)
        while nextFix.time < day.upperBound {
            fixes.append(nextFix)
            nextFix = tracker.nextFix()
        }
        goodFixes += fixes.count { $0.fault == .none }
        return fixes
    }
}
