import Options
import Tracks

/// A step of a pipeline: what stands under `stages` by its name.
///
/// A stage is a value: its options, read once. `init(reading:context:)` declares them; reference pages, checks and messages come from
/// those calls.
public protocol Stage: Sendable, SendableMetatype {
    /// The name in the pipeline file: a verb.
    static var name: String { get }
    /// What it does, in one sentence.
    static var summary: String { get }

    /// Reads its options.
    init(reading reader: inout OptionReader, context: StageContext)
}

/// A stage of phase 1: changes the fixes of one device-day and appends findings.
public protocol FixStage: Stage {
    /// What it takes away, if anything.
    static var takes: FixLoss { get }
    /// Optional columns that it fills, whether a log has them or not.
    static var fills: FixColumns { get }

    /// Works on one device-day; depends on nothing else.
    func apply(to day: inout DeviceDay)

    /// What it made of one fix, with the numbers behind it, as `explain` prints it.
    ///
    /// - Parameters:
    ///   - row: The fix, in `before`.
    ///   - before: The device-day as the stage found it.
    ///   - after: The device-day as the stage left it.
    func verdict(on row: Int, before: DeviceDay, after: DeviceDay) -> String
}

extension FixStage {
    /// None.
    public static var fills: FixColumns { [] }

    /// Kept, rejected (with the reason) or thinned.
    public func verdict(on row: Int, before: DeviceDay, after: DeviceDay) -> String {
        switch before.fate(of: row, in: after) {
        case .kept: "kept"
        case .rejected(let reject): "rejected: \(reject.reason.name), \(reject.field) \(reject.value)"
        case .thinned: "thinned"
        }
    }
}

/// What a stage takes from a device-day.
public enum FixLoss: Sendable {
    /// Nothing.
    case nothing
    /// Fixes that cannot be used: rejects.
    case rejects
    /// Fixes that are not needed: thinned away.
    case thinned
}

/// What a stage may know of the pipeline when it reads its options.
public struct StageContext: Sendable {
    /// Highest plausible speed of kinds in metres per second, from `kinds`.
    public var topSpeeds: [String: Double]
    /// Kinds in the order of the file.
    public var kinds: [String]
    /// The stages before it.
    public var preceding: [any Stage]
    /// The sources of addresses there are.
    public var addressSources: [AddressSourceDeclaration]

    /// What a stage may know; nothing for reference pages.
    public init(
        topSpeeds: [String: Double] = [:], kinds: [String] = [], preceding: [any Stage] = [],
        addressSources: [AddressSourceDeclaration] = []
    ) {
        self.topSpeeds = topSpeeds
        self.kinds = kinds
        self.preceding = preceding
        self.addressSources = addressSources
    }
}
