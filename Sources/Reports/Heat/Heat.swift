import Options
import Store

/// The table `heat`: how many fixes or stays lie in each cell of a grid, without the cells of few devices.
public struct Heat: Sendable {
    /// Its name among the tables of an export.
    public static let table = "heat"

    /// What is counted: `fixes` or `stays`.
    var view = "fixes"
    /// Letters of a cell.
    var letters = 7
    /// Cells of fewer devices are left out.
    var leastDevices = 5
    /// Whether each hour of the day is counted by itself.
    var hasHours = false

    /// Fixes in cells of seven letters, some 150 m wide.
    init() {}

    /// Reads its options.
    public init(reading reader: inout OptionReader) {
        let cells = reader.text(
            "cells", default: "geohash:7",
            help: "Of heat: the grid, geohash:1 to geohash:9; 7 letters are some 150 m, 6 some 1.2 km.")
        leastDevices = reader.integer(
            "least-devices", default: 5, in: 2...1_000_000, help: "Of heat: cells of fewer devices are left out, and counted.")
        hasHours = reader.flag("hours", default: false, help: "Of heat: each local hour of the day by itself.")
        view = reader.choice("of", default: "fixes", of: ["fixes", "stays"], help: "Of heat: what is counted.")
        let parts = (cells ?? "").split(separator: ":", omittingEmptySubsequences: false)
        if parts.count == 2, parts[0] == "geohash", let number = Int(parts[1]), (1...9).contains(number) {
            letters = number
        } else {
            reader.report(at: "cells", "'cells' is '\(cells ?? "")'; it may be geohash:1 to geohash:9.")
        }
    }

    /// The options, for views that have none of them.
    public static let options = ["cells", "least-devices", "hours", "of"]
}
