import Foundation
import SQLite
import Testing
import Tracks

@testable import Store

@Suite struct StoreTests {
    private let first = CalendarDay(number: 20_240)

    private func mismatch(_ body: () throws -> Void) -> String? {
        #expect(throws: StoreMismatch.self, performing: body)?.description
    }

    @Test func `a new file has every view of the design, empty`() throws {
        try withStore { store in
            let names = try store.database.rows("SELECT name FROM sqlite_master WHERE type = 'view' ORDER BY name") { $0.text(0) }
            let wanted = [
                "about", "addresses", "day_ledger", "days", "devices", "fixes", "gaps", "history", "input_files", "kinds",
                "map_clusters",
                "map_members", "places", "rejects", "runs",
                "stays", "trips",
            ]
            #expect(names == wanted)
            for name in wanted where name != "about" {
                #expect(try store.database.first("SELECT count(*) FROM \(name)") { $0.integer(0) } == 0)
            }
            #expect(try store.database.first("PRAGMA journal_mode") { $0.text(0) } == "wal")
        }
    }

    /// DESIGN.md, "The result file": the columns of each view, at least.
    @Test(arguments: [
        (
            "fixes",
            "day device kind time_ms time_utc time_local latitude longitude altitude_m speed_mps course_deg accuracy_m extra trip stay"
        ),
        ("history", "device day number time_ms time_local latitude longitude course_deg speed_mps fixes accuracy_m address"),
        ("kinds", "number name color glyph priority"),
        (
            "trips",
            "trip day device kind start_ms end_ms start_local end_local distance_m moving_s max_speed_mps fixes start_place end_place start_latitude start_longitude end_latitude end_longitude open"
        ),
        (
            "gaps",
            "device day from_ms to_ms from_local to_local duration_s distance_m from_latitude from_longitude to_latitude to_longitude"
        ),
        (
            "stays",
            "stay day device kind arrived_ms last_seen_ms departed_ms arrived_local departed_local duration_s latitude longitude spread_m fixes confidence open inferred place address"
        ),
        (
            "places",
            "place device role name visits total_s first_ms last_ms usual_arrival_local usual_departure_local latitude longitude radius_m address"
        ),
        ("map_clusters", "zoom cluster identifier latitude longitude count kinds representative priority expansion_zoom hidden"),
        (
            "devices",
            "device name group_name kind first_ms last_ms last_local latitude longitude course_deg place address fixes days"
        ),
        (
            "addresses",
            "cell latitude longitude address country province city district street provider language approximate distance_m state"
        ),
        ("days", "day device kind rows_in kept thinned rejected distance_m moving_s stay_s max_speed_mps south west north east"),
        ("rejects", "file line day device reason field value text"),
    ])
    func `each view has the columns of the design`(view: String, columns: String) throws {
        try withStore { store in
            let found = try store.database.rows("SELECT name FROM pragma_table_info('\(view)')") { $0.text(0) }
            #expect(Set(columns.split(separator: " ").map(String.init)).subtracting(found) == [])
        }
    }

    @Test(arguments: Store.resultViews + ["runs", "input_files", "day_ledger", "kinds"])
    func `about explains every column of every view, in order`(view: String) throws {
        try withStore { store in
            let columns = try store.database.rows("SELECT name FROM pragma_table_info('\(view)')") { $0.text(0) }
            let explained = try store.database.rows(
                "SELECT name FROM _about_column WHERE view = ? ORDER BY position", .text(view)
            ) { $0.text(0) }
            #expect(explained == columns)
        }
    }

    @Test func `a stored day shows in the views`() throws {
        try withStore { store in
            try write([part(of: "D1", on: first, fixes: 90, kind: "pet")], to: store)
            let fix = try store.database.rows(
                "SELECT day, device, kind, time_utc, time_local, latitude, stay IS NULL FROM fixes ORDER BY time_ms LIMIT 1"
            ) { row in
                (0..<row.columnCount).map { row.text($0) }
            }
            #expect(fix == [["2025-06-01", "D1", "pet", "2025-06-01T00:00:00.000Z", "2025-06-01 00:00:00", "40.0", "1"]])
            #expect(try store.database.first("SELECT count(*) FROM fixes WHERE stay IS NOT NULL") { $0.integer(0) } == 30)
            #expect(
                try store.database.first("SELECT device || kept || rows_in || rejected FROM days") { $0.text(0) } == "D190911")
            #expect(
                try store.database.first("SELECT file || line || reason || device FROM rejects") { $0.text(0) }
                    == "logs/2025-06-01.csv49spikeD1")
            #expect(
                try store.database.first("SELECT arrived_local || duration_s FROM stays") { $0.text(0) }
                    == "2025-06-01 01:00:001800.0")
        }
    }

    @Test func `local times follow the zone's changes`() throws {
        try withFolder { folder in
            // An hour ahead until 00:30 UTC of the day, then two.
            let change = Int64(first.number) * 86_400_000 + 1_800_000
            let zone = TimeZoneRules(name: "test", changes: [Int64.min, change], offsets: [3_600_000, 7_200_000])
            let store = try Store(path: folder + "/t.sqlite", pipeline: "p", zone: zone, isDurable: true)
            try write([part(of: "D1", on: first, fixes: 32)], to: store)
            let texts = try store.database.rows("SELECT time_local FROM fixes ORDER BY time_ms DESC LIMIT 3") { $0.text(0) }
            #expect(texts == ["2025-06-01 02:31:00", "2025-06-01 02:30:00", "2025-06-01 01:29:00"])
        }
    }

    // MARK: Reopening

    @Test func `reopening finds what was stored`() throws {
        try withFolder { folder in
            let path = folder + "/t.sqlite"
            let before = try {
                let store = try Store(path: path, pipeline: "nightly", zone: .utc, isDurable: false)
                try write([part(of: "D1", on: first, fixes: 90)], to: store)
                return try allDigests(of: store)
            }()
            #expect(try allDigests(of: Store(path: path, pipeline: "nightly", zone: .utc, isDurable: false)) == before)
            #expect(try allDigests(of: Store(readingFrom: path)) == before)
        }
    }

    @Test func `another pipeline's name is refused`() throws {
        try withFolder { folder in
            let path = folder + "/t.sqlite"
            _ = try Store(path: path, pipeline: "nightly", zone: .utc, isDurable: false)
            let message = mismatch { _ = try Store(path: path, pipeline: "hourly", zone: .utc, isDurable: false) }
            #expect(
                message == "\(path) belongs to the pipeline 'nightly', not 'hourly'. Write to another file, or use that name.")
        }
    }

    @Test func `a file of a newer program is refused, for writing and for reading`() throws {
        try withFolder { folder in
            let path = folder + "/t.sqlite"
            try {
                try Store(path: path, pipeline: "nightly", zone: .utc, isDurable: false).database.execute(
                    "PRAGMA user_version = 999")
            }()
            let wanted =
                "\(path) has version 999 of the tables, this program knows 1 to \(Schema.version). Use the program that made it, or write to a new file."
            #expect(mismatch { _ = try Store(path: path, pipeline: "nightly", zone: .utc, isDurable: false) } == wanted)
            #expect(mismatch { _ = try Store(readingFrom: path) } == wanted)
        }
    }

    @Test func `another program's database is refused and left as it is`() throws {
        try withFolder { folder in
            let path = folder + "/other.sqlite"
            try { try Database(path: path, isReadOnly: false).execute("CREATE TABLE mine (a); INSERT INTO mine VALUES (1)") }()
            let before = try Data(contentsOf: URL(filePath: path))
            let wanted = "\(path) is no result file of trackmill; it was left as it is."
            #expect(mismatch { _ = try Store(path: path, pipeline: "nightly", zone: .utc, isDurable: false) } == wanted)
            #expect(try Data(contentsOf: URL(filePath: path)) == before)
            #expect(mismatch { _ = try Store(readingFrom: path) } == wanted)
        }
    }

    @Test func `what is no database is refused and left as it is`() throws {
        try withFolder { folder in
            let path = folder + "/notes.txt"
            try Data(String(repeating: "not a database\n", count: 100).utf8).write(to: URL(filePath: path))
            let error = #expect(throws: StoreError.self) {
                _ = try Store(path: path, pipeline: "nightly", zone: .utc, isDurable: false)
            }
            let remedy =
                "Remove it with its \(path)-wal and \(path)-shm, restore all of it from a backup or let the logs make it anew, then run again."
            #expect(error?.description == "\(path): file is not a database. \(remedy)")
            #expect(try String(contentsOf: URL(filePath: path), encoding: .utf8).hasPrefix("not a database"))
        }
    }

    @Test func `a file that is not there cannot be read`() throws {
        try withFolder { folder in
            let error = #expect(throws: StoreError.self) { _ = try Store(readingFrom: folder + "/none.sqlite") }
            let remedy = "Mend its path or the permissions of its folder, then run again."
            #expect(error?.description == "\(folder)/none.sqlite: cannot be opened: unable to open database file. \(remedy)")
        }
    }

    @Test func `settings are kept, the last value counts`() throws {
        try withStore { store in
            #expect(try store.meta("a") == nil)
            try store.setMeta("a", "1")
            try store.setMeta("a", "2")
            #expect(try store.meta("a") == "2")
            #expect(try store.meta("pipeline") == "nightly" && store.meta("timezone") == "UTC")
        }
    }
}
