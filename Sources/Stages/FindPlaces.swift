import Options
import TrackAlgorithms

/// Finds the locations that stays come back to (rule 3.4); its work is done in phase 2, over all stays of a device.
public struct FindPlaces: Stage {
    /// Whose stays make a place together.
    public enum Scope: String, CaseIterable, Sendable {
        /// Those of one device.
        case device
        /// Those of all devices of one kind.
        case kind
        /// Those of all devices.
        case fleet
    }

    /// `find-places`.
    public static let name = "find-places"
    /// One sentence.
    public static let summary = "Finds the places that a device's stays come back to, over its whole history."

    /// Whose stays make a place together.
    public let of: Scope
    /// What makes stays a place.
    public let limits: PlaceLimits
    /// A CSV of name, latitude, longitude, radius, as the pipeline file names it; nil for none.
    public let namesFrom: String?

    /// Reads `radius`, `min-stays`, `of`, `weight`, `widest`, `over-wide`, `night`, `names-from`.
    public init(reading reader: inout OptionReader, context: StageContext) {
        let radius = reader.meters(
            "radius", default: 100, in: 10...2_000, help: "Stays of a place form a chain of steps of at most this.")
        let leastStays = reader.integer(
            "min-stays", default: 2, in: 1...1_000, help: "So many stays within the radius, itself included, make a place.")
        let scope = reader.choice(
            "of", default: "device", of: Scope.allCases.map(\.rawValue), help: "Whose stays make a place together.")
        let weight = reader.choice(
            "weight", default: "visits", of: ["visits", "time"],
            help: "What stays weigh: time wants so much of it as 'min-stays' of the shortest stays take, however few stays it is."
        )
        let widest = reader.optional(
            "widest", .length, in: 20...100_000, help: "A place is no wider: the distance of its two stays farthest apart.")
        let overWide = reader.choice(
            "over-wide", default: "split", of: ["split", "refuse"], help: "What becomes of a chain of stays wider than 'widest'.")
        let night = Self.readNight(&reader)
        namesFrom = reader.text(
            "names-from", help: "A CSV of name, latitude, longitude, radius (in metres) that names the places it reaches.")
        of = Scope(rawValue: scope) ?? .device
        let shortest = context.preceding.compactMap { $0 as? FindStays }.first?.limits.atLeast ?? 1_200_000
        limits = PlaceLimits(
            radiusMeters: radius, leastStays: leastStays, leastTime: weight == "time" ? Int64(leastStays) * shortest : nil,
            widestMeters: widest, overWide: overWide == "split" ? .split : .refuse, night: night)
        if let widest, widest < radius, reader.isKnown("radius") {
            reader.report(
                at: "widest",
                "'widest' is \(Dimension.length.words(widest)); it may be 'radius', \(Dimension.length.words(radius)), or more.")
        }
    }

    private static func readNight(_ reader: inout OptionReader) -> (from: Int, to: Int) {
        let text =
            reader.text("night", default: "22:00..06:00", help: "Local hours; the place with most time in them is home.") ?? ""
        if let (first, last) = ends(of: text), let from = minutes(first), let to = minutes(last) {
            // 00:00..24:00 is the whole day; any other pair that is one time of day is none of it.
            let isNoTime = from % 1440 == to % 1440 && (from, to) != (0, 1440)
            guard isNoTime else { return (from, to) }
            reader.report(
                at: "night", "'night' is '\(text)', which is no time at all; write two times that differ, such as 22:00..06:00.")
            return (22 * 60, 6 * 60)
        }
        reader.report(at: "night", "'night' is '\(text)'; it may be two times of day, such as 22:00..06:00.")
        return (22 * 60, 6 * 60)
    }

    private static func minutes(_ text: Substring) -> Int? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ (1...2).contains($0.count) && $0.utf8.allSatisfy { (48...57).contains($0) } }),
            let hour = Int(parts[0]), let minute = Int(parts[1]), minute < 60, hour * 60 + minute <= 1440
        else { return nil }
        return hour * 60 + minute
    }
}
