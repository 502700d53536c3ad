import SQLite
import Testing
import Tracks

@testable import Store

@Suite struct FixWriterTests {
    private let monday = CalendarDay(number: 20_000)

    private func count(_ store: Store, _ sql: String) throws -> Int64? { try store.database.first(sql) { $0.integer(0) } }

    /// Keys of the fixes by day and device, as the tables say.
    private func ranges(_ store: Store) throws -> [String] {
        try store.database.rows(
            """
            SELECT dd.day || ' ' || d.id || ' ' || count(x.key) || ' ' || coalesce(min(x.time), '-')
            FROM _device_day dd JOIN _device d ON d.key = dd.device
                LEFT JOIN _fix x ON x.key >= dd.first_key AND x.key < dd.first_key + dd.kept
            GROUP BY dd.day, d.id ORDER BY 1
            """
        ) { $0.text(0) }
    }

    @Test func `the fixes of a device-day are a range of keys`() throws {
        try withStore { store in
            try write([part(of: "a", on: monday, fixes: 3), part(of: "b", on: monday, fixes: 2)], to: store)
            try write([part(of: "a", on: monday.next, fixes: 4)], to: store)
            #expect(try ranges(store) == ["20000 a 3 0", "20000 b 2 0", "20001 a 4 0"])
            #expect(try count(store, "SELECT count(*) FROM _fix") == 9)
            #expect(try count(store, "SELECT count(*) FROM fixes") == 9)
        }
    }

    @Test func `a day that is written anew leaves no fix of before`() throws {
        try withStore { store in
            try write([part(of: "a", on: monday, fixes: 3)], to: store)
            try write([part(of: "a", on: monday.next, fixes: 4)], to: store)
            try write([part(of: "a", on: monday, fixes: 5)], to: store)
            #expect(try ranges(store) == ["20000 a 5 0", "20001 a 4 0"])
            #expect(try count(store, "SELECT count(*) FROM _fix") == 9)
            // The last day of the table is another matter: its keys are given anew.
            try write([part(of: "a", on: monday, fixes: 1)], to: store)
            #expect(try ranges(store) == ["20000 a 1 0", "20001 a 4 0"])
            #expect(try count(store, "SELECT count(*) FROM _fix") == 5)
        }
    }

    @Test func `in whatever order days are written, the view is the same`() throws {
        let parts = [part(of: "a", on: monday, fixes: 3), part(of: "a", on: monday.next, fixes: 4)]
        let digests = try [parts, parts.reversed(), parts + parts.reversed()].map { order in
            try withStore { store in
                for part in order { try write([part], to: store) }
                return try store.digest(ofView: "fixes").hash
            }
        }
        #expect(Set(digests).count == 1)
    }

    @Test func `a device-day without fixes has an empty range, and so has its day`() throws {
        try withStore { store in
            var empty = part(of: "a", on: monday, fixes: 1)
            empty.fixes.removeAll()
            (empty.devices[0].kept, empty.devices[0].rows) = (0, 0..<0)
            try write([empty], to: store)
            try write([part(of: "a", on: monday.next, fixes: 2)], to: store)
            #expect(try ranges(store) == ["20000 a 0 -", "20001 a 2 0"])
            let keys = try store.database.rows("SELECT day, first_key, end_key FROM day_ledger ORDER BY day") { row in
                (0..<3).map { "\(row.value($0))" }.joined(separator: " ")
            }
            #expect(keys == ["text(\"2024-10-04\") null null", "text(\"2024-10-05\") integer(1) integer(3)"])
        }
    }

    @Test func `each column comes back as it was, and what is not there is NULL`() throws {
        try withStore { store in
            var given = part(of: "a", on: monday, fixes: 4)
            given.fixes.altitudes = [.nan, 0.1 + 0.2, -11.5, 8848.86]
            given.fixes.speeds = [90 / 3.6, 1.0 / 3, .nan, 0]
            given.fixes.accuracies = [11.3, .nan, 1e9, 0.001]
            given.fixes.extras = [-1, 0, 1, 0]
            given.fixes.extraTexts = ["{\"a\":\"ü\"}", "{}"]
            try write([given], to: store)
            let rows = try store.database.rows(
                "SELECT altitude_m, speed_mps, course_deg, accuracy_m, extra FROM fixes ORDER BY time_ms"
            ) { row in (0..<5).map { row.value($0) } }
            #expect(
                rows == [
                    [.null, .real(25), .null, .real(11.3), .null],
                    [.real(0.1 + 0.2), .real(1.0 / 3), .null, .null, .text("{\"a\":\"ü\"}")],
                    [.real(-11.5), .null, .null, .real(1e9), .text("{}")],
                    [.real(8848.86), .real(0), .null, .real(0.001), .text("{\"a\":\"ü\"}")],
                ])
        }
    }

    @Test(arguments: [
        ("device = 'a' AND day = '2024-10-04'", ["p", "d", "dd"]), ("day = '2024-10-04'", ["p", "dd"]),
        ("device = 'a'", ["d", "dd"]),
        ("1", []),
    ])
    func `fixes are read by ranges of keys, and what a query names is found by its index`(condition: String, found: [String])
        throws
    {
        try withStore { store in
            try write([part(of: "a", on: monday, fixes: 3)], to: store)
            let plan = try store.database.rows(
                "EXPLAIN QUERY PLAN SELECT count(*), max(time_local) FROM fixes WHERE \(condition)"
            ) { $0.text(3) }
            #expect(plan.last == "SEARCH x USING INTEGER PRIMARY KEY (rowid>? AND rowid<?)", "\(plan)")
            for table in found { #expect(plan.contains { $0.hasPrefix("SEARCH \(table) USING ") }, "\(plan)") }
            #expect(
                !plan.contains { $0.contains("SUBQUERY") || $0.contains("TEMP B-TREE") || $0.contains("AUTOMATIC") }, "\(plan)")
        }
    }
}
