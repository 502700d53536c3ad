import Options
import SQLite
import Store
import Tracks

/// A page with a map, tables and totals: one file that opens in any browser without a network.
public struct HTMLReport: Report {
    /// `html`.
    public static let name = "html"
    /// One sentence.
    public static let summary =
        "A page with a map that turns and plays, totals, days, stays, trips, places and rejects of a day or range."

    /// `.html`.
    public static let suffix = ".html"

    /// The heading of a page that is given none.
    public static let usualTitle = "Trackmill report"

    /// The heading.
    public var title: String
    /// How its map looks and behaves.
    public var map: MapPageOptions

    /// Reads `title` and the options of the map.
    public init(reading reader: inout OptionReader) {
        title = reader.text("title", default: Self.usualTitle, help: "The heading of the page.") ?? Self.usualTitle
        map = MapPageOptions(reading: &reader)
    }

    /// A page with a heading.
    public init(title: String, map: MapPageOptions = MapPageOptions()) {
        self.title = title
        self.map = map
    }

    /// Every page can be of one device.
    public var whyNotPerDevice: String? { nil }

    /// Writes the page to a file.
    public func write(_ scope: ReportScope, of store: Store, to target: ReportTarget) throws -> ReportOutcome {
        var page = self
        page.map.basemap = map.basemap.map(scope.context.resolved)
        page.map.mapLibrary = map.mapLibrary.map(scope.context.resolved)
        return try target.write { output in
            let library = try scope.context.mapLibrary(page.map.mapLibrary)
            try page.write(
                of: store, from: scope.from, to: scope.to, devices: scope.devices, context: scope.context, library: library,
                to: output)
        }
    }

    /// Of more device-days the data is packed faster: a twentieth larger in a third of the time.
    private static let manyDeviceDays = 500

    /// Writes the page.
    ///
    /// - Parameters:
    ///   - from: The first day; nil for all.
    ///   - to: The last day; nil for all.
    ///   - devices: Only of these devices; of all where there is none.
    ///   - library: What draws the map; nil where it is not there.
    func write(
        of store: Store, from: CalendarDay?, to: CalendarDay?, devices: [String], context: ReportContext, library: MapLibrary?,
        to output: OutputFile
    ) throws {
        let scope = try PageScope(store, from: from, to: to, devices: devices)
        try output.write(head(range(scope), hasMap: library != nil))
        // The data stands first: it is written while it is read, and the summary at the top of what is shown is of it.
        try beginBlock("trackmill-data", to: output)
        let text = PackedText(level: scope.deviceDays.count > Self.manyDeviceDays ? 5 : 8) { try output.write($0) }
        let writer = DataWriter { try text.add($0) }
        let data = try PageData(
            scope, map, title: title, program: context.program, command: context.command, hash: context.options, to: writer)
        try writer.flush()
        try text.finish()
        try endBlock(to: output)
        try output.write("</head><body>\n")
        try PageBody(data, range: range(scope), title: title, library: library) { try output.write($0) }.writeAll()
        if let library {
            try writeBlock("map-library", library.script, to: output)
            try writeBlock("map-style", library.style, to: output)
        }
        try writeBlock("page-script", try PageParts.packedScript(), to: output)
        try output.write("</body></html>\n")
    }

    /// A part of the page that its script unpacks: base64 of gzip.
    private func writeBlock(_ id: String, _ text: [UInt8], to output: OutputFile) throws {
        try beginBlock(id, to: output)
        try output.write(text)
        try endBlock(to: output)
    }

    private func beginBlock(_ id: String, to output: OutputFile) throws {
        try output.write("<script type=\"application/octet-stream\" id=\"\(id)\">")
    }

    private func endBlock(to output: OutputFile) throws { try output.write("</script>\n") }

    private func range(_ scope: PageScope) -> String {
        let days =
            switch (scope.from, scope.to) {
            case (let from?, let to?): from == to ? "\(from)" : "\(from) to \(to)"
            case (let from?, nil): "from \(from) on"
            case (nil, let to?): "up to \(to)"
            case (nil, nil): "all days"
            }
        let names = scope.asked
        return days + (names.isEmpty ? "" : ", device\(names.count == 1 ? "" : "s") \(names.joined(separator: ", "))")
    }

    private func head(_ range: String, hasMap: Bool) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.add(
            """
            <!doctype html><html lang="\(map.language ?? "en")" data-language="\(map.language ?? "")" data-map="\(hasMap ? "yes" : "no")"><head><meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta http-equiv="Content-Security-Policy" content="\(policy)">
            <title>\(escaped(title)), \(escaped(range))</title><style>

            """)
        bytes += PageParts.style
        bytes.add("</style><script>")
        bytes += PageParts.loader
        bytes.add("</script>\n")
        return bytes
    }

    /// What the page may do: its own scripts, which it holds, and nothing from anywhere but the tiles that are asked for.
    private var policy: String {
        var sum = SHA256()
        sum.update(PageParts.loader)
        let hash = String(decoding: base64(sum.finalizedBytes()[...]), as: UTF8.self)
        let tiles = map.tiles.flatMap { MapPageOptions.host(of: $0.url) }.map { " " + $0 } ?? ""
        return
            "default-src 'none'; script-src 'sha256-\(hash)' blob:; style-src 'unsafe-inline'; img-src data: blob:\(tiles); worker-src blob:; child-src blob:; connect-src blob: data:\(tiles); font-src data:; base-uri 'none'; form-action 'none'"
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
