import Tracks

extension DayShare {
    @inline(__always)
    mutating func add(_ row: UInt64) {
        rows += 1
        hash = folded(hash ^ row, 0xA076_1D64_78BD_642F)
    }
}

/// The high and low half of a product, mixed: a fast hash of two words.
/// - Source: the multiplication of wyhash (Wang Yi, public domain).
@inline(__always)
func folded(_ a: UInt64, _ b: UInt64) -> UInt64 {
    // Not `multipliedFullWidth`, which is a call into the library.
    let product = UInt128(a ^ 0x9E37_79B9_7F4A_7C15) &* UInt128(b ^ 0xE703_7ED1_A0B4_28DB)
    return UInt64(truncatingIfNeeded: product >> 64) ^ UInt64(truncatingIfNeeded: product)
}

/// What reading a file gave.
public struct FileReading: Sendable {
    /// Rows, without the header and empty lines.
    public var rows: Int64 = 0
    /// What it gave each day.
    public var days: [CalendarDay: DayShare] = [:]
    /// Of its rejects without a day.
    public var dayless = DayShare()
    /// Of its rejects without a day, by reason.
    public var daylessReasons: [RejectReason: Int64] = [:]
    /// The first of these, in line order.
    public var daylessRejects: [Reject] = []
    /// Rows by reason that reading rejected, with a day or without.
    public var rejected: [RejectReason: Int64] = [:]
    /// Milliseconds since 1970 UTC of the earliest and the latest fix.
    public var firstFix: Int64?
    /// Milliseconds since 1970 UTC of the latest fix.
    public var lastFix: Int64?
    /// Rows whose time was moved by 1024 weeks.
    public var repaired: Int64 = 0
    /// What was wrong with its bytes: a sentence without its name; nil where it is whole.
    public var damage: String?
    /// The byte of the file, as it lies on disk, at which it broke; nil where that is no one place.
    public var damageOffset: Int64?
    /// Whether the damage is that none of its rows can be used.
    public var isUnusable = false
    /// The line of the first row that was rejected for the commonest reason; nil where none was.
    public var firstLostLine: UInt32?
    /// What a user must be told of rows and cells that were lost: sentences without its name.
    public var complaints: [String] = []
    /// What a user should know of how it was read: sentences without its name.
    public var notes: [String] = []
    /// Whether reading ended at `mostBytes`: the last row may be cut.
    public var isCut = false
    /// The unit that its speeds are in, by the distances and times between its fixes; nil where they do not tell.
    public var fittingSpeedUnit: String?
    /// Some of its places, by which files with the same fixes are found.
    public var places = PlaceSketch()
    /// Whether it changed or vanished while it was read.
    public var isGrowing = false
    /// Why the disk did not give it, now: a sentence without its name; nil where it did.
    public var failure: String?
    /// Bytes unpacked, in UTF-8.
    public var bytes: Int64 = 0
    /// CRC-32 of the bytes unpacked (ISO 3309, that of gzip).
    public var checksum: UInt32 = 0

    /// Nothing read.
    public init() {}

    /// Says that no row can be used of a file that can hold none: that is no damage.
    public mutating func excuseUnusable() {
        guard isUnusable, let words = damage else { return }
        complaints.append(words)
        (isUnusable, damage) = (false, nil)
    }
}

/// Rows of one day on their way from a reader: a part by device hash.
public struct RowParcel: Sendable {
    /// The day.
    public var day: CalendarDay
    /// The part, 0 to `partitionCount` − 1.
    public var partition: Int
    /// Counts up within the file, so that a file's rows keep their order.
    public var sequence: Int
    /// The rows.
    public var rows: PackedRows
}

/// Parts that the rows of a day are kept in, by the hash of their device.
public let partitionCount = 64

/// The part that a device's rows are kept in.
public func partition(ofHash hash: UInt64) -> Int { Int(hash >> 58) }
