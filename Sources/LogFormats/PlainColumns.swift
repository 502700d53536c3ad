/// What the cells of a log's rows hold, in their order, where its rows can be read in one pass: each by itself, without quotes.
struct PlainColumns {
    enum Column: UInt8 {
        case other, device, time, latitude, longitude, altitude, speed, course, accuracy, hdop, satellites, kind, system
    }

    let columns: [Column]

    /// Nil where rows need more than one pass: times in two cells, further columns, a column that is two things at once, a delimiter
    /// that numbers and times are written with.
    ///
    /// - Parameters:
    ///   - count: Cells of the header.
    ///   - namesDevice: Whether rows name their device.
    init?(_ header: CSVHeader, count: Int, delimiter: UInt8, namesDevice: Bool) {
        guard ",;|\t ".utf8.contains(delimiter) else { return nil }
        // A row that repeats the header is told by the cell of the latitude: here it begins with a digit or a sign.
        guard header.extraNames.isEmpty, !"0123456789+-.".utf8.contains(where: header.mayBeRepeated) else { return nil }
        let positions = header.positions
        var columns = [Column](repeating: .other, count: count)
        let mapped: [(Int, Column)] = [
            (namesDevice ? positions.device : -1, .device), (positions.time, .time), (positions.latitude, .latitude),
            (positions.longitude, .longitude), (positions.altitude, .altitude), (positions.speed, .speed),
            (positions.course, .course), (positions.accuracy, .accuracy), (positions.hdop, .hdop),
            (positions.satellites, .satellites), (positions.kind, .kind), (positions.system, .system),
        ]
        for (position, column) in mapped where position >= 0 {
            guard columns[position] == .other else { return nil }
            columns[position] = column
        }
        guard positions.date < 0, columns.contains(.time) else { return nil }
        self.columns = columns
    }
}
