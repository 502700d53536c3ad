import Stages
import Tracks

/// All that phase 2 depends on besides what phase 1 gave: options, the names of places, the zone, how long the shortest stay is, and
/// the groups that keep map clusters apart.
struct FindingsOptions {
    /// Counts up when places or map clusters of the same stays become others: those stored are computed anew then, and no day is.
    ///
    /// 2: usual times are of arrivals and departures that were seen; points without an identifier, and those beyond −85.05°.
    private static let version = 2

    /// A line of name and value each; options at their defaults are left out.
    let text: String
    private let compared: ComparedOptions

    /// Those of a pipeline.
    ///
    /// - Throws: `Problems` of files of addresses that cannot be read.
    init(of pipeline: PipelineFile) throws {
        let least = pipeline.stage(FindPlaces.self)?.limits.leastTime.map(String.init) ?? ""
        compared = pipeline.compared
        text = compared.normal(
            (try [
                pipeline.phase2Text, "find-places.names-from (its lines)=\(pipeline.placeNames.hash)",
                "find-stays.at-least=\(least)",
                "timezone=\(pipeline.zone.name)", "devices (its groups)=\(Self.groups(pipeline))",
                "places and map clusters (version)=\(Self.version)",
            ] + pipeline.addressContents()).joined(separator: "\n"))
    }

    /// Whether a database's text, of this or an earlier version, says the same; nil is none.
    func isSame(as stored: String?) -> Bool { stored.map { compared.normal($0).utf8.elementsEqual(text.utf8) } ?? false }

    /// A hash of the groups that keep map clusters apart; nothing where none do.
    private static func groups(_ pipeline: PipelineFile) -> String {
        guard pipeline.stage(ClusterForMap.self)?.separator == .group else { return "" }
        let devices = pipeline.devices.sorted { ExactText($0.device) < ExactText($1.device) }
        let lines = devices.map { "\($0.device)\n\($0.group ?? "")" }.joined(separator: "\n\n")
        return stableID("groups", lines, 0)
    }
}
