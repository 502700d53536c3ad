import Tracks

/// How far devices can come in a time (rule 2.5): what tells spikes, and jumps (rule 2.7).
public struct TopSpeeds: Sendable, Hashable {
    /// Metres per second of kinds that are not listed, above 0.
    public var metersPerSecond: Double
    /// Metres per second of listed kinds, by name.
    public var byKind: [ExactText: Double]
    /// Metres that a leg may be longer, for the error of the receiver.
    public var slackMeters: Double

    /// Top speeds.
    public init(metersPerSecond: Double, byKind: [String: Double] = [:], slackMeters: Double) {
        self.metersPerSecond = metersPerSecond
        self.byKind = Dictionary(byKind.map { (ExactText($0.key), $0.value) }) { a, _ in a }
        self.slackMeters = slackMeters
    }

    /// The top speed of a kind; nil is no kind.
    public func speed(of kind: String?) -> Double { kind.flatMap { byKind[ExactText($0)] } ?? metersPerSecond }

    /// How far a device of a kind can come.
    public func reach(of kind: String?) -> Reach { Reach(metersPerSecond: speed(of: kind), slackMeters: slackMeters) }

    /// How far a device can come that was of one kind or the other.
    public func reach(of kind: String?, or other: String?) -> Reach {
        Reach(metersPerSecond: max(speed(of: kind), speed(of: other)), slackMeters: slackMeters)
    }
}

/// How far one device can come in a time (rule 2.5).
public struct Reach: Sendable, Hashable {
    /// Metres per second, above 0.
    public var metersPerSecond: Double
    /// Metres that a leg may be longer.
    public var slackMeters: Double

    /// A top speed with its slack.
    public init(metersPerSecond: Double, slackMeters: Double) {
        self.metersPerSecond = metersPerSecond
        self.slackMeters = slackMeters
    }

    /// The metres of the longest leg of so many milliseconds that is plausible.
    @inlinable
    public func meters(in milliseconds: Int64) -> Double { metersPerSecond * Double(milliseconds) / 1000 + slackMeters }

    /// Whether a leg of so many metres and milliseconds is plausible.
    @inlinable
    public func allows(meters length: Double, in milliseconds: Int64) -> Bool { length <= meters(in: milliseconds) }
}
