import Testing

@testable import Options

/// Bounds and messages by hand from STYLE.md section 4 and DESIGN.md "The pipeline file".
@Suite struct OptionReaderTests {
    // MARK: Quantities

    @Test func `reads a length, a duration, a speed in the unit that is used inside`() {
        var reader = reader(["radius": .scalar("0.2 km"), "at-least": .scalar("20 min"), "speed": .scalar("90 km/h")])
        #expect(reader.meters("radius", default: 150, in: 10...2000, help: "") == 200)
        #expect(reader.seconds("at-least", default: 60, in: 1...86_400, help: "") == 1200)
        #expect(reader.metersPerSecond("speed", in: 0.1...100, help: "") == 25)
        #expect(reader.messages == [])
    }

    @Test func `takes the default where the option is absent or empty`() {
        var reader = reader(["radius": .empty])
        #expect(reader.meters("radius", default: 150, in: 10...2000, help: "") == 150)
        #expect(reader.seconds("gap", default: 1800, in: 1...86_400, help: "") == 1800)
        #expect(reader.messages == [])
    }

    @Test func `a value on either bound is inside`() {
        var reader = reader(["radius": .scalar("10 m"), "cell": .scalar("2 km")])
        #expect(reader.meters("radius", default: 150, in: 10...2000, help: "") == 10)
        #expect(reader.meters("cell", default: 150, in: 10...2000, help: "") == 2000)
        #expect(reader.messages == [])
    }

    @Test func `a value beyond either bound is refused and the default taken`() {
        var reader = reader(["radius": .scalar("9.9 m"), "cell": .scalar("2000.1 m")])
        #expect(reader.meters("radius", default: 150, in: 10...2000, help: "") == 150)
        #expect(reader.meters("cell", default: 20, in: 10...2000, help: "") == 20)
        #expect(
            reader.messages == [
                "p.yaml:1:10: 'radius' is 9.9 m; it may be 10 to 2000 m.",
                "p.yaml:2:10: 'cell' is 2000.1 m; it may be 10 to 2000 m.",
            ])
    }

    @Test func `a bare number is refused with the unit it wants`() {
        var reader = reader(["radius": .scalar("15"), "gap": .scalar("30"), "speed": .scalar("70")])
        _ = reader.meters("radius", default: 150, in: 10...2000, help: "")
        _ = reader.seconds("gap", default: 1800, in: 1...86_400, help: "")
        _ = reader.metersPerSecond("speed", in: 0.1...100, help: "")
        #expect(
            reader.messages == [
                "p.yaml:1:10: 'radius' is 15 without a unit; write 15 m.", "p.yaml:2:10: 'gap' is 30 without a unit; write 30 s.",
                "p.yaml:3:10: 'speed' is 70 without a unit; write 70 m/s.",
            ])
    }

    @Test func `a bare number is told a unit that the bounds allow, or the bounds`() {
        let day = 86_400.0
        func message(_ text: String) -> [String] {
            var last = reader(["last": .scalar(text)])
            _ = last.optional("last", .duration, in: day...36_500 * day, help: "")
            return last.messages
        }
        #expect(message("30") == ["p.yaml:1:10: 'last' is 30 without a unit; write 30 days."])
        #expect(message("1") == ["p.yaml:1:10: 'last' is 1 without a unit; write 1 day."])
        #expect(message("0") == ["p.yaml:1:10: 'last' is 0 without a unit; it may be 24 h to 36500 days."])
        var lengths = reader(["radius": .scalar("5"), "far": .scalar("7")])
        _ = lengths.meters("radius", default: 150, in: 10...2000, help: "")
        _ = lengths.meters("far", default: 5000, in: 1000...9000, help: "")
        #expect(
            lengths.messages == [
                "p.yaml:1:10: 'radius' is 5 without a unit; it may be 10 to 2000 m.",
                "p.yaml:2:10: 'far' is 7 without a unit; write 7 km.",
            ])
    }

    @Test func `a refused value has its default and brings no other problem`() {
        var reader = reader(["radius": .refused, "by": .refused, "name": .refused, "of": .refused, "every": .refused])
        #expect(reader.meters("radius", in: 10...2000, help: "") == 10)
        #expect(reader.choice("by", of: ["even", "all"], help: "") == "even")
        #expect(reader.text("name", isRequired: true, help: "") == nil)
        #expect(reader.texts("of", default: nil, help: "") == [])
        #expect(reader.anything("every", type: "", default: nil, help: "") == nil)
        #expect(reader.has("by") && !reader.isKnown("by") && !reader.isKnown("radius"))
        reader.finish()
        #expect(reader.messages == [])
    }

    @Test func `a value is known where it was read, or is the default`() {
        var reader = reader(["by": .scalar("all"), "per": .scalar("x"), "radius": .scalar("5 m")])
        _ = reader.choice("by", of: ["even", "all"], help: "")
        _ = reader.choice("per", of: ["day", "trip"], help: "")
        _ = reader.choice("way", default: "up", of: ["up", "down"], help: "")
        _ = reader.meters("radius", default: 150, in: 10...2000, help: "")
        #expect(["by", "per", "way", "radius", "other"].map(reader.isKnown) == [true, false, true, false, false])
    }

    @Test func `an empty text or list where one must be given is a problem`() {
        var reader = reader(["name": .scalar(" "), "files": .sequence([]), "of": .sequence([]), "more": .sequence([])])
        #expect(reader.text("name", isRequired: true, help: "") == nil)
        _ = reader.texts("files", default: nil, help: "")
        _ = reader.texts("of", default: ["stays"], of: ["stays", "places"], help: "")
        #expect(reader.texts("more", help: "") == [])
        #expect(
            reader.messages == [
                "p.yaml:1:10: 'name' is empty; it wants a text.",
                "p.yaml:2:10: 'files' is an empty list; it wants a text or more.",
                "p.yaml:3:10: 'of' is an empty list; it may be stays, places.",
            ])
    }

    @Test func `a text of the wrong shape has its default`() {
        var reader = reader(["zooms": .sequence([])])
        #expect(reader.text("zooms", default: "0..16", help: "") == "0..16")
        #expect(reader.messages == ["p.yaml:1:10: 'zooms' is a list; it wants a single value."])
    }

    @Test func `a unit of something else is refused with the units there are`() {
        var reader = reader(["radius": .scalar("15 min")])
        _ = reader.meters("radius", default: 150, in: 10...2000, help: "")
        #expect(reader.messages == ["p.yaml:1:10: 'radius' has the unit 'min'; it may be m, km."])
    }

    @Test(arguments: ["far", "m", "", "--3 m", "1.2.3 m", "inf m", "nan m"])
    func `what does not begin with a number is refused with an example`(text: String) {
        var reader = reader(["radius": .scalar(text)])
        _ = reader.meters("radius", default: 150, in: 10...2000, help: "")
        #expect(reader.messages == ["p.yaml:1:10: 'radius' is '\(text)'; it wants a number with a unit, such as 10 m."])
    }

    @Test func `a list or mapping is no quantity`() {
        var reader = reader(["radius": .sequence([]), "gap": .mapping([])])
        _ = reader.meters("radius", default: 150, in: 10...2000, help: "")
        _ = reader.seconds("gap", default: 1800, in: 1...86_400, help: "")
        #expect(
            reader.messages == [
                "p.yaml:1:10: 'radius' is a list; it wants a single value.",
                "p.yaml:2:10: 'gap' is a mapping; it wants a single value.",
            ])
    }

    @Test func `an option that must be given is asked for with an example`() {
        var reader = reader([:])
        #expect(reader.metersPerSecond("speed", in: 0.1...100, help: "") == 0.1)
        _ = reader.integer("points", in: 2...10, help: "")
        _ = reader.choice("by", of: ["even", "all"], help: "")
        _ = reader.text("sqlite", isRequired: true, help: "")
        _ = reader.texts("files", default: nil, help: "")
        #expect(
            reader.messages == [
                "p.yaml:1:1: find-stays wants 'speed': such as 0.1 m/s.",
                "p.yaml:1:1: find-stays wants 'points': a whole number.",
                "p.yaml:1:1: find-stays wants 'by': one of even, all.", "p.yaml:1:1: find-stays wants 'sqlite': a text.",
                "p.yaml:1:1: find-stays wants 'files': a list.",
            ])
    }

    // MARK: Off unless given

    @Test func `an optional quantity is off unless it is given`() {
        var reader = reader(["accuracy": .scalar("100 m"), "near": .scalar("off")])
        #expect(reader.optional("accuracy", .length, in: 1...1000, help: "") == 100)
        #expect(reader.optional("near", .length, in: 1...1000, help: "") == nil)
        #expect(reader.optional("far", .length, in: 1...1000, help: "") == nil)
        #expect(reader.messages == [])
    }

    @Test func `every option that is off by default can be switched off by that word`() {
        var reader = reader(["hdop": .scalar("off"), "satellites": .scalar("off"), "every": .scalar("off")])
        #expect(reader.optionalNumber("hdop", in: 0.1...100, help: "") == nil)
        #expect(reader.optionalInteger("satellites", in: 1...100, help: "") == nil)
        #expect(reader.optionalPerKind("every", .duration, in: 1...100, help: "") == nil)
        #expect(reader.messages == [])
    }

    @Test func `an optional number keeps to its bounds`() {
        var reader = reader([
            "a": .scalar("0.1"), "b": .scalar("100"), "c": .scalar("0.09"), "d": .scalar("100.1"), "e": .scalar("x"),
        ])
        #expect(
            ["a", "b", "c", "d", "e"].map { reader.optionalNumber($0, in: 0.1...100, help: "") } == [0.1, 100, nil, nil, nil])
        #expect(
            reader.messages == [
                "p.yaml:3:10: 'c' is 0.09; it may be a number from 0.1 to 100.",
                "p.yaml:4:10: 'd' is 100.1; it may be a number from 0.1 to 100.",
                "p.yaml:5:10: 'e' is x; it may be a number from 0.1 to 100.",
            ])
    }

    @Test func `an optional whole number keeps to its bounds`() {
        var reader = reader(["a": .scalar("1"), "b": .scalar("100"), "c": .scalar("0"), "d": .scalar("101"), "e": .scalar("2.5")])
        #expect(reader.optionalInteger("a", in: 1...100, help: "") == 1)
        #expect(reader.optionalInteger("b", in: 1...100, help: "") == 100)
        for name in ["c", "d", "e"] { _ = reader.optionalInteger(name, in: 1...100, help: "") }
        #expect(reader.optionalInteger("f", in: 1...100, help: "") == nil)
        #expect(
            reader.messages == [
                "p.yaml:3:10: 'c' is 0; it may be a whole number from 1 to 100.",
                "p.yaml:4:10: 'd' is 101; it may be a whole number from 1 to 100.",
                "p.yaml:5:10: 'e' is 2.5; it may be a whole number from 1 to 100.",
            ])
    }

    // MARK: By kind

    @Test func `one value stands for all kinds`() {
        var reader = reader(["every": .scalar("10 s")])
        #expect(reader.optionalPerKind("every", .duration, in: 1...86_400, help: "") == PerKind(10))
    }

    @Test func `kinds may have values of their own`() {
        let kinds: Node.Content = mapping(["pet": .scalar("1 min"), "other": .scalar("10 s")]).content
        var reader = reader(["every": kinds])
        #expect(reader.optionalPerKind("every", .duration, in: 1...86_400, help: "") == PerKind(10, byKind: ["pet": 60]))
        #expect(reader.messages == [])
    }

    @Test func `values by kind want one for other`() {
        var reader = reader(["every": mapping(["pet": .scalar("1 min")]).content])
        _ = reader.optionalPerKind("every", .duration, in: 1...86_400, help: "")
        #expect(
            reader.messages == [
                "p.yaml:1:10: 'every' by kind wants a value for 'other', which stands for all kinds that are not listed."
            ])
    }

    @Test func `a value of a kind is refused under its own name`() {
        var reader = reader(["every": mapping(["pet": .scalar("0.5 s"), "other": .scalar("9")]).content])
        _ = reader.optionalPerKind("every", .duration, in: 1...86_400, help: "")
        #expect(
            reader.messages.prefix(2) == [
                "p.yaml:1:10: 'every.pet' is 0.5 s; it may be 1 s to 24 h.",
                "p.yaml:2:10: 'every.other' is 9 without a unit; write 9 s.",
            ])
    }

    // MARK: Numbers, words, flags, texts

    @Test func `a whole number keeps to its bounds`() {
        var reader = reader(["a": .scalar("2"), "b": .scalar("10"), "c": .scalar("1"), "d": .scalar("11"), "e": .scalar("ten")])
        #expect(
            ["a", "b", "c", "d", "e", "f"].map { reader.integer($0, default: 5, in: 2...10, help: "") } == [2, 10, 5, 5, 5, 5])
        #expect(
            reader.messages == [
                "p.yaml:3:10: 'c' is 1; it may be a whole number from 2 to 10.",
                "p.yaml:4:10: 'd' is 11; it may be a whole number from 2 to 10.",
                "p.yaml:5:10: 'e' is ten; it may be a whole number from 2 to 10.",
            ])
    }

    @Test func `one of several words, with a suggestion where one is near`() {
        var reader = reader(["by": .scalar("mean"), "per": .scalar("tripp"), "way": .scalar("sideways")])
        #expect(reader.choice("by", default: "even", of: ["even", "mean", "all"], help: "") == "mean")
        #expect(reader.choice("per", default: "day", of: ["day", "trip"], help: "") == "day")
        #expect(reader.choice("way", default: "up", of: ["up", "down"], help: "") == "up")
        #expect(
            reader.messages == [
                "p.yaml:2:10: 'per' is 'tripp'; it may be day, trip. Did you mean 'trip'?",
                "p.yaml:3:10: 'way' is 'sideways'; it may be up, down.",
            ])
    }

    @Test func `a flag is on or off`() {
        var reader = reader([
            "a": .scalar("on"), "b": .scalar("true"), "c": .scalar("yes"), "d": .scalar("off"), "e": .scalar("maybe"),
        ])
        #expect(["a", "b", "c"].map { reader.flag($0, default: false, help: "") } == [true, true, true])
        #expect(["d", "e", "f"].map { reader.flag($0, default: true, help: "") } == [false, true, true])
        #expect(reader.messages == ["p.yaml:5:10: 'e' is 'maybe'; it may be on or off."])
    }

    @Test func `a text alone is a list of one`() {
        var reader = reader([
            "files": .scalar("a.csv"), "more": .sequence([scalar("b"), scalar("c")]), "bad": .sequence([mapping([:])]),
        ])
        #expect(reader.texts("files", help: "") == ["a.csv"])
        #expect(reader.texts("more", help: "") == ["b", "c"])
        #expect(reader.texts("none", default: ["x"], help: "") == ["x"])
        #expect(reader.texts("bad", help: "") == [])
        #expect(reader.messages == ["p.yaml:1:1: 'bad' is a mapping; it wants texts in its list."])
    }

    @Test func `a mapping is told that it may be a list, or values by kind`() {
        var reader = reader(["extra": .mapping([]), "every": .sequence([])])
        _ = reader.texts("extra", help: "")
        _ = reader.optionalPerKind("every", .duration, in: 1...100, help: "")
        #expect(
            reader.messages == [
                "p.yaml:1:10: 'extra' is a mapping; it wants a text or a list of texts.",
                "p.yaml:2:10: 'every' is a list; it wants a single value, or one by kind such as {pet: …, other: …}.",
            ])
    }

    @Test func `a list of words refuses each that is none of them`() {
        var reader = reader(["of": .sequence([scalar("stays"), scalar("placse", column: 20), scalar("bananas", column: 30)])])
        _ = reader.texts("of", of: ["stays", "places"], help: "")
        #expect(
            reader.messages == [
                "p.yaml:1:20: 'of' has 'placse'; it may be stays, places. Did you mean 'places'?",
                "p.yaml:1:30: 'of' has 'bananas'; it may be stays, places.",
            ])
    }
}
