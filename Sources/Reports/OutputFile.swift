import Glibc
import SQLite
import Store

/// A file that is written beside its place and renamed when it is whole, so that nothing half-written is ever seen.
///
/// A link is followed: what it leads to is replaced. Standard output and what is no regular file, such as a FIFO, a terminal or
/// `/dev/null`, are written straight. A class: it owns the open file.
public final class OutputFile {
    private let path: String
    private let place: OutputPlace
    private let partPath: String
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var isClosed = false
    private var isDone = false

    /// Begins a file.
    ///
    /// - Parameters:
    ///   - path: Where it goes; nil is standard output.
    ///   - spared: Files that it may not fall on.
    public init(path: String?, sparing spared: [SparedFile] = []) throws(OutputError) {
        self.path = path ?? ""
        guard let path else {
            (place, partPath, descriptor) = (.standardOutput, "", 1)
            return
        }
        let place = try OutputPlace(of: path)
        self.place = place
        if let met = spared.first(where: { $0.isAt(place) }) { throw OutputError(path: path, spared: met.what) }
        switch place {
        case .standardOutput: (partPath, descriptor) = ("", 1)
        case .stream:
            partPath = ""
            descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
        case .file(let target, let mode):
            removeAbandonedParts(of: target)
            partPath = target + ".part-\(getpid())"
            descriptor = open(partPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, mode ?? 0o666)
            // What others may not read stays so.
            if let mode, descriptor >= 0 { fchmod(descriptor, mode) }
        }
        guard descriptor >= 0 else { throw OutputError(path: path, number: errno, isCreation: true) }
    }

    deinit {
        if !isClosed, place != .standardOutput { Glibc.close(descriptor) }
        if !isDone, !partPath.isEmpty { unlink(partPath) }
    }

    /// Where the file is before it is put into its place, for a library that writes it by itself; nil where it is no file.
    var pathBeside: String? { partPath.isEmpty ? nil : partPath }

    /// Adds a text.
    public func write(_ text: String) throws(OutputError) { try write(text.utf8) }

    /// Adds bytes.
    public func write(_ bytes: some Collection<UInt8>) throws(OutputError) {
        buffer += bytes
        if buffer.count > 1 << 16 { try flush() }
    }

    /// Writes what is left; the file stays beside its place.
    ///
    /// - Parameter isOnDisk: Whether the disk has it afterwards.
    func close(isOnDisk: Bool = false) throws(OutputError) {
        guard !isClosed else { return }
        try flush()
        buffer = []
        if isOnDisk, case .file = place {
            guard fsync(descriptor) == 0 else { throw failure() }
        }
        isClosed = true
        guard place == .standardOutput || Glibc.close(descriptor) == 0 else { throw failure() }
    }

    /// Writes what is left and puts the file in its place.
    ///
    /// - Parameter isOnDisk: Whether it is on the disk before it is in its place, so that no crash leaves it there empty.
    public func finish(isOnDisk: Bool = false) throws(OutputError) {
        try close(isOnDisk: isOnDisk)
        if case .file(let target, _) = place {
            guard rename(partPath, target) == 0 else { throw OutputError(path: path, number: errno, isCreation: false) }
        }
        isDone = true
    }

    private func failure() -> OutputError {
        place == .standardOutput
            ? OutputError(ofStandardOutput: errno) : OutputError(path: path, number: errno, isCreation: false)
    }

    private func flush() throws(OutputError) {
        var done = 0
        while done < buffer.count {
            let count = buffer.withUnsafeBytes { bytes in
                Glibc.write(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure() }
            done += count
        }
        buffer.removeAll(keepingCapacity: true)
    }
}

/// Removes what processes that were killed left beside a file: parts an hour old and more, whose process is no more.
private func removeAbandonedParts(of target: String) {
    let slash = target.lastIndex(of: "/")
    let folder = slash.map { $0 == target.startIndex ? "/" : String(target[..<$0]) } ?? "."
    let prefix = target[(slash.map { target.index(after: $0) } ?? target.startIndex)...] + ".part-"
    guard let names = opendir(folder) else { return }
    defer { closedir(names) }
    while let entry = readdir(names) {
        let name = withUnsafePointer(to: &entry.pointee.d_name) {
            $0.withMemoryRebound(to: CChar.self, capacity: Int(entry.pointee.d_reclen)) { String(cString: $0) }
        }
        guard name.hasPrefix(prefix), let process = pid_t(name.dropFirst(prefix.count)), process > 0 else { continue }
        let path = folder + "/" + name
        var status = stat()
        guard kill(process, 0) != 0, errno == ESRCH, lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            time(nil) - status.st_mtim.tv_sec >= 3600
        else { continue }
        unlink(path)
    }
}

/// Why an output could not be written.
public struct OutputError: Error, Sendable, CustomStringConvertible {
    /// A sentence.
    public let description: String
    /// Whether it could not even be begun.
    public let isCreation: Bool
    /// Whether it would have fallen on a file that it must spare.
    public let isRefused: Bool
    /// Whether the process is out of memory or descriptors.
    public let isOfResources: Bool

    /// What the system says of a path.
    init(path: String, number: Int32, isCreation: Bool) {
        let failure = SystemFailure(number)
        let mend = failure.remedy(folder: folderName(of: path)) ?? Self.otherPath
        description = "\(path): cannot be written: \(failure.words). \(mend)"
        self.isCreation = isCreation
        isRefused = false
        isOfResources = failure.isOfResources
    }

    /// What the system says of standard output.
    init(ofStandardOutput number: Int32) {
        let words =
            switch number {
            case EPIPE: "what read it has ended. Read it to its end, or write to a file with -o where the command takes one"
            case EBADF: "it is closed. Leave it open, or send it to /dev/null"
            case ENOSPC, EDQUOT, EFBIG:
                "\(SystemFailure(number).words). Make room on the disk that it goes to, or send it elsewhere"
            default: "\(SystemFailure(number).words). Send it elsewhere"
            }
        description = "standard output cannot be written: \(words)."
        (isCreation, isRefused, isOfResources) = (false, false, false)
    }

    private static let otherPath = "Choose another path, or mend its folder, then run again."

    /// What is in the way at a path.
    init(path: String, _ what: String, isCreation: Bool) {
        description = "\(path): cannot be written: \(what). \(Self.otherPath)"
        self.isCreation = isCreation
        (isRefused, isOfResources) = (false, false)
    }

    /// What stands at a path that must be spared.
    init(path: String, spared what: String) {
        description = "\(path): \(what); nothing was written. Choose another path."
        (isCreation, isRefused, isOfResources) = (true, true, false)
    }
}
