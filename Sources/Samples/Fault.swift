/// What may be wrong with a row.
enum Fault: UInt8, CaseIterable {
    case none
    // Positions that the tracker got wrong.
    case spike
    case burst
    case coldStart
    case stale
    case midnightSpike
    // What happens on the way to the log.
    case inaccurate
    case nullIsland
    case exactDuplicate
    case conflictingDuplicate
    case late
    case outOfOrder
    case wrongColumnCount
    case noDevice
    case noTime
    case badTime
    case noPosition
    case badNumber
    case outOfRange
    case unknownSystem
    case tooLate
    case aheadOfFile

    /// Those whose line cannot be read as it stands, and those of a time that its file may not hold.
    static let malformed: [Fault] = [
        .wrongColumnCount, .noDevice, .noTime, .badTime, .noPosition, .badNumber, .outOfRange, .unknownSystem, .tooLate,
        .aheadOfFile,
    ]

    /// Column `what` of `truth/injected.csv`.
    var what: StaticString {
        switch self {
        case .none: "good"
        case .spike: "spike"
        case .burst: "burst"
        case .coldStart: "cold-start"
        case .stale: "stale"
        case .midnightSpike: "midnight-spike"
        case .inaccurate: "inaccurate"
        case .nullIsland: "null-island"
        case .exactDuplicate: "exact-duplicate"
        case .conflictingDuplicate: "conflicting-duplicate"
        case .late: "late"
        case .outOfOrder: "out-of-order"
        default: "malformed"
        }
    }

    /// Column `reason`: why the row is to be rejected, if it is found; empty for rows that are good fixes in an odd place.
    var reason: StaticString {
        switch self {
        case .none, .late, .outOfOrder: ""
        case .spike, .burst, .coldStart, .stale, .midnightSpike: "spike"
        case .inaccurate: "inaccurate"
        case .nullIsland: "null-island"
        case .exactDuplicate: "duplicate"
        case .conflictingDuplicate: "duplicate-time"
        case .wrongColumnCount: "wrong-column-count"
        case .noDevice: "no-device"
        case .noTime: "no-time"
        case .badTime: "bad-time"
        case .noPosition: "no-position"
        case .badNumber: "bad-number"
        case .outOfRange: "out-of-range"
        case .unknownSystem: "unknown-crs"
        case .tooLate: "too-late"
        case .aheadOfFile: "ahead-of-file"
        }
    }

    /// Whether the row is a fix that processing must keep.
    var isGoodFix: Bool { self == .none || self == .late || self == .outOfOrder }

    /// Whether the row says where the device is not, or nowhere at all.
    var hasPosition: Bool { self != .nullIsland && !Fault.malformed.contains(self) }
}
