import SQLite

extension Store {
    /// Sets how much of the file may be kept in memory.
    public func limitCache(bytes: Int) throws { try database.execute("PRAGMA cache_size = -\(bytes / 1024)") }
}
