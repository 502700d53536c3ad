import Geodesy

/// How `convert` reads lines and what it makes of them.
public struct ConvertOptions: Sendable {
    /// What its input is.
    public enum Format: String, Sendable, CaseIterable {
        /// GeoJSON where the first byte that is no space is `{`, else CSV.
        case auto
        /// Lines of cells.
        case csv
        /// RFC 7946: geometries, features, collections; several texts one behind the other are read too.
        case geojson
    }

    /// Where a line's coordinates stand.
    public enum Columns: Sendable, Equatable {
        /// The longitude's and the latitude's column, counted from 1; no header.
        case positions(longitude: Int, latitude: Int)
        /// The names of both in the first line, which is kept.
        case names(longitude: String, latitude: String)
    }

    /// From which system to which.
    public var conversion: Conversion
    /// Where the coordinates stand; longitude first unless said otherwise.
    public var columns = Columns.positions(longitude: 1, latitude: 2)
    /// What stands between cells: a byte that is part of no number.
    public var delimiter = UInt8(ascii: ",")
    /// Whether longitudes beyond ±180° are wrapped, up to ten turns.
    public var wrapsLongitudes = false
    /// What the input is.
    public var format = Format.auto
    /// Threads that convert lines.
    public var threads = 1
    /// How many bad lines are reported before they are only counted.
    public var reportedProblems = 20

    /// Lines of `lon,lat` through this conversion.
    public init(conversion: Conversion) { self.conversion = conversion }

    /// Decimals of what is written: a billionth of a metre, and 12 decimals of a degree, which is a tenth of a micrometre.
    var decimals: Int { conversion.target.isInMeters ? 9 : 12 }
}

/// What `convert` did.
public struct ConvertSummary: Sendable, Equatable {
    /// Lines of CSV, its header and empty ones included; positions of GeoJSON.
    public var read: Int64 = 0
    /// How many of them could not be converted.
    public var bad: Int64 = 0
    /// Why the input could not be read to its end; nil where it was.
    public var stopped: String?

    /// Nothing read.
    public init() {}
}

/// Why a stream could not be read or written.
public struct ConvertStreamError: Error, Sendable, CustomStringConvertible {
    /// A sentence.
    public let description: String
}
