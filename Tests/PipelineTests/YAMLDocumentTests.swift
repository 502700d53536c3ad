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

    private func document(_ text: String) throws -> (root: Node, problems: [String]) {
        let document = try YAMLDocument(text, file: "p.yaml")
        return (document.root, document.problems.map(\.description))
    }

    @Test func `reading goes on behind a double key, and keeps the first value`() throws {
        let (root, problems) = try document("a: 1\na: {b: *x}\nc: 3\nc: 4\n")
        #expect(
            problems == [
                "p.yaml:2:1: 'a' stands here a second time.",
                "p.yaml:2:8: aliases (*name) are not read; write the value out.",
                "p.yaml:4:1: 'c' stands here a second time.",
            ])
        #expect(root["a"]?.content == .scalar("1") && root["c"]?.content == .scalar("3"))
    }

    @Test func `reading goes on behind aliases, deep nesting and a second document`() throws {
        let deep = String(repeating: "[", count: 40) + "*y" + String(repeating: "]", count: 40)
        let (root, problems) = try document("a: *x\nb: \(deep)\n*z : 1\n<<: *m\nc: 3\n---\nd: 4\n---\n")
        #expect(
            problems == [
                "p.yaml:1:4: aliases (*name) are not read; write the value out.",
                "p.yaml:2:35: lists and mappings are nested too deeply; 32 levels may be.",
                "p.yaml:3:1: aliases (*name) are not read; write the value out.",
                "p.yaml:4:5: aliases (*name) are not read; write the value out.",
                "p.yaml:6:1: there is more than one document; a pipeline file has one.",
            ])
        guard case .mapping(let entries) = root.content else { throw Problem(what: "no mapping") }
        #expect(entries.map(\.key) == ["a", "b", "c"] && root["a"]?.isRefused == true)
    }

    @Test func `a failure comes with what was wrong before it`() {
        #expect(
            problem("a: 1\na: 2\nb: [1\n")
                == """
                p.yaml:2:1: 'a' stands here a second time.
                p.yaml:4:1: this is no YAML: did not find expected ',' or ']'. The bracket opens in line 3, column 4.
                """)
    }

    @Test func `an empty document before another one is no file without keys`() throws {
        #expect(try document("---\n---\na: 1\n").root.isRefused)
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
        #expect(
            problem("a: [1, 2\n")
                == "p.yaml:2:1: this is no YAML: did not find expected ',' or ']'. The bracket opens in line 1, column 4.")
        #expect(
            problem("a: @x\n")
                == "p.yaml:1:4: this is no YAML: found character that cannot start any token. Put quotes round a value that begins with @."
        )
        #expect(
            problem("a: \"C:\\Users\"\n")
                == "p.yaml:1:9: this is no YAML: did not find expected hexdecimal number. Write a backslash twice, or take single quotes."
        )
    }

    @Test func `a key without a value is told where it stands`() {
        #expect(problem("a: 1\nb\n") == "p.yaml:2:1: this is no YAML: a key stands here without ':' and a value behind it.")
    }

    @Test func `a quote that is not closed is told where it opens`() {
        let open = "this is no YAML: the quote that opens here is not closed; put one behind the value, too."
        #expect(problem("a: \"x\n") == "p.yaml:1:4: \(open)")
        #expect(problem("b: 1\na: 'x\nc: 2\n") == "p.yaml:2:4: \(open)")
        #expect(
            problem("a: \"x\nb: \"y\"\n")
                == "p.yaml:1:4: this is no YAML: the quote that opens here is closed in line 2 only; put one behind the value.")
    }

    @Test func `a tab that indents a line is told to be spaces`() {
        let tab = "this is no YAML: a tab indents this line; use spaces."
        #expect(problem("\ta: 1\n") == "p.yaml:1:1: \(tab)")
        #expect(problem("a:\n  b: 1\n\tc: 2\n") == "p.yaml:3:1: \(tab)")
        #expect(problem("a:\n  b: 1\n  \tc: 2\n") == "p.yaml:3:3: \(tab)")
    }

    @Test func `a control character is told where it stands`() {
        #expect(
            problem("a: 1\nb: é\u{1B}x\n")
                == "p.yaml:2:5: this is no YAML: the control character U+001B cannot stand here; take it away.")
        #expect(
            problem("a: \0\n") == "p.yaml:1:4: this is no YAML: the control character U+0000 cannot stand here; take it away.")
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

    // 100,000 open brackets took 40 s: libyaml goes through all of them at each token.
    @Test func `reading ends where nesting does not`() {
        let clock = ContinuousClock.now
        let deep = "a: 1\na: 2\nb: " + String(repeating: "[", count: 300_000)
        #expect(
            problem(deep)
                == "p.yaml:2:1: 'a' stands here a second time.\np.yaml:3:35: lists and mappings are nested too deeply; 32 levels may be."
        )
        let flow = String(repeating: "{a: ", count: 100_000)
        #expect(problem(flow) == "p.yaml:1:129: lists and mappings are nested too deeply; 32 levels may be.")
        let block = String(repeating: "- ", count: 100_000) + "x"
        #expect(problem(block) == "p.yaml:1:65: lists and mappings are nested too deeply; 32 levels may be.")
        #expect(ContinuousClock.now - clock < .seconds(5))
    }

    @Test(arguments: [
        ("a: !!binary aGk=\n", "!!binary", 4),
        ("a: !!python/object/apply:os.system [ls]\n", "!!python/object/apply:os.system", 4),
        ("a: !!str 5\n", "!!str", 4), ("a: !local {b: 1}\n", "!local", 4), ("a: ! x\n", "!", 4), ("a: !<x> y\n", "!<x>", 4),
        ("!!int 5: x\n", "!!int", 1), ("a: &b !!set {x}\n", "!!set", 4), ("!!map\na: 1\n", "!!map", 1),
    ])
    func `a tag is refused where it stands`(text: String, tag: String, column: Int) {
        #expect(problem(text) == "p.yaml:1:\(column): tags (\(tag)) are not read; write the value without one.")
    }

    @Test func `reading goes on behind a value with a tag or a NUL`() {
        #expect(
            problem("a: !x [1, {b: 2}]\nc: \"x\\0\"\n\"\\0\": 1\nd: !y z\n")
                == """
                p.yaml:1:4: tags (!x) are not read; write the value without one.
                p.yaml:2:4: a value holds the control character U+0000; take it away.
                p.yaml:3:1: a value holds the control character U+0000; take it away.
                p.yaml:4:4: tags (!y) are not read; write the value without one.
                """)
    }
}
