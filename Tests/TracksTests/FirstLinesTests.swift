import Testing
import Tracks

@Suite struct FirstLinesTests {
    /// Which of these lines of a file are taken.
    private func taken(_ all: [UInt32], file: UInt32 = 0, by lines: inout FirstLines) -> [UInt32] {
        all.filter { lines.takes(file: file, line: $0) }
    }

    @Test func `takes all lines as long as there are no more than may be stored`() {
        var lines = FirstLines(limits: [3])
        let taken = taken([9, 5, 7], by: &lines)
        #expect(taken == [9, 5, 7] && lines.last(of: 0) == 9)
    }

    @Test func `a line behind the first is not taken, one before pushes the last out`() {
        var lines = FirstLines(limits: [3])
        let taken = taken([9, 5, 7, 10, 1], by: &lines)
        #expect(taken == [9, 5, 7, 1] && lines.last(of: 0) == 7)
        #expect(!lines.holds(file: 0, line: 9) && lines.holds(file: 0, line: 7))
    }

    @Test func `rows that begin in the last line are all taken`() {
        var lines = FirstLines(limits: [2])
        let taken = taken([4, 4, 4], by: &lines)
        #expect(taken == [4, 4, 4])
    }

    @Test func `each file has its own limit, and none is a limit too`() {
        var lines = FirstLines(limits: [1, 2, 0])
        let first = taken([1, 2], file: 0, by: &lines)
        let second = taken([8, 9], file: 1, by: &lines)
        let third = taken([1], file: 2, by: &lines)
        #expect(first == [1] && second == [8, 9] && third == [])
    }

    @Test func `of random lines it holds those that sorting puts first`() {
        var random = SeededRandom(seed: 31)
        for _ in 0..<100 {
            let all = (0..<200).map { _ in UInt32.random(in: 1...90, using: &random) }
            var lines = FirstLines(limits: [25])
            let left = taken(all, by: &lines).filter { lines.holds(file: 0, line: $0) }.sorted().prefix(25)
            #expect(Array(left) == Array(all.sorted().prefix(25)))
        }
    }
}
