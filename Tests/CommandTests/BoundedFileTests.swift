import Foundation
import Testing

/// Files that never end or are far too large are told, and soon.
@Suite struct BoundedFileTests {
    private func check(_ text: String) throws -> Outcome {
        let folder = try TemporaryFolder()
        try folder.write(text, to: "p.yaml")
        return try Program.run(["check", "p.yaml"], in: folder)
    }

    @Test func `a pipeline file has at most 1 MB`() throws {
        let folder = try TemporaryFolder()
        let small = try SmallPipeline()
        let text = try small.folder.text(of: "pipeline.yaml")
        try folder.write(text + String(repeating: "#", count: 1_000_000 - text.utf8.count), to: "p.yaml")
        #expect(try Program.run(["check", "p.yaml"], in: folder).output == "p.yaml: good\n")
        try folder.write(text + String(repeating: "#", count: 1_000_001 - text.utf8.count), to: "p.yaml")
        let sentence = "the pipeline file has more than 1 MB; it may have 1 MB (1,000,000 bytes).\n"
        let outcome = try Program.run(["check", "p.yaml"], in: folder)
        #expect(outcome.status == 78 && outcome.errors == "p.yaml: \(sentence)")
        let zeros = try Program.run(["check", "/dev/zero"], in: folder)
        #expect(zeros.status == 78 && zeros.errors == "/dev/zero: \(sentence)")
    }

    @Test(arguments: ["devices", "find-places.names-from"])
    func `a small file that never ends is told`(key: String) throws {
        let small = try SmallPipeline(stages: ["find-stays", "find-places"])
        let outcome = try Program.run(["check", "pipeline.yaml", "--set", "\(key)=/dev/zero"], in: small.folder)
        let option = key.split(separator: ".").last ?? ""
        #expect(outcome.status == 78)
        #expect(outcome.errors == "--set: '\(option)' is /dev/zero; /dev/zero has more than 100 MB, which it may have.\n")
    }

    /// 20,000 of a kind: where each is compared with all others, that takes a minute and more.
    @Test(arguments: [
        ("key%: 1\n", ""), ("a%: 1\n", "kinds:\n"), ("- a%\n", "stages:\n"), ("- a%\n", "read:\n  files:\n"),
        ("- csv: {to: a%}\n", "reports:\n"),
        ("k%: {codes: [%]}\n", "kinds:\n"), ("- {files: a%}\n", "read:\n"), ("- sqlit%\n", "write:\n"),
        ("sqlit%: a\n", "write:\n"),
    ])
    func `check takes seconds for a file full of one kind of thing`(line: String, before: String) throws {
        let indent = String(repeating: " ", count: before.split(separator: "\n").count * 2)
        var text = before
        for i in 0..<20_000 where text.utf8.count < 990_000 { text += indent + line.replacing("%", with: "\(i)") }
        let start = ContinuousClock.now
        #expect(try check(text).status == 78)
        #expect(ContinuousClock.now - start < .seconds(120))
    }
}
