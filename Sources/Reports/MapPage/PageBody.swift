import Tracks

/// What stands in a page to be read: its sections in their order.
struct PageBody {
    private let data: PageData
    private let range: String
    private let title: String
    private let library: MapLibrary?
    private let write: (String) throws -> Void

    init(
        _ data: PageData, range: String, title: String, library: MapLibrary?, write: @escaping (String) throws -> Void
    ) {
        self.data = data
        self.range = range
        self.title = title
        self.library = library
        self.write = write
    }

    /// Writes all of them.
    func writeAll() throws {
        let pipeline = try data.scope.store.meta("pipeline") ?? ""
        try write(
            "<header><h1>\(escaped(title))</h1><p class=\"range\">\(escaped(range))</p><p class=\"pipeline\"><span data-word>Pipeline</span> <b>\(escaped(pipeline))</b></p></header>\n<main>\n"
        )
        try writeSummary()
        try write(
            "<section id=\"map-section\"><div id=\"mapview\"></div><div id=\"panel\"></div></section>\n<section id=\"overview\">\n"
        )
        if let overview = try PageOverview(data) {
            try overview.write(to: write)
        } else {
            try write(SpokenText("There are no fixes in these days.").element("p") + "\n")
        }
        try write("</section>\n<section id=\"tables\">\n" + PageCharts(data).svg)
        try PageTables(data, write: write).writeAll()
        try write("</section>\n</main>\n")
        try writeFooter()
    }

    // MARK: Summary

    private func writeSummary() throws {
        let summary = data.summary
        let cards: [(words: String, value: String)] = [
            ("devices", grouped(Int64(summary.devices))), ("rows", grouped(summary.rows)), ("kept", grouped(summary.kept)),
            ("thinned", grouped(summary.thinned)), ("rejected", grouped(summary.rejected)),
            ("distance", distanceInWords(meters: summary.meters)), ("moving", durationInWords(seconds: summary.movingSeconds)),
            ("staying", durationInWords(seconds: summary.staySeconds)), ("stays", grouped(summary.stays)),
            ("trips", grouped(Int64(data.findings.tripCount))), ("gaps", grouped(summary.gaps)),
        ]
        try write("<section id=\"summary\">\n")
        for line in missing { try write(line + "\n") }
        try write("<div class=\"totals\">")
        for card in cards { try write("<div><b>\(card.value)</b> <span data-word>\(card.words)</span></div>") }
        try write("</div>\n")
        for line in notes { try write(line + "\n") }
        try write("</section>\n")
    }

    /// What is missing in the page's days: left days, damaged files, addresses that are still to be found.
    private var missing: [String] {
        let summary = data.summary
        var lines: [String] = []
        for (day, sentence) in summary.left {
            lines.append("<p class=\"warning\" data-day=\"\(day)\">\(escaped(sentence))</p>")
        }
        for (file, words) in summary.damaged {
            lines.append("<p class=\"warning\"><code>\(escaped(file))</code>: \(escaped(words))</p>")
        }
        if summary.pending > 0 {
            let words = SpokenText(
                "{0} of {1} addresses are still to be found; the next run goes on.", grouped(Int64(summary.pending)),
                grouped(Int64(summary.addresses)))
            lines.append(words.element("p", attributes: " class=\"warning\""))
        }
        if let sentence = summary.otherOptions { lines.append("<p>\(sentence)</p>") }
        return lines
    }

    /// What the page leaves out, and why rows were rejected.
    private var notes: [String] {
        let summary = data.summary
        var lines: [String] = []
        if let sentence = leftOut { lines.append(sentence) }
        if !summary.reasons.isEmpty {
            let list = summary.reasons.map { "\(grouped($0.count)) \($0.reason)" }.joined(separator: ", ")
            lines.append("<p>\(SpokenText("Rejected by reason:").element("span")) \(escaped(list))</p>")
        }
        if summary.withoutDay > 0 {
            let words = SpokenText(
                "{0} more rejected rows belong to no day and are not in these totals.", grouped(summary.withoutDay))
            lines.append(words.element("p"))
        }
        if library == nil {
            lines.append(
                SpokenText("This page has no map that moves, as MapLibre was not there when it was written.").element("p"))
        }
        return lines
    }

    /// What the map shows where it does not show every fix.
    private var leftOut: String? {
        let (shown, all) = (grouped(data.shownFixes), grouped(data.tracks.all))
        let words: SpokenText
        switch data.tracks.content {
        case .fixes: return nil
        case .history: words = SpokenText("showing {0} of {1} fixes: the history points", shown, all)
        case .ends: words = SpokenText("showing {0} of {1} fixes: the first and last of each device and day", shown, all)
        }
        let command = data.commandOfDevice.map { " <code>\(escaped($0))</code>" } ?? ""
        return "<p>\(words.element("span")). \(SpokenText("All fixes of one device:").element("span"))\(command)</p>"
    }

    // MARK: Footer

    private func writeFooter() throws {
        let zone = try data.scope.store.meta("timezone") ?? ""
        let tiles = data.options.tiles.map { " " + escaped($0.attribution) + "." } ?? ""
        let sources =
            try data.scope.store.attributions().map { escaped($0) + ". " }
            + (library == nil
                ? [] : ["Names on the map: <a href=\"https://www.geonames.org/\">GeoNames</a>, CC BY 4.0. "])
        let words = SpokenText("Positions are WGS-84 degrees, local times in {0}.", zone)
        try write(
            "<footer>\(words.element("p"))<p>\(sources.joined())Land: Natural Earth, public domain.\(tiles)</p>"
        )
        if library != nil {
            try write(
                "<details><summary>\(MapLibrary.release), 3-Clause BSD</summary><pre>\(escaped(MapLibrary.licence))</pre></details>"
            )
        }
        try write("</footer>\n")
    }
}
