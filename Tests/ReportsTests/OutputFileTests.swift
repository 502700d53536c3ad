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

    @Test func `a file that cannot be put in its place is told and leaves nothing beside it`() throws {
        try withFolder { folder in
            try FileManager.default.createDirectory(atPath: folder + "/a.csv/full", withIntermediateDirectories: true)
            let output = try OutputFile(path: folder + "/a.csv")
            try output.write("x")
            let error = #expect(throws: OutputError.self) { try output.finish() }
            #expect(error?.description == "\(folder)/a.csv: cannot be written: Is a directory. \(remedy)")
            #expect(try names(in: folder) == ["a.csv"])
        }
    }
}
