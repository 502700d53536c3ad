import CZlib
import Foundation

/// A fresh folder that is removed with the last reference to it.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = NSTemporaryDirectory() + "trackmill-command-tests-" + UUID().uuidString
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        do { try FileManager.default.removeItem(atPath: path) } catch { print("left behind: \(path): \(error)") }
    }

    /// The absolute form of a path in the folder.
    func callAsFunction(_ name: String) -> String { path + "/" + name }

    /// Writes a file; one whose name ends in `.gz` is packed.
    func write(_ text: String, to name: String) throws {
        let bytes = Array(text.utf8)
        try write(name.hasSuffix(".gz") ? gzip(bytes) : bytes, to: name)
    }

    /// Writes a file as these bytes.
    func write(_ bytes: [UInt8], to name: String) throws {
        let url = URL(filePath: self(name))
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
    }

    /// Copies a file or folder from elsewhere; what is copied may be written.
    func copy(_ source: String, to name: String) throws {
        let target = URL(filePath: self(name))
        try FileManager.default.createDirectory(at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
        try FileManager.default.copyItem(at: URL(filePath: source), to: target)
        try makeWritable(target.path)
        for inner in FileManager.default.enumerator(atPath: target.path) ?? FileManager.DirectoryEnumerator() {
            if let inner = inner as? String { try makeWritable(target.path + "/" + inner) }
        }
    }

    private func makeWritable(_ path: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }

    /// Sets the modification time of a file: `2026-02-01T00:00:00Z`.
    func setModification(of name: String, to time: String) throws {
        let date = try Date(time, strategy: .iso8601.year().month().day().time(includingFractionalSeconds: time.contains(".")))
        try FileManager.default.setAttributes([.modificationDate: date], ofItemAtPath: self(name))
    }

    func text(of name: String) throws -> String { try String(contentsOfFile: self(name), encoding: .utf8) }

    func has(_ name: String) -> Bool { FileManager.default.fileExists(atPath: self(name)) }

    func names(in name: String = "") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: self(name)).sorted()
    }
}

/// One gzip member that holds these bytes.
func gzip(_ bytes: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    // 15 + 16: the largest window, with gzip's header and check.
    guard
        deflateInit2_(&stream, 6, Z_DEFLATED, 15 + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
            == Z_OK
    else { preconditionFailure("zlib has no memory") }
    defer { deflateEnd(&stream) }
    var input = bytes
    var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, UInt(bytes.count))) + 64)
    let written = input.withUnsafeMutableBufferPointer { source in
        output.withUnsafeMutableBufferPointer { target in
            stream.next_in = source.baseAddress
            stream.avail_in = UInt32(source.count)
            stream.next_out = target.baseAddress
            stream.avail_out = UInt32(target.count)
            let status = deflate(&stream, Z_FINISH)
            precondition(status == Z_STREAM_END, "deflate ended with \(status)")
            return target.count - Int(stream.avail_out)
        }
    }
    return Array(output.prefix(written))
}

/// The bytes that packed ones hold, as far as they go: where they are cut off, what stands before.
func gunzip(_ bytes: [UInt8]) -> [UInt8] {
    var stream = z_stream()
    guard inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
        preconditionFailure("zlib has no memory")
    }
    defer { inflateEnd(&stream) }
    var input = bytes
    var output: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    input.withUnsafeMutableBufferPointer { source in
        stream.next_in = source.baseAddress
        stream.avail_in = UInt32(source.count)
        var status = Z_OK
        while status == Z_OK {
            let written = chunk.withUnsafeMutableBufferPointer { target in
                stream.next_out = target.baseAddress
                stream.avail_out = UInt32(target.count)
                status = inflate(&stream, Z_NO_FLUSH)
                return target.count - Int(stream.avail_out)
            }
            output += chunk.prefix(written)
        }
    }
    return output
}
