import Options
import Store
import Testing
import Tracks

@testable import Reports

@Suite struct CSVReportTests {
    private func lines(_ selection: ViewSelection) throws -> [String] {
        try withSmallStore { store, folder in
            let output = try OutputFile(path: folder + "/a.csv")
            try CSVReport.write(selection, of: store, to: output)
            try output.finish()
            return try content(of: folder + "/a.csv").split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        }
    }

    private let header =
        "day,device,kind,rows_in,kept,thinned,rejected,distance_m,moving_s,stay_s,max_speed_mps,south,west,north,east,"
        + "simplify_largest_error_m,simplify_mean_error_m"

    @Test func `a view without rows is its header`() throws {
        #expect(
            try lines(ViewSelection(view: "gaps")) == ["device,day,from_ms,to_ms,from_local,to_local,duration_s,distance_m", ""])
    }

    @Test func `rows come in the order of their keys, cells quoted as they need, NULL empty`() throws {
        let found = try lines(ViewSelection(view: "days"))
        #expect(
            found == [
                header, "2025-06-02,D2,,4,0,0,4,0,0,0,,,,,,,", "2025-06-03,D2,,5,0,0,5,0,0,0,,,,,,,",
                "2025-06-01,\"D<1>,\"\"x\"\"\",pet,3,0,0,3,0,0,0,,,,,,,", "",
            ])
    }

    @Test func `rows are narrowed by day, device and kind`() throws {
        #expect(try lines(ViewSelection(view: "days", from: CalendarDay("2025-06-03"))).count == 3)
        #expect(try lines(ViewSelection(view: "days", to: CalendarDay("2025-06-01"))).count == 3)
        #expect(try lines(ViewSelection(view: "days", from: CalendarDay("2025-06-01"), to: CalendarDay("2025-06-03"))).count == 5)
        #expect(try lines(ViewSelection(view: "days", device: "D2")).count == 4)
        #expect(try lines(ViewSelection(view: "days", kind: "pet")).count == 3)
        #expect(try lines(ViewSelection(view: "days", device: "' OR 1 --")).count == 2)
    }

    @Test func `a view that cannot be narrowed so is told`() throws {
        let error = #expect(throws: StoreMismatch.self) { try lines(ViewSelection(view: "addresses", device: "D2")) }
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
            "fixes, history, trips, gaps, stays, places, map_clusters, map_members, devices, addresses, days, rejects, runs, input_files, day_ledger, about"
        #expect(error?.description == "there is no view 'stais'; there are \(views).")
    }

    @Test(arguments: ViewSelection.views.map(\.name))
    func `every view can be written`(view: String) throws {
        #expect(try lines(ViewSelection(view: view)).count >= 2)
    }

    @Test func `its table is one of the views`() {
        var reader = OptionReader(owner: "csv", node: nil, file: "p.yaml", mark: nil)
        #expect(CSVReport(reading: &reader).table == "stays" && reader.problems.isEmpty)
    }
}
