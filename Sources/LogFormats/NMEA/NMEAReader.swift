import Tracks

/// Makes fixes of lines of NMEA: gathers the sentences of a moment and gives each moment its date.
///
/// Few sentences say a date. A moment without one is of the day of the dated moment before it, or, before the first of them, of that
/// behind it; where the clock runs over midnight the day changes. A log without any date is of the one day that its path names.
struct NMEAReader: ~Copyable {
    /// Sentences with a right checksum or none.
    private(set) var sentences = 0
    /// Whether one of them is of a kind that says a position.
    private(set) var hasPositions = false

    private let context: ReadingContext
    private let pivot: Int
    private var current: NMEAEpoch?
    /// The first sentence of the current moment.
    private var text: [UInt8] = []
    /// The day and clock of the last dated moment.
    private var last: (day: Int32, clock: Int32)?
    /// Moments before the first date, with their texts one behind the other.
    private var undated: [NMEAEpoch] = []
    private var undatedTexts: [UInt8] = []
    private var undatedEnds: [Int] = []
    /// Where the fields of a sentence begin; a buffer, so that one sentence after the other costs no memory.
    private let starts = UnsafeMutableBufferPointer<Int32>.allocate(capacity: NMEASentence.mostFields)

    /// Moments that wait for a date at most: three days of one a second.
    static let mostUndated = 262_144
    /// Sentences of one moment differ by some milliseconds where a receiver rounds its time in one of them.
    private static let sameMoment: Int32 = 9
    private static let halfDay: Int32 = 43_200_000
    /// Bytes of a moment's text that are kept for rejects.
    private static let keptText = 200

    init(_ context: ReadingContext, pivot: Int) {
        self.context = context
        self.pivot = pivot
        starts.initialize(repeating: 0)
    }

    deinit { starts.deallocate() }

    mutating func take(_ line: TextLines.Line, into rows: inout RowAssembler) {
        // Comments, as loggers write them before the sentences, are no rows; nor are empty lines.
        guard !line.text.isEmpty, line.text.start[0] != 35 else { return }
        switch NMEASentence.find(in: line.text, starts: starts) {
        case .sentence(let sentence):
            // Without an end of line and without a checksum it may be cut.
            guard line.hasEnd || sentence.hasChecksum else { fallthrough }
            sentences += 1
            add(sentence, line, into: &rows)
        case .junk: rows.reject(.notARow, line: line.number, offset: line.offset, text: line.text)
        case .badChecksum: rows.reject(.badChecksum, line: line.number, offset: line.offset, text: line.text)
        }
    }

    private mutating func add(_ sentence: NMEASentence, _ line: TextLines.Line, into rows: inout RowAssembler) {
        let clock: Int32
        switch sentence.kind {
        case .rmc, .gga, .gns: clock = nmeaClock(sentence.field(0))
        case .gll: clock = nmeaClock(sentence.field(4))
        case .zda:
            clock = nmeaClock(sentence.field(0))
            // A date without a moment dates nothing.
            guard clock >= 0 else { return }
        case .vtg, .gsa:
            current?.add(sentence, pivot: pivot)
            return
        case .other: return
        }
        hasPositions = hasPositions || sentence.kind != .zda
        let isSame = current.map {
            $0.clock == clock || ($0.clock >= 0 && clock >= 0 && abs($0.clock - clock) <= Self.sameMoment)
        }
        if isSame != true {
            close(into: &rows)
            current = NMEAEpoch(clock: clock, line: line.number, offset: line.offset)
            text.removeAll(keepingCapacity: true)
            text.append(contentsOf: line.text.bytes.prefix(Self.keptText))
        }
        current?.add(sentence, pivot: pivot)
    }

    /// The current moment is whole.
    private mutating func close(into rows: inout RowAssembler) {
        guard let epoch = current else { return }
        current = nil
        if epoch.clock < 0 { return give(epoch, text, into: &rows) }
        if let day = epoch.day {
            giveUndated(before: (day, epoch.clock), into: &rows)
            if epoch.isDayTrusted { last = (day, epoch.clock) }
            give(epoch, text, into: &rows)
        } else if let last {
            giveDated(epoch, after: last, text, into: &rows)
        } else {
            undated.append(epoch)
            undatedTexts.append(contentsOf: text)
            undatedEnds.append(undatedTexts.count)
            if undated.count >= Self.mostUndated { giveUndated(into: &rows) }
        }
    }

    /// Gives what is left.
    mutating func finish(into rows: inout RowAssembler) {
        close(into: &rows)
        giveUndated(into: &rows)
    }

    private mutating func giveDated(
        _ epoch: NMEAEpoch, after before: (day: Int32, clock: Int32), _ text: [UInt8], into rows: inout RowAssembler
    ) {
        var dated = epoch
        let day = before.day + step(from: before.clock, to: epoch.clock)
        (dated.day, last) = (day, (day, epoch.clock))
        give(dated, text, into: &rows)
    }

    /// Days that lie between two clocks of following moments: 1 where midnight came, −1 where a late sentence is of the day before.
    private func step(from: Int32, to: Int32) -> Int32 { to < from - Self.halfDay ? 1 : to > from + Self.halfDay ? -1 : 0 }

    /// Dates the moments that wait from the first dated one behind them, and gives them.
    private mutating func giveUndated(before first: (day: Int32, clock: Int32), into rows: inout RowAssembler) {
        guard !undated.isEmpty else { return }
        var (day, clock) = first
        for i in undated.indices.reversed() {
            day -= step(from: undated[i].clock, to: clock)
            clock = undated[i].clock
            undated[i].day = day
        }
        giveAll(into: &rows)
    }

    /// Dates the moments of a log without a date by the day that its path names, where it names one, and gives them.
    private mutating func giveUndated(into rows: inout RowAssembler) {
        guard let first = undated.first else { return }
        if let days = context.days, days.lowerBound == days.upperBound {
            // The UTC day on which the first moment lies in that local day.
            let named = days.lowerBound
            let start = [named.number, named.number - 1, named.number + 1].first {
                context.zone.day(of: Int64($0) * 86_400_000 + Int64(first.clock)) == named
            }
            var (day, clock) = (start ?? named.number, first.clock)
            for i in undated.indices {
                day += step(from: clock, to: undated[i].clock)
                clock = undated[i].clock
                undated[i].day = day
            }
            last = (day, clock)
        }
        giveAll(into: &rows)
    }

    private mutating func giveAll(into rows: inout RowAssembler) {
        var start = 0
        for (epoch, end) in zip(undated, undatedEnds) {
            give(epoch, undatedTexts[start..<end], into: &rows)
            start = end
        }
        undated.removeAll(keepingCapacity: true)
        undatedTexts.removeAll(keepingCapacity: true)
        undatedEnds.removeAll(keepingCapacity: true)
    }

    /// A moment as a row.
    private func give(_ epoch: NMEAEpoch, _ text: some Collection<UInt8>, into rows: inout RowAssembler) {
        // A date alone (ZDA) is no row.
        guard epoch.saysPosition else { return }
        _ = text.withContiguousStorageIfAvailable { bytes in
            guard let start = bytes.baseAddress else { return }
            var row = FixRow(empty: Cell(start, 0))
            if epoch.clock == NMEAEpoch.Clock.unreadable {
                row.time = TimeFormat.bad
            } else if epoch.clock >= 0, let day = epoch.day {
                row.time = Int64(day) * 86_400_000 + Int64(epoch.clock)
            }
            row.fault = epoch.isValid ? nil : .voidFix
            (row.latitude, row.longitude, row.isPositionUnreadable) = (epoch.latitude, epoch.longitude, epoch.isUnreadable)
            (row.altitude, row.speed, row.course) = (epoch.altitude, epoch.speed, epoch.course)
            (row.hdop, row.satellites) = (epoch.hdop, epoch.satellites)
            rows.takeFix(row, line: epoch.line, offset: epoch.offset, text: Cell(start, bytes.count))
        }
    }
}
