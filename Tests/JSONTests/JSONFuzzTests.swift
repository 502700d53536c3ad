import Foundation
import JSON
import Testing

/// Random values written as texts come back; of texts with random faults nothing traps, and all ways to read agree.
///
/// 300 seeds; `TRACKMILL_FUZZ_SEEDS` asks for more (`make fuzz`: 5,000).
@Suite struct JSONFuzzTests {
    private static let seeds = ProcessInfo.processInfo.environment["TRACKMILL_FUZZ_SEEDS"].flatMap(UInt64.init) ?? 300

    @Test(arguments: 0..<seeds)
    func `a value that was written comes back`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let value = randomValue(&random, depth: 0)
        #expect(try JSONValue(reading: Array(written(value, &random).utf8)) == value)
    }

    @Test(arguments: 0..<seeds)
    func `a text with faults is refused, or read as Foundation reads it`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed &+ 1_000_000)
        for _ in 0..<20 {
            let bytes = mutated(Array(written(randomValue(&random, depth: 0), &random).utf8), &random)
            let value = try? JSONValue(reading: bytes)
            var scanner = JSONScanner(bytes)
            let passed = (try? scanner.skip()) != nil && (try? scanner.finish()) != nil
            #expect(passed == (value != nil), "\(bytes)")
            guard let value else { continue }
            // Of a value read once, a second text gives the same.
            #expect(try JSONValue(reading: Array(written(value, &random).utf8)) == value, "\(bytes)")
            let other = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
            // Foundation refuses half a surrogate pair.
            #expect(other != nil || String(decoding: bytes, as: UTF8.self).lowercased().contains("\\ud"), "\(bytes)")
        }
    }

    // MARK: Values

    private func randomValue(_ random: inout SeededRandom, depth: Int) -> JSONValue {
        switch random.below(depth > 4 ? 5 : 8) {
        case 0: return .null
        case 1: return .bool(random.below(2) == 0)
        case 2: return .number(Double(random.below(2_000_000) - 1_000_000) / pow(10, Double(random.below(9))))
        case 3:
            let number = Double(bitPattern: random.next())
            return .number(number.isFinite ? number : 0)
        case 4: return .string(randomText(&random))
        case 5: return .array((0..<random.below(5)).map { _ in randomValue(&random, depth: depth + 1) })
        default:
            return .object(
                (0..<random.below(5)).map { _ in (randomText(&random), randomValue(&random, depth: depth + 1)) })
        }
    }

    private func randomText(_ random: inout SeededRandom) -> String {
        let letters: [Unicode.Scalar] = [
            "a", "\"", "\\", "/", "\n", "\u{0}", "\u{1F}", "\u{7F}", "é", "中", "\u{1F600}", "\u{FFFD}", "1",
        ]
        return String(String.UnicodeScalarView((0..<random.below(8)).map { _ in letters[random.below(letters.count)] }))
    }

    // MARK: Texts

    private func written(_ value: JSONValue, _ random: inout SeededRandom) -> String {
        let space = ["", "", "", " ", "\n", "\t\r"][random.below(6)]
        switch value {
        case .null: return space + "null"
        case .bool(let isTrue): return space + "\(isTrue)"
        case .number(let number): return space + "\(number)" + space
        case .string(let text): return written(text, &random)
        case .array(let elements):
            return "[" + space + elements.map { written($0, &random) }.joined(separator: space + ",") + space + "]"
        case .object(let members):
            let texts = members.map { written($0.name, &random) + space + ":" + written($0.value, &random) }
            return "{" + space + texts.joined(separator: ",") + space + "}"
        }
    }

    private func written(_ text: String, _ random: inout SeededRandom) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            if scalar.value < 32 || scalar == "\"" || scalar == "\\" || random.below(4) == 0 {
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16, uppercase: random.below(2) == 0)
                    result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }

    private func mutated(_ bytes: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        var bytes = bytes
        let pieces: [String] = [
            "\"", "\\", "\\u", "\\ud83d", "[", "]", "{", "}", ",", ":", "1", "e", ".", "-", "null", "\u{0}", "中", "[[[[", " ",
        ]
        for _ in 0...random.below(3) {
            let place = random.below(bytes.count + 1)
            switch random.below(6) {
            case 0 where place < bytes.count: bytes[place] ^= 1 << UInt8(random.below(8))
            case 1 where place < bytes.count: bytes[place] = UInt8(random.below(256))
            case 2: bytes.removeSubrange(place..<min(bytes.count, place + 1 + random.below(4)))
            case 3: bytes.removeSubrange(place...)
            case 4:
                let end = min(bytes.count, place + random.below(20))
                bytes.insert(contentsOf: Array(bytes[place..<end]), at: random.below(bytes.count + 1))
            default: bytes.insert(contentsOf: Array(pieces[random.below(pieces.count)].utf8), at: place)
            }
        }
        return bytes
    }
}
