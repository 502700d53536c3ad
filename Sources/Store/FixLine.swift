import SQLite
import Tracks

/// A row of the view `fixes`, read from the tables behind it.
public struct FixLine: Sendable {
    /// The local day, as text.
    public var day = ""
    /// The id of the device.
    public var device = ""
    /// The kind of the device-day; nil for none.
    public var kind: String?
    /// Milliseconds since 1970 UTC.
    public var milliseconds: Int64 = 0
    /// 1e-7 degrees.
    public var latitude: Int32 = 0
    /// 1e-7 degrees.
    public var longitude: Int32 = 0
    /// Metres; NaN for none.
    public var altitudeMeters = Double.nan
    /// Metres per second; NaN for none.
    public var speedMetersPerSecond = Double.nan
    /// Degrees; NaN for none.
    public var courseDegrees = Double.nan
    /// Metres; NaN for none.
    public var accuracyMeters = Double.nan
    /// A JSON object; nil for none.
    public var extra: String?
    /// The id of the trip that it lies in.
    public var trip: String?
    /// The id of the stay that it lies in.
    public var stay: String?
    /// What clocks show then.
    var clock = ClockNames()

    /// `2025-06-01T00:00:19.000Z`.
    public var utcText: String { text(29) { appendUTC(to: &$0) } }

    /// `2025-06-01 08:00:19`, in the pipeline's zone.
    public var localText: String { text(24) { appendLocal(to: &$0) } }

    private func text(_ capacity: Int, _ append: (inout [UInt8]) -> Void) -> String {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(capacity)
        append(&bytes)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Appends `utcText`.
    public func appendUTC(to bytes: inout [UInt8]) {
        let ms = milliseconds - clock.utcZero
        bytes += clock.utcName
        bytes.append(UInt8(ascii: "T"))
        appendClock(ms, to: &bytes)
        bytes.append(UInt8(ascii: "."))
        appendTwo(ms % 1000 / 10, to: &bytes)
        bytes.append(UInt8(ascii: "0") + UInt8(ms % 10))
        bytes.append(UInt8(ascii: "Z"))
    }

    /// Appends `localText`.
    public func appendLocal(to bytes: inout [UInt8]) {
        bytes += clock.localName
        bytes.append(UInt8(ascii: " "))
        appendClock(milliseconds - clock.localZero, to: &bytes)
    }

    private func appendClock(_ ms: Int64, to bytes: inout [UInt8]) {
        appendTwo(ms / 3_600_000, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        appendTwo(ms / 60_000 % 60, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        appendTwo(ms / 1000 % 60, to: &bytes)
    }

    private func appendTwo(_ number: Int64, to bytes: inout [UInt8]) {
        bytes.append(UInt8(ascii: "0") + UInt8(number / 10))
        bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
    }

    /// No fix.
    public init() {}

    /// Its values in the order of the view's columns.
    public var values: [Value] {
        func real(_ number: Double) -> Value { number.isNaN ? .null : .real(number) }
        return [
            .text(day), .text(device), .optional(kind), .integer(milliseconds), .text(utcText), .text(localText),
            .real(Double(latitude) / 1e7), .real(Double(longitude) / 1e7), real(altitudeMeters), real(speedMetersPerSecond),
            real(courseDegrees), real(accuracyMeters), .optional(extra), .optional(trip), .optional(stay),
        ]
    }
}

/// What stands before the time of day in the texts of a stretch of a day, see `ClockStretch`.
struct ClockNames: Sendable {
    var low = Int64.max
    var high = Int64.min
    var utcName: [UInt8] = []
    var utcZero: Int64 = 0
    var localName: [UInt8] = []
    var localZero: Int64 = 0
}
