import Options

/// Finds the locations that stays come back to (rule 3.4); its work is done in phase 2, over all stays of a device.
public struct FindPlaces: Stage {
    /// `find-places`.
    public static let name = "find-places"
    /// One sentence.
    public static let summary = "Finds the places that a device's stays come back to, over its whole history."

    /// Stays of a place form a chain of steps of at most this many metres.
    public let radiusMeters: Double
    /// Stays within the radius that make one a core, itself included.
    public let leastStays: Int
    /// Night hours of the local day, in minutes from midnight: begin and end.
    public let night: (from: Int, to: Int)

    /// Reads `radius`, `min-stays`, `night`.
    public init(reading reader: inout OptionReader, context: StageContext) {
        radiusMeters = reader.meters("radius", default: 100, in: 10...2_000, help: "Stays of a place form a chain of steps of at most this.")
        leastStays = reader.integer("min-stays", default: 2, in: 1...1_000, help: "So many stays within the radius, itself included, make a place.")
        let text = reader.text("night", default: "22:00..06:00", help: "Local hours; the place with most time in them is home.") ?? ""
        let parts = text.split(separator: ".", omittingEmptySubsequences: true).map(Self.minutes)
        if parts.count == 2, let from = parts[0], let to = parts[1] {
            night = (from, to)
        } else {
            night = (22 * 60, 6 * 60)
            reader.report(at: "night", "'night' is '\(text)'; it may be two times of day, such as 22:00..06:00.")
        }
    }

    private static func minutes(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":").map { Int($0) }
        guard parts.count == 2, let hour = parts[0], let minute = parts[1], (0...24).contains(hour), (0..<60).contains(minute) else { return nil }
        return hour * 60 + minute
    }
}
