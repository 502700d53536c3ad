/// A library that unpacks the frames of a file piece by piece. A class: it owns the library's state, which must not move.
protocol Decompressor: AnyObject {
    /// Makes ready for the first frame, or for another one; false where there is no memory.
    func beginFrame() -> Bool

    /// Goes on: takes from the input, which may be empty, and fills the output as far as it can. Both are moved on.
    func step(_ input: inout ByteStretch, _ output: inout ByteStretch) -> UnpackingStep

    /// CRC-32 of what was unpacked of the frame, and how much that is, where the library computes it.
    var checksumOfFrame: (crc: UInt, bytes: Int)? { get }
}

extension Decompressor {
    /// It computes none, or another.
    var checksumOfFrame: (crc: UInt, bytes: Int)? { nil }
}

/// How far a decompressor came.
enum UnpackingStep {
    case goesOn
    /// The frame is whole, all of it was given, and its own checksum fits, where it has one.
    case frameEnds
    /// It is not what its kind of packing allows: what is wrong, such as "a broken zstd frame", and why.
    case broken(what: String, why: String)
}
