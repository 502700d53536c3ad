import Testing

@testable import Options

@Suite struct SecretsTests {
    private func amap(_ key: Node.Content, variable: Variable? = nil) -> OptionReader {
        let value = Node(key, mark: Mark(line: 2, column: 10), variable: variable)
        let node = Node(
            .mapping([Node.Entry(key: "key", keyMark: Mark(line: 2, column: 5), value: value)]), mark: Mark(line: 2, column: 5))
        return OptionReader(owner: "amap", node: node, file: "p.yaml", mark: Mark(line: 1, column: 5))
    }

    @Test func `a secret out of a variable is read, and is in no value`() {
        var reader = amap(.scalar("0a1b2c"), variable: Variable(name: "AMAP_KEY"))
        #expect(reader.secret("key", help: "The key.") == "0a1b2c")
        reader.finish()
        #expect(reader.problems.isEmpty)
        #expect(reader.values.isEmpty)
        #expect(reader.emptySecrets.isEmpty)
        #expect(reader.isKnown("key"))
        #expect(
            reader.declarations == [
                OptionDeclaration(
                    name: "key", type: "secret", defaultInWords: nil, bounds: nil, help: "The key.", isCompared: false)
            ])
    }

    @Test func `a secret that stands in the file is a problem that does not say it`() {
        var reader = amap(.scalar("0a1b2c"))
        #expect(reader.secret("key", help: "The key.") == "")
        #expect(
            reader.messages == [
                "p.yaml:2:10: 'key' comes from the environment only, so that it stands in no file and no list of processes; write \"${AMAP_KEY}\" and nothing besides, and set that variable."
            ])
    }

    @Test func `a secret in a list or a mapping is a problem that does not say it`() {
        var reader = amap(.sequence([Node(.scalar("0a1b2c"), mark: Mark(line: 3, column: 7))]))
        #expect(reader.secret("key", help: "The key.") == "")
        #expect(reader.messages.count == 1)
        #expect(!reader.messages[0].contains("0a1b2c"))
    }

    @Test func `a default of a secret is a problem also where the variable is set`() {
        var reader = amap(.scalar("0a1b2c"), variable: Variable(name: "MY_KEY", standIn: "f00"))
        #expect(reader.secret("key", help: "The key.") == "")
        #expect(
            reader.messages == [
                "p.yaml:2:10: 'key' has a text for when MY_KEY is not set, which would be a key in a file; write \"${MY_KEY}\", or \"${MY_KEY:}\" for none."
            ])
    }

    @Test func `an empty default gives an empty secret, which is told of`() {
        var reader = amap(.scalar(""), variable: Variable(name: "AMAP_KEY", standIn: ""))
        #expect(reader.secret("key", help: "The key.") == "")
        #expect(reader.problems.isEmpty)
        #expect(reader.emptySecrets.map(\.variable) == ["AMAP_KEY"])
    }

    @Test func `a secret that must be there names the variable to write`() {
        var reader = OptionReader(
            owner: "amap", node: Node(.mapping([]), mark: Mark(line: 1, column: 5)), file: "p.yaml",
            mark: Mark(line: 1, column: 5))
        #expect(reader.secret("signing-key", help: "The key.") == "")
        #expect(reader.messages == ["p.yaml:1:5: amap wants 'signing-key': \"${AMAP_SIGNING_KEY}\", an environment variable."])
        var other = OptionReader(reference: "amap")
        #expect(other.secret("key", isRequired: false, help: "The key.") == "")
        #expect(other.problems.isEmpty)
        #expect(other.declarations[0].defaultInWords == "none")
    }

    @Test func `operational options are read and checked, and are in no value`() {
        var options = reader(["rate": .scalar("60/min"), "radius": .scalar("20 m"), "per-day": .scalar("0")])
        let (rate, perDay) = options.operational { reader in
            (
                reader.rate("rate", default: 3, in: 1.0 / 3600...1000, help: "How often."),
                reader.optionalInteger("per-day", in: 1...1_000_000, help: "A day.")
            )
        }
        #expect(rate == 1)
        #expect(perDay == 1)
        #expect(options.meters("radius", in: 1...100, help: "How far.") == 20)
        #expect(options.values.map(\.name) == ["radius"])
        #expect(options.isKnown("rate"))
        #expect(options.declarations.map(\.isCompared) == [false, false, true])
        #expect(options.messages == ["p.yaml:3:10: 'per-day' is 0; it may be a whole number from 1 to 1000000."])
    }

    @Test(
        arguments: [
            ("3", "'rate' is 3 without a unit; write 3/s."), ("5000", "'rate' is 5000 without a unit; write 5000/h."),
            ("3 Hz", "'rate' has the unit 'Hz'; it may be /s, /min, /h, /day."),
            ("2000/s", "'rate' is 2000/s; it may be 1/h to 1000/s."),
            ("often", "'rate' is 'often'; it wants a number with a unit, such as 1/h."),
        ])
    func `what is no rate is told`(text: String, message: String) {
        var options = reader(["rate": .scalar(text)])
        #expect(options.rate("rate", default: 3, in: 1.0 / 3600...1000, help: "How often.") == 3)
        #expect(options.messages == ["p.yaml:1:10: " + message])
    }
}
