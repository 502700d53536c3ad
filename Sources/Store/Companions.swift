import CSQLite
import Glibc
import SQLite

/// Refuses what lies where SQLite keeps its log, the log's index and its journal and is none of these: it would be written over.
///
/// - Throws: `StoreError` that names the file.
/// - Source: SQLite, "Database File Format", 3 and 4.1, and "WAL-mode File Format", 2.1, for how they begin.
func checkCompanions(of path: String) throws {
    let end = endOfLinks(path)
    let beginnings: [(name: String, starts: [[UInt8]])] = [
        ("-wal", [[0x37, 0x7F, 0x06, 0x82], [0x37, 0x7F, 0x06, 0x83]]),
        // One that was made and not used holds zeros.
        ("-shm", [[0x18, 0xE2, 0x2D, 0x00], [0, 0, 0, 0]]), ("-journal", [[0xD9, 0xD5, 0x05, 0xF9], [0, 0, 0, 0]]),
    ]
    for (name, starts) in beginnings {
        guard let what = stranger(at: end + name, starts) else { continue }
        throw StoreError(
            code: SQLITE_CANTOPEN,
            description:
                "\(end + name) \(what), and SQLite would write there; it was left as it is. Choose another path for the results, or move it away, then run again."
        )
    }
}

/// Why a file is none of SQLite's; nil where it is one, has no bytes or is not there.
private func stranger(at path: String, _ starts: [[UInt8]]) -> String? {
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    guard status.st_mode & S_IFMT != S_IFLNK else { return "is a symbolic link" }
    guard status.st_mode & S_IFMT == S_IFREG else { return "is no regular file" }
    guard status.st_size > 0, let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    var start = [UInt8](repeating: 0, count: 4)
    let count = fread(&start, 1, start.count, file)
    // While SQLite opens its index, that has three bytes; while it cuts its log, that has none.
    return starts.contains { $0.starts(with: start[..<count]) } ? nil : "belongs to another program"
}
