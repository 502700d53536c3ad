import Tracks

extension PipelineFile {
    /// A hash of all that decides what reading makes of a file: the options of the sources, and the zone that tells days.
    ///
    /// What the ledger says of a file that was read with others says nothing of what it would give now.
    var readingOptions: String {
        let lines = phase1Text.split(separator: "\n").filter { $0.hasPrefix("read") || $0.hasPrefix("timezone=") }
        return stableID("reading", lines.joined(separator: "\n"), 0)
    }
}
