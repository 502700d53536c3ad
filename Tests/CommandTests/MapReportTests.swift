import Foundation
import SQLite
import Store
import Testing
import Tracks

/// The data of a page against the views of the database that it was made from: issue 14.
@Suite struct MapReportTests {
    /// The page of the whole week, made once for all tests.
    private static let week = Swift.Result { () throws -> String in try text([]) }

    private static func page(_ arguments: String...) throws -> PageContent { try PageContent(text(arguments)) }

    private static func wholeWeek() throws -> PageContent { try PageContent(week.get()) }

    private static func text(_ arguments: [String]) throws -> String {
        let (folder, _) = try SampleWeek.result.get()
        let outcome = try Program.run(["report", "week.sqlite"] + arguments, in: folder)
        try #require(outcome.status == 0, "\(outcome.errors)")
        return outcome.output
    }

    // MARK: Rows

    @Test func `the tracks of a page are the fixes of the view`() throws {
        let page = try Self.wholeWeek()
        let database = try SampleWeek.open()
        let (times, latitudes) = (
            try page.tracks("time", areDifferences: true), try page.tracks("latitude", areDifferences: true)
        )
        let longitudes = try page.tracks("longitude", areDifferences: true)
        let speeds = try page.tracks("speed", areDifferences: false)
        let (courses, accuracies) = (
            try page.tracks("course", areDifferences: false), try page.tracks("accuracy", areDifferences: false)
        )
        for (number, device) in try page.devices().enumerated() {
            let rows = try database.rows(
                "SELECT time_ms, latitude, longitude, speed_mps, course_deg, accuracy_m FROM fixes WHERE device = ? ORDER BY time_ms",
                .text(device)
            ) { row in
                [Double(row.integer(0)), row.real(1), row.real(2)] + (3...5).map { row.optionalReal($0) ?? -1 }
            }
            try #require(rows.count == times[number].count)
            for (i, row) in rows.enumerated() {
                #expect(times[number][i] == row[0])
                #expect(
                    abs(latitudes[number][i] / 1e6 - row[1]) <= 0.50001e-6
                        && abs(longitudes[number][i] / 1e6 - row[2]) <= 0.50001e-6)
                #expect(row[3] < 0 ? speeds[number][i] == -1 : abs(speeds[number][i] / 100 - row[3]) <= 0.005001)
                #expect(row[4] < 0 ? courses[number][i] == -1 : abs(courses[number][i] / 10 - row[4]) <= 0.05001)
                #expect(row[5] < 0 ? accuracies[number][i] == -1 : abs(accuracies[number][i] / 10 - row[5]) <= 0.05001)
            }
        }
        #expect(try page.section("fixes")["of"] as? Int == page.section("fixes")["shown"] as? Int)
    }

    @Test func `a fix has the address of the stay that it lies in`() throws {
        let page = try Self.wholeWeek()
        let database = try SampleWeek.open()
        let addresses = try page.tracks("address", areDifferences: false)
        for (number, device) in try page.devices().enumerated() {
            let rows = try database.rows(
                "SELECT coalesce(s.address, '') FROM fixes f LEFT JOIN stays s ON s.stay = f.stay WHERE f.device = ? ORDER BY f.time_ms",
                .text(device)
            ) { $0.text(0) }
            #expect(try addresses[number].map(page.address) == rows)
        }
    }

    @Test func `stays, trips and gaps of a page are those of the views`() throws {
        let page = try Self.wholeWeek()
        let database = try SampleWeek.open()
        let devices = try page.devices()
        func column(_ name: String, _ section: String) throws -> [Double] { try page.numbers(name, of: section) }
        let stays = try database.rows(
            "SELECT device, arrived_ms, last_seen_ms, address FROM stays ORDER BY device, arrived_ms"
        ) {
            "\($0.text(0)) \($0.integer(1)) \($0.integer(2)) \($0.text(3))"
        }
        let (owners, arrived) = (try column("device", "stays"), try column("arrived", "stays"))
        let (seen, cells) = (try column("lastSeen", "stays"), try column("address", "stays"))
        #expect(
            try owners.indices.map {
                "\(devices[Int(owners[$0])]) \(Int64(arrived[$0])) \(Int64(seen[$0])) \(try page.address(cells[$0]))"
            } == stays)
        let places = try page.texts("id", of: "places")
        let trips = try database.rows(
            "SELECT device, start_ms, end_ms, start_place, end_place FROM trips ORDER BY device, start_ms"
        ) { "\($0.text(0)) \($0.integer(1)) \($0.integer(2)) \($0.text(3)) \($0.text(4))" }
        let (tripOwners, starts, ends) = (try column("device", "trips"), try column("start", "trips"), try column("end", "trips"))
        let (from, to) = (try column("fromPlace", "trips"), try column("toPlace", "trips"))
        func place(_ number: Double) -> String { number < 0 ? "" : places[Int(number)] }
        #expect(
            starts.indices.map {
                "\(devices[Int(tripOwners[$0])]) \(Int64(starts[$0])) \(Int64(ends[$0])) \(place(from[$0])) \(place(to[$0]))"
            } == trips)
        let gaps = try database.rows(
            "SELECT from_ms, to_ms, from_latitude, from_longitude, to_latitude, to_longitude FROM gaps ORDER BY device, from_ms"
        ) { row in (0..<2).map { Double(row.integer($0)) } + (2..<6).map { (row.real($0) * 1e6).rounded() } }
        let columns = try ["from", "to", "fromLatitude", "fromLongitude", "toLatitude", "toLongitude"].map {
            try column($0, "gaps")
        }
        #expect(gaps == columns[0].indices.map { i in columns.map { $0[i] } })
    }

    @Test func `the ends of gaps are the fixes there`() throws {
        // Simplify takes fixes away, but none at a gap's end would be a track that jumps.
        let database = try SampleWeek.open()
        let wrong = try database.lines(
            """
            SELECT g.device, g.from_ms FROM gaps g JOIN fixes f ON f.device = g.device AND f.time_ms = g.from_ms
            WHERE f.latitude != g.from_latitude OR f.longitude != g.from_longitude
            """)
        #expect(wrong == [])
        #expect(try database.text("SELECT count(*) FROM gaps WHERE from_latitude IS NULL OR to_longitude IS NULL") == "0")
    }

    @Test func `history has the accuracy of its fix`() throws {
        let database = try SampleWeek.open()
        let same = try database.text(
            "SELECT count(*) FROM history h JOIN fixes f ON f.device = h.device AND f.time_ms = h.time_ms WHERE h.accuracy_m IS NOT f.accuracy_m"
        )
        #expect(same == "0")
        #expect(try database.text("SELECT count(*) > 500 FROM history WHERE accuracy_m IS NOT NULL") == "1")
    }

    // MARK: Days and sums

    @Test func `places of a page are those of its days, with visits and time in them`() throws {
        let page = try Self.page("--day", "2025-06-03")
        let database = try SampleWeek.open()
        let day = (1_748_880_000_000, 1_748_966_400_000)
        #expect(try isoMilliseconds("2025-06-02T16:00:00Z") == Int64(day.0))
        let visits = try database.lines(
            """
            SELECT place, sum(day = '2025-06-03'), (sum(min(last_seen_ms, \(day.1)) - max(arrived_ms, \(day.0))) + 500) / 1000 FROM stays
            WHERE place IS NOT NULL AND arrived_ms < \(day.1) AND last_seen_ms >= \(day.0) GROUP BY place ORDER BY place
            """)
        let (ids, counts, totals) = (
            try page.texts("id", of: "places"), try page.numbers("visits", of: "places"), try page.numbers("total", of: "places")
        )
        let found = ids.indices.map { "\(ids[$0]),\(Int(counts[$0])),\(Int(totals[$0]))" }.filter { !$0.hasSuffix(",0,0") }
        #expect(found.sorted() == visits)
    }

    @Test func `sums of a page are those of the run`() throws {
        let page = try Self.wholeWeek()
        let database = try SampleWeek.open()
        let summary = try page.section("summary")
        let days = try database.rows("SELECT sum(rows_in), sum(kept), sum(thinned), sum(rejected) FROM days") { row in
            (0..<4).map { Int(row.integer($0)) }
        }
        #expect(["rows", "kept", "thinned", "rejected"].map { summary[$0] as? Int } == days[0])
        let run = try #require(
            try database.rows("SELECT kept, thinned, rejected FROM runs") { row in (0..<3).map { Int(row.integer($0)) } }.last)
        #expect(summary["kept"] as? Int == run[0] && summary["thinned"] as? Int == run[1])
        #expect((summary["rejected"] as? Int ?? 0) + (summary["withoutDay"] as? Int ?? 0) == run[2])
        for name in ["kept", "thinned", "rejected"] {
            #expect(try page.numbers(name, of: "days").reduce(0, +) == Double(summary[name] as? Int ?? -1))
        }
        #expect(try page.numbers("stays", of: "days").reduce(0, +) == 679)
    }

    // MARK: Clusters

    @Test func `cluster totals by kind are the stays of the page's days at every zoom`() throws {
        let database = try SampleWeek.open()
        func stays(_ condition: String) throws -> [String: Int] {
            let rows = try database.rows("SELECT kind, count(*) FROM stays WHERE \(condition) GROUP BY kind") {
                ($0.text(0), Int($0.integer(1)))
            }
            return Dictionary(rows) { a, _ in a }
        }
        let (whole, day) = (try Self.wholeWeek(), try Self.page("--day", "2025-06-02"))
        for zoom in 3...16 {
            #expect(try whole.clusterTotals(zoom: zoom) == stays("1"), "\(zoom)")
            #expect(try day.clusterTotals(zoom: zoom) == stays("day = '2025-06-02'"), "\(zoom)")
        }
        let device = try Self.page("--device", "bicycle-04")
        #expect(try device.clusterTotals(zoom: 3) == stays("device = 'bicycle-04'"))
    }

    @Test func `a page of all days has the clusters of the database`() throws {
        let database = try SampleWeek.open()
        let clusters = try Self.wholeWeek().section("clusters")
        let columns = try ["low", "high", "latitude", "longitude", "count"].map { try PageContent.numbers(clusters[$0]) }
        for zoom in 3...16 {
            let rows = try database.rows(
                "SELECT latitude, longitude, count FROM map_clusters WHERE zoom = ? AND count > 1", .integer(Int64(zoom))
            ) { "\(($0.real(0) * 1e6).rounded()) \(($0.real(1) * 1e6).rounded()) \($0.integer(2))" }
            let drawn = columns[0].indices.filter { columns[0][$0] <= Double(zoom) && Double(zoom) <= columns[1][$0] }
            #expect(
                drawn.map { "\(columns[2][$0]) \(columns[3][$0]) \(Int(columns[4][$0]))" }.sorted() == rows.sorted(), "\(zoom)")
        }
    }

    @Test func `clusters of all days that a page makes are those of the database`() throws {
        // All devices by name are no page of all: they are merged anew, by the same code and options.
        let whole = try Self.wholeWeek()
        let made = try PageContent(Self.text(whole.devices().flatMap { ["--device", $0] }))
        for name in ["latitude", "longitude", "count", "low", "high", "priority"] {
            let columns = try [whole, made].map { page in
                let clusters = try page.section("clusters")
                let key = try ["low", "latitude", "longitude"].map { try PageContent.numbers(clusters[$0]) }
                let values = try PageContent.numbers(clusters[name])
                let order = values.indices.sorted { (key[0][$0], key[1][$0], key[2][$0]) < (key[0][$1], key[1][$1], key[2][$1]) }
                return order.map { values[$0] }
            }
            #expect(columns[0] == columns[1], "\(name)")
        }
    }

    // MARK: Few fixes

    @Test func `above most a page shows the history, above that many points the ends of days`() throws {
        let history = try Self.page("--most", "1000")
        let fixes = try history.section("fixes")
        #expect(fixes["what"] as? String == "history" && fixes["shown"] as? Int == 980)
        #expect(fixes["of"] as? Int == 41_806)
        #expect(
            fixes["command"] as? String == "trackmill report week.sqlite --device bicycle-04 -o device.html")
        #expect(history.text.contains("showing 980 of 41,806 fixes: the history points"))
        let ends = try Self.page("--most", "500")
        #expect(try ends.section("fixes")["what"] as? String == "ends" && ends.section("fixes")["shown"] as? Int == 196)
        #expect(ends.text.contains("showing 196 of 41,806 fixes: the first and last of each device and day"))
        let database = try SampleWeek.open()
        let times = try database.lines(
            "SELECT min(time_ms) FROM fixes GROUP BY device, day UNION ALL SELECT max(time_ms) FROM fixes GROUP BY device, day")
        #expect(try ends.tracks("time", areDifferences: true).joined().map { "\(Int64($0))" }.sorted() == times.sorted())
    }

    // MARK: Views of some days

    @Test(arguments: ["fixes", "history", "trips", "gaps", "stays", "days", "rejects", "day_ledger"])
    func `a view of some days has the rows of the whole view`(view: String) throws {
        let (folder, _) = try SampleWeek.result.get()
        let store = try Store(readingFrom: folder("week.sqlite"))
        let database = try Database(path: folder("week.sqlite"), isReadOnly: true)
        let order = view == "rejects" ? "file, line, reason" : view == "day_ledger" ? "day, file" : "device, day, 4, 5, 6"
        for (from, to) in [
            ("2025-06-01", "2025-06-01"), ("2025-06-03", "2025-06-04"), ("2025-06-07", "2025-06-30"),
            ("2024-01-01", "2024-01-02"),
        ] {
            let source = try store.source(ofView: view, from: CalendarDay(from), to: CalendarDay(to))
            #expect(source != view)
            let rows = try database.lines("SELECT * FROM \(source) ORDER BY \(order)")
            let whole = try database.lines(
                "SELECT * FROM \(view) WHERE day BETWEEN '\(from)' AND '\(to)' ORDER BY \(order)")
            #expect(rows == whole, "\(from)")
            #expect(from == "2024-01-01" || from == "2025-06-07" && view == "rejects" || !rows.isEmpty)
        }
    }
}
