import Testing

@testable import Options

/// What a reader says about keys, about what stands in place of options, and for the reference pages.
@Suite struct OptionReaderKeysTests {
    private func readStays(_ reader: inout OptionReader) {
        _ = reader.meters("radius", default: 150, in: 10...2000, help: "How far.")
        _ = reader.seconds("gap", default: 1800, in: 1...604_800, help: "How long.")
        reader.finish()
    }

    @Test func `an unknown key is told with the one that was meant`() {
        var reader = reader(["radius": .scalar("100 m"), "raduis": .scalar("100 m")])
        readStays(&reader)
        #expect(reader.messages == ["p.yaml:2:1: find-stays has no option 'raduis'. Did you mean 'radius'?"])
    }

    @Test func `an unknown key that is near none is told with all there are`() {
        var reader = reader(["colour": .scalar("red")])
        readStays(&reader)
        #expect(reader.messages == ["p.yaml:1:1: find-stays has no option 'colour'. It has radius, gap."])
    }

    @Test func `what takes no options says so`() {
        var reader = reader(["colour": .scalar("red")])
        reader.finish()
        #expect(reader.messages == ["p.yaml:1:1: find-stays has no option 'colour'. It has none."])
    }

    @Test(arguments: [(Node.Content.scalar("100 m"), "'100 m'"), (Node.Content.sequence([]), "a list")])
    func `a value in place of options is refused`(content: Node.Content, words: String) {
        let node = Node(content, mark: Mark(line: 4, column: 17))
        var reader = OptionReader(owner: "find-stays", node: node, file: "p.yaml", mark: Mark(line: 4, column: 5))
        readStays(&reader)
        #expect(reader.messages == ["p.yaml:4:17: find-stays takes options by name, not \(words)."])
    }

    @Test func `no options at all give the defaults`() {
        for node in [nil, Node(.empty, mark: Mark(line: 1, column: 1))] {
            var reader = OptionReader(owner: "find-stays", node: node, file: "p.yaml", mark: nil)
            #expect(reader.meters("radius", default: 150, in: 10...2000, help: "") == 150)
            reader.finish()
            #expect(reader.messages == [])
        }
    }

    @Test func `an option with a shape of its own is handed over as it stands`() {
        var reader = reader(["kinds": .sequence([scalar("pet")])])
        #expect(reader.anything("kinds", type: "a list", default: "none", help: "")?.content == .sequence([scalar("pet")]))
        #expect(reader.anything("crs", type: "a name", default: "wgs84", help: "") == nil)
        #expect(reader.anything("columns", type: "a mapping", default: nil, help: "") == nil)
        #expect(reader.messages == ["p.yaml:1:1: find-stays wants 'columns': a mapping."])
    }

    @Test func `a problem may be reported at an option or where the options stand`() {
        var reader = reader(["radius": .scalar("1 m"), "zooms": .scalar("x")])
        reader.report(at: "zooms", "a.")
        reader.report(at: "absent", "b.")
        reader.report(nil, "c.", isWarning: true)
        #expect(reader.messages == ["p.yaml:2:10: a.", "p.yaml:1:1: b.", "p.yaml:1:1: warning: c."])
    }

    @Test func `knows which options are given`() {
        let reader = reader(["radius": .scalar("1 m"), "gap": .empty])
        #expect(reader.has("radius") && !reader.has("gap") && !reader.has("speed"))
    }

    @Test func `values are told apart by what they mean, not by how they are written`() {
        var short = reader(["radius": .scalar("0.1 km")])
        var long = reader(["radius": .scalar("100 m"), "gap": .scalar("30 min")])
        readStays(&short)
        readStays(&long)
        #expect(short.values.map(\.name) == ["radius", "gap"])
        #expect(short.values.map(\.value) == long.values.map(\.value))
    }

    @Test func `an option with a shape of its own has the same value wherever it stands in the file`() {
        func value(line: Int) -> String {
            let columns = mapping(["time": .scalar("t")]).content
            let entry = Node.Entry(
                key: "columns", keyMark: Mark(line: line, column: 1),
                value: Node(moved(columns, by: line), mark: Mark(line: line, column: 10)))
            let node = Node(.mapping([entry]), mark: Mark(line: line, column: 1))
            var reader = OptionReader(owner: "read", node: node, file: "p.yaml", mark: nil)
            _ = reader.anything("columns", type: "a mapping", default: nil, help: "")
            return reader.values[0].value
        }
        func moved(_ content: Node.Content, by lines: Int) -> Node.Content {
            guard case .mapping(let entries) = content else { return content }
            return .mapping(
                entries.map { entry in
                    Node.Entry(
                        key: entry.key, keyMark: Mark(line: entry.keyMark.line + lines, column: 1),
                        value: Node(entry.value.content, mark: Mark(line: entry.value.mark.line + lines, column: 10)))
                })
        }
        #expect(value(line: 1) == value(line: 2))
    }

    @Test func `for the reference it gives every declaration and no problem`() {
        var reader = OptionReader(reference: "stage")
        _ = reader.metersPerSecond("speed", in: 0.1...10_000, help: "Fast.")
        _ = reader.seconds("gap", default: 1800, in: 1...604_800, help: "Long.")
        _ = reader.optional("accuracy", .length, in: 1...100_000, help: "Bad.")
        _ = reader.optionalPerKind("every", .duration, in: 0.001...86_400, help: "Apart.")
        _ = reader.integer("points", default: 10, in: 1...1000, help: "Many.")
        _ = reader.optionalInteger("satellites", in: 1...100, help: "Few.")
        _ = reader.optionalNumber("hdop", in: 0.1...100, help: "Weak.")
        _ = reader.choice("by", default: "even", of: ["even", "all"], help: "Which.")
        _ = reader.flag("durable", default: false, help: "Sure.")
        _ = reader.text("base", help: "Where.")
        _ = reader.text("name", isRequired: true, help: "Who.")
        _ = reader.texts("of", default: ["stays"], of: ["stays", "places"], help: "What.")
        reader.finish()
        #expect(reader.messages == [])
        let expected = [
            OptionDeclaration(name: "speed", type: "speed", defaultInWords: nil, bounds: "0.1 to 10000 m/s", help: "Fast."),
            OptionDeclaration(name: "gap", type: "duration", defaultInWords: "30 min", bounds: "1 s to 7 days", help: "Long."),
            OptionDeclaration(name: "accuracy", type: "length", defaultInWords: "off", bounds: "1 m to 100 km", help: "Bad."),
            OptionDeclaration(
                name: "every", type: "duration, or by kind", defaultInWords: "off", bounds: "0.001 s to 24 h", help: "Apart."),
            OptionDeclaration(name: "points", type: "whole number", defaultInWords: "10", bounds: "1 to 1000", help: "Many."),
            OptionDeclaration(name: "satellites", type: "whole number", defaultInWords: "off", bounds: "1 to 100", help: "Few."),
            OptionDeclaration(name: "hdop", type: "number", defaultInWords: "off", bounds: "0.1 to 100", help: "Weak."),
            OptionDeclaration(name: "by", type: "one of even, all", defaultInWords: "even", bounds: nil, help: "Which."),
            OptionDeclaration(name: "durable", type: "on or off", defaultInWords: "off", bounds: nil, help: "Sure."),
            OptionDeclaration(name: "base", type: "text", defaultInWords: "none", bounds: nil, help: "Where."),
            OptionDeclaration(name: "name", type: "text", defaultInWords: nil, bounds: nil, help: "Who."),
            OptionDeclaration(name: "of", type: "list of stays, places", defaultInWords: "[stays]", bounds: nil, help: "What."),
        ]
        for (found, wanted) in zip(reader.declarations, expected) { #expect(found == wanted) }
        #expect(reader.declarations.count == expected.count)
    }
}
