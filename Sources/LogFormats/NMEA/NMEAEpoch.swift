import Tracks

/// What the sentences of one moment say together: one fix.
struct NMEAEpoch {
    /// What a time of day is where it is none.
    enum Clock { static let empty: Int32 = -1, unreadable: Int32 = -2 }

    /// Milliseconds of the UTC day, or one of `Clock`.
    var clock: Int32
    /// The UTC day, days since 1970-01-01; nil where no sentence of it says the date.
    var day: Int32?
    /// Whether a receiver with a fix said the date: such a day counts for the moments after it.
    var isDayTrusted = false
    /// Whether a sentence of it is of a kind that says a position, good or not; ZDA is none.
    var saysPosition = false
    /// Whether a sentence says that its position is good.
    var isValid = false
    /// Whether a field of the position is no position.
    var isUnreadable = false
    /// Degrees; NaN: none.
    var latitude = Double.nan
    var longitude = Double.nan
    /// Metres, m/s, degrees, none, count; NaN: none.
    var altitude = Double.nan
    var speed = Double.nan
    var course = Double.nan
    var hdop = Double.nan
    var satellites = Double.nan
    /// Line and byte of its first sentence.
    var line: UInt32
    var offset: Int64

    /// The knot: 1,852 m an hour.
    private static let knot = 1852.0 / 3600

    init(clock: Int32, line: UInt32, offset: Int64) {
        self.clock = clock
        self.line = line
        self.offset = offset
    }

    /// Adds what a sentence says. `pivot` is the least two-digit year of the 20th century.
    @inline(__always)
    mutating func add(_ sentence: NMEASentence, pivot: Int) {
        switch sentence.kind {
        case .rmc:
            let isActive = isLetter(sentence.field(1), 65)
            addPosition(sentence, from: 2, isValid: isActive)
            if isActive {
                if speed.isNaN { speed = decimal(sentence.field(6)) * Self.knot }
                if course.isNaN { course = decimal(sentence.field(7)) }
            }
            // A receiver that says 0,0 has no fix, whatever its status; its date is the one it was made with.
            addDate(sentence.field(8), pivot: pivot, isTrusted: isActive && !(latitude == 0 && longitude == 0))
        case .gga:
            let quality = sentence.field(5)
            let isActive = !quality.isEmpty && !isLetter(quality, 48)
            addPosition(sentence, from: 1, isValid: isActive)
            if isActive { addQuality(sentence, satellites: 6, hdop: 7, altitude: 8) }
        case .gns:
            let isActive = sentence.field(5).bytes.contains { $0 != 78 }
            addPosition(sentence, from: 1, isValid: isActive)
            if isActive { addQuality(sentence, satellites: 6, hdop: 7, altitude: 8) }
        case .gll:
            // Before NMEA 0183 2.0 a GLL had no status.
            let status = sentence.field(5)
            addPosition(sentence, from: 0, isValid: sentence.fieldCount < 6 || isLetter(status, 65))
        case .vtg:
            if course.isNaN { course = decimal(sentence.field(0)) }
            if speed.isNaN { speed = decimal(sentence.field(4)) * Self.knot }
            if speed.isNaN { speed = decimal(sentence.field(6)) / 3.6 }
        case .gsa: if hdop.isNaN { hdop = decimal(sentence.field(15)) }
        case .zda: addDate(day: sentence.field(1), month: sentence.field(2), year: sentence.field(3))
        case .other: break
        }
    }

    private func isLetter(_ cell: Cell, _ letter: UInt8) -> Bool { cell.count == 1 && cell.start[0] == letter }

    private mutating func addQuality(_ sentence: NMEASentence, satellites: Int, hdop: Int, altitude: Int) {
        self.satellites = decimal(sentence.field(satellites))
        self.hdop = decimal(sentence.field(hdop))
        self.altitude = decimal(sentence.field(altitude))
    }

    private mutating func addPosition(_ sentence: NMEASentence, from first: Int, isValid: Bool) {
        saysPosition = true
        guard isValid else { return }
        self.isValid = true
        guard latitude.isNaN || longitude.isNaN else { return }
        let cells = (sentence.field(first), sentence.field(first + 1), sentence.field(first + 2), sentence.field(first + 3))
        guard !cells.0.isEmpty, !cells.2.isEmpty else { return }
        latitude = degrees(cells.0, hemisphere: cells.1, 78, 83)
        longitude = degrees(cells.2, hemisphere: cells.3, 69, 87)
        isUnreadable = latitude.isNaN || longitude.isNaN
    }

    /// `ddmm.mmmm` or `dddmm.mmmm` and the letter of its half of the earth.
    private func degrees(_ cell: Cell, hemisphere: Cell, _ positive: UInt8, _ negative: UInt8) -> Double {
        let value = decimal(cell)
        let whole = (value / 100).rounded(.towardZero)
        let minutes = value - whole * 100
        guard value >= 0, minutes < 60, whole <= 180 else { return .nan }
        // The digits as a number of minutes: value − 100 · whole is not exact, the digits behind the point are.
        let result = whole + exactMinutes(cell, minutes) / 60
        if isLetter(hemisphere, positive) { return result }
        return isLetter(hemisphere, negative) ? -result : .nan
    }

    /// The minutes as their own digits say: the last two before the point, and those behind it.
    private func exactMinutes(_ cell: Cell, _ fallback: Double) -> Double {
        var point = 0
        while point < cell.count, cell.start[point] != 46 { point += 1 }
        guard point >= 2 else { return fallback }
        return decimal(Cell(cell.start + (point - 2), cell.count - point + 2))
    }

    /// `ddmmyy`.
    private mutating func addDate(_ cell: Cell, pivot: Int, isTrusted: Bool) {
        guard cell.count == 6, let day = digits(cell, 0, 2), let month = digits(cell, 2, 2), let year = digits(cell, 4, 2),
            let date = CalendarDay(year: year + (year >= pivot ? 1900 : 2000), month: month, day: day)
        else { return }
        self.day = date.number
        isDayTrusted = isDayTrusted || isTrusted
    }

    private mutating func addDate(day: Cell, month: Cell, year: Cell) {
        guard self.day == nil, (1...2).contains(day.count), (1...2).contains(month.count), year.count == 4,
            let dayOfMonth = digits(day, 0, day.count), let month = digits(month, 0, month.count), let year = digits(year, 0, 4),
            let date = CalendarDay(year: year, month: month, day: dayOfMonth)
        else { return }
        self.day = date.number
        isDayTrusted = true
    }
}

/// Some digits of a cell as a number; nil where one of them is none.
@inline(__always)
func digits(_ cell: Cell, _ first: Int, _ count: Int) -> Int? {
    guard first + count <= cell.count else { return nil }
    var value = 0
    for i in first..<first + count {
        guard cell.start[i] &- 48 < 10 else { return nil }
        value = value * 10 + Int(cell.start[i] - 48)
    }
    return value
}

/// The milliseconds of the day of `hhmmss` or `hhmmss.sss`, the millisecond that it lies in; one of `NMEAEpoch.Clock` where it is none.
@inline(__always)
func nmeaClock(_ cell: Cell) -> Int32 {
    guard !cell.isEmpty else { return NMEAEpoch.Clock.empty }
    guard let hour = digits(cell, 0, 2), let minute = digits(cell, 2, 2), let second = digits(cell, 4, 2),
        hour < 24, minute < 60, second < 61
    else { return NMEAEpoch.Clock.unreadable }
    var milliseconds = 0
    if cell.count > 6 {
        guard cell.start[6] == 46 else { return NMEAEpoch.Clock.unreadable }
        var unit = 100
        for i in 7..<max(7, cell.count) {
            guard cell.start[i] &- 48 < 10 else { return NMEAEpoch.Clock.unreadable }
            milliseconds += Int(cell.start[i] - 48) * unit
            unit /= 10
        }
    }
    return Int32((hour * 3600 + minute * 60 + second) * 1000 + milliseconds)
}
