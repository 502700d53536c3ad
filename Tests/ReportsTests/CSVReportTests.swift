import Options
import Store
import Testing
import Tracks

@testable import Reports

@Suite struct CSVReportTests {
    private func report(_ selection: ViewSelection, pageSize: Int? = nil) -> CSVReport {
        var reader = OptionReader(reference: "csv")
        var report = CSVReport(ofFormat: &reader)
        (report.rows.selection, report.rows.pageSize) = (selection, pageSize)
        return report
    }

    private func lines(_ selection: ViewSelection) throws -> [String] {
        try withSmallStore { store, folder in
            _ = try report(selection).write(
                ReportScope(from: selection.from, to: selection.to, devices: selection.devices), of: store,
                to: ReportTarget(path: folder + "/a.csv"))
            return try content(of: folder + "/a.csv").split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        }
    }

    private let header =
        "day,device,kind,rows_in,kept,thinned,rejected,distance_m,moving_s,stay_s,max_speed_mps,south,west,north,east,"
        + "simplify_largest_error_m,simplify_mean_error_m,path_m"

    @Test func `a view without rows is its header`() throws {
        #expect(
            try lines(ViewSelection(view: "gaps")) == [
                "device,day,from_ms,to_ms,from_local,to_local,duration_s,distance_m,jump,from_latitude,from_longitude,to_latitude,to_longitude,from_utc,to_utc",
                "",
            ])
    }

    @Test func `rows come in the order of their keys, cells quoted as they need, NULL empty`() throws {
        let found = try lines(ViewSelection(view: "days"))
        #expect(
            found == [
                header, "2025-06-02,D2,,4,0,0,4,0,0,0,,,,,,,,0", "2025-06-03,D2,,5,0,0,5,0,0,0,,,,,,,,0",
                "2025-06-01,\"D<1>,\"\"x\"\"\",pet,3,0,0,3,0,0,0,,,,,,,,0", "",
            ])
    }

    @Test func `rows are narrowed by day, device and kind`() throws {
        #expect(try lines(ViewSelection(view: "days", from: CalendarDay("2025-06-03"))).count == 3)
        #expect(try lines(ViewSelection(view: "days", to: CalendarDay("2025-06-01"))).count == 3)
        #expect(try lines(ViewSelection(view: "days", from: CalendarDay("2025-06-01"), to: CalendarDay("2025-06-03"))).count == 5)
        #expect(try lines(ViewSelection(view: "days", devices: ["D2"])).count == 4)
        #expect(try lines(ViewSelection(view: "days", kinds: ["pet"])).count == 3)
        #expect(try lines(ViewSelection(view: "days", devices: ["' OR 1 --"])).count == 2)
    }

    @Test func `a view that cannot be narrowed so is told`() throws {
        let error = #expect(throws: StoreMismatch.self) { try lines(ViewSelection(view: "addresses", devices: ["D2"])) }
        #expect(error?.description == "addresses cannot be narrowed by device.")
        let day = #expect(throws: StoreMismatch.self) {
            try lines(ViewSelection(view: "places", from: CalendarDay("2025-06-01")))
        }
        #expect(day?.description == "places cannot be narrowed by day.")
        let zoom = #expect(throws: StoreMismatch.self) { try lines(ViewSelection(view: "days", zoom: 3)) }
        #expect(zoom?.description == "days cannot be narrowed by zoom.")
    }

    @Test func `an unknown view is told with all there are`() throws {
        let error = #expect(throws: StoreMismatch.self) { try lines(ViewSelection(view: "stais")) }
        let views =
            "fixes, history, trips, gaps, stays, places, map_clusters, map_members, devices, addresses, days, rejects, kinds, runs, input_files, day_ledger, about"
        #expect(error?.description == "there is no view 'stais'; there are \(views). Did you mean 'stays'?")
    }

    @Test(arguments: View.all.map(\.name))
    func `every view can be written`(view: String) throws {
        #expect(try lines(ViewSelection(view: view)).count >= 2)
    }

    @Test func `pages hold so many rows each, and a header each`() throws {
        let header = header
        try withSmallStore { store, folder in
            let paths = try report(ViewSelection(view: "days"), pageSize: 2).write(
                ReportScope(), of: store, to: ReportTarget(path: folder + "/a.csv", sparing: [])
            ).paths
            #expect(paths == [folder + "/a-1.csv", folder + "/a-2.csv"])
            let texts = try paths.map { try content(of: $0).split(separator: "\n").map(String.init) }
            #expect(texts.map(\.count) == [3, 2] && texts.allSatisfy { $0[0] == header })
            #expect(try names(in: folder).filter { $0.hasPrefix("a") } == ["a-1.csv", "a-2.csv"])
        }
    }

    @Test func `as many rows as a page holds are one page, and no row is one`() throws {
        try withSmallStore { store, folder in
            for (view, rows) in [("days", 3), ("gaps", 1)] {
                let paths = try report(ViewSelection(view: view), pageSize: rows).write(
                    ReportScope(), of: store, to: ReportTarget(path: folder + "/a.csv", sparing: [])
                ).paths
                #expect(paths == [folder + "/a-1.csv"], "\(view)")
            }
        }
    }

    @Test func `a page that cannot be written leaves none`() throws {
        try withSmallStore { store, folder in
            let spared = SparedFile(path: folder + "/a-2.csv", what: "is spared")
            let error = #expect(throws: OutputError.self) {
                try report(ViewSelection(view: "days"), pageSize: 1).write(
                    ReportScope(), of: store, to: ReportTarget(path: folder + "/a.csv", sparing: [spared])
                ).paths
            }
            #expect(error?.description == "\(folder)/a-2.csv: is spared; nothing was written. Choose another path.")
            let left = try names(in: folder)
            #expect(!left.contains { $0.hasPrefix("a") })
        }
    }

    @Test(arguments: [
        ("a.csv", "a-7.csv"), ("a", "a-7"), ("x.y/a", "x.y/a-7"), ("x/.a", "x/.a-7"), ("a.b.geojson", "a.b-7.geojson"),
        ("/a.csv", "/a-7.csv"),
    ])
    func `a page's number stands before the extension`(path: String, page: String) {
        #expect(pagePath(path, 7) == page)
    }

    @Test func `its table is one of the views`() {
        var reader = OptionReader(owner: "csv", node: nil, file: "p.yaml", mark: nil)
        #expect(CSVReport(reading: &reader).rows.selection.view == "stays" && reader.problems.isEmpty)
    }

    private func options(_ pairs: KeyValuePairs<String, String>) -> OptionReader {
        let mark = Mark(line: 1, column: 1)
        let entries = pairs.map { Node.Entry(key: $0.key, keyMark: mark, value: Node(.scalar($0.value), mark: mark)) }
        return OptionReader(owner: "report", node: Node(.mapping(entries), mark: mark), file: "p.yaml", mark: mark)
    }

    @Test func `a zoom is for map clusters`() {
        var reader = options(["table": "map_clusters", "zoom": "12"])
        #expect(CSVReport(reading: &reader).rows.selection.zoom == 12 && reader.problems.isEmpty)
        var other = options(["zoom": "12"])
        _ = CSVReport(reading: &other)
        #expect(other.problems.map(\.description) == ["p.yaml:1:1: 'zoom' is for the table map_clusters; stays has no zooms."])
    }

    @Test func `GeoJSON of map clusters wants a zoom`() {
        var reader = options(["table": "map_clusters"])
        _ = GeoJSONReport(reading: &reader)
        #expect(
            reader.problems.map(\.description) == [
                "p.yaml:1:1: geojson of map_clusters wants 'zoom', such as zoom: 12: all zooms on one map hide each other."
            ])
        var whole = options(["table": "map_clusters", "zoom": "0"])
        #expect(GeoJSONReport(reading: &whole).rows.selection.zoom == 0 && whole.problems.isEmpty)
    }
}
