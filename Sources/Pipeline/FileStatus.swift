import Glibc

/// What the system says of a file.
struct FileStatus: Equatable {
    /// Bytes on disk.
    var size: Int64 = 0
    /// Milliseconds since 1970 UTC of its modification.
    var modified: Int64 = 0
    /// The disk it lies on.
    var device: UInt64 = 0
    /// What tells it from others of its disk: names with one number are names of one file.
    var number: UInt64 = 0
    private var mode: mode_t = 0

    /// Why the system says nothing.
    struct Failure: Error {
        let number: Int32

        /// Whether there is no such file.
        var isAbsence: Bool { number == ENOENT || number == ENOTDIR }
    }

    /// Nothing is known.
    init() {}

    /// What a path leads to.
    init(of path: String) throws(Failure) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw Failure(number: errno) }
        size = Int64(status.st_size)
        modified = Int64(status.st_mtim.tv_sec) * 1000 + Int64(status.st_mtim.tv_nsec) / 1_000_000
        device = UInt64(status.st_dev)
        number = UInt64(status.st_ino)
        mode = status.st_mode
    }

    /// Whether a path is a link, wherever it leads.
    static func isLink(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }

    /// Whether it is a file with bytes.
    var isFile: Bool { mode & S_IFMT == S_IFREG }
    /// Whether it is a folder.
    var isFolder: Bool { mode & S_IFMT == S_IFDIR }
}
