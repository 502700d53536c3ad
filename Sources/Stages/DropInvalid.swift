import Geodesy
import Options
import Tracks

/// Rejects fixes that say of themselves that they are bad.
public struct DropInvalid: FixStage {
    /// `drop-invalid`.
    public static let name = "drop-invalid"
    /// One sentence.
    public static let summary = "Rejects fixes whose accuracy, hdop or number of satellites is too bad, or that lie near 0,0."
    /// Rejects.
    public static let takes = FixLoss.rejects

    private let accuracyMeters: Double?
    private let hdop: Double?
    private let satellites: Int?
    private let nearZeroMeters: Double?

    /// Reads `accuracy`, `hdop`, `satellites`, `near-zero`.
    public init(reading reader: inout OptionReader, context: StageContext) {
        accuracyMeters = reader.optional(
            "accuracy", .length, in: 1...100_000, help: "A fix with a larger accuracy is the reject inaccurate; one without is kept.")
        hdop = reader.optionalNumber("hdop", in: 0.1...100, help: "A fix with a larger hdop is the reject inaccurate; one without is kept.")
        satellites = reader.optionalInteger(
            "satellites", in: 1...100, help: "A fix with fewer satellites is the reject too-few-satellites; one without is kept.")
        nearZeroMeters = reader.optional(
            "near-zero", .length, in: 1...1_000_000, help: "A fix within this distance of 0,0 is the reject near-zero.")
    }

    /// Rejects by each rule that is on, in the order of the options.
    public func apply(to day: inout DeviceDay) {
        if let limit = accuracyMeters, day.fixes.columns.contains(.accuracy) {
            let column = day.fixes.accuracies
            drop(&day, .inaccurate, field: "accuracy", column) { !($0 > limit) }
        }
        if let limit = hdop, day.fixes.columns.contains(.hdop) {
            let column = day.fixes.hdops
            drop(&day, .inaccurate, field: "hdop", column) { !($0 > limit) }
        }
        if let least = satellites, day.fixes.columns.contains(.satellites) {
            let column = day.fixes.satellites
            drop(&day, .tooFewSatellites, field: "satellites", column) { !($0 < Double(least)) }
        }
        if let limit = nearZeroMeters {
            let zero = GridPoint(latitude: 0, longitude: 0)
            let column = (0..<day.fixes.count).map { haversineMeters(from: zero, to: day.fixes.point($0)) }
            drop(&day, .nearZero, field: "latitude", column) { $0 > limit }
        }
    }

    private func drop(
        _ day: inout DeviceDay, _ reason: RejectReason, field: String, _ column: [Double], keeping isGood: (Double) -> Bool
    ) {
        guard column.contains(where: { !isGood($0) }) else { return }
        day.reject(keeping: column.map(isGood), reason: reason) { (field, shortText(column[$0])) }
    }
}
