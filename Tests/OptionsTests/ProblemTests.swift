import Options
import Testing

@Suite struct ProblemTests {
    @Test func `says file, line, column and what`() {
        #expect(Problem(file: "a.yaml", mark: Mark(line: 3, column: 7), what: "x.").description == "a.yaml:3:7: x.")
        #expect(Problem(file: "a.yaml", what: "x.").description == "a.yaml: x.")
        #expect(Problem(what: "x.").description == "x.")
    }

    @Test func `a warning says that it is one`() {
        #expect(
            Problem(file: "a.yaml", mark: Mark(line: 3, column: 7), what: "x.", isWarning: true).description
                == "a.yaml:3:7: warning: x.")
    }

    @Test func `a value with line breaks or other control characters keeps to its line`() {
        #expect(
            Problem(file: "a\n.yaml", what: "'x' is 'a\nb\r\n\tc\u{1B}[1m\u{2028}é'.").description
                == #"a\n.yaml: 'x' is 'a\nb\r\n\tc\x1b[1m\u2028é'."#)
    }

    @Test func `problems are told a line each, in reading order`() {
        let problems = Problems([
            Problem(file: "b.yaml", mark: Mark(line: 1, column: 1), what: "four."),
            Problem(file: "a.yaml", mark: Mark(line: 2, column: 1), what: "three."),
            Problem(file: "a.yaml", mark: Mark(line: 1, column: 5), what: "two."), Problem(file: "a.yaml", what: "one."),
        ])
        #expect(problems.description == "a.yaml: one.\na.yaml:1:5: two.\na.yaml:2:1: three.\nb.yaml:1:1: four.")
    }
}
