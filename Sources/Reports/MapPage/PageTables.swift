import Options
import SQLite
import Store
import Tracks

/// The tables of a page: what can be read without a script, the first rows of each.
struct PageTables {
    /// Rows of a table; `export` has all.
    static let mostRows = 200

    private let data: PageData
    private let zone: TimeZoneRules
    private let write: (String) throws -> Void

    init(_ data: PageData, write: @escaping (String) throws -> Void) throws {
        self.data = data
        zone = try data.scope.store.zone()
        self.write = write
    }

    private var scope: PageScope { data.scope }

    /// Writes all of them.
    func writeAll() throws {
        try writeDays()
        try writeStays()
        try writeTrips()
        try writePlaces()
        try writeGaps()
        try writeRejects()
    }

    // MARK: Cells

    private enum Cell {
        case text(String?)
        /// A number or quantity, set to the right.
        case number(String)
    }

    private func cell(_ cell: Cell) -> String {
        switch cell {
        case .text(let text): "<td>\(escaped(text ?? ""))</td>"
        case .number(let text): "<td class=n>\(escaped(text))</td>"
        }
    }

    private func begin(_ heading: String, _ columns: [String]) throws {
        try write("<h2 data-word>\(heading)</h2><div class=\"scroll\"><table><thead><tr>")
        try write(columns.map { "<th data-word>\($0)</th>" }.joined() + "</tr></thead><tbody>\n")
    }

    private func row(_ cells: [Cell]) throws { try write("<tr>" + cells.map(cell).joined() + "</tr>\n") }

    /// - Parameter count: Of all rows.
    private func end(_ view: String, count: Int) throws {
        try write("</tbody></table></div>")
        if count > Self.mostRows {
            let words = SpokenText(
                "The first {0} of {1} rows; export has all:", grouped(Int64(Self.mostRows)), grouped(Int64(count)))
            try write("<p>\(words.element("span")) <code>trackmill export DB --table \(view)</code></p>")
        }
        if count == 0 { try write("<p data-word>None.</p>") }
        try write("\n")
    }

    private func device(_ number: Int) -> Cell {
        let device = scope.devices[number]
        return .text(device.name.map { "\($0) (\(device.id))" } ?? device.id)
    }

    private func local(_ time: Int64?) -> Cell { .text(time.map(zone.localText(milliseconds:))) }

    private func address(_ number: Int64) -> String? {
        number == PageAddresses.pending ? "address pending" : data.addresses.text(number)
    }

    private func degrees(_ value: Double) -> Cell { .number(shortText((value * 1e5).rounded() / 1e5)) }

    // MARK: Tables

    private func writeDays() throws {
        try begin(
            "Days",
            [
                "Day", "Device", "Kind", "Rows", "Kept",
                "Thinned", "Rejected", "Distance", "Moving",
                "Staying", "Stays", "Places", "Coverage",
            ])
        for number in scope.deviceDays.indices.prefix(Self.mostRows) {
            let day = scope.deviceDays[number]
            let counts = data.findings.counts[number]
            try row([
                .text(CalendarDay(number: Int32(day.day)).description), device(day.device), .text(scope.devices[day.device].kind),
                .number(grouped(day.rowsIn)), .number(grouped(day.kept)), .number(grouped(day.thinned)),
                .number(grouped(day.rejected)), .number(day.meters.map(distanceInWords) ?? ""),
                .number(day.movingSeconds.map(durationInWords) ?? ""), .number(durationInWords(seconds: day.staySeconds)),
                .number(grouped(counts.stays)), .number(grouped(counts.places)),
                .number(data.findings.coverage(ofRow: number).map(percent) ?? ""),
            ])
        }
        try end("days", count: scope.deviceDays.count)
    }

    private func writeStays() throws {
        try begin(
            "Stays",
            [
                "Device", "Kind", "Arrived", "Departed",
                "Duration", "Place", "Address", "Latitude (°)",
                "Longitude (°)", "Fixes",
            ])
        for (number, stay, address) in data.findings.firstStays {
            let place = stay.place.flatMap { data.findings.place($0) }
            try row([
                device(number), .text(stay.kind), local(stay.arrived), local(stay.departed),
                .number(durationInWords(seconds: Double(stay.lastSeen - stay.arrived) / 1000)), .text(place.map(words)),
                .text(self.address(address)), degrees(stay.latitude), degrees(stay.longitude), .number(grouped(stay.fixes)),
            ])
        }
        try end("stays", count: data.findings.stayCount)
    }

    private func words(_ place: PagePlace) -> String { place.name ?? place.role }

    private func writeTrips() throws {
        try begin(
            "Trips",
            [
                "Device", "Start", "End", "From", "To",
                "Distance", "Moving", "Top speed",
            ])
        for trip in data.findings.firstTrips {
            try row([
                device(trip.device), local(trip.start), local(trip.end), .text(end(trip.fromPlace, trip.fromAddress)),
                .text(end(trip.toPlace, trip.toAddress)), .number(distanceInWords(meters: trip.meters)),
                .number(durationInWords(seconds: Double(trip.end - trip.start) / 1000)),
                .number(trip.topSpeed.map(speedInWords) ?? ""),
            ])
        }
        try end("trips", count: data.findings.tripCount)
    }

    /// The place and the address of an end of a trip.
    private func end(_ place: Int64, _ address: Int64) -> String {
        let known = place >= 0 ? data.findings.places[Int(place)] : nil
        let name = known.flatMap { $0.name ?? ($0.role == "regular" ? nil : $0.role) }
        return [name, self.address(address)].compactMap(\.self).joined(separator: ", ")
    }

    private func writePlaces() throws {
        try begin(
            "Places",
            [
                "Device", "Kind", "Devices", "Name", "Role", "Visits",
                "Time there", "Latitude (°)", "Longitude (°)",
                "Address",
            ])
        for place in data.findings.places.prefix(Self.mostRows) {
            try row([
                place.device >= 0 ? device(Int(place.device)) : .text(nil), .text(place.sharedKind),
                .number(grouped(place.devices)), .text(place.name), .text(place.role), .number(grouped(place.visits)),
                .number(durationInWords(seconds: Double(place.total) / 1000)),
                degrees(place.latitude), degrees(place.longitude),
                .text(address(try data.addresses.number(ofCell: place.cell))),
            ])
        }
        try end("places", count: data.findings.places.count)
    }

    private func writeGaps() throws {
        try begin(
            "Gaps",
            [
                "Device", "From", "To", "Duration", "Distance",
                "Jump",
            ])
        for (number, start, end, meters, isJump) in data.findings.firstGaps {
            try row([
                device(number), local(start), local(end), .number(durationInWords(seconds: Double(end - start) / 1000)),
                .number(distanceInWords(meters: meters)), .text(isJump ? "jump" : ""),
            ])
        }
        try end("gaps", count: Int(data.findings.gapCount))
    }

    private func writeRejects() throws {
        try begin(
            "Rejects",
            [
                "File", "Line", "Device", "Reason", "Field",
                "Value", "Text",
            ])
        let source = try scope.store.source(ofView: "rejects", from: scope.from, to: scope.to)
        let condition = scope.deviceCondition("device")
        let statement = try scope.database.prepare(
            "SELECT file, line, device, reason, field, value, text FROM \(source) WHERE 1\(condition) ORDER BY file, line, reason LIMIT \(Self.mostRows)"
        )
        statement.bind(scope.asked.map { .text($0) })
        while try statement.step() {
            try row([
                .text(statement.text(0)), .number("\(statement.integer(1))"), .text(statement.text(2)),
                .text(statement.text(3)), .text(statement.text(4)), .text(shortened(statement.text(5))),
                .text(shortened(statement.text(6))),
            ])
        }
        let count = try scope.database.prepare("SELECT count(*) FROM \(source) WHERE 1\(condition)")
        count.bind(scope.asked.map { .text($0) })
        let all = try count.step() ? count.integer(0) : 0
        try end("rejects", count: Int(all))
    }

    /// At most 300 characters of a text that may be a whole damaged file.
    private func shortened(_ text: String) -> String {
        text.unicodeScalars.count > 300 ? String(String.UnicodeScalarView(text.unicodeScalars.prefix(300))) + "…" : text
    }
}

extension PageFindings {
    /// A place by its id; nil where the page has none.
    func place(_ id: String) -> PagePlace? { number(ofKnownPlace: id).map { places[Int($0)] } }
}
