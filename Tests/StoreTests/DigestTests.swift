import Testing
import Tracks

@testable import Store

@Suite struct DigestTests {
    private let first = CalendarDay(number: 20_240)

    private func digests(writing days: [[DayPart]]) throws -> [String] {
        try withStore { store in
            for day in days { try write(day, to: store) }
            return try allDigests(of: store)
        }
    }

    @Test func `a view without rows has the hash of nothing`() throws {
        try withStore { store in
            // SHA-256 of no bytes (FIPS 180-4).
            let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
            for name in Store.resultViews {
                let (hash, rows) = try store.digest(ofView: name)
                #expect(hash == empty && rows == 0)
            }
        }
    }

    @Test func `the order of days and devices does not show`() throws {
        let (a, b, c) = (
            part(of: "A", on: first, fixes: 90), part(of: "B", on: first, fixes: 70), part(of: "C", on: first.next, fixes: 80)
        )
        let forward = try digests(writing: [[a, b], [c]])
        #expect(try digests(writing: [[c], [b, a]]) == forward)
        #expect(try digests(writing: [[a], [c], [a, b]]) == forward)
    }

    @Test func `writing a day anew does not show`() throws {
        let a = part(of: "A", on: first, fixes: 90)
        #expect(try digests(writing: [[a], [a]]) == digests(writing: [[a]]))
    }

    @Test func `a change of any fix shows`() throws {
        var changed = part(of: "A", on: first, fixes: 90)
        changed.fixes.latitudes[40] += 1
        let before = try digests(writing: [[part(of: "A", on: first, fixes: 90)]])
        let after = try digests(writing: [[changed]])
        #expect(zip(before, after).filter { $0 != $1 }.map { $0.0.prefix(5) } == ["fixes"])
    }

    @Test func `a device-day less leaves nothing of it`() throws {
        let (a, b) = (part(of: "A", on: first, fixes: 90), part(of: "B", on: first, fixes: 70))
        let left = try withStore { store in
            try write([a, b], to: store)
            let key = try store.key(ofDevice: "B", partition: Int(NameTable.hash("B") >> 58))
            try write([a], to: store)
            try store.removeFindings(device: key)
            try store.removeHistory(day: first, device: key)
            return try allDigests(of: store)
        }
        #expect(left == (try digests(writing: [[a]])))
    }

    @Test func `a view of the ledger has no digest`() throws {
        try withStore { store in
            let error = #expect(throws: StoreMismatch.self) { try store.digest(ofView: "runs") }
            let names = "fixes, history, trips, gaps, stays, places, map_clusters, devices, addresses, days, rejects"
            #expect(error?.description == "there is no view of results 'runs'; there are \(names).")
        }
    }
}
