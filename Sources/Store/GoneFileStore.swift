import SQLite
import Tracks

/// Files that are gone (rule 4.3).
///
/// What became of one is told by what is stored alone: of each of its shares, whether another file gave it anew while it was gone.
extension Store {
    /// Notes files that the folder does not list: from here on what comes anew of them is told from copies.
    public func noteGone(_ files: [FileEntry]) throws {
        let news = files.filter { $0.state != "gone" && $0.state != "renamed" }
        guard !news.isEmpty else { return }
        try transaction { for file in news { try setState("gone", file: file.id) } }
    }

    /// Notes files that changed or vanished while they were read (rule 1.3), by their paths.
    public func noteGrowing(_ paths: [String]) throws {
        guard !paths.isEmpty else { return }
        try transaction { for path in paths { try setState("growing", file: try id(ofFile: path)) } }
    }

    /// Of what files that are gone gave, notes what a file gives now that did not give it before.
    ///
    /// - Parameters:
    ///   - shares: What the file gives now; its entry is still what it gave before.
    func noteReturned(_ shares: [DayShare], to file: Int64) throws {
        let before = Set(
            try database.rows("SELECT rows, hash FROM _file_day WHERE file = ?", .integer(file)) { row in
                DayShare(rows: row.integer(0), hash: UInt64(bitPattern: row.integer(1)))
            })
        let update = try database.statement(
            """
            UPDATE _file_day SET returned = 1 WHERE hash = ? AND rows = ? AND returned = 0
                AND (SELECT state FROM _file f WHERE f.id = _file_day.file) IN ('gone', 'renamed')
            """)
        for share in shares where share.rows > 0 && !before.contains(share) {
            update.bind(Int64(bitPattern: share.hash), at: 1)
            update.bind(share.rows, at: 2)
            while try update.step() {}
        }
    }

    /// Drops the entries of gone files of which all came anew under other names and no day is made any more, with their rejects; marks
    /// those as renamed whose days are still made from them.
    ///
    /// - Parameters:
    ///   - files: The files that the folder does not list.
    ///   - all: Whether what was not given anew is dropped, too.
    public func settleGone(_ files: [FileEntry], dropping all: Bool) throws {
        guard !files.isEmpty else { return }
        let renamed = Set(
            try database.rows(
                "SELECT DISTINCT file FROM _file_day d WHERE returned = 1 AND NOT EXISTS (SELECT 1 FROM _file_day o WHERE o.file = d.file AND o.returned = 0)"
            ) { $0.integer(0) })
        let settled = files.filter { all || renamed.contains($0.id) }
        guard !settled.isEmpty else { return }
        try transaction {
            for file in settled {
                let day = try database.first("SELECT day FROM _made WHERE file = ? LIMIT 1", .integer(file.id)) { $0.integer(0) }
                if day == nil {
                    try drop(file)
                } else if renamed.contains(file.id) {
                    try setState("renamed", file: file.id)
                }
            }
        }
    }

    /// No day is made from it, so that it has no reject of a day.
    private func drop(_ file: FileEntry) throws {
        for sql in [
            "DELETE FROM _reject WHERE day IS NULL AND file = ?", "DELETE FROM _reason_count WHERE day IS NULL AND file = ?",
            "DELETE FROM _file_day WHERE file = ?", "DELETE FROM _file WHERE id = ?",
        ] { try database.run(sql, .integer(file.id)) }
        fileIDs[ExactText(file.path)] = nil
    }

    private func setState(_ state: String, file: Int64) throws {
        try database.run("UPDATE _file SET state = ?1 WHERE id = ?2 AND state != ?1", .text(state), .integer(file))
    }

    /// The paths of all files that days are made from, in order.
    public func filesOfDays() throws -> [String] {
        try database.rows("SELECT path FROM _file WHERE id IN (SELECT file FROM _made) ORDER BY path") { $0.text(0) }
    }
}
