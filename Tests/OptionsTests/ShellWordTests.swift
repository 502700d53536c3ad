import Options
import Testing

/// POSIX shell, 2.2 Quoting.
@Suite struct ShellWordTests {
    @Test(arguments: [
        ("pipelines/nightly.yaml", "pipelines/nightly.yaml"), ("a b", "'a b'"), ("it's", "'it'\\''s'"), ("", "''"),
        ("$x", "'$x'"),
        ("夜.yaml", "夜.yaml"), ("a;b", "'a;b'"), ("--from=2025-06-01", "--from=2025-06-01"),
    ])
    func `a word stays one word`(text: String, word: String) {
        #expect(shellWord(text) == word)
    }
}
