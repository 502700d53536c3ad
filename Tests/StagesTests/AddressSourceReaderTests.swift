import Options
import Testing

@testable import Stages

/// `geocode.with`: chains of sources.
@Suite struct AddressSourceReaderTests {
    private let mark = Mark(line: 1, column: 1)

    private func node(_ content: Node.Content, variable: Variable? = nil) -> Node {
        Node(content, mark: mark, variable: variable)
    }

    private func map(_ entries: KeyValuePairs<String, Node>) -> Node {
        node(.mapping(entries.map { Node.Entry(key: $0.key, keyMark: mark, value: $0.value) }))
    }

    private func list(_ items: Node...) -> Node { node(.sequence(items)) }
    private func text(_ text: String) -> Node { node(.scalar(text)) }
    private func key(_ text: String, standIn: String? = nil) -> Node {
        node(.scalar(text), variable: Variable(name: "AMAP_KEY", standIn: standIn))
    }

    private func read(_ with: Node) -> (geocode: Geocode, messages: [String], values: [String: String]) {
        var reader = OptionReader(owner: "geocode", node: map(["with": with]), file: "p.yaml", mark: mark)
        let geocode = Geocode(reading: &reader, context: StageContext(addressSources: addressSources))
        reader.finish()
        let values = Dictionary(reader.values.map { ($0.name, $0.value) }) { a, _ in a }
        return (geocode, reader.problems.map { ($0.isWarning ? "warning: " : "") + $0.what }, values)
    }

    @Test func `a chain keeps the order of the file`() {
        let (geocode, messages, values) = read(
            list(
                map(["areas": map(["file": text("d.geojson")])]),
                map(["amap": map(["key": key("0a1b2c"), "rate": text("3/s")])]),
                map(["nominatim": map(["zoom": text("16")])]), text("gazetteer")))
        #expect(messages == [])
        #expect(geocode.sources.all.map(\.name) == ["areas", "amap", "nominatim", "gazetteer"])
        #expect(geocode.sources.all.map(\.isAsked) == [false, true, true, false])
        #expect(geocode.sources.all.map(\.file) == ["d.geojson", nil, nil, nil])
        #expect(values["with"] == #"["areas {file=d.geojson}", "amap", "nominatim {zoom=16}", "gazetteer"]"#)
    }

    @Test func `a single source needs no list`() {
        #expect(read(text("gazetteer")).values["with"] == #"["gazetteer"]"#)
        let (geocode, messages, _) = read(map(["nominatim": map([:])]))
        #expect(messages == [] && geocode.sources.all.map(\.name) == ["nominatim"])
    }

    @Test func `keys, rates and the cache are in no value`() {
        let one = read(list(map(["amap": map(["key": key("0a1b2c"), "rate": text("3/s")])])))
        let other = read(list(map(["amap": map(["key": key("ffffff"), "rate": text("60/min")])])))
        #expect(one.values == other.values)
        #expect(!"\(one.values)".contains("0a1b2c") && one.values["cache"] == nil)
    }

    @Test func `a list for China and one for elsewhere`() {
        let (geocode, messages, values) = read(
            map([
                "china": list(map(["amap": map(["key": key("0a1b2c")])]), text("gazetteer")),
                "elsewhere": list(text("nominatim")),
            ]))
        #expect(messages == [])
        #expect(geocode.sources.isSplit && geocode.sources.china.map(\.name) == ["amap", "gazetteer"])
        #expect(geocode.sources.elsewhere.map(\.name) == ["nominatim"])
        #expect(values["with"] == #"china: ["amap", "gazetteer"], elsewhere: ["nominatim"]"#)
    }

    @Test func `a list for one side only is a problem`() {
        #expect(
            read(map(["china": list(text("gazetteer"))])).messages == [
                "'with' has no list 'elsewhere'; give both, china and elsewhere, or one list for all."
            ])
        #expect(
            read(map(["chna": list(text("gazetteer")), "elsewhere": list(text("gazetteer"))])).messages == [
                "'with' has no list 'chna'. Did you mean 'china'?"
            ])
    }

    @Test func `all problems of a chain are told at once`() {
        let (_, messages, _) = read(
            list(
                text("gazeteer"), map(["areas": map(["fil": text("x")])]), list(),
                map(["amap": map(["key": key("0a1b2c")]), "nominatim": map([:])]), map(["nominatim": map(["zoom": text("30")])])))
        #expect(
            messages == [
                "there is no source 'gazeteer'. Did you mean 'gazetteer'?", "areas wants 'file': a text.",
                "areas has no option 'fil'. Did you mean 'file'?",
                "a source is a name, or a name with options; here stands a list.",
                "a source is one name with its options; here stand amap, nominatim.",
                "'zoom' is 30; it may be a whole number from 1 to 18.",
            ])
        #expect(read(list()).messages == ["'with' is empty; it may have areas, amap, nominatim, gazetteer."])
    }

    @Test func `no message holds a key that stands in the file`() {
        for with in [
            list(map(["amap": text("0a1b2c")])), list(map(["amap": map(["key": text("0a1b2c")])])),
            list(map(["amap": map(["key": list(text("0a1b2c"))])])),
        ] {
            let messages = read(with).messages
            #expect(messages.count == 1)
            #expect(!messages.joined().contains("0a1b2c"))
        }
        #expect(
            read(list(map(["amap": text("0a1b2c")]))).messages == [
                "amap takes options by name, such as {key: \"${AMAP_KEY}\"}."
            ])
    }

    @Test func `an empty key leaves the source in the chain, not asked, with a warning`() {
        let (geocode, messages, values) = read(
            list(map(["amap": map(["key": key("", standIn: "")])]), text("gazetteer")))
        #expect(
            messages == [
                "warning: amap is not asked, as AMAP_KEY is empty or not set; what it is to be asked for stays pending."
            ])
        #expect(geocode.sources.all.map(\.emptyVariable) == ["AMAP_KEY", nil])
        #expect(values["with"] == #"["amap", "gazetteer"]"#)
    }

    @Test func `what stands behind a source that answers everywhere is a warning`() {
        #expect(
            read(list(text("gazetteer"), text("nominatim"))).messages == [
                "warning: nominatim stands behind gazetteer, which answers everywhere: it is never tried. Put it before."
            ])
        let file = map(["gazetteer": map(["file": text("cn.gazetteer")])])
        #expect(read(list(file, text("nominatim"))).messages == [])
    }

    @Test func `a source that is asked stands once in a chain, and with the same options in both`() {
        #expect(
            read(list(text("nominatim"), text("nominatim"))).messages == ["nominatim stands here a second time; once is enough."])
        let areas = map(["areas": map(["file": text("a")])])
        #expect(read(list(areas, areas)).messages == [])
        #expect(
            read(map(["china": list(text("nominatim")), "elsewhere": list(map(["nominatim": map(["zoom": text("3")])]))]))
                .messages
                == ["nominatim has other options here than for china; give it the same ones, or leave one of them out."])
        #expect(
            read(map(["china": list(text("nominatim")), "elsewhere": list(text("nominatim"))])).geocode.sources.all.count == 1)
    }
}
