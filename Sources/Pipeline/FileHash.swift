import Glibc
import Tracks

/// A hash of a file's bytes and their number, read in parts.
///
/// - Throws: `FileUnreadable`, with `errno` as it is.
/// - Complexity: O(bytes) time, 1 MB of memory.
func hashOfFile(_ path: String) throws(FileUnreadable) -> String {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw FileUnreadable() }
    defer { close(descriptor) }
    var hash = StableHash()
    var size: Int64 = 0
    var buffer = [UInt8](repeating: 0, count: 1 << 20)
    while true {
        var count = 0
        // A read may give less than it could: the hash takes whole parts, so that it does not depend on that.
        while count < buffer.count {
            let more = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress.map { $0 + count }, $0.count - count) }
            if more < 0, errno == EINTR { continue }
            guard more >= 0 else { throw FileUnreadable() }
            guard more > 0 else { break }
            count += more
        }
        guard count > 0 else { break }
        size += Int64(count)
        buffer.withUnsafeBytes { hash.combine(bytes: UnsafeRawBufferPointer(rebasing: $0[..<count])) }
    }
    return "\(size) bytes, \(String(hash.value, radix: 16))"
}

/// A file could not be read; `errno` says why.
struct FileUnreadable: Error {}
