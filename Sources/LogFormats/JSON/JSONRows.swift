import Tracks

/// How formats of JSON write times: ISO 8601, seconds since 1970, or, where these would be beyond the year 9999, milliseconds.
private let timesOfJSON = TimeFormat.either(.automatic, or: .sinceEpoch(perSecond: 1000))

extension FixRow {
    /// Takes a position as its texts, in so many parts of a degree.
    mutating func setPosition(latitude: Cell, longitude: Cell, perDegree: Double = 1) {
        guard !latitude.isEmpty, !longitude.isEmpty else { return }
        self.latitude = decimal(latitude) / perDegree
        self.longitude = decimal(longitude) / perDegree
        isPositionUnreadable = self.latitude.isNaN || self.longitude.isNaN
    }

    /// Takes a time as its text; the zone is that of a time without an offset.
    mutating func setTime(_ cell: Cell, _ zone: TimeZoneRules) {
        time = cell.isEmpty ? nil : LogFormats.time(cell, format: timesOfJSON, zone: zone)
    }
}

/// A speed or course that a phone gives: below 0 it knows none.
func knownOfPhone(_ number: Double) -> Double { number < 0 ? .nan : number }

extension JSONRecords {
    /// The text of the first of some fields that has one; empty where none has.
    mutating func firstText(_ fields: ClosedRange<Int>) -> Cell {
        for field in fields {
            let cell = text(field)
            if !cell.isEmpty { return cell }
        }
        return nothing
    }

    /// The first of some fields that is an array or object; nil where none is.
    func firstContainer(_ fields: ClosedRange<Int>) -> Cell? {
        for field in fields {
            if let found = container(field) { return found }
        }
        return nil
    }

    /// Gives the row that the record is.
    func give(_ fix: FixRow, into rows: inout RowAssembler) { rows.takeFix(fix, line: UInt32(line), offset: offset, text: row) }

    /// Gives a row that a part of the record is.
    ///
    /// - Parameter line: Of the part; nil: that of the record.
    func give(_ fix: FixRow, of part: Cell, line: UInt64? = nil, into rows: inout RowAssembler) {
        rows.takeFix(fix, line: UInt32(truncatingIfNeeded: line ?? self.line), offset: offset(of: part), text: part)
    }
}
