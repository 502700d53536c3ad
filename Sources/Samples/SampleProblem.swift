import Glibc

/// Why sample logs could not be made: what, where, and how to mend it.
public struct SampleProblem: Error, Equatable, CustomStringConvertible, Sendable {
    /// What is wrong, one sentence with the value found.
    public let what: String
    /// The option or the path it is about.
    public let place: String
    /// What to do, one sentence.
    public let mend: String

    /// A problem in its three parts.
    public init(what: String, place: String, mend: String) {
        self.what = what
        self.place = place
        self.mend = mend
    }

    /// The three parts as one line.
    public var description: String { "\(place): \(what) \(mend)" }

    /// With what the system says of its last call.
    static func cannotWrite(_ path: String) -> SampleProblem {
        let reason = strerror(errno).map { String(cString: $0) } ?? "error \(errno)"
        return SampleProblem(
            what: "It cannot be written: \(reason).", place: path, mend: "Choose a folder that can be written with -o.")
    }
}
