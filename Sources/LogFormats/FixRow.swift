import Geodesy
import Tracks

/// A row as numbers, for formats whose rows are no cells of text. What a row does not say stays as `init` leaves it.
struct FixRow {
    /// The device as bytes of UTF-8; empty: the row names none.
    var device: Cell
    /// The kind; empty: none.
    var kind: Cell
    /// Milliseconds since 1970 UTC; nil: the row has no time; `TimeFormat.bad`: one that cannot be read.
    var time: Int64?
    /// Degrees, or metres of a projection; NaN: none.
    var latitude = Double.nan
    var longitude = Double.nan
    /// Whether a position stands there that is no number.
    var isPositionUnreadable = false
    /// The coordinate system as the row names it; nil: that of the source.
    var system: CoordinateSystem?
    /// Metres, m/s, degrees, metres, none, count; NaN: none.
    var altitude = Double.nan
    var speed = Double.nan
    var course = Double.nan
    var accuracy = Double.nan
    var hdop = Double.nan
    var satellites = Double.nan
    /// Why the format itself refuses the row.
    var fault: RejectReason?

    init(empty: Cell) { (device, kind) = (empty, empty) }
}
