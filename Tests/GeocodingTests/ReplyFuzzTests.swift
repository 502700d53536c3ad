import Foundation
import Geodesy
import JSON
import Testing

@testable import Geocoding

/// Replies with random faults: nothing traps, there is one outcome a point, and an address has no letter that the reply has not.
///
/// 300 seeds; `TRACKMILL_FUZZ_SEEDS` asks for more (`make fuzz`: 5,000).
@Suite struct ReplyFuzzTests {
    private static let seeds = ProcessInfo.processInfo.environment["TRACKMILL_FUZZ_SEEDS"].flatMap(UInt64.init) ?? 300

    /// What providers may send: the small replies, and the files of shared/geocoders where they are.
    private static let replies: [(provider: String, status: Int, body: [UInt8], count: Int)] = {
        let small = smallReplies.map { ($0.provider, $0.status, Array($0.body.utf8), $0.outcomes.count) }
        let files = ProviderReplyTests.files.compactMap { file, status, _, outcomes in
            (try? SharedReplies.bytes("geocoders/" + file)).map {
                (String(file.prefix { $0 != "_" }), status, $0, outcomes.count)
            }
        }
        return small + files
    }()

    @Test(arguments: 0..<seeds)
    func `a reply with faults gives an address that stands in it, none, or a failure`(seed: UInt64) {
        var random = SeededRandom(seed: seed &+ 7_000_000)
        for _ in 0..<20 {
            let reply = Self.replies[Int.random(in: 0..<Self.replies.count, using: &random)]
            // Now and then another provider's.
            let isOwn = Int.random(in: 0..<10, using: &random) > 0
            guard
                let source =
                    (isOwn ? allProviders.first { $0.file == reply.provider } : allProviders.randomElement(using: &random))?
                    .source
            else { continue }
            let body = mutated(reply.body, &random)
            let status = [reply.status, reply.status, 200, 500].randomElement(using: &random) ?? 200
            let response = HTTPResponse(status: status, body: body)
            let centers = [Coordinate](repeating: beijing, count: min(reply.count, source.pointsPerRequest))
            for language in ["zh-CN", "en"] {
                let outcomes = source.outcomes(of: response, for: centers, language: language)
                #expect(outcomes.count == centers.count, "seed \(seed)")
                check(outcomes, body, "seed \(seed), \(reply.provider): \(String(decoding: body, as: UTF8.self))")
            }
        }
    }

    private func check(_ outcomes: [Outcome], _ body: [UInt8], _ label: Comment) {
        for failure in outcomes.compactMap(\.failure) {
            #expect(failure.words.hasSuffix(".") && !failure.code.isEmpty && failure.code.utf8.count <= 40, label)
            #expect(!failure.words.contains(testKey) && !failure.code.contains(testKey), label)
        }
        let addresses = outcomes.compactMap(\.address)
        guard !addresses.isEmpty else { return }
        guard let json = try? JSONValue(reading: body) else {
            Issue.record("an address out of what is no JSON, \(label)")
            return
        }
        var words: Set<String> = []
        collect(json, into: &words)
        for address in addresses {
            #expect(!address.text.isEmpty && address.text != "null", label)
            for part in [address.text, address.country, address.province, address.city, address.district, address.street]
                .compactMap({ $0 })
            {
                #expect(isMade(part, of: words), "\(part), \(label)")
            }
            for part in [address.country, address.province, address.city, address.district].compactMap({ $0 }) {
                #expect(words.contains(part) && part != "null", "\(part), \(label)")
            }
        }
    }

    /// All strings of a text, without spaces at their ends, and its whole numbers.
    private func collect(_ value: JSONValue, into words: inout Set<String>) {
        switch value {
        case .string(let text):
            if !text.trimmedBySet.isEmpty { words.insert(text.trimmedBySet) }
        case .number: if let number = value.integer { words.insert("\(number)") }
        case .array(let elements): for element in elements { collect(element, into: &words) }
        case .object(let members): for member in members { collect(member.value, into: &words) }
        case .null, .bool: break
        }
    }

    /// Whether a text is words in a row, with spaces or commas between.
    private func isMade(_ text: String, of words: Set<String>) -> Bool {
        let bytes = Array(text.utf8)
        let pieces = (words + [" ", ", "]).map { Array($0.utf8) }
        var isReached = [Bool](repeating: false, count: bytes.count + 1)
        isReached[0] = true
        for place in bytes.indices where isReached[place] {
            for piece in pieces where bytes[place...].starts(with: piece) { isReached[place + piece.count] = true }
        }
        return isReached[bytes.count]
    }

    private func mutated(_ body: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        var bytes = body
        let pieces = [
            "\"", "[]", "{}", "null", ",", ":", "0", "-1", "1e999", "\\ud800", "\\u0000", "\"null\"", " ", "\u{FEFF}", "中",
            "<html>", testKey,
        ]
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            let place = Int.random(in: 0...bytes.count, using: &random)
            let other = Int.random(in: 0...bytes.count, using: &random)
            let stretch = min(place, other)..<min(max(place, other), min(place, other) + 40)
            switch Int.random(in: 0..<8, using: &random) {
            case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
            case 1 where place < bytes.count: bytes[place] = UInt8.random(in: 0...255, using: &random)
            case 2: bytes.removeSubrange(stretch)
            case 3: bytes.removeSubrange(place...)
            case 4: bytes.insert(contentsOf: Array(bytes[stretch]), at: place)
            case 5, 6: replaceValue(in: &bytes, with: pieces.randomElement(using: &random) ?? "", &random)
            default: bytes.insert(contentsOf: Array((pieces.randomElement(using: &random) ?? "").utf8), at: place)
            }
        }
        return bytes
    }

    /// A string behind a colon, or an element, becomes something else.
    private func replaceValue(in bytes: inout [UInt8], with piece: String, _ random: inout SeededRandom) {
        let quotes = bytes.indices.filter { bytes[$0] == UInt8(ascii: "\"") }
        guard quotes.count > 2 else { return }
        let first = Int.random(in: 0..<quotes.count - 1, using: &random)
        bytes.replaceSubrange(quotes[first]...quotes[first + 1], with: Array(piece.utf8))
    }
}

extension String {
    /// In one line and without spaces at its ends, by Foundation's rule, not ours.
    fileprivate var trimmedBySet: String {
        let ends = CharacterSet.newlines.union(CharacterSet(charactersIn: "\u{0}"..."\u{1F}")).union(
            CharacterSet(charactersIn: "\u{7F}"..."\u{9F}"))
        return components(separatedBy: ends).joined(separator: " ").trimmingCharacters(in: .whitespaces)
    }
}
