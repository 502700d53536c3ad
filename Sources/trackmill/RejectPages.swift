import Tracks

extension RejectReason {
    /// The page of help on a reason: what it means, what mends it, and how to see its rows.
    var page: String {
        """
        Reject \(name): \(help)

        To mend it: \(mend)

        A rejected row changes no exit status, and is counted and kept. To see the rows:
          trackmill sql DB "select file, line, field, value, text from rejects where reason = '\(name)'"

        """
    }

    /// What a user can do about it, in a sentence or two.
    private var mend: String {
        switch self {
        case .notARow, .repeatedHeader, .wrongColumnCount, .badChecksum: mendOfRow
        case .noDevice, .badText, .voidFix, .noTime, .badTime: mendOfCell
        case .noPosition, .badNumber, .mercatorAsDegrees, .swappedLatLon, .outOfRange, .nullIsland, .unknownCrs: mendOfPosition
        case .past, .tooLate, .aheadOfFile, .future: mendOfTime
        case .duplicate, .duplicateTime, .spike, .inaccurate, .tooFewSatellites, .nearZero, .tooMany: mendOfFix
        }
    }

    private var mendOfRow: String {
        switch self {
        case .notARow:
            "fetch the file again where it ends too early; where a quote is never closed, see what writes the file. 'delimiter' of the source says what stands between cells."
        case .repeatedHeader: "nothing need be done: the rows below it are read by the columns that it names."
        case .wrongColumnCount:
            "see whether 'delimiter' of the source is right, and whether the header names all columns; a delimiter in a cell wants quotes round the cell."
        default:
            "nothing can be done here: the sentence was garbled between receiver and file. Many of them point to a bad line or cable."
        }
    }

    private var mendOfCell: String {
        switch self {
        case .noDevice:
            "name the right column in 'columns: {device: …}', or, where rows name no device, give 'device' or put {device} into 'files'."
        case .badText:
            "set 'encoding' of the source, such as gbk or windows-1252; a control character in an id is for what writes the log to mend."
        case .voidFix: "nothing need be done: indoors or after a start a receiver has no position."
        case .noTime:
            "name the right column in 'columns: {time: …}', or date and clock; NMEA sentences without a date want {date} in 'files'."
        default:
            "set 'time-format' of the source, such as 'dd/MM/yyyy HH:mm:ss' or seconds, and 'timezone' for times without an offset."
        }
    }

    private var mendOfPosition: String {
        switch self {
        case .noPosition:
            "name the right columns in 'columns: {latitude: …, longitude: …}'; empty cells of a tracker without a fix need nothing."
        case .badNumber:
            "set 'decimal: comma' for numbers such as 31,2, or 'coordinates' for degrees with minutes, such as ddmm or dms."
        case .mercatorAsDegrees: "set 'crs: webmercator' of the source, or 'crs: bd09mc' for positions of Baidu in metres."
        case .swappedLatLon: "exchange the two columns in 'columns: {latitude: …, longitude: …}'."
        case .outOfRange:
            "see 'columns', 'coordinates' (e7, ddmm) and 'crs' of the source; a single such row is a fault of the tracker."
        case .nullIsland: "nothing need be done; where devices really are at 0,0, set 'null-island: keep'."
        default:
            "give empty cells a system with 'crs: {column: …, default: wgs84}'; write the others as wgs84, gcj02, bd09, bd09mc or webmercator."
        }
    }

    private var mendOfTime: String {
        switch self {
        case .past:
            "set 'not-before' of the source to an earlier day; a clock that was never set needs nothing, and GPS weeks that rolled over are mended by 'week-rollover: repair'."
        case .tooLate: "set 'late' of the source to how long a fix may take to arrive, such as 2 days."
        case .aheadOfFile:
            "see 'files-dated-in', the zone of {date}, and 'timezone', that of times without an offset; else the tracker's clock is wrong."
        default:
            "see 'timezone' and 'time-format' of the source; else the tracker's clock is wrong, or the file has an old modification time."
        }
    }

    private var mendOfFix: String {
        switch self {
        case .duplicate: "nothing need be done; many of them mean that a file is there twice under two names."
        case .duplicateTime: "'same-time' says which row of one time is kept: that of the best accuracy, the first or the last."
        case .spike:
            "where true fixes are taken for spikes, raise 'speed' of drop-spikes or the 'top-speed' of the kind; 'trackmill explain' says how far and fast a fix lies."
        case .inaccurate:
            "raise 'accuracy' or 'hdop' of drop-invalid, or set 'better-within', which keeps them in hours without a better fix."
        case .tooFewSatellites: "lower 'satellites' of drop-invalid."
        case .nearZero: "lower 'near-zero' of drop-invalid, where devices really are near 0,0."
        default: "see whether devices share one id ('columns: {device: …}'), and fetch the file again."
        }
    }
}
