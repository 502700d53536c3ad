import Glibc

/// A file that is written beside its place and renamed when it is whole, so that nothing half-written is ever seen.
///
/// A class: it owns the open file. Standard output is written straight.
public final class OutputFile {
    private let path: String?
    private let partPath: String
    private let descriptor: Int32
    private var buffer: [UInt8] = []
    private var isDone = false

    /// Begins a file; nil is standard output.
    public init(path: String?) throws(OutputError) {
        self.path = path
        guard let path else {
            (partPath, descriptor) = ("", 1)
            return
        }
        partPath = path + ".part-\(getpid())"
        descriptor = open(partPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw OutputError(path: path, number: errno, isCreation: true) }
    }

    deinit {
        guard path != nil, !isDone else { return }
        close(descriptor)
        unlink(partPath)
    }

    /// Adds a text.
    public func write(_ text: String) throws(OutputError) {
        buffer += text.utf8
        if buffer.count > 1 << 16 { try flush() }
    }

    /// Writes what is left and puts the file in its place.
    public func finish() throws(OutputError) {
        try flush()
        isDone = true
        guard let path else { return }
        guard close(descriptor) == 0, rename(partPath, path) == 0 else {
            let number = errno
            unlink(partPath)
            throw OutputError(path: path, number: number, isCreation: false)
        }
    }

    private func flush() throws(OutputError) {
        var done = 0
        while done < buffer.count {
            let count = buffer.withUnsafeBytes { bytes in
                Glibc.write(descriptor, bytes.baseAddress.map { $0 + done }, bytes.count - done)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw OutputError(path: path ?? "standard output", number: errno, isCreation: false) }
            done += count
        }
        buffer.removeAll(keepingCapacity: true)
    }
}

/// Why an output could not be written.
public struct OutputError: Error, Sendable, CustomStringConvertible {
    /// Where it was to go.
    public let path: String
    /// The system's number.
    public let number: Int32
    /// Whether it could not even be begun.
    public let isCreation: Bool

    /// A sentence.
    public var description: String {
        "\(path): cannot be written: \(String(cString: strerror(number))). Choose another path, or mend its folder, then run again."
    }
}
