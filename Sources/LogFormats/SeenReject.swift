import Tracks

/// A row that reading rejected, with what could be read of it all the same.
public struct SeenReject: Sendable {
    /// The device; empty where the row names none.
    public var device: String
    /// Milliseconds since 1970 UTC; nil where the time cannot be read.
    public var time: Int64?
    /// Where it stands and why it was rejected.
    public var reject: Reject
}
