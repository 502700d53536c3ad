/// Columns that views share.
extension View.Column {
    static let device = Self("device", "id of the device, from the log")
    static let kind = Self("kind", "kind of the device: of a device-day that of its last row that has one")
    static let day = Self("day", "local calendar day; a stay, trip or gap belongs to the day it starts in")
    static let address = Self("address", "address of the cell it lies in")

    init(_ name: String, _ meaning: String) { self.init(name, "", meaning) }

    static func time(_ name: String, _ meaning: String) -> Self { Self("\(name)_ms", "ms since 1970 UTC", meaning) }

    static func local(_ name: String, _ meaning: String) -> Self {
        Self("\(name)_local", meaning + ", in the pipeline's time zone")
    }

    static func utc(_ name: String, _ meaning: String) -> Self { Self("\(name)_utc", meaning + ", ISO 8601 in UTC") }

    static func degrees(_ name: String, _ meaning: String) -> Self { Self(name, "degrees WGS-84", meaning) }

    static func flag(_ name: String, _ meaning: String) -> Self { Self(name, "0 or 1", meaning) }
}

extension [View.Column] {
    /// Latitude and longitude.
    static func position(_ meaning: String) -> Self { [.degrees("latitude", meaning), .degrees("longitude", meaning)] }

    /// South, west, north and east.
    static func box(_ meaning: String) -> Self {
        [
            .degrees("south", meaning), .degrees("west", meaning + "; above east where it crosses ±180°"),
            .degrees("north", meaning), .degrees("east", meaning),
        ]
    }
}
