import Options
import SQLite
import Store
import Tracks

/// A page of tables and totals that opens in any browser without a network.
public struct HTMLReport: Sendable {
    /// `html`.
    public static let name = "html"
    /// One sentence.
    public static let summary = "A page with totals, days, stays, trips, places and rejects of a day or range."

    /// The heading.
    public var title: String

    /// Reads `title`.
    public init(reading reader: inout OptionReader) {
        title = reader.text("title", default: "Trackmill report", help: "The heading of the page.") ?? "Trackmill report"
    }

    /// A page with a heading.
    public init(title: String) { self.title = title }

    private static let longestTable = 5000

    private struct Section {
        var heading: String
        var view: String
        var columns: [(column: String, heading: String)]
    }

    private static let sections = [
        Section(
            heading: "Days", view: "days",
            columns: [
                ("day", "Day"), ("device", "Device"), ("kind", "Kind"), ("rows_in", "Rows"), ("kept", "Kept"),
                ("thinned", "Thinned"),
                ("rejected", "Rejected"), ("distance_m", "Distance (m)"), ("moving_s", "Moving (s)"), ("stay_s", "Staying (s)"),
            ]),
        Section(
            heading: "Stays", view: "stays",
            columns: [
                ("device", "Device"), ("kind", "Kind"), ("arrived_local", "Arrived"), ("departed_local", "Departed"),
                ("duration_s", "Duration (s)"),
                ("latitude", "Latitude (°)"), ("longitude", "Longitude (°)"), ("fixes", "Fixes"), ("confidence", "Confidence"),
                ("address", "Address"),
            ]),
        Section(
            heading: "Trips", view: "trips",
            columns: [
                ("device", "Device"), ("kind", "Kind"), ("start_local", "Start"), ("end_local", "End"),
                ("distance_m", "Distance (m)"),
                ("moving_s", "Moving (s)"), ("max_speed_mps", "Top speed (m/s)"), ("fixes", "Fixes"),
            ]),
    ]

    private static let places = Section(
        heading: "Places", view: "places",
        columns: [
            ("device", "Device"), ("kind", "Kind"), ("devices", "Devices"), ("name", "Name"), ("role", "Role"),
            ("visits", "Visits"),
            ("total_s", "Time there (s)"), ("usual_arrival_local", "Usual arrival"), ("usual_departure_local", "Usual departure"),
            ("latitude", "Latitude (°)"), ("longitude", "Longitude (°)"), ("address", "Address"),
        ])

    private static let rejects = Section(
        heading: "Rejects", view: "rejects",
        columns: [
            ("file", "File"), ("line", "Line"), ("device", "Device"), ("reason", "Reason"), ("field", "Field"),
            ("value", "Value"), ("text", "Text"),
        ])

    /// Writes the page.
    ///
    /// - Parameters:
    ///   - from: The first day; nil for all.
    ///   - to: The last day; nil for all.
    ///   - devices: Only of these devices; of all where there is none.
    ///   - options: The hash of the options that days would be made with today; nil where they are not known.
    public func write(
        of store: Store, from: CalendarDay?, to: CalendarDay?, devices: [String], options: String?, to output: OutputFile
    ) throws {
        let names = devices.isEmpty ? "" : ", device\(devices.count == 1 ? "" : "s") \(devices.joined(separator: ", "))"
        try output.write(head(words(from, to) + names))
        if let sentence = try otherOptions(store, from, to, options) { try output.write("<p>\(sentence)</p>\n") }
        try writeTotals(store, from, to, devices, output)
        for section in Self.sections {
            try write(section, ViewSelection(view: section.view, from: from, to: to, devices: devices), store, output)
        }
        try write(Self.places, ViewSelection(view: "places", devices: devices), store, output)
        try write(Self.rejects, ViewSelection(view: "rejects", from: from, to: to, devices: devices), store, output)
        try output.write(
            "<footer>\(try store.attributions().map { escaped($0) + ". " }.joined())Positions are WGS-84 degrees, local times in \(escaped(try store.meta("timezone") ?? "")).</footer></body></html>\n"
        )
    }

    /// How many days of the range were made with other options (rule 4.4); nil where none was.
    private func otherOptions(_ store: Store, _ from: CalendarDay?, _ to: CalendarDay?, _ options: String?) throws -> String? {
        guard let options else {
            let sets = try store.optionSets(from: from, to: to)
            return sets > 1 ? "These days were made with \(sets) different sets of options." : nil
        }
        let days = try store.daysMade(withOtherOptionsThan: options, from: from, to: to)
        guard days.other > 0 else { return nil }
        return "Made with other options than today's: \(days.other) of \(days.all) days. A run without dates makes them anew."
    }

    private func words(_ from: CalendarDay?, _ to: CalendarDay?) -> String {
        switch (from, to) {
        case (let from?, let to?): from == to ? "\(from)" : "\(from) to \(to)"
        case (let from?, nil): "from \(from) on"
        case (nil, let to?): "up to \(to)"
        case (nil, nil): "all days"
        }
    }

    private func head(_ range: String) -> String {
        """
        <!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
        <title>\(escaped(title)), \(escaped(range))</title><style>
        body{font:14px/1.45 system-ui,sans-serif;margin:2rem auto;max-width:80rem;padding:0 1rem;color:#1c2733}
        h1{font-size:1.5rem;margin:0}h2{font-size:1.1rem;margin:2rem 0 .5rem}p.range{color:#5a6b7b;margin:.2rem 0 1.5rem}
        .totals{display:flex;flex-wrap:wrap;gap:.75rem}.totals div{border:1px solid #d8e0e7;border-radius:6px;padding:.5rem .9rem;min-width:7rem}
        .totals b{display:block;font-size:1.25rem}.scroll{overflow-x:auto}table{border-collapse:collapse;width:100%;font-variant-numeric:tabular-nums}
        th,td{text-align:left;padding:.25rem .6rem;border-bottom:1px solid #e6ebf0;white-space:nowrap}th{background:#f4f7f9;position:sticky;top:0}
        td.n{text-align:right}footer{margin:2rem 0;color:#5a6b7b}</style></head><body>
        <h1>\(escaped(title))</h1><p class="range">\(escaped(range))</p>

        """
    }

    private func writeTotals(_ store: Store, _ from: CalendarDay?, _ to: CalendarDay?, _ devices: [String], _ output: OutputFile)
        throws
    {
        var totals: [String: Double] = [:]
        var found: Set<ExactText> = []
        var names: [String] = []
        try ViewSelection(view: "days", from: from, to: to, devices: devices).forEach(in: store) {
            names = $0
        } row: { values in
            for (name, value) in zip(names, values) {
                switch value {
                case .integer(let number): totals[name, default: 0] += Double(number)
                case .real(let number): totals[name, default: 0] += number
                case .text(let text) where name == "device": found.insert(ExactText(text))
                default: break
                }
            }
        }
        let cards: [(String, String)] = [
            ("devices", "\(found.count)"), ("rows", whole(totals["rows_in"])), ("kept", whole(totals["kept"])),
            ("thinned", whole(totals["thinned"])), ("rejected", whole(totals["rejected"])),
            ("km moved", whole((totals["distance_m"] ?? 0) / 1000)), ("h moving", whole((totals["moving_s"] ?? 0) / 3600)),
            ("h staying", whole((totals["stay_s"] ?? 0) / 3600)),
        ]
        try output.write("<div class=\"totals\">" + cards.map { "<div><b>\($0.1)</b>\($0.0)</div>" }.joined() + "</div>\n")
    }

    private func whole(_ value: Double?) -> String { "\(Int64((value ?? 0).rounded()))" }

    private func write(_ section: Section, _ selection: ViewSelection, _ store: Store, _ output: OutputFile) throws {
        try output.write("<h2>\(section.heading)</h2><div class=\"scroll\"><table><thead><tr>")
        try output.write(section.columns.map { "<th>\($0.heading)</th>" }.joined() + "</tr></thead><tbody>\n")
        var positions: [Int] = []
        var count = 0
        try selection.forEach(in: store) { names in
            positions = section.columns.compactMap { names.firstIndex(of: $0.column) }
        } row: { values in
            count += 1
            guard count <= Self.longestTable else { return }
            try output.write("<tr>" + positions.map { cell(values[$0]) }.joined() + "</tr>\n")
        }
        try output.write("</tbody></table></div>")
        if count > Self.longestTable {
            try output.write("<p>The first \(Self.longestTable) of \(count) rows; export has all.</p>")
        }
        if count == 0 { try output.write("<p>None.</p>") }
        try output.write("\n")
    }

    private func cell(_ value: Value) -> String {
        switch value {
        case .integer(let number): "<td class=\"n\">\(number)</td>"
        case .real(let number): "<td class=\"n\">\(rounded(number))</td>"
        default: "<td>\(escaped(text(of: value)))</td>"
        }
    }

    /// Six decimals at most, which for degrees is 11 cm.
    private func rounded(_ number: Double) -> String {
        shortText((number * 1e6).rounded() / 1e6)
    }
}

/// A text in HTML, also in an attribute; control characters, which HTML has none of, become U+FFFD.
func escaped(_ text: String) -> String {
    var result = ""
    // By scalars: a combining mark behind a < must not hide it.
    for character in text.unicodeScalars {
        switch character {
        case "&": result += "&amp;"
        case "<": result += "&lt;"
        case ">": result += "&gt;"
        case "\"": result += "&quot;"
        case "'": result += "&#39;"
        case "\t", "\n", "\r": result.unicodeScalars.append(character)
        default:
            let isControl = character.properties.generalCategory == .control
            result.unicodeScalars.append(isControl ? "\u{FFFD}" : character)
        }
    }
    return result
}
