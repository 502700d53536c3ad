import Stages
import Tracks

/// All that phase 2 depends on besides what phase 1 gave: options, the names of places, the zone, how long the shortest stay is, and
/// the groups that keep map clusters apart.
struct FindingsOptions {
    /// Counts up when places or map clusters of the same stays become others: those stored are computed anew then, and no day is.
    ///
    /// 2: usual times are of arrivals and departures that were seen; points without an identifier, and those beyond −85.05°.
    private static let version = 2

    /// A hash of all of it.
    let hash: String
    /// A line of name and value each.
    let text: String

    /// Those of a pipeline.
    init(of pipeline: PipelineFile) {
        let least = pipeline.stage(FindPlaces.self)?.limits.leastTime.map(String.init) ?? ""
        let names = pipeline.placeNames.hash
        let groups = Self.groups(pipeline)
        hash =
            "\(pipeline.phase2Options) \(names) \(least) \(pipeline.zone.name)" + (groups.isEmpty ? "" : " \(groups)")
            + " \(Self.version)"
        text = [
            pipeline.phase2Text, "find-places.names-from (its lines)=\(names)", "find-stays.at-least=\(least)",
            "timezone=\(pipeline.zone.name)", "devices (its groups)=\(groups)",
            "places and map clusters (version)=\(Self.version)",
        ].joined(separator: "\n")
    }

    /// A hash of the groups that keep map clusters apart; nothing where none do.
    private static func groups(_ pipeline: PipelineFile) -> String {
        guard pipeline.stage(ClusterForMap.self)?.separator == .group else { return "" }
        let lines = pipeline.devices.map { "\($0.device)\n\($0.group ?? "")" }.joined(separator: "\n\n")
        return stableID("groups", lines, 0)
    }
}
