import LogFormats
import Options
import Stages
import TrackAlgorithms
import Tracks

/// The version of the rules (docs/rules.md) that days are made by: a change of a rule that changes rows counts it up, and all days are
/// made anew.
///
/// 2: rules 2.5 to 2.8 and 3.1 of spikes, stays, jumps and what hangs on them.
let rulesVersion = 2

/// Options whose default has changed, by their line's name: their value is always compared, also where it is the default.
///
/// Days made before the change lack the line and are made anew.
let optionsWithChangedDefaults: Set<String> = []

/// Options of a source in the order in which their texts are compared: those of the first versions in theirs, then all others.
func inOrderOfComparing(_ values: [(name: String, value: String)]) -> [(name: String, value: String)] {
    let first = [
        "files", "files-dated-in", "format", "columns", "extra", "crs", "timezone", "speed-unit", "device", "encoding",
        "delimiter",
        "time-format", "late", "not-before", "settle", "week-rollover", "null-island", "required", "rejects-kept",
    ]
    return first.flatMap { name in values.filter { $0.name == name } } + values.filter { !first.contains($0.name) }
}

/// Texts of options, a line of name and value each, in the form that tells whether days were made with the same ones (rule 4.2).
///
/// Options at their defaults are no part of it, so that a new option of a program makes no day anew; neither are lines of the devices
/// file, which only concern days that hold the device.
struct ComparedOptions {
    private let defaults: [String: String]

    /// The defaults of all options there are, but for those whose default has changed.
    init(_ catalog: Catalog, changed: Set<String> = optionsWithChangedDefaults) {
        var defaults: [String: String] = ["same-time": SameTimeRule.bestAccuracy.rawValue]
        for stage in catalog.stages {
            var reader = OptionReader(reference: stage.name)
            _ = stage.init(reading: &reader, context: StageContext())
            for (name, value) in reader.values { defaults["\(stage.name).\(name)"] = value }
        }
        var reader = OptionReader(reference: "read")
        _ = SourceOptions(reading: &reader, formats: catalog.formats, mark: nil)
        for (name, value) in reader.values { defaults["read.\(name)"] = value }
        self.defaults = defaults.filter { !changed.contains($0.key) }
    }

    /// What is compared of a text, from this version of the program or an earlier one.
    func normal(_ text: String) -> String {
        var seen: Set<Substring> = []
        var lines: [Substring] = []
        for line in text.split(separator: "\n") {
            let name = line.prefix { $0 != "=" }
            if name.hasPrefix("read.") {
                // Each source names all its options: where one comes again, the next source begins.
                if seen.contains(name) {
                    lines.append("read=")
                    seen.removeAll()
                }
                seen.insert(name)
            }
            let isDefault = defaults[String(name)].map { $0.utf8.elementsEqual(line.dropFirst(name.count + 1).utf8) } ?? false
            if !isDefault, !name.hasPrefix("devices.") { lines.append(line) }
        }
        return lines.joined(separator: "\n")
    }

    /// What of a text decides what reading makes of a file: the options of the sources, and the zone that tells days.
    ///
    /// What the ledger says of a file that was read with others says nothing of what it would give now.
    static func reading(_ text: String) -> String {
        text.split(separator: "\n").filter { $0.hasPrefix("read") || $0.hasPrefix("timezone=") }.joined(separator: "\n")
    }

    /// A hash of a text: 16 hexadecimal digits.
    static func hash(_ text: String) -> String { stableID("options", text, 0) }

    /// A hash of what of a text decides what reading makes of a file, as it stands.
    static func readingHash(_ text: String) -> String { stableID("reading", reading(text), 0) }
}
