import Geodesy
import Options
import SQLite
import Store
import TrackAlgorithms
import Tracks

/// The data of a page: one JSON object that the page's script reads. It is written while it is read; tables of any length need the same memory.
///
/// A class: its sections are filled while they are written, and the tables of the page are made from what is left in it.
final class PageData {
    let scope: PageScope
    let options: MapPageOptions
    let kinds: PageKinds
    let addresses: PageAddresses
    let findings: PageFindings
    let tracks: PageTracks
    let summary: PageSummary
    /// How many fixes the map shows.
    private(set) var shownFixes: Int64 = 0
    /// The command that writes a page with all fixes of one device; nil where this one has them.
    let commandOfDevice: String?
    private let clusterPoints: PointsToMerge

    /// Reads the sections, which the summary is of.
    ///
    /// - Parameters:
    ///   - hash: Of the options that days would be made with today; nil where they are not known.
    ///   - data: Takes it in pieces.
    init(
        _ scope: PageScope, _ page: MapPageOptions, title: String, program: String, command: (String) -> String, hash: String?,
        to data: DataWriter
    ) throws {
        self.scope = scope
        options = page
        kinds = try PageKinds(scope)
        addresses = try PageAddresses(scope.database)
        findings = PageFindings(scope, kinds: kinds, addresses: addresses)
        tracks = try PageTracks(scope, most: page.most)
        commandOfDevice = tracks.content == .fixes ? nil : scope.devices.first.map { command($0.id) }
        let settings = try scope.store.mapClusterSettings()
        var points = PointsToMerge()
        var shown: Int64 = 0
        try Self.writeHead(scope, page, title, program, data)
        try kinds.write(to: data)
        try data.write(",")
        let kinds = kinds
        try tracks.write(
            to: data, stays: PageStayReader(scope), addresses: addresses, command: commandOfDevice
        ) { number, fix in
            shown += 1
            guard settings?.source == .fixes, !scope.isWhole else { return }
            let kind = scope.devices[number].kind
            points.add(
                latitude: Double(fix.latitude) / 1e7, longitude: Double(fix.longitude) / 1e7, kind: kinds.number(of: kind),
                device: number, hasKind: kind != nil)
        }
        try data.write(",")
        try findings.writeStays(PageStayReader(scope), to: data)
        try data.write(",")
        try findings.writeTrips(to: data)
        try data.write(",")
        try findings.writeGaps(to: data)
        try data.write(",")
        try findings.writePlaces(to: data)
        try data.write(",")
        try PageDevices(scope).write(to: data, kinds: kinds, addresses: addresses) { number, latest in
            guard settings?.source == .latest else { return }
            let kind = scope.devices[number].kind
            points.add(
                latitude: Double(latest.latitude) / 1e7, longitude: Double(latest.longitude) / 1e7, kind: kinds.number(of: kind),
                device: number, hasKind: kind != nil)
        }
        clusterPoints = points
        shownFixes = shown
        summary = try PageSummary(scope, findings, addresses, options: hash)
        try writeRest(settings, to: data)
    }

    /// What is of all sections before it.
    private func writeRest(_ settings: MapClusterSettings?, to data: DataWriter) throws {
        try data.write(",")
        try writeClusters(settings, to: data)
        try data.write(",")
        try writeDays(to: data)
        try data.write(",")
        try summary.write(to: data)
        try data.write(",")
        let box = try box()
        try PageBasemap(scope.database, options).write(over: box, to: data)
        try data.write(",\"china\":")
        try data.write(box.map(ChinaOutline.mayTouch) == true ? Self.china : "null")
        try data.write(",\"texts\":[")
        for (i, text) in addresses.texts.enumerated() { try data.write((i > 0 ? "," : "") + jsonText(text)) }
        try data.write("]}")
    }

    private static func writeHead(
        _ scope: PageScope, _ options: MapPageOptions, _ title: String, _ program: String, _ data: DataWriter
    ) throws {
        let zone = try scope.store.zone()
        var offsets: [String] = []
        for (change, offset) in zip(zone.changes, zone.offsets) {
            // Only what counts in these days; the first always does.
            if let last = zone.changes.last(where: { $0 <= scope.start }), change < last { continue }
            if change > scope.end, !offsets.isEmpty { break }
            // A double of JSON holds no Int64.min; no clock is read before the year 1.
            offsets.append("[\(max(change, -62_135_596_800_000)),\(offset / 1000)]")
        }
        let members: [(String, String)] = [
            ("format", "1"), ("program", jsonText(program)), ("pipeline", jsonText(try scope.store.meta("pipeline") ?? "")),
            ("title", jsonText(title)), ("from", scope.from.map { "\"\($0)\"" } ?? "null"),
            ("to", scope.to.map { "\"\($0)\"" } ?? "null"),
            ("onlyDevices", "[" + scope.asked.map(jsonText).joined(separator: ",") + "]"), ("timezone", jsonText(zone.name)),
            ("offsets", "[" + offsets.joined(separator: ",") + "]"), ("options", options.json),
        ]
        try data.write("{" + members.map { "\"\($0.0)\":\($0.1)," }.joined())
    }

    /// The outline of China, for its map systems.
    private static let china =
        "[" + ChinaOutline.rings.map { "[" + $0.map(String.init).joined(separator: ",") + "]" }.joined(separator: ",") + "]"

    private func writeClusters(_ settings: MapClusterSettings?, to data: DataWriter) throws {
        guard let clusters = try clusters(settings) else { return try data.write("\"clusters\":null") }
        try clusters.write(to: data)
    }

    /// Of all days those of the database; of some days or devices those of what the page shows.
    private func clusters(_ settings: MapClusterSettings?) throws -> PageClusters? {
        if scope.isWhole {
            let findings = findings
            let devices = Dictionary(scope.devices.enumerated().map { (ExactText($1.id), Int32($0)) }) { a, _ in a }
            return try PageClusters(of: scope, kinds: kinds) { source, id in
                switch source {
                case .stays: stableHash(ofID: id).flatMap { findings.stayNumbers[$0] }
                case .places: findings.number(ofKnownPlace: id).map { Int32($0) }
                case .latest: devices[ExactText(id)]
                case .fixes: nil
                }
            }
        }
        guard let settings else { return nil }
        switch settings.source {
        case .stays: return PageClusters(merging: findings.stayPoints, kinds: kinds, settings: settings, scope: scope)
        case .places: return PageClusters(merging: placePoints, kinds: kinds, settings: settings, scope: scope)
        case .latest, .fixes: return PageClusters(merging: clusterPoints, kinds: kinds, settings: settings, scope: scope)
        }
    }

    private var placePoints: PointsToMerge {
        var points = PointsToMerge()
        for place in findings.places {
            points.add(
                latitude: place.latitude, longitude: place.longitude, kind: kinds.number(of: place.kind),
                device: Int(place.device), hasKind: place.kind != nil)
        }
        return points
    }

    private func writeDays(to data: DataWriter) throws {
        try data.write("\"days\":")
        var table = JSONTable(
            ["device", "distance", "moving", "stays", "places", "kept", "thinned", "rejected", "day", "coverage"], to: data)
        for (number, row) in scope.deviceDays.enumerated() {
            table.columns.add([
                Int64(row.device), Int64((row.meters ?? 0).rounded()), Int64((row.movingSeconds ?? 0).rounded()),
                findings.counts[number].stays, findings.counts[number].places, row.kept, row.thinned, row.rejected,
            ])
            table.columns.add(CalendarDay(number: Int32(row.day)).description, to: 8)
            let part = findings.coverage(ofRow: number).map { shortText(($0 * 1000).rounded() / 1000) }
            table.columns.add(json: Array((part ?? "-1").utf8), to: 9)
            try table.endRow()
        }
        try table.finish()
    }

    /// The box over the fixes of the page's device-days; nil without any.
    func box() throws -> BoundingBox? {
        var corners: [(latitude: Int32, longitude: Int32)] = []
        let statement = try scope.database.prepare(
            "SELECT south, west, north, east FROM _device_day WHERE day = ? AND device = ?")
        for row in scope.deviceDays where row.firstTime != nil {
            statement.bind([.integer(row.day), .integer(scope.devices[row.device].key)])
            if try statement.step(), !statement.isNull(0) {
                corners.append((Int32(truncatingIfNeeded: statement.integer(0)), Int32(truncatingIfNeeded: statement.integer(1))))
                corners.append((Int32(truncatingIfNeeded: statement.integer(2)), Int32(truncatingIfNeeded: statement.integer(3))))
            }
            statement.reset()
        }
        return BoundingBox(latitudes: corners.map(\.latitude), longitudes: corners.map(\.longitude))
    }
}
