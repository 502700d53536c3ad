import Testing
import Tracks

@testable import Store

/// Rule 4.3: what becomes of the entries of files that are gone, told by what is stored.
@Suite struct GoneFileTests {
    private let day = CalendarDay(number: 20_000)
    private let share = DayShare(rows: 3, hash: 0xFFFF_0000_FFFF_0000)
    private let dayless = DayShare(rows: 2, hash: 7)

    private func withStore(_ body: (Store) throws -> Void) throws {
        try withFolder { folder in
            try body(try Store(path: folder + "/t.sqlite", pipeline: "p", zone: .utc, isDurable: false))
        }
    }

    /// Writes what a file gives, with two rejects without a day.
    @discardableResult
    private func read(_ path: String, _ shares: [CalendarDay: DayShare], in store: Store) throws -> FileEntry {
        try store.transaction {
            let entry = FileEntry(
                id: try store.id(ofFile: path), path: path, size: 1, modified: 1, low: 0, high: 1, state: "whole", options: nil)
            let rejects = (1...2).map { Reject(file: 0, line: $0, reason: .badTime, field: "time", value: "x", text: path) }
            try store.writeFile(
                entry, damage: nil, firstFix: nil, lastFix: nil, checksum: nil, days: shares, dayless: dayless,
                rejects: rejects, reasons: [.badTime: 2])
            return entry
        }
    }

    private func make(from file: FileEntry, in store: Store) throws {
        try store.transaction {
            try store.writeMade(day: day, file: file.id, share: share, counts: FileCounts(), reasons: [:])
        }
    }

    private func states(_ store: Store) throws -> [String] { try store.files().map { "\($0.path) \($0.state)" } }

    private func rejects(_ store: Store) throws -> [String] {
        try store.reader.rows("SELECT text FROM _reject ORDER BY id") { $0.text(0) }
    }

    @Test func `a file of which no day is made goes when all of it came anew under another name, with its rejects`() throws {
        try withStore { store in
            let old = try read("a.csv", [day: share], in: store)
            try store.noteGone([old])
            #expect(try states(store) == ["a.csv gone"])
            try store.settleGone([old], dropping: false)
            #expect(try states(store) == ["a.csv gone"])
            try read("b.csv", [day: share], in: store)
            try store.settleGone([old], dropping: false)
            #expect(try states(store) == ["b.csv whole"])
            #expect(try rejects(store) == ["b.csv", "b.csv"])
            #expect(try store.reader.first("SELECT sum(count) FROM _reason_count") { $0.integer(0) } == 2)
            // It is no file of before when it comes back.
            #expect(try store.transaction { try store.id(ofFile: "a.csv") } != old.id)
        }
    }

    @Test func `one that a day is made from stays, as renamed, until the day is made anew`() throws {
        try withStore { store in
            let old = try read("a.csv", [day: share], in: store)
            try make(from: old, in: store)
            try store.noteGone([old])
            try read("b.csv", [day: share], in: store)
            try store.settleGone([old], dropping: false)
            #expect(try states(store) == ["a.csv renamed", "b.csv whole"])
            try store.transaction { try store.clear(day: day) }
            try store.settleGone([old], dropping: false)
            #expect(try states(store) == ["b.csv whole"])
        }
    }

    @Test func `a part that did not come anew keeps it, as do rejects without a day`() throws {
        try withStore { store in
            let old = try read("a.csv", [day: share, day.next: DayShare(rows: 1, hash: 1)], in: store)
            try store.noteGone([old])
            try read("b.csv", [day: share], in: store)
            try store.settleGone([old], dropping: false)
            #expect(try states(store) == ["a.csv gone", "b.csv whole"])
            try store.settleGone([old], dropping: true)
            #expect(try states(store) == ["b.csv whole"])
        }
    }

    @Test func `what another file gave before it was gone does not make it renamed`() throws {
        try withStore { store in
            let old = try read("a.csv", [day: share], in: store)
            try read("b.csv", [day: share], in: store)
            try store.noteGone([old])
            try read("b.csv", [day: share], in: store)
            try store.settleGone([old], dropping: false)
            #expect(try states(store) == ["a.csv gone", "b.csv whole"])
        }
    }

    @Test func `a file that is back is no source of what it gives itself`() throws {
        try withStore { store in
            let old = try read("a.csv", [day: share], in: store)
            try store.noteGone([old])
            try read("a.csv", [day: share], in: store)
            try read("b.csv", [day: share], in: store)
            #expect(try store.reader.first("SELECT sum(returned) FROM _file_day") { $0.integer(0) } == 0)
            #expect(try states(store) == ["a.csv whole", "b.csv whole"])
        }
    }
}
