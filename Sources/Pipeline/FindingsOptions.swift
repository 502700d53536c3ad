import Stages
import Tracks

/// All that phase 2 depends on besides what phase 1 gave: options, the names of places, the zone, and how long the shortest stay is.
struct FindingsOptions {
    /// The names of places.
    let names: PlaceNames
    /// A hash of all of it.
    let hash: String
    /// A line of name and value each.
    let text: String

    /// Those of a pipeline; the file of names is read.
    init(of pipeline: PipelineFile) throws {
        let places = pipeline.stage(FindPlaces.self)
        if let path = places?.namesFrom {
            names = try PlaceNames(path: pipeline.resolved(path), named: path)
        } else {
            names = PlaceNames()
        }
        let least = places?.limits.leastTime.map(String.init) ?? ""
        hash = "\(pipeline.phase2Options) \(names.hash) \(least) \(pipeline.zone.name)"
        text = [
            pipeline.phase2Text, "find-places.names-from (its lines)=\(names.hash)", "find-stays.at-least=\(least)",
            "timezone=\(pipeline.zone.name)",
        ].joined(separator: "\n")
    }
}
