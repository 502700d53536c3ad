import Foundation
import SQLite
import Testing
import Tracks

@testable import Store

/// The result file of version 1 is `sample-data/cases/version-1/tracks.sql`, which a program of that version wrote.
@Suite struct MigrationsTests {
    private func withVersionOne(_ body: (String) throws -> Void) throws { try withVersion(1, body) }

    private func withVersion(_ version: Int, _ body: (String) throws -> Void) throws {
        let dump = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "sample-data/cases/version-\(version)/tracks.sql")
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
        let views = try database.rows(
            "SELECT replace(sql, '\"', '') FROM sqlite_master WHERE type IN ('view', 'index', 'trigger') ORDER BY name"
        ) { $0.text(0) }
        let about = try database.rows("SELECT * FROM about") { row in (0..<4).map { row.text($0) }.joined(separator: " ") }
        return columns + views + about
    }

    /// Every row of views, by these columns.
    private func results(_ views: [(String, String)], of database: Database) throws -> [String] {
        try views.flatMap { view, columns in
            try database.rows("SELECT \(columns) FROM \(view)") { row in
                view + (0..<row.columnCount).map { " \(row.value($0))" }.joined()
            }.sorted()
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

    @Test(arguments: 1...5)
    func `a file of any version becomes what a new one is, in one transaction, and keeps what the views of results showed`(
        version: Int
    )
        throws
    {
        try withVersion(version) { path in
            if version == 5 {
                // 13 m/s are no hundredths of km/h, 3e7 m too many of m: both are REAL in version 5, as is what has more decimals.
                try Database(path: path, isReadOnly: false).execute(
                    "UPDATE fix SET speed = 13.0, altitude = -3e7, course = 12.25, accuracy = 2.5 WHERE key = 1")
            }
            let reader = try Store(readingFrom: path).database
            // Of version 3 and before, gaps and history get what was not known.
            let views = try Store.resultViews.filter { version > 3 || !["gaps", "history"].contains($0) }.map { view in
                let columns = try reader.rows("SELECT name FROM pragma_table_info('\(view)')") { $0.text(0) }
                return (view, columns.joined(separator: ", "))
            }
            let before = try results(views, of: reader)
            let store = try Store(path: path, pipeline: "earlier", zone: .utc, isDurable: false)
            #expect(try self.version(path) == Schema.version)
            #expect(try results(views, of: store.database) == before)
            if version == 5 {
                let fix = try store.database.first(
                    "SELECT speed_mps, altitude_m, course_deg, accuracy_m FROM fixes WHERE speed_mps IS NOT NULL"
                ) { row in (0..<4).map(row.value) }
                #expect(fix == [.real(13), .real(-3e7), .real(12.25), .real(2.5)])
            }
            let fresh = try Store(path: path + ".new", pipeline: "earlier", zone: .utc, isDurable: false)
            #expect(try shape(store.database) == shape(fresh.database))
            #expect(try store.database.first("PRAGMA integrity_check") { $0.text(0) } == "ok")
            let plain = try store.database.rows(
                "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE '\\_%' ESCAPE '\\'"
            ) { $0.text(0) }
            #expect(plain.isEmpty)
        }
    }

    @Test func `statements of today read a file of version 5 as it is`() throws {
        try withVersion(5) { path in
            let bytes = try Data(contentsOf: URL(filePath: path))
            let reader = try Store(readingFrom: path)
            #expect(try reader.reader.rows("SELECT id FROM _device ORDER BY id") { $0.text(0) } == ["bike-1", "pet-1", "van-1"])
            #expect(try reader.mapPoints(of: .fixes, since: Int64.min, goOn: {}).count == 11)
            #expect(try reader.digest(ofView: "fixes").rows == 11)
            #expect(try Data(contentsOf: URL(filePath: path)) == bytes)
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
