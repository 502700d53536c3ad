import Options
import Testing

@testable import LogSurvey

@Suite struct YAMLTextTests {
    @Test(arguments: [
        ("device_id", "device_id"), ("a b", "a b"), ("a: b", "\"a: b\""), ("# x", "\"# x\""), ("on", "\"on\""), ("No", "\"No\""),
        ("~", "\"~\""),
        ("", "\"\""), ("{date}.csv", "\"{date}.csv\""), ("say \"x\"", "\"say \\\"x\\\"\""), ("a\\b", "\"a\\\\b\""),
        ("a\nb\tc", "\"a\\nb\\tc\""), ("\u{1}\u{85}", "\"\\x01\\x85\""), ("\u{202E}x\u{FEFF}", "\"\\u202ex\\ufeff\""),
        ("纬度", "\"纬度\""),
        ("${HOME}", "\"${TRACKMILL_NO_VARIABLE:$}{HOME}\""), (" a", "\" a\""), ("a ", "\"a \""),
    ])
    func `a text is quoted where it must be`(_ given: (text: String, yaml: String)) {
        #expect(yamlText(given.text) == given.yaml)
    }

    @Test func `a comment stays on its line`() {
        #expect(commentText("a\nb\r\u{2028}\u{FFFF}") == "a\\nb\\r\\u2028\\uffff")
    }

    @Test func `values on one line`() {
        #expect(yamlText(mapping([("device", "id"), ("time", "a: b")])) == "{device: id, time: \"a: b\"}")
        let mark = Mark(line: 1, column: 1)
        #expect(yamlText(.sequence([Node(.scalar("a"), mark: mark), Node(.scalar("{b}"), mark: mark)])) == "[a, \"{b}\"]")
    }
}
