import Testing
import Tracks

@Suite struct FirstLinesTests {
    @Test func `takes all lines as long as there are no more than may be stored`() {
        var lines = FirstLines(limits: [3])
        #expect([9, 5, 7].allSatisfy { lines.takes(file: 0, line: $0) })
        #expect(lines.last(of: 0) == 9)
    }

    @Test func `a line behind the first is not taken, one before pushes the last out`() {
        var lines = FirstLines(limits: [3])
        for line: UInt32 in [9, 5, 7] { _ = lines.takes(file: 0, line: line) }
        #expect(!lines.takes(file: 0, line: 10))
        #expect(lines.takes(file: 0, line: 1))
        #expect(lines.last(of: 0) == 7)
        #expect(!lines.holds(file: 0, line: 9) && lines.holds(file: 0, line: 7))
    }

    @Test func `rows that begin in the last line are all taken`() {
        var lines = FirstLines(limits: [2])
        #expect([4, 4, 4].allSatisfy { lines.takes(file: 0, line: $0) })
    }

    @Test func `each file has its own limit, and none is a limit too`() {
        var lines = FirstLines(limits: [1, 2, 0])
        #expect(lines.takes(file: 0, line: 1) && lines.takes(file: 1, line: 8) && lines.takes(file: 1, line: 9))
        #expect(!lines.takes(file: 0, line: 2) && !lines.takes(file: 2, line: 1))
    }

    @Test func `of random lines it holds those that sorting puts first`() {
        var random = SeededRandom(seed: 31)
        for _ in 0..<100 {
            let all = (0..<200).map { _ in UInt32.random(in: 1...90, using: &random) }
            var lines = FirstLines(limits: [25])
            let taken = all.filter { lines.takes(file: 0, line: $0) }
            let left = taken.filter { lines.holds(file: 0, line: $0) }.sorted().prefix(25)
            #expect(Array(left) == Array(all.sorted().prefix(25)))
        }
    }
}
