/// Why an input row cannot be used (rules 1.7, 2.4, 2.5 and the stages).
public enum RejectReason: UInt8, Sendable, CaseIterable {
    // What reading rejects, in the order of rule 1.7. A number is part of what the ledger's hashes are of: none may change.
    case notARow = 0
    case repeatedHeader = 20
    case badChecksum = 24
    case wrongColumnCount = 1
    case noDevice = 2
    case badText = 21
    case voidFix = 25
    case noTime = 3
    case badTime, noPosition, badNumber
    case mercatorAsDegrees = 22
    case swappedLatLon = 23
    case outOfRange = 7
    case nullIsland, unknownCrs
    case past, tooLate, aheadOfFile, future
    // What comes after: rule 2.4, then the stages.
    case duplicate = 14, duplicateTime, spike, inaccurate, tooFewSatellites, nearZero
    // A limit of this program: `DeviceDay.mostFixes`.
    case tooMany = 64

    /// The word in the view `rejects`.
    public var name: String {
        switch self {
        case .notARow: "not-a-row"
        case .repeatedHeader: "repeated-header"
        case .wrongColumnCount: "wrong-column-count"
        case .badChecksum: "bad-checksum"
        case .voidFix: "void-fix"
        case .noDevice: "no-device"
        case .badText: "bad-text"
        case .noTime: "no-time"
        case .badTime: "bad-time"
        case .noPosition: "no-position"
        case .badNumber: "bad-number"
        case .mercatorAsDegrees: "mercator-as-degrees"
        case .swappedLatLon: "swapped-lat-lon"
        case .outOfRange: "out-of-range"
        case .nullIsland: "null-island"
        case .unknownCrs: "unknown-crs"
        case .past: "past"
        case .tooLate: "too-late"
        case .aheadOfFile: "ahead-of-file"
        case .future: "future"
        case .duplicate: "duplicate"
        case .duplicateTime: "duplicate-time"
        case .spike: "spike"
        case .inaccurate: "inaccurate"
        case .tooFewSatellites: "too-few-satellites"
        case .nearZero: "near-zero"
        case .tooMany: "too-many"
        }
    }

    /// What it means and what a user can do, in one sentence.
    public var help: String {
        switch self {
        case .notARow:
            "The line is no record: a quote in it is not closed or has text behind it, its JSON is broken, it is too long, or the file ends in it."
        case .repeatedHeader: "The row holds the header's names again; from there on the columns are those that it names."
        case .wrongColumnCount: "The row has another number of columns than the header; nothing of it can be trusted."
        case .badChecksum: "The checksum of the sentence is not that of its bytes; nothing of it can be trusted."
        case .voidFix: "The receiver says that it has no position."
        case .noDevice: "The cell of the device is empty."
        case .badText:
            "A text is not valid in the 'encoding' of the source, or a device or kind holds a control character or a byte order mark."
        case .noTime: "The cell of the time is empty."
        case .badTime: "The time cannot be read; see 'time-format' of the source."
        case .noPosition: "Latitude or longitude is empty."
        case .badNumber: "Latitude or longitude is no number."
        case .mercatorAsDegrees:
            "The position is in metres of a map's plane and was read as degrees; see 'crs' of the source: webmercator or bd09mc."
        case .swappedLatLon: "The latitude is beyond ±90° and would be a longitude, the longitude a latitude; see 'columns'."
        case .outOfRange: "Latitude beyond ±90° or longitude beyond ±180°."
        case .nullIsland: "Exactly 0,0, which trackers send before their first fix; 'null-island: keep' keeps it."
        case .unknownCrs: "The coordinate system is empty or unknown; 'crs: {column: …, default: …}' gives one to empty cells."
        case .past: "An undated file holds a time before 'not-before'."
        case .tooLate: "The time is earlier than the file's day less 'late'."
        case .aheadOfFile: "The time is more than 10 minutes after the end of the file's day."
        case .future: "An undated file holds a time more than 10 minutes after its modification time."
        case .duplicate: "The same device, time, values and extra cells as a row that was kept."
        case .duplicateTime: "The same device and time as a row that was kept, with other values; see 'same-time'."
        case .spike: "The device cannot have been there at that time; see drop-spikes."
        case .inaccurate: "Accuracy or hdop above the limit of drop-invalid, or an accuracy below 0: the position is invalid."
        case .tooFewSatellites: "Fewer satellites than drop-invalid wants."
        case .nearZero: "Within 'near-zero' of 0,0; see drop-invalid."
        case .tooMany:
            "The device-day has 5,000,000 fixes before it, which is all that it may have: 57 a second all day long. The file is damaged."
        }
    }

    /// Whether reading gives it, before a device-day is looked at as a whole.
    public var isOfReading: Bool {
        switch self {
        case .repeatedHeader, .badText, .badChecksum, .voidFix, .mercatorAsDegrees, .swappedLatLon: true
        default: rawValue <= RejectReason.future.rawValue
        }
    }
}
