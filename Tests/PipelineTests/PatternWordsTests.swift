import Testing

@testable import Pipeline

@Suite struct PatternWordsTests {
    @Test(arguments: [
        ("logs/%Y-%m-%d.csv", "'%Y' stands for itself; write {date}, or {date:yyyyMMdd} in the order that the names have."),
        ("logs/YYYYMMDD.csv", "'YYYY' stands for itself; write {date}, or {date:yyyyMMdd} in the order that the names have."),
        ("logs/**/{date}.csv", "'**' matches what '*' does, one folder or a part of a name; write one '*' for each folder."),
        ("logs/[0-9]*.csv", "'[0-9]' stands for itself; '?' stands for one character, '*' for any."),
        ("$LOGS/{date}.csv", "'$LOGS' stands for itself; write ${LOGS}."),
        ("~/logs/{date}.csv", "'~' stands for itself; write ${HOME}."),
    ])
    func `words of other tools are told from ours`(pattern: String, sentence: String) {
        #expect(wordsOfOtherTools(in: pattern) == [sentence])
    }

    @Test(arguments: ["logs/{date}.csv", "logs/{date:yyyyMMdd}-*.csv.gz", "a/b?/{device}.csv", "100%.csv", "a~b.csv"])
    func `our own words are fine`(pattern: String) {
        #expect(wordsOfOtherTools(in: pattern) == [])
    }

    @Test func `check says them with the place of the pattern`() throws {
        let warnings = try pipeline(pipelineText(read: ["files: \"logs/%Y.csv\""])).warnings
        #expect(warnings.map(\.what).contains { $0.hasPrefix("'files' has 'logs/%Y.csv': '%Y' stands for itself") })
    }
}
