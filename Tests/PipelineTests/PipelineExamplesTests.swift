import Foundation
import Testing

@testable import Pipeline

/// Every pipeline file and every example in the documents reads.
@Suite struct PipelineExamplesTests {
    private static let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().path

    private static func files(in folder: String, ending: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: package + "/" + folder)) ?? []
        return names.filter { $0.hasSuffix(ending) }.sorted().map { folder + "/" + $0 }
    }

    private static let documents =
        ["README.md"].filter { FileManager.default.fileExists(atPath: package + "/" + $0) } + files(in: "docs", ending: ".md")

    /// The texts between ```yaml and ``` of a document, with the line they begin in.
    private static func examples(in document: String) throws -> [(line: Int, text: String)] {
        var found: [(line: Int, text: String)] = []
        var open: (line: Int, text: String)?
        let text = try String(contentsOf: URL(filePath: package + "/" + document), encoding: .utf8)
        for (number, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            if let example = open, line.hasPrefix("```") {
                found.append(example)
                open = nil
            } else if let example = open {
                open = (example.line, example.text + line + "\n")
            } else if line.hasPrefix("```yaml") {
                open = (number + 2, "")
            }
        }
        return found
    }

    @Test(arguments: files(in: "pipelines", ending: ".yaml"))
    func `every pipeline file reads without a warning`(path: String) throws {
        // With the keys that they name; without them each such source is a warning.
        let file = try readPipelineFile(Self.package + "/" + path, catalog: catalog, environment: ["AMAP_KEY": "0123456789"])
        #expect(file.warnings == [])
    }

    @Test func `without keys every pipeline file reads all the same`() throws {
        for path in Self.files(in: "pipelines", ending: ".yaml") {
            let file = try readPipelineFile(Self.package + "/" + path, catalog: catalog, environment: [:])
            #expect(file.warnings.allSatisfy { $0.what.contains(" is not asked, as ") })
        }
    }

    @Test(.enabled(if: !documents.isEmpty, "There are no documents yet."), arguments: documents)
    func `every example in the documents reads`(document: String) throws {
        for (line, text) in try Self.examples(in: document) {
            let isWhole = ["name:", "read:", "write:"].allSatisfy { text.hasPrefix($0) || text.contains("\n" + $0) }
            #expect(throws: Never.self, "\(document):\(line)") {
                if isWhole { _ = try pipeline(text) } else { _ = try parseYAML(text, file: document) }
            }
        }
    }
}
