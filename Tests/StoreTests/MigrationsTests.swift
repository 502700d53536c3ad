import Foundation
import SQLite
import Testing
import Tracks

@testable import Store

/// The result file of version 1 is `sample-data/cases/version-1/tracks.sql`, which a program of that version wrote.
@Suite struct MigrationsTests {
    private func withVersionOne(_ body: (String) throws -> Void) throws {
        let dump = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "sample-data/cases/version-1/tracks.sql")
        try withFolder { folder in
            let path = folder + "/t.sqlite"
            try { try Database(path: path, isReadOnly: false).execute(String(contentsOf: dump, encoding: .utf8)) }()
            try body(path)
        }
    }

    private func version(_ path: String) throws -> Int64? {
        try Database(path: path, isReadOnly: true).first("PRAGMA user_version") { $0.integer(0) }
    }

    /// What `sqlite_master` holds without what is only written in another way: the text of an added column.
    private func shape(_ database: Database) throws -> [String] {
        let columns = try database.rows(
            "SELECT m.type, m.name, c.name, c.type FROM sqlite_master m, pragma_table_info(m.name) c ORDER BY 2, c.cid"
        ) { row in (0..<4).map { row.text($0) }.joined(separator: " ") }
        let views = try database.rows("SELECT sql FROM sqlite_master WHERE type IN ('view', 'index') ORDER BY name") {
            $0.text(0)
        }
        let about = try database.rows("SELECT * FROM about") { row in (0..<4).map { row.text($0) }.joined(separator: " ") }
        return columns + views + about
    }

    /// Every row of views, by these columns.
    private func results(_ views: [(String, String)], of database: Database) throws -> [String] {
        try views.flatMap { view, columns in
            try database.rows("SELECT \(columns) FROM \(view)") { row in
                view + (0..<row.columnCount).map { " \(row.value($0))" }.joined()
            }
        }
    }

    @Test func `there is a step for each version after the first, in order`() {
        #expect(Migrations.steps.map(\.version) == Array(2...Schema.version))
    }

    @Test func `a file of version 1 becomes what a new one is, and keeps every result`() throws {
        try withVersionOne { path in
            let reader = try Store(readingFrom: path).database
            let views = try Store.resultViews.map { view in
                let columns = try reader.rows("SELECT name FROM pragma_table_info('\(view)')") { $0.text(0) }
                return (view, columns.joined(separator: ", "))
            }
            let before = try results(views, of: reader)
            let left = try version(path)
            #expect(left == 1)
            let store = try Store(path: path, pipeline: "earlier", zone: .utc, isDurable: false)
            #expect(try version(path) == Schema.version)
            #expect(try results(views, of: store.database) == before)
            let fresh = try Store(path: path + ".new", pipeline: "earlier", zone: .utc, isDurable: false)
            #expect(try shape(store.database) == shape(fresh.database))
            let files = try store.database.rows("SELECT file, state, crc32 FROM input_files") { row in
                "\(row.text(0)) \(row.text(1)) \(row.isNull(2))"
            }
            #expect(files == ["logs/2025-06-01.csv whole true", "logs/2025-06-02.csv whole true"])
        }
    }

    @Test func `a reader leaves a file of version 1 as it is`() throws {
        try withVersionOne { path in
            let bytes = try Data(contentsOf: URL(filePath: path))
            let stays = try Store(readingFrom: path).database.first("SELECT count(*) FROM stays") { $0.integer(0) }
            #expect(stays == 3)
            #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
        }
    }

    @Test func `another pipeline's file of version 1 is refused and stays of version 1`() throws {
        try withVersionOne { path in
            #expect(throws: StoreMismatch.self) {
                _ = try Store(path: path, pipeline: "other", zone: .utc, isDurable: false)
            }
            let left = try version(path)
            #expect(left == 1)
        }
    }

    @Test func `a step that fails undoes the whole`() throws {
        try withVersionOne { path in
            try { try Database(path: path, isReadOnly: false).execute("ALTER TABLE file ADD COLUMN crc INTEGER") }()
            #expect(throws: StoreError.self) {
                _ = try Store(path: path, pipeline: "earlier", zone: .utc, isDurable: false)
            }
            let left = try version(path)
            #expect(left == 1)
            let described = try Store(readingFrom: path).database.first("SELECT count(*) FROM about") { $0.integer(0) }
            #expect((described ?? 0) > 0)
        }
    }

    @Test func `fixes are found by their device-days in a file of version 1 and in what it becomes`() throws {
        try withVersionOne { path in
            /// Of each fix of the view what is found at its time and the milliseconds around it, and the whole way of its day.
            func found(_ store: Store) throws -> [String] {
                let fixes = try store.database.rows("SELECT device, day, time_ms FROM fixes ORDER BY device, time_ms") {
                    ($0.text(0), $0.text(1), $0.integer(2))
                }
                #expect(fixes.count == 14)
                return try fixes.flatMap { device, day, time in
                    let day = try #require(CalendarDay(day))
                    let held = try [Int64(-1), 0, 1].map {
                        let fix = try #require(try store.heldFix(device: device, day: day, nearestTo: time + $0))
                        #expect(fix.time == time)
                        return "\(fix)"
                    }
                    let way = "\(try store.positions(ofDevice: device, from: time - 600_000, to: time))"
                    return held + [way, "\(try store.mapPoints(of: .fixes, since: time, goOn: {}).times)"]
                }
            }
            let before = try found(Store(readingFrom: path))
            let store = try Store(path: path, pipeline: "earlier", zone: .utc, isDurable: false)
            #expect(try found(store) == before)
        }
    }
}
