import Store

/// What the values of a column of a view are, for formats whose columns have types. Names say their units, so they say the type.
enum ColumnKind {
    /// A whole number.
    case integer
    /// A number.
    case real
    /// A text.
    case text
    /// A local calendar day, `2025-06-01`.
    case day
    /// A moment in UTC as a text, `2025-06-01T00:00:00.000Z`.
    case instant
    /// A moment in the pipeline's zone as a text, `2025-06-01 08:00:00`.
    case local

    /// The kind of a column by its name.
    init(ofColumn name: String) {
        let last = name.split(separator: "_").last.map(String.init) ?? name
        self =
            switch last {
            case _ where Self.wholeNumbers.contains(name): .integer
            case "ms", "key": .integer
            case "utc": .instant
            case "local": name.hasPrefix("usual_") ? .text : .local
            case "m", "s", "mps", "deg", "latitude", "longitude", "confidence": .real
            case "south", "west", "north", "east": .real
            case "day": .day
            default: .text
            }
    }

    /// Numbers of things, ordinals, flags.
    private static let wholeNumbers: Set = [
        "number", "fixes", "visits", "devices", "zoom", "count", "expansion_zoom", "hidden", "priority", "open", "inferred",
        "jump",
        "approximate", "days", "line", "rows", "rows_in", "kept", "thinned", "rejected", "waiting", "size", "run", "exit_status",
        "hour", "stays",
    ]
}
