import Tracks

/// Files that are gone (rule 4.3).
///
/// What became of one is told by what is stored alone: of each of its shares, whether another file gave it anew while it was gone.
extension Store {
    /// What the files that are gone gave, days and rejects without one, with the ids of these files.
    public func sharesOfGoneFiles() throws -> [LedgerShare: [Int64]] {
        let rows = try database.rows(
            "SELECT d.rows, d.hash, d.file FROM file_day d JOIN file f ON f.id = d.file WHERE f.state IN ('gone', 'renamed') AND d.returned = 0"
        ) { (LedgerShare(rows: $0.integer(0), hash: UInt64(bitPattern: $0.integer(1))), $0.integer(2)) }
        return Dictionary(grouping: rows, by: { $0.0 }).mapValues { $0.map(\.1) }
    }

    /// What a file gave when it was last read, days and rejects without one.
    public func allShares(file: Int64) throws -> Set<LedgerShare> {
        Set(
            try database.rows("SELECT rows, hash FROM file_day WHERE file = ?", .integer(file)) { row in
                LedgerShare(rows: row.integer(0), hash: UInt64(bitPattern: row.integer(1)))
            })
    }

    /// Notes that another file gave anew what a gone one gave.
    public func markReturned(_ share: LedgerShare, of file: Int64) throws {
        try database.run(
            "UPDATE file_day SET returned = 1 WHERE file = ? AND rows = ? AND hash = ?", .integer(file), .integer(share.rows),
            .integer(Int64(bitPattern: share.hash)))
    }

    /// Whether other files gave anew all that a gone file gave, which is not nothing.
    public func isAllReturned(file: Int64) throws -> Bool {
        try database.first("SELECT min(returned) FROM file_day WHERE file = ?", .integer(file)) { $0.optionalInteger(0) == 1 }
            ?? false
    }

    /// Marks what became of a file.
    public func setState(_ state: String, file: Int64) throws {
        try database.run("UPDATE file SET state = ?1 WHERE id = ?2 AND state != ?1", .text(state), .integer(file))
    }

    /// The paths of all files that days are made from, in order.
    public func filesOfDays() throws -> [String] {
        try database.rows("SELECT path FROM file WHERE id IN (SELECT file FROM made) ORDER BY path") { $0.text(0) }
    }

    /// The ids of all files that days are made from.
    public func usedFiles() throws -> Set<Int64> { Set(try database.rows("SELECT DISTINCT file FROM made") { $0.integer(0) }) }

    /// Drops a file's entry with its rejects.
    public func dropFile(_ id: Int64, path: String) throws {
        for table in ["reject", "reason_count", "file_day"] {
            try database.run("DELETE FROM \(table) WHERE file = ?", .integer(id))
        }
        try database.run("DELETE FROM file WHERE id = ?", .integer(id))
        fileIDs[ExactText(path)] = nil
    }
}
