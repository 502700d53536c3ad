import Testing

@testable import Store

@Suite struct MapClusterContentsTests {
    private func content(_ number: UInt64) -> MapClusterContent { MapClusterContent(content: number, members: ~number) }

    @Test func `gives what was put under each id and leaves the others`() {
        var contents = MapClusterContents()
        // Ids with the same last bits stand one behind the other; more of them than there was room for at first.
        let ids = (0..<1_000).map { UInt64($0 % 250) | UInt64($0 / 250) << 40 }
        for id in ids { contents.append(id, content(id &* 3)) }
        for id in ids where id % 2 == 0 {
            let found = contents.take(id)
            #expect(found == content(id &* 3))
        }
        #expect(contents.left == ids.filter { $0 % 2 == 1 })
    }

    @Test func `an id that is not stored has nothing`() {
        var contents = MapClusterContents()
        let none = contents.take(7)
        #expect(none == nil)
        contents.append(7, content(1))
        let other = contents.take(7 | 1 << 50)
        #expect(other == nil)
        #expect(contents.left == [7])
    }
}
