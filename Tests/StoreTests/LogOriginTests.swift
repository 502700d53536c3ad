import Foundation
import SQLite
import Testing

@testable import Store

/// Which write-ahead logs are taken in: those that go on from the database beside them. Logs and databases are as a killed run leaves them:
/// copied while they are open.
@Suite struct LogOriginTests {
    private func store(_ path: String) throws -> Store {
        try Store(path: path, pipeline: "p", zone: .utc, isDurable: false)
    }

    private func copy(_ from: String, to: String) throws {
        for ending in ["", "-wal"] {
            if FileManager.default.fileExists(atPath: to + ending) { try FileManager.default.removeItem(atPath: to + ending) }
            if FileManager.default.fileExists(atPath: from + ending) {
                try FileManager.default.copyItem(atPath: from + ending, toPath: to + ending)
            }
        }
    }

    private func copyDatabase(_ from: String, to: String) throws {
        if FileManager.default.fileExists(atPath: to) { try FileManager.default.removeItem(atPath: to) }
        try FileManager.default.copyItem(atPath: from, toPath: to)
    }

    private func note(_ number: Int, in store: Store) throws { try store.transaction { try store.setMeta("n", "\(number)") } }

    private func origin(_ path: String) -> LogOrigin { LogOrigin(of: path + "-wal", beside: path) }

    @Test func `a log fits the database that it was begun on, and every state that it was put into`() throws {
        try withFolder { folder in
            let (path, killed) = (folder + "/t.sqlite", folder + "/killed.sqlite")
            let store = try store(path)
            try note(1, in: store)
            try store.boundLog()
            try note(2, in: store)
            try note(3, in: store)
            try copy(path, to: killed)
            #expect(origin(killed) == .fits)
            // As a checkpoint leaves it that was killed before it emptied the log.
            _ = try store.database.first("PRAGMA wal_checkpoint(PASSIVE)") { $0.integer(0) }
            try copy(path, to: killed)
            #expect(origin(killed) == .fits)
            let reopened = try self.store(killed)
            #expect(try reopened.meta("n") == "3")
        }
    }

    @Test func `a log of a later time beside a backup is refused, and nothing is changed`() throws {
        try withFolder { folder in
            let (path, backup) = (folder + "/t.sqlite", folder + "/backup.sqlite")
            let store = try store(path)
            try note(1, in: store)
            try store.boundLog()
            try copyDatabase(path, to: backup)
            try note(2, in: store)
            try store.boundLog()
            try note(3, in: store)
            try FileManager.default.copyItem(atPath: path + "-wal", toPath: backup + "-wal")
            #expect(origin(backup) == .stranger)
            let bytes = try [backup, backup + "-wal"].map { try Data(contentsOf: URL(filePath: $0)) }
            let error = #expect(throws: StoreMismatch.self) { _ = try self.store(backup) }
            #expect(
                error?.description
                    == "\(backup)-wal is not the log of \(backup) as it is: it is of another time, or of another file. Was \(backup) restored without its \(backup)-wal and -shm? Nothing was changed. Remove these two, then run again."
            )
            #expect(try [backup, backup + "-wal"].map { try Data(contentsOf: URL(filePath: $0)) } == bytes)
            // What it says helps.
            try FileManager.default.removeItem(atPath: backup + "-wal")
            #expect(try self.store(backup).meta("n") == "1")
        }
    }

    @Test func `a log of an earlier time beside a later database is refused`() throws {
        try withFolder { folder in
            let (path, other) = (folder + "/t.sqlite", folder + "/later.sqlite")
            let store = try store(path)
            try store.boundLog()
            try note(1, in: store)
            try FileManager.default.copyItem(atPath: path + "-wal", toPath: other + "-wal")
            try store.boundLog()
            try note(2, in: store)
            try store.boundLog()
            try copyDatabase(path, to: other)
            #expect(origin(other) == .stranger)
        }
    }

    @Test func `the log of a copy that went its own way is refused`() throws {
        try withFolder { folder in
            let (path, copied) = (folder + "/t.sqlite", folder + "/copy.sqlite")
            do {
                let store = try store(path)
                try note(1, in: store)
                try store.boundLog()
            }
            try copyDatabase(path, to: copied)
            let (one, two) = (try store(path), try store(copied))
            for (store, number) in [(one, 2), (two, 3)] {
                try note(number, in: store)
                try store.boundLog()
                try note(number + 2, in: store)
            }
            let mixed = folder + "/mixed.sqlite"
            try copyDatabase(path, to: mixed)
            try FileManager.default.copyItem(atPath: copied + "-wal", toPath: mixed + "-wal")
            #expect(origin(mixed) == .stranger)
            try copy(path, to: mixed)
            #expect(origin(mixed) == .fits)
        }
    }

    @Test func `of a log without marks nothing is known, and one without frames holds nothing`() throws {
        try withFolder { folder in
            let (path, killed) = (folder + "/t.sqlite", folder + "/killed.sqlite")
            let store = try store(path)
            try store.boundLog()
            try store.database.run("INSERT INTO _meta VALUES ('x', 'y')")
            try copy(path, to: killed)
            #expect(origin(killed) == .unknown)
            #expect(try self.store(killed).meta("x") == "y")
            let log = try FileHandle(forWritingTo: URL(filePath: path + "-wal"))
            try log.truncate(atOffset: 32)
            #expect(origin(path) == .fits)
            #expect(origin(folder + "/none.sqlite") == .unknown)
        }
    }

    @Test func `a transaction that changes nothing leaves no mark, one that fails neither`() throws {
        try withFolder { folder in
            let store = try store(folder + "/t.sqlite")
            try note(1, in: store)
            let mark = try CommitMark.read(store.database)
            try store.transaction {}
            try note(1, in: store)
            #expect(throws: StoreMismatch.self) {
                try store.transaction {
                    try store.setMeta("n", "2")
                    throw StoreMismatch(description: "no")
                }
            }
            #expect(try CommitMark.read(store.database) == mark)
            try note(3, in: store)
            let next = try #require(try CommitMark.read(store.database))
            #expect(next.previous == mark?.own && next.own != mark?.own)
        }
    }

    @Test func `a mark is what it was stored as`() throws {
        let mark = CommitMark(after: nil)
        #expect(mark.previous == 0 && mark.bytes.count == 32)
        #expect(CommitMark(mark.bytes) == mark)
        #expect(CommitMark(CommitMark(after: mark).bytes)?.previous == mark.own)
        #expect(CommitMark(mark.bytes.dropLast()) == nil)
        #expect(CommitMark([UInt8](repeating: 0, count: 32)) == nil)
    }
}
