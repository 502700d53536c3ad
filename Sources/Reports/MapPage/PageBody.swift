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
            "<header><h1>\(escaped(title))</h1><p class=\"range\">\(escaped(range))</p><p class=\"pipeline\"><span data-word=\"pipeline\">Pipeline</span> <b>\(escaped(pipeline))</b></p></header>\n<main>\n"
        )
        try writeSummary()
        try write(
            "<section id=\"map-section\"><div id=\"mapview\"></div><div id=\"panel\"></div></section>\n<section id=\"overview\">\n")
        if let overview = try PageOverview(data) {
            try overview.write(to: write)
        } else {
            try write("<p data-word=\"no-fixes\">There are no fixes in these days.</p>\n")
        }
        try write("</section>\n<section id=\"tables\">\n" + PageCharts(data).svg)
        try PageTables(data, write: write).writeAll()
        try write("</section>\n</main>\n")
        try writeFooter()
    }

    // MARK: Summary

    private func writeSummary() throws {
        let summary = data.summary
        let cards: [(key: String, words: String, value: String)] = [
            ("devices", "devices", grouped(Int64(summary.devices))), ("rows", "rows", grouped(summary.rows)),
            ("kept", "kept", grouped(summary.kept)), ("thinned", "thinned", grouped(summary.thinned)),
            ("rejected", "rejected", grouped(summary.rejected)), ("distance", "moved", distanceInWords(meters: summary.meters)),
            ("moving", "moving", durationInWords(seconds: summary.movingSeconds)),
            ("staying", "staying", durationInWords(seconds: summary.staySeconds)),
            ("stays", "stays", grouped(summary.stays)), ("trips", "trips", grouped(Int64(data.findings.tripCount))),
            ("gaps", "gaps", grouped(summary.gaps)),
        ]
        try write("<section id=\"summary\">\n<div class=\"totals\">")
        for card in cards {
            try write("<div><b>\(card.value)</b> <span data-word=\"\(card.key)\">\(card.words)</span></div>")
        }
        try write("</div>\n")
        for line in missing { try write(line + "\n") }
        try write("</section>\n")
    }

    /// Sentences on what the page leaves out and what is missing in its days.
    private var missing: [String] {
        let summary = data.summary
        var lines: [String] = []
        func line(_ key: String, _ values: [String], _ words: String) {
            let list = escaped(values.joined(separator: " "))
            lines.append("<p data-word=\"\(key)\" data-values=\"\(list)\">\(escaped(words))</p>")
        }
        if let sentence = summary.otherOptions { lines.append("<p>\(sentence)</p>") }
        if let sentence = leftOut { lines.append(sentence) }
        for (day, sentence) in summary.left { lines.append("<p class=\"problem\" data-day=\"\(day)\">\(escaped(sentence))</p>") }
        for (file, words) in summary.damaged {
            lines.append("<p class=\"problem\"><code>\(escaped(file))</code>: \(escaped(words))</p>")
        }
        if !summary.reasons.isEmpty {
            let list = summary.reasons.map { "\(grouped($0.count)) \($0.reason)" }.joined(separator: ", ")
            lines.append("<p><span data-word=\"rejected-by\">Rejected by reason:</span> \(escaped(list))</p>")
        }
        if summary.withoutDay > 0 {
            line(
                "rows-without-day", ["\(summary.withoutDay)"],
                "\(grouped(summary.withoutDay)) rejected rows belong to no day and are not in these totals.")
        }
        if summary.pending > 0 {
            line(
                "addresses-pending", ["\(summary.pending)", "\(summary.addresses)"],
                "\(grouped(Int64(summary.pending))) of \(grouped(Int64(summary.addresses))) addresses are still to be found; the next run goes on.")
        }
        if library == nil { line("no-library", [], "This page has no map that moves, as MapLibre was not there when it was written.") }
        return lines
    }

    /// What the map shows where it does not show every fix.
    private var leftOut: String? {
        let all = data.tracks.all
        let (key, words): (String, String)
        switch data.tracks.content {
        case .fixes: return nil
        case .history: (key, words) = ("shown-history", "the points of the history")
        case .ends: (key, words) = ("shown-ends", "the first and last fix of each day, and the stays")
        }
        let shown = data.shownFixes
        let command = data.commandOfDevice.map { " <code>\(escaped($0))</code>" } ?? ""
        return
            "<p><span data-word=\"\(key)\" data-values=\"\(shown) \(all)\">The map is showing \(grouped(shown)) of \(grouped(all)) fixes: \(words). All fixes of one device:</span>\(command)</p>"
    }

    // MARK: Footer

    private func writeFooter() throws {
        let zone = try data.scope.store.meta("timezone") ?? ""
        let licence =
            library == nil
            ? ""
            : " \(MapLibrary.release), © 2023 MapLibre contributors and © 2020 Mapbox, BSD 3-Clause License: redistribution and use in source and binary forms, with or without modification, are permitted provided that the copyright notice, the conditions and the disclaimer of the licence are kept; the software is provided “as is”, without any warranty (https://github.com/maplibre/maplibre-gl-js/blob/v5.24.0/LICENSE.txt)."
        let tiles = data.options.tiles.map { " " + escaped($0.attribution) + "." } ?? ""
        try write(
            "<footer><p data-word=\"positions-and-times\" data-values=\"\(escaped(zone))\">Positions are WGS-84 degrees, local times in \(escaped(zone)).</p><p>Place names: <a href=\"https://www.geonames.org/\">GeoNames</a>, CC BY 4.0. Land: Natural Earth, public domain.\(tiles)\(licence)</p></footer>\n"
        )
    }
}
