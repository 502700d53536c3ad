import LogFormats

extension RunSummary {
    /// Takes what a user must be told of a file that was read: what was lost in it, and how it was understood.
    mutating func takeWords(of reading: FileReading, path: String) {
        complaints += reading.complaints.map { "\(path): \($0)" }
        notes += reading.notes.map { "\(path): \($0)" }
    }
}
