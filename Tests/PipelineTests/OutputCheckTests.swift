import Foundation
import Options
import SQLite
import Store
import Testing

@testable import Pipeline

/// Outputs that would destroy what the pipeline reads, or each other.
@Suite struct OutputCheckTests {
    private func reports(_ paths: [String]) -> [String] {
        ["reports:"] + paths.map { "  - csv: {to: \"\($0)\"}" }
    }

    private func messages(files: String = "logs/{date}.csv", to paths: String...) -> [String] {
        problems(pipelineText(read: ["files: \"\(files)\""], after: reports(paths)))
    }

    @Test(arguments: [
        ("out/t.sqlite", "the result file"), ("out/x/../t.sqlite", "the result file"),
        ("../pipelines/./out//t.sqlite", "the result file"), ("out/t.sqlite-wal", "which belongs to the result file"),
        ("out/t.sqlite-shm", "which belongs to the result file"), ("out/t.sqlite.lock", "which belongs to the result file"),
        ("p.yaml", "the pipeline file"), ("logs/2025-06-01.csv", "which a source reads by 'logs/{date}.csv'"),
        ("logs/{date}.csv", "which a source reads by 'logs/{date}.csv'"),
    ])
    func `a report is not written over what is needed`(path: String, words: String) {
        #expect(messages(to: path) == ["12:15: 'to' is \(path), \(words); write the report elsewhere."])
    }

    @Test func `an absolute path is the same file as a relative one`() {
        let folder = FileManager.default.currentDirectoryPath
        let path = "\(folder)/pipelines/out/t.sqlite"
        #expect(messages(to: path) == ["12:15: 'to' is \(path), the result file; write the report elsewhere."])
    }

    @Test func `of two reports of one file the second is told`() {
        let another = "which another report writes, too; write the report elsewhere."
        #expect(
            messages(
                to: "a.csv", "./a.csv", "b-{date}.csv", "b-2025-06-01.csv", "b-{date:yyyyMMdd}.csv", "b-{date:yyyy-MM-dd}.csv")
                == [
                    "13:15: 'to' is ./a.csv, \(another)", "15:15: 'to' is b-2025-06-01.csv, \(another)",
                    "17:15: 'to' is b-{date:yyyy-MM-dd}.csv, \(another)",
                ])
    }

    @Test func `a report may stand where nothing else does`() {
        #expect(messages(to: "logs/stays-{date}.csv", "logs/2025-06-01.html", "out/t.sqlite.csv", "out/*.csv") == [])
        #expect(messages(files: "*.csv", to: "out/a.csv", ".a.csv") == [])
    }

    @Test func `braces of a report hold a day`() {
        let wanted = "braces may hold date, or date: with yyyy, MM and dd."
        #expect(
            messages(to: "{device}.csv", "{date:MM}.csv", "{date", "{x}") == [
                "12:15: 'to' has '{device}.csv'; \(wanted)", "13:15: 'to' has '{date:MM}.csv'; \(wanted)",
                "14:15: 'to' has '{date'; \(wanted)", "15:15: 'to' has '{x}'; \(wanted)",
            ])
    }

    @Test func `a folder is no output`() throws {
        try withFiles(["dir/x"]) { folder in
            let text = pipelineText(top: ["base: \(folder)"], after: reports(["dir", "new/"]))
            #expect(
                problems(text.replacing("out/t.sqlite", with: "dir")) == [
                    "11:17: 'sqlite' is dir, which is a folder; write a file in it.",
                    "13:15: 'to' is dir, which is a folder; write a file in it.",
                    "14:15: 'to' is new/, which is a folder; write a file in it.",
                ])
        }
    }

    @Test func `results are not written over what is read`() {
        func result(_ path: String, files: String = "logs/{date}.csv") -> [String] {
            problems(pipelineText(read: ["files: \"\(files)\""]).replacing("out/t.sqlite", with: "\"\(path)\""))
        }
        #expect(result("p.yaml") == ["10:17: 'sqlite' is p.yaml, the pipeline file; write the results elsewhere."])
        #expect(
            result("logs/x", files: "logs/*") == [
                "10:17: 'sqlite' is logs/x, which a source reads by 'logs/*'; write the results elsewhere."
            ])
        #expect(
            result("x", files: "x*k") == [
                "10:17: 'sqlite' is x, beside which is written x.lock, which a source reads by 'x*k'; write the results elsewhere."
            ])
        #expect(
            result("out/{date}.sqlite") == [
                "10:17: 'sqlite' has 'out/{date}.sqlite'; one file holds the results of all days and devices, write it without braces."
            ])
    }

    @Test func `files of devices and names are inputs`() throws {
        try withFiles(["d.csv", "n.csv"]) { folder in
            try Data("device\n".utf8).write(to: URL(filePath: folder + "/d.csv"))
            try Data("name,latitude,longitude,radius\n".utf8).write(to: URL(filePath: folder + "/n.csv"))
            let text = pipelineText(
                top: ["base: \(folder)", "devices: d.csv"], stages: ["find-stays", "find-places: {names-from: n.csv}"],
                after: reports(["d.csv", "n.csv"]))
            #expect(
                problems(text) == [
                    "13:15: 'to' is d.csv, the devices file; write the report elsewhere.",
                    "14:15: 'to' is n.csv, the file of 'names-from'; write the report elsewhere.",
                ])
        }
    }

    /// SQLite opens a path of 504 bytes and none of 505; the program's check must say the same.
    @Test(arguments: [504, 505, 600])
    func `a result path that SQLite cannot open is told`(bytes: Int) throws {
        try withFiles(["x"]) { folder in
            let real = URL(filePath: folder).resolvingSymlinksInPath().path
            var path = real
            while bytes - path.utf8.count > 200 { path += "/" + String(repeating: "d", count: 99) }
            path += "/" + String(repeating: "n", count: bytes - path.utf8.count - 1)
            let found = problems(pipelineText().replacing("out/t.sqlite", with: path))
            try FileManager.default.createDirectory(
                at: URL(filePath: path).deletingLastPathComponent(), withIntermediateDirectories: true)
            if bytes == 504 {
                #expect(found == [])
                try Database(path: path, isReadOnly: false).execute("CREATE TABLE t (x)")
            } else {
                #expect(
                    found == [
                        "10:17: 'sqlite' is \(path), whose absolute path has \(bytes) bytes, where SQLite takes 504; write the results elsewhere."
                    ])
                #expect(throws: StoreError.self) { try Database(path: path, isReadOnly: false).execute("CREATE TABLE t (x)") }
            }
        }
    }

    // A name has at most 255 bytes (Linux: NAME_MAX), and `-journal` stands behind it.
    @Test func `a result name that leaves no room for what lies beside it is told`() {
        func messages(_ count: Int) -> [String] {
            problems(pipelineText().replacing("out/t.sqlite", with: String(repeating: "n", count: count)))
        }
        #expect(messages(247) == [])
        #expect(
            messages(248) == [
                "10:17: 'sqlite' is \(String(repeating: "n", count: 248)), whose name has 248 bytes, where 247 may be; write the results elsewhere."
            ])
    }
}
