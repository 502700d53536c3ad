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

    @Test func `marks are in reading order`() {
        let marks = [Mark(line: 2, column: 1), Mark(line: 1, column: 9), Mark(line: 1, column: 2)]
        #expect(marks.sorted() == [Mark(line: 1, column: 2), Mark(line: 1, column: 9), Mark(line: 2, column: 1)])
    }
}
