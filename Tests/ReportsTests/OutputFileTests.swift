import Foundation
import Testing

@testable import Reports

@Suite struct OutputFileTests {
    @Test func `a file is in its place once it is finished, and nothing is left beside it`() throws {
        try withFolder { folder in
            let output = try OutputFile(path: folder + "/a.csv")
            try output.write("one\n")
            try output.write(String(repeating: "x", count: 200_000))
            #expect(try !names(in: folder).contains("a.csv"))
            try output.finish()
            #expect(try names(in: folder) == ["a.csv"])
            #expect(try content(of: folder + "/a.csv") == "one\n" + String(repeating: "x", count: 200_000))
        }
    }

    @Test func `a file that was there stays until the new one is finished`() throws {
        try withFolder { folder in
            try Data("old".utf8).write(to: URL(filePath: folder + "/a.csv"))
            let output = try OutputFile(path: folder + "/a.csv")
            try output.write(String(repeating: "new", count: 100_000))
            #expect(try content(of: folder + "/a.csv") == "old")
            try output.finish()
            #expect(try content(of: folder + "/a.csv").hasPrefix("newnew"))
        }
    }

    /// No process has a number above 4,194,304 (Linux: PID_MAX_LIMIT).
    @Test func `what a killed process left beside it an hour ago goes, nothing else`() throws {
        try withFolder { folder in
            let others = [
                "a.csv.part-\(getpid() - 1)", "a.csv.part-4194999", "a.csv.part-x", "a.csv.part-", "b.csv.part-4194998",
            ]
            for name in others + ["a.csv.part-4194998"] {
                try Data("left".utf8).write(to: URL(filePath: folder + "/" + name))
                let age = name.hasSuffix("4194999") ? 3000.0 : 4000.0
                try FileManager.default.setAttributes(
                    [.modificationDate: Date.now.addingTimeInterval(-age)], ofItemAtPath: folder + "/" + name)
            }
            let output = try OutputFile(path: folder + "/a.csv")
            try output.finish()
            let left = try names(in: folder).filter { !$0.hasPrefix("a.csv.part-\(getpid() - 1)") }
            #expect(left == (others.dropFirst() + ["a.csv"]).sorted())
        }
    }

    @Test func `a file that is given up leaves nothing and keeps the old one`() throws {
        try withFolder { folder in
            try Data("old".utf8).write(to: URL(filePath: folder + "/a.csv"))
            do {
                let output = try OutputFile(path: folder + "/a.csv")
                try output.write(String(repeating: "new", count: 100_000))
            }
            #expect(try names(in: folder) == ["a.csv"])
            #expect(try content(of: folder + "/a.csv") == "old")
        }
    }

    @Test func `an empty file is a file`() throws {
        try withFolder { folder in
            try OutputFile(path: folder + "/a.csv").finish()
            #expect(try content(of: folder + "/a.csv") == "")
        }
    }

    private let remedy = "Choose another path, or mend its folder, then run again."

    @Test func `a folder that is not there is told`() throws {
        try withFolder { folder in
            let error = #expect(throws: OutputError.self) { try OutputFile(path: folder + "/no/a.csv") }
            #expect(error?.description == "\(folder)/no/a.csv: cannot be written: No such file or directory. \(remedy)")
            #expect(error?.isCreation == true)
        }
    }

    @Test func `a folder in the file's place is told before anything is written`() throws {
        try withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder + "/a.csv/full", withIntermediateDirectories: true)
            let error = #expect(throws: OutputError.self) { try OutputFile(path: folder + "/a.csv") }
            #expect(error?.description == "\(folder)/a.csv: cannot be written: Is a directory. \(remedy)")
            #expect(error?.isCreation == true)
            #expect(try names(in: folder) == ["a.csv"])
        }
    }

    @Test func `a file that cannot be put in its place is told and leaves nothing beside it`() throws {
        try withFolder { folder in
            let output = try OutputFile(path: folder + "/a.csv")
            try output.write("x")
            try FileManager.default.createDirectory(atPath: folder + "/a.csv/full", withIntermediateDirectories: true)
            let error = #expect(throws: OutputError.self) { try output.finish() }
            #expect(error?.description == "\(folder)/a.csv: cannot be written: Is a directory. \(remedy)")
            #expect(error?.isCreation == false)
            _ = consume output
        }
    }

    private func link(_ path: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: target)
    }

    @Test func `links stay; what they lead to is replaced`() throws {
        try withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder + "/far", withIntermediateDirectories: true)
            try Data("old".utf8).write(to: URL(filePath: folder + "/far/a.csv"))
            try link(folder + "/far/second.csv", to: "a.csv")
            try link(folder + "/first.csv", to: "far/second.csv")
            let output = try OutputFile(path: folder + "/first.csv")
            try output.write("new")
            try output.finish()
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder + "/first.csv") == "far/second.csv")
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder + "/far/second.csv") == "a.csv")
            #expect(try content(of: folder + "/far/a.csv") == "new")
            #expect(try names(in: folder + "/far") == ["a.csv", "second.csv"])
        }
    }

    @Test func `a link to nothing is followed, too`() throws {
        try withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder + "/far", withIntermediateDirectories: true)
            try link(folder + "/far/second.csv", to: "a.csv")
            try link(folder + "/first.csv", to: folder + "/far/second.csv")
            try OutputFile(path: folder + "/first.csv").finish()
            #expect(try names(in: folder + "/far") == ["a.csv", "second.csv"])
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder + "/far/second.csv") == "a.csv")
        }
    }

    @Test func `links in a ring are told`() throws {
        try withFolder { folder in
            try link(folder + "/a.csv", to: "b.csv")
            try link(folder + "/b.csv", to: "a.csv")
            let error = #expect(throws: OutputError.self) { try OutputFile(path: folder + "/a.csv") }
            #expect(
                error?.description == "\(folder)/a.csv: cannot be written: Too many levels of symbolic links. \(remedy)")
        }
    }

    @Test(arguments: [false, true])
    func `a FIFO is written straight and stays`(isLinked: Bool) throws {
        try withFolder { folder in
            let fifo = folder + "/fifo"
            try #require(mkfifo(fifo, 0o600) == 0)
            // Open for both, so that the writer's opening waits for nobody.
            let reader = open(fifo, O_RDWR | O_NONBLOCK)
            defer { close(reader) }
            if isLinked { try link(folder + "/a.csv", to: "fifo") }
            let output = try OutputFile(path: isLinked ? folder + "/a.csv" : fifo)
            try output.write("hello")
            try output.finish()
            var bytes = [UInt8](repeating: 0, count: 9)
            #expect(read(reader, &bytes, 9) == 5 && bytes.prefix(5).elementsEqual("hello".utf8))
            var status = stat()
            #expect(stat(fifo, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO)
            #expect(try names(in: folder) == (isLinked ? ["a.csv", "fifo"] : ["fifo"]))
        }
    }

    @Test func `the permissions of a file that is replaced stay`() throws {
        try withFolder { folder in
            try Data("old".utf8).write(to: URL(filePath: folder + "/a.csv"))
            chmod(folder + "/a.csv", 0o640)
            try OutputFile(path: folder + "/a.csv").finish()
            var status = stat()
            #expect(stat(folder + "/a.csv", &status) == 0 && status.st_mode & 0o7777 == 0o640)
        }
    }

    // What SQLite keeps beside a database in WAL mode, and the lock of a run.
    @Test(arguments: [
        ("t.sqlite", "is the result file itself"), ("t.sqlite-wal", "belongs to the result file $/t.sqlite"),
        ("t.sqlite-shm", "belongs to the result file $/t.sqlite"), ("t.sqlite.lock", "belongs to the result file $/t.sqlite"),
        ("hard.csv", "is the result file itself"), ("soft.csv", "is the result file itself"),
        ("./t.sqlite", "is the result file itself"),
        ("inner/../t.sqlite-journal", "belongs to the result file $/t.sqlite"),
        ("soft-wal.csv", "belongs to the result file $/t.sqlite"),
    ])
    func `no output falls on a result file or what belongs to it`(name: String, what: String) throws {
        try withFolder { folder in
            try Data("rows".utf8).write(to: URL(filePath: folder + "/t.sqlite"))
            try FileManager.default.createDirectory(atPath: folder + "/inner", withIntermediateDirectories: true)
            try FileManager.default.linkItem(atPath: folder + "/t.sqlite", toPath: folder + "/hard.csv")
            try link(folder + "/soft.csv", to: "t.sqlite")
            try link(folder + "/soft-wal.csv", to: "t.sqlite-wal")
            let path = "\(folder)/\(name)"
            let error = #expect(throws: OutputError.self) {
                try OutputFile(path: path, sparing: SparedFile.resultFile(folder + "/t.sqlite"))
            }
            let said = what.replacing("$", with: folder)
            #expect(error?.description == "\(path): \(said); nothing was written. Choose another path.")
            #expect(error?.isRefused == true)
            #expect(try content(of: folder + "/t.sqlite") == "rows")
            _ = try OutputFile(path: folder + "/t.csv", sparing: SparedFile.resultFile(folder + "/t.sqlite"))
        }
    }

    @Test func `what belongs to the file that a link leads to is spared, too`() throws {
        try withFolder { folder in
            try Data("rows".utf8).write(to: URL(filePath: folder + "/t.sqlite"))
            try link(folder + "/l.sqlite", to: "t.sqlite")
            for name in ["l.sqlite", "t.sqlite", "t.sqlite-wal", "l.sqlite.lock"] {
                #expect(throws: OutputError.self, "\(name)") {
                    try OutputFile(path: "\(folder)/\(name)", sparing: SparedFile.resultFile(folder + "/l.sqlite"))
                }
            }
        }
    }
}
