/// What `generateSamples` wrote.
public struct SampleSummary: Sendable, Equatable {
    /// Log files, one a day.
    public internal(set) var files = 0
    /// Rows of all log files, headers not counted.
    public internal(set) var rows = 0
    /// Rows that are good fixes, late and out-of-order ones included.
    public internal(set) var goodFixes = 0
    /// Rows of `truth/injected.csv`.
    public internal(set) var injected = 0
    /// Rows of `truth/stays.csv`.
    public internal(set) var stays = 0
    /// Rows of `truth/places.csv`.
    public internal(set) var places = 0
    /// Bytes of the log files before gzip.
    public internal(set) var textBytes = 0
    /// Bytes of the log files and the truth on disk.
    public internal(set) var writtenBytes = 0
}
