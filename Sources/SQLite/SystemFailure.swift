import Glibc

/// Why a call of the system failed, and what a user can do about it.
public struct SystemFailure: Sendable, Equatable {
    /// The system's number.
    public let number: Int32

    /// A failure by its `errno`.
    public init(_ number: Int32) { self.number = number }

    /// The system's words.
    public var words: String { String(cString: strerror(number)) }

    /// Whether the process is out of memory or descriptors, so that nothing is wrong with what it was to open.
    public var isOfResources: Bool { [EMFILE, ENFILE, ENOMEM].contains(number) }

    /// Whether the disk has no room.
    public var isOfRoom: Bool { [ENOSPC, EDQUOT, EFBIG].contains(number) }

    /// The limit or the folder, and what mends it; nil where that depends on what failed.
    ///
    /// - Parameter folder: Where it was written.
    public func remedy(folder: String) -> String? {
        switch number {
        case ENOSPC: "Make room on the disk of \(folder), then run again."
        case EDQUOT: "The quota of the disk of \(folder) is used up; make room there, then run again."
        case EFBIG: "The limit of a file's size is \(Self.limit(RLIMIT_FSIZE)) bytes (ulimit -f); raise it, then run again."
        case EMFILE: "The limit of open files is \(Self.limit(RLIMIT_NOFILE)) (ulimit -n); raise it, then run again."
        case ENFILE:
            "The machine has as many files open as it may (fs.file-max); raise that or end other programs, then run again."
        case ENOMEM: "The machine has no memory left; end other programs or give less --memory, then run again."
        default: nil
        }
    }

    private static func limit(_ resource: __rlimit_resource) -> String {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0 else { return "reached" }
        return "\(limit.rlim_cur)"
    }
}

/// The folder that a file lies in, as its path has it.
public func folderName(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
}
