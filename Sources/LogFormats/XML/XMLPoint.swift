import Tracks

/// The fix of an XML element as it is gathered: its numbers, and its words for a reject.
///
/// An element may go over the buffers that it is read by, so its own bytes are not at hand at its end: the text of its reject are the
/// values that it holds, each as it stands, behind its name: `lat="40.1" lon="undefined" time="2024-05-01T10:00:00Z"`.
struct XMLPoint {
    var time: Int64?
    var latitude = Double.nan
    var longitude = Double.nan
    var isPositionUnreadable = false
    var altitude = Double.nan
    var speed = Double.nan
    var course = Double.nan
    var accuracy = Double.nan
    var hdop = Double.nan
    var satellites = Double.nan
    var line: UInt32 = 0
    var offset: Int64 = 0
    private(set) var words: [UInt8] = []

    private static let longestWords = 1000

    /// Begins another.
    mutating func begin(line: UInt32, offset: Int64) {
        var words = words
        words.removeAll(keepingCapacity: true)
        self = XMLPoint()
        self.words = words
        (self.line, self.offset) = (line, offset)
    }

    /// Notes a value as it stands.
    mutating func note(_ name: StaticString, _ value: Cell?) {
        guard let value, words.count < Self.longestWords else { return }
        if !words.isEmpty { words.append(32) }
        words.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
        words.append(61)
        words.append(34)
        words.append(contentsOf: value.bytes.prefix(200))
        words.append(34)
    }

    /// Takes its position.
    mutating func setPosition(latitude: Cell?, longitude: Cell?) {
        guard let latitude, let longitude, !latitude.isEmpty, !longitude.isEmpty else { return }
        self.latitude = decimal(latitude)
        self.longitude = decimal(longitude)
        isPositionUnreadable = self.latitude.isNaN || self.longitude.isNaN
    }

    /// Takes its time.
    mutating func setTime(_ cell: Cell, _ zone: TimeZoneRules) {
        guard !cell.isEmpty else { return }
        let value = LogFormats.time(cell, format: .automatic, zone: zone)
        time = value
    }

    /// Gives it as a row. `device` is empty where the source fixes it.
    func give(device: [UInt8], into rows: inout RowAssembler) {
        words.withUnsafeBufferPointer { words in
            device.withUnsafeBufferPointer { device in
                // A cell wants an address also where it has no bytes.
                withUnsafePointer(to: UInt8(0)) { nothing in
                    let text = Cell(words.baseAddress ?? nothing, words.count)
                    var row = FixRow(empty: Cell(nothing, 0))
                    if !device.isEmpty { row.device = Cell(device.baseAddress ?? nothing, device.count) }
                    row.time = time
                    (row.latitude, row.longitude, row.isPositionUnreadable) = (latitude, longitude, isPositionUnreadable)
                    (row.altitude, row.speed, row.course) = (altitude, speed, course)
                    (row.accuracy, row.hdop, row.satellites) = (accuracy, hdop, satellites)
                    rows.takeFix(row, line: line, offset: offset, text: text)
                }
            }
        }
    }
}
