import Options
import Testing

@testable import Pipeline

@Suite struct SubstitutionTests {
    private func replaced(_ text: String, _ environment: [String: String] = ["HOME": "/root", "EMPTY": ""]) throws -> (
        text: String, problems: [String]
    ) {
        let (node, problems) = substituted(
            Node(.scalar(text), mark: Mark(line: 3, column: 7)), environment: environment, file: "p.yaml")
        if node.isRefused, !problems.isEmpty { return ("", problems.map(\.description)) }
        guard case .scalar(let result) = node.content else { throw Problem(what: "no text") }
        return (result, problems.map(\.description))
    }

    @Test(arguments: [
        ("plain", "plain"), ("${HOME}/logs", "/root/logs"), ("${HOME}${HOME}", "/root/root"), ("a${EMPTY}b", "ab"),
        ("${NONE:x}", "x"), ("${NONE:}", ""),
        ("${HOME:x}", "/root"), ("${NONE:a:b}", "a:b"), ("$HOME", "$HOME"), ("{date}", "{date}"),
        ("${HOME}/{date}.csv", "/root/{date}.csv"), ("100 $", "100 $"),
    ])
    func `takes variables, or their defaults`(text: String, result: String) throws {
        let (found, problems) = try replaced(text)
        #expect(found == result && problems == [])
    }

    @Test(arguments: [
        ("${HOME}", Variable(name: "HOME")), ("${NONE:}", Variable(name: "NONE", standIn: "")),
        ("${HOME:a:b}", Variable(name: "HOME", standIn: "a:b")), ("${HOME}/logs", nil), (" ${HOME}", nil),
        ("${HOME}${HOME}", nil),
        ("HOME", nil),
    ])
    func `a text that is one variable and nothing else keeps its name`(text: String, variable: Variable?) {
        let (node, _) = substituted(
            Node(.scalar(text), mark: Mark(line: 3, column: 7)), environment: ["HOME": "/root"], file: "p.yaml")
        #expect(node.variable == variable)
    }

    @Test func `a variable that is not set and has no default is a problem`() throws {
        #expect(
            try replaced("${KEY}").problems == [
                "p.yaml:3:7: the environment variable KEY is not set; set it or write ${KEY:default}."
            ])
        #expect(try replaced("${A}${B}").problems.count == 2)
    }

    @Test func `a variable in the default of another is a problem`() throws {
        let nested = "p.yaml:3:7: the default of A holds another variable; write a default without ${…}."
        #expect(try replaced("${A:${HOME}}").problems == [nested])
        #expect(try replaced("x${A${HOME}}").problems == [nested])
    }

    @Test func `a variable without a name is a problem`() throws {
        #expect(try replaced("a${}b").problems == ["p.yaml:3:7: '${}' names no variable; write ${NAME} or ${NAME:default}."])
        #expect(try replaced("${:b}").problems == ["p.yaml:3:7: '${:b}' names no variable; write ${NAME} or ${NAME:default}."])
    }

    @Test func `braces that are not closed are a problem`() throws {
        #expect(try replaced("${HOME").problems == ["p.yaml:3:7: '${' is not closed; write ${NAME} or ${NAME:default}."])
    }

    @Test func `what a variable holds is not looked at again`() throws {
        #expect(try replaced("${A}", ["A": "${B}"]).text == "${B}")
    }

    @Test func `values in lists and mappings are replaced, keys are not`() throws {
        let node = try parseYAML("a: ['${X}', {'${X}': '${X}'}]\n", file: "p.yaml")
        let (found, _) = substituted(node, environment: ["X": "1"], file: "p.yaml")
        guard case .sequence(let items) = found["a"]?.content else { throw Problem(what: "no list") }
        #expect(items[0].content == .scalar("1") && items[1]["${X}"]?.content == .scalar("1"))
        #expect(items[0].mark == Mark(line: 1, column: 5))
    }

    @Test func `the pipeline file takes them before its values are read`() throws {
        let text = pipelineText(after: ["reports: [{csv: {to: \"${OUT:out}/s.csv\"}}]"])
        #expect(try pipeline(text, environment: ["OUT": "x"]).reports.map(\.path) == ["x/s.csv"])
        #expect(try pipeline(text).reports.map(\.path) == ["out/s.csv"])
    }
}
