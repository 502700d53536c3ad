import Geodesy

/// Turns the fixes of a device-day into rows, some of them spoiled.
///
/// A fix gets one fault at most. Those that the tracker itself got wrong keep that one.
struct FaultInjector {
    let device: SampleDevice
    let firstDay: Range<Int64>
    /// How many files follow this day's: late rows need one.
    let laterFiles: Int
    let day: Range<Int64>
    var rows: [LogRow] = []
    /// Rows for the next day's file and the one after.
    private(set) var lateRows: [[LogRow]] = [[], []]
    /// A row that waits for later ones to overtake it, and how many still have to.
    private var held: (row: LogRow, overtaking: Int)?

    init(_ device: SampleDevice, day: Range<Int64>, firstDay: Range<Int64>, laterFiles: Int) {
        self.device = device
        self.day = day
        self.firstDay = firstDay
        self.laterFiles = laterFiles
    }

    mutating func inject(into fixes: [SampleFix], _ random: inout RandomSource) {
        if let first = fixes.first, random.happens(0.1) { addMidnightSpike(before: first, &random) }
        var i = 0
        while i < fixes.count {
            // Another system now and then: a tracker whose map shift failed.
            let system = random.happens(0.005) ? .wgs84 : device.system
            let row = LogRow(fixes[i], in: system)
            let chance = random.unit()
            switch chance {
            case ..<0.001 where laterFiles > 0: i += addLate(fixes, from: i, system, &random)
            case ..<0.003 where row.fault == .none: addTwice(row)
            case ..<0.004 where row.fault == .none: addConflict(row, &random)
            case ..<0.007 where held == nil: held = (row, random.integer(1, 5))
            case ..<0.011:
                add(row)
                addExtra(after: i, of: fixes, row, &random)
            default: add(row)
            }
            i += 1
        }
        releaseHeld()
        if let last = fixes.last, random.happens(0.1) { addMidnightSpike(after: last, &random) }
    }

    mutating func add(_ row: LogRow) {
        rows.append(row)
        guard let (late, overtaking) = held else { return }
        if overtaking > 1 {
            held = (late, overtaking - 1)
            return
        }
        held = nil
        rows.append(late.noted(.outOfOrder))
    }

    private mutating func releaseHeld() {
        guard let (row, _) = held else { return }
        held = nil
        // In order where nothing came after it.
        let isOvertaken = rows.last.map { $0.fault.isGoodFix && $0.time > row.time } ?? false
        rows.append(isOvertaken ? row.noted(.outOfOrder) : row)
    }

    private mutating func addTwice(_ row: LogRow) {
        add(row)
        rows.append(row.with(.exactDuplicate))
    }

    private mutating func addConflict(_ row: LogRow, _ random: inout RandomSource) {
        var conflict = row.with(.conflictingDuplicate)
        guard let accuracy = row.accuracyMeters else { return add(row) }
        conflict.accuracyMeters = accuracy + random.integer(8, 30)
        conflict.position = row.position + random.direction() * random.real(60, 300)
        let comesFirst = random.happens(0.5)
        if comesFirst { rows.append(conflict) }
        add(row)
        if !comesFirst { rows.append(conflict) }
    }

    /// Up to twelve fixes that were sent a day or two later; gives how many beyond the first.
    private mutating func addLate(
        _ fixes: [SampleFix], from first: Int, _ system: CoordinateSystem, _ random: inout RandomSource
    ) -> Int {
        let end = min(fixes.count, first + random.integer(1, 12))
        let file = laterFiles > 1 && random.happens(0.25) ? 1 : 0
        for fix in fixes[first..<end] { lateRows[file].append(LogRow(fix, in: system).noted(.late)) }
        return end - first - 1
    }
}
