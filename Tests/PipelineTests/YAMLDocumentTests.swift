import Options
import Testing

@testable import Pipeline

@Suite struct YAMLDocumentTests {
    private func problem(_ text: String) -> String? {
        #expect(throws: Problems.self) { try parseYAML(text, file: "p.yaml") }?.description
    }

    @Test func `every value knows its line and column`() throws {
        let node = try parseYAML("a: 1\nb:\n  - x\n  - {c: y}\n", file: "p.yaml")
        #expect(node.mark == Mark(line: 1, column: 1))
        #expect(node["a"]?.mark == Mark(line: 1, column: 4))
        #expect(node["b"]?.mark == Mark(line: 3, column: 3))
        guard case .sequence(let items) = node["b"]?.content, case .mapping(let entries) = node.content else {
            throw Problem(what: "no list")
        }
        #expect(items.map(\.mark) == [Mark(line: 3, column: 5), Mark(line: 4, column: 5)])
        #expect(items[1]["c"]?.mark == Mark(line: 4, column: 9))
        #expect(entries.map(\.keyMark) == [Mark(line: 1, column: 1), Mark(line: 2, column: 1)])
    }

    @Test func `columns count characters, not bytes`() throws {
        #expect(try parseYAML("{东方: é, b: x}", file: "p.yaml")["b"]?.mark == Mark(line: 1, column: 12))
    }

    @Test func `scalars are text, whatever they look like`() throws {
        let node = try parseYAML("{a: 1.50, b: true, c: 'null', d: \"~\", e: 0x10, f: off, g: 2025-06-01}", file: "p.yaml")
        let texts = ["a", "b", "c", "d", "e", "f", "g"].map { node[$0]?.content }
        #expect(texts == ["1.50", "true", "null", "~", "0x10", "off", "2025-06-01"].map { .scalar($0) })
    }

    @Test func `nothing, a tilde and null are empty`() throws {
        let node = try parseYAML("a:\nb: ~\nc: null\nd: ''\n", file: "p.yaml")
        #expect(["a", "b", "c"].allSatisfy { node[$0]?.isEmpty == true })
        #expect(node["d"]?.content == .scalar(""))
        #expect(try parseYAML("", file: "p.yaml").isEmpty)
        #expect(try parseYAML("# nothing\n", file: "p.yaml").isEmpty)
    }

    @Test func `a key that stands twice is refused where it stands again`() {
        #expect(problem("a: 1\nb: 2\na: 3\n") == "p.yaml:3:1: 'a' stands here a second time.")
        #expect(problem("x: {a: 1, a: 2}\n") == "p.yaml:1:11: 'a' stands here a second time.")
    }

    @Test func `an alias is refused`() {
        #expect(problem("a: &x {b: 1}\nc: *x\n") == "p.yaml:2:4: aliases (*name) are not read; write the value out.")
    }

    @Test func `a key that is no word is refused`() {
        #expect(problem("{[a]: 1}") == "p.yaml:1:2: a key must be a word, not a list.")
        #expect(problem("? {a: 1}\n: 2\n") == "p.yaml:1:3: a key must be a word, not a mapping.")
    }

    @Test func `a second document is refused`() {
        #expect(problem("a: 1\n---\nb: 2\n") == "p.yaml:2:1: there is more than one document; a pipeline file has one.")
    }

    @Test func `what is no YAML is told with its place and libyaml's reason`() {
        #expect(problem("a: 1\n b: 2\n") == "p.yaml:2:3: this is no YAML: mapping values are not allowed in this context.")
        #expect(problem("a: [1, 2\n") == "p.yaml:2:1: this is no YAML: did not find expected ',' or ']'.")
        #expect(problem("a: \"x\n") == "p.yaml:2:1: this is no YAML: found unexpected end of stream.")
        #expect(problem("\ta: 1\n") == "p.yaml:1:1: this is no YAML: found character that cannot start any token.")
    }

    @Test(arguments: [
        "files: {date}.csv\n", "files: {date:yyyyMMdd}.csv.gz\nname: x\n", "to: {device}-{date}.csv\n",
        "write: {sqlite: ${OUT}/t.sqlite}\n",
    ])
    func `a value with braces that is no YAML is told to take quotes`(text: String) {
        #expect(problem(text)?.hasSuffix(" A value that holds {date} or ${NAME} needs quotes: put quotes round it.") == true)
    }

    @Test func `nesting has an end`() {
        #expect(problem(String(repeating: "[", count: 40))?.contains("nested too deeply; 32 levels may be.") == true)
    }
}
