import Foundation
import Testing

/// Names that SQLite takes for something else than files are names of files.
@Suite struct PlainNameTests {
    @Test(arguments: [":memory:", "file:x.sqlite", "file:x?mode=memory", "x#1?.sqlite", "a%20b.sqlite", "-x.sqlite"])
    func `the results lie in a file of any name`(name: String) throws {
        let small = try SmallPipeline.ofDays(1)
        let outcome = try small.run("--set", "write.sqlite='\(name)'")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.outputLines.last == "results   \(name)")
        #expect(small.folder.has(name) && small.folder.has(name + ".lock"))
        #expect(try small.folder.names().filter { $0.hasPrefix("out.sqlite") } == [])
        let digest = try Program.run(["digest", "--", name], in: small.folder)
        #expect(digest.status == 0, "\(digest.errors)")
        let other = try SmallPipeline.ofDays(1)
        try other.runUndated()
        #expect(digest.output == (try Program.run(["digest", "out.sqlite"], in: other.folder).output))
        #expect(try small.run("--set", "write.sqlite='\(name)'").outputLines.first == "days      none: nothing is new or changed")
    }

    @Test(arguments: ["name", "base", "read.files", "devices", "write.sqlite", "reports"])
    func `a NUL in a value is refused where it stands, before anything is written`(key: String) throws {
        let small = try SmallPipeline.ofDays(1)
        let value = key == "reports" ? "[{csv: {to: \"a\\0b\"}}]" : "\"a\\0b\""
        for command in ["check", "run"] {
            let outcome = try Program.run([command, "pipeline.yaml", "--set", "\(key)=\(value)"], in: small.folder)
            #expect(outcome.status == 78)
            let column = key == "reports" ? 13 : 1
            #expect(
                outcome.errors
                    == "--set \(key):1:\(column): a value holds the control character U+0000; take it away.\n")
        }
        #expect(try small.folder.names() == ["logs", "pipeline.yaml"])
    }
}
