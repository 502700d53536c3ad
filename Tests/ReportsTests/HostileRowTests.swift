import Foundation
import FoundationXML
import Testing

@testable import Reports

/// Issue 17, "Safety": device ids, addresses and kinds are hostile everywhere.
@Suite struct HostileRowTests {
    private var rows: FakeRows { FakeRows(["device", "number"], hostileTexts.map { [.text($0), .real(0.5)] }) }

    // RFC 8259, by Foundation's parser.
    @Test func `each text comes back from NDJSON and JSON as it was`() throws {
        var lines = ObjectLines(isArray: false)
        let objects = try lines.text(rows).split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
        #expect(objects.count == hostileTexts.count)
        for (object, text) in zip(objects, hostileTexts) {
            #expect((object["device"] as? String)?.utf8.elementsEqual(text.utf8) == true, "\(text.prefix(20))")
        }
        var array = ObjectLines(isArray: true)
        let parsed = try JSONSerialization.jsonObject(with: Data(try array.text(rows).utf8)) as? [[String: Any]]
        #expect(parsed?.count == hostileTexts.count)
    }

    // RFC 3629: a surrogate by itself, an overlong form and a part of a character are no UTF-8.
    @Test(arguments: [[0xED, 0xA0, 0x80], [0xC0, 0xAF], [0x61, 0xE4, 0xB8], [0xFF]] as [[UInt8]])
    func `bytes that are no UTF-8 become U+FFFD in every text format`(bytes: [UInt8]) throws {
        let rows = { FakeRows(["device"], [[.bytes(bytes)]]) }
        var (lines, csv) = (ObjectLines(isArray: false), CSVLines())
        let object = try JSONSerialization.jsonObject(with: Data(try lines.text(rows()).utf8)) as? [String: Any]
        #expect((object?["device"] as? String)?.contains("\u{FFFD}") == true)
        #expect(try csv.text(rows()).contains("\u{FFFD}"))
        var xml: [UInt8] = []
        bytes.withUnsafeBufferPointer { xml.addXML($0) }
        #expect(String(validating: xml, as: UTF8.self)?.contains("\u{FFFD}") == true)
    }

    // XML 1.0, production 2: these signs, and no others below U+0020, may stand in a document.
    @Test func `XML has no sign that it cannot hold, and each other text as it was`() throws {
        var bytes = Array("<a>".utf8)
        for text in hostileTexts {
            bytes.add("<b>")
            bytes.addXML(text)
            bytes.add("</b>")
        }
        bytes.add("</a>")
        let reader = TextReader()
        let parser = XMLParser(data: Data(bytes))
        parser.delegate = reader
        #expect(parser.parse())
        let wanted = hostileTexts.map { text in
            var shown = ""
            for scalar in text.unicodeScalars {
                let isHeld =
                    scalar.value >= 32 ? scalar != "\u{FFFE}" && scalar != "\u{FFFF}" : "\t\n\r".unicodeScalars.contains(scalar)
                shown.unicodeScalars.append(isHeld ? scalar : "\u{FFFD}")
            }
            return shown
        }
        #expect(reader.texts.map { Array($0.utf8) } == wanted.map { Array($0.utf8) })
    }

    @Test func `numbers of XML have no exponent, instants are RFC 3339`() {
        func text(_ body: (inout [UInt8]) -> Void) -> String {
            var bytes: [UInt8] = []
            body(&bytes)
            return String(decoding: bytes, as: UTF8.self)
        }
        #expect(
            [0.00001, -0.5, 179.9999999, 0, -1e-9, 12].map { number in text { $0.addDecimal(number) } }
                == ["0.00001", "-0.5", "179.9999999", "0", "0", "12"])
        // By `date -u -d @…`.
        let moments: [(Int64, String)] = [
            (0, "1970-01-01T00:00:00.000Z"), (1_748_736_000_001, "2025-06-01T00:00:00.001Z"), (-1, "1969-12-31T23:59:59.999Z"),
            (951_782_399_999, "2000-02-28T23:59:59.999Z"), (951_868_799_000, "2000-02-29T23:59:59.000Z"),
        ]
        for (moment, wanted) in moments { #expect(text { $0.addInstant(moment) } == wanted) }
    }
}

/// Gathers the texts of the elements `b`.
private final class TextReader: NSObject, XMLParserDelegate {
    var texts: [String] = []

    func parser(
        _ parser: XMLParser, didStartElement name: String, namespaceURI: String?, qualifiedName: String?,
        attributes: [String: String] = [:]
    ) {
        if name == "b" { texts.append("") }
    }

    func parser(_ parser: XMLParser, foundCharacters string: String) {
        if !texts.isEmpty { texts[texts.count - 1] += string }
    }
}
