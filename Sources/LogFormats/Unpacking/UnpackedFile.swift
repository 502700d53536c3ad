/// Opens a file that is plain or packed, told by its first bytes; bytes of a pipe are waited for.
///
/// - Returns: Fills a buffer with the next unpacked bytes and says how many; 0 at the end.
/// - Throws: `FileError` here; `UnpackingError` while it is read.
public func openUnpacked(path: String) throws(FileError) -> (UnsafeMutableRawBufferPointer) throws -> Int {
    let file = try LogFile(path: path, mayWait: true)
    return { buffer in
        do { return try file.read(into: buffer) } catch let damage as Damage {
            throw UnpackingError(what: damage.what, isOfDisk: damage.isOfDisk)
        }
    }
}

/// Why the rest of a file cannot be read.
public struct UnpackingError: Error, Sendable, CustomStringConvertible {
    let what: String
    /// Whether the disk is to blame, not the bytes.
    public let isOfDisk: Bool

    /// What is wrong: the rest of a sentence about the file.
    public var description: String { what }
}
