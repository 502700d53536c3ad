import LogFormats

extension RunSummary {
    /// Takes what a user must be told of a file that was read: what was lost in it, and how it was understood.
    mutating func takeWords(of reading: FileReading, path: String) {
        // The complaint about rows comes before those about cells.
        let lost = reading.rejected.values.reduce(0, +)
        let isOfRows = lost * 2 > reading.rows
        complaints += reading.complaints.enumerated().map { number, words in
            guard number == 0, isOfRows else { return RunMessage(.lostRows, "\(path): \(words)", file: path) }
            let line = reading.firstLostLine.map { Int64($0) }
            return RunMessage(.lostRows, "\(path): \(words)", file: path, line: line, count: lost)
        }
        notes += reading.notes.map { RunMessage(.reading, "\(path): \($0)", file: path) }
    }
}
