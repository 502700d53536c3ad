import Options
import Testing

@Suite struct NodeTests {
    @Test func `gives the value of a key`() {
        let node = mapping(["radius": .scalar("100 m"), "gap": .empty])
        #expect(node["radius"]?.content == .scalar("100 m"))
        #expect(node["gap"]?.isEmpty == true)
        #expect(node["at-least"] == nil)
    }

    @Test func `only a mapping has keys`() {
        #expect(scalar("radius")["radius"] == nil)
        #expect(Node(.sequence([scalar("radius")]), mark: Mark(line: 1, column: 1))["radius"] == nil)
    }

    @Test func `says in words what it is`() {
        #expect(scalar("15 m").kindInWords == "'15 m'")
        #expect(Node(.sequence([]), mark: Mark(line: 1, column: 1)).kindInWords == "a list")
        #expect(mapping([:]).kindInWords == "a mapping")
        #expect(Node(.empty, mark: Mark(line: 1, column: 1)).kindInWords == "empty")
    }

    @Test func `a byte stands at a line and a column of characters`() {
        let bytes = Array("é1\r\n\r东x\n".utf8)
        let marks = (0...bytes.count).map { Mark(ofByte: $0, in: bytes) }
        #expect(marks[2] == Mark(line: 1, column: 2) && marks[5] == Mark(line: 2, column: 1))
        #expect(marks[6] == Mark(line: 3, column: 1) && marks[9] == Mark(line: 3, column: 2))
        #expect(marks[11] == Mark(line: 4, column: 1) && Mark(ofByte: 99, in: bytes) == Mark(line: 4, column: 1))
    }

    @Test func `marks are in reading order`() {
        let marks = [Mark(line: 2, column: 1), Mark(line: 1, column: 9), Mark(line: 1, column: 2)]
        #expect(marks.sorted() == [Mark(line: 1, column: 2), Mark(line: 1, column: 9), Mark(line: 2, column: 1)])
    }
}
