import CZlib
import Glibc

/// A file that has another name until it is whole.
final class OutputFile {
    private let path: String
    private let partPath: String
    private var descriptor: Int32
    private(set) var writtenBytes = 0
    /// CRC-32 of what was written.
    private(set) var crc32: UInt = 0

    init(_ path: String) throws {
        self.path = path
        let slash = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
        partPath = "\(path[..<slash]).\(path[slash...]).\(getpid()).part"
        descriptor = open(partPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
        if descriptor < 0 { throw SampleProblem.cannotWrite(path) }
    }

    /// A file that was not finished leaves nothing behind.
    deinit {
        if descriptor < 0 { return }
        close(descriptor)
        unlink(partPath)
    }

    func write(_ bytes: ArraySlice<UInt8>) throws {
        var rest = bytes
        while !rest.isEmpty {
            let written = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if written < 0 && errno == EINTR { continue }
            if written < 0 { throw SampleProblem.cannotWrite(path) }
            rest = rest.dropFirst(written)
        }
        writtenBytes += bytes.count
        crc32 = bytes.withUnsafeBufferPointer { CZlib.crc32_z(crc32, $0.baseAddress, $0.count) }
    }

    /// Gives the file its name.
    func finish() throws {
        if close(descriptor) != 0 || rename(partPath, path) != 0 { throw SampleProblem.cannotWrite(path) }
        descriptor = -1
    }

    /// Makes a folder and those above it.
    static func makeFolder(_ path: String) throws {
        var made = path.hasPrefix("/") ? "/" : ""
        for part in path.split(separator: "/") {
            made += part + "/"
            if mkdir(made, 0o755) != 0 && errno != EEXIST { throw SampleProblem.cannotWrite(made) }
        }
    }
}

extension SampleProblem {
    /// With what the system says of its last call.
    static func cannotWrite(_ path: String) -> SampleProblem {
        let reason = strerror(errno).map { String(cString: $0) } ?? "error \(errno)"
        return SampleProblem(
            what: "It cannot be written: \(reason).", place: path, mend: "Choose a folder that can be written with -o.")
    }
}
