/// What a map shows clusters of.
public enum MapPointSource: String, CaseIterable, Sendable {
    /// Stays, by arrival.
    case stays
    /// Places, by the arrival of their earliest core stay.
    case places
    /// The latest fix of each device.
    case latest
    /// Every fix that is kept.
    case fixes
}
