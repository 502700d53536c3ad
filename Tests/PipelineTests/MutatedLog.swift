import Tracks

/// A valid log with a few random faults in its bytes: flipped, cut, doubled, quotes, NULs, other encodings, headers in the middle.
struct MutatedLog {
    /// The columns that the pipeline maps or keeps; all must be there.
    static let mapped: Set<String> = ["device", "time", "lat", "lon", "speed", "note"]

    /// As the pipeline names it.
    let encoding: String
    let delimiter: UInt8
    let isPacked: Bool
    /// The bytes of the file.
    private(set) var file: [UInt8]
    /// The bytes that reading can unpack, in UTF-8 where they are in UTF-16.
    private(set) var text: [UInt8]
    /// What was done to it.
    private(set) var faults: [String] = []
    private let lineEnd: String
    /// Bytes at the beginning without faults.
    private var spared = 0

    init(seed: UInt64) {
        var random = SeededRandom(seed &+ 31_000_000)
        encoding = random.pick(["utf-8", "utf-8", "utf-8", "utf-8", "utf-16", "gb18030", "windows-1252"])
        // The second byte of a Chinese letter may be a bar.
        delimiter = random.pick(encoding == "gb18030" ? [44, 59, 9] : [44, 44, 59, 9, 124])
        lineEnd = random.pick(["\n", "\n", "\n", "\r\n", "\r"])
        isPacked = random.chance(0.5)
        text = []
        file = []
        let (header, rows) = validText(&random)
        text = encoded(header) + encoded(rows)
        // What is valid in the header of another encoding is not for this test to say.
        spared = encoding == "utf-8" ? 0 : encoded(header).count
        for _ in 0..<random.pick([0, 1, 1, 2, 2, 3, 5]) { mutate(&random) }
        file = isPacked ? packed(text, &random) : text
        if isPacked, random.chance(0.4) {
            for _ in 0..<random.pick([1, 1, 2]) { mutatePacked(&random) }
            text = unpackedBytes(file)
        }
        if encoding == "utf-16" { text = decodedUTF16(text) }
    }

    /// Whether what its cells say can be told without tables of letters.
    var isUnicode: Bool { encoding.hasPrefix("utf") }

    /// GB 18030-2005: 张 is D5 C5, 三 is C8 FD, é is A8 A6.
    private static let chinese: [UInt32: [UInt8]] = [0x5F20: [0xD5, 0xC5], 0x4E09: [0xC8, 0xFD], 0xE9: [0xA8, 0xA6]]

    private func encoded(_ text: String) -> [UInt8] {
        switch encoding {
        case "utf-8": return Array(text.utf8)
        case "utf-16": return text.utf16.flatMap { (unit: UInt16) -> [UInt8] in [UInt8(unit & 255), UInt8(unit >> 8)] }
        case "gb18030":
            return text.unicodeScalars.flatMap { (scalar: Unicode.Scalar) -> [UInt8] in
                Self.chinese[scalar.value] ?? [UInt8(scalar.value & 127)]
            }
        default: return text.unicodeScalars.map { (scalar: Unicode.Scalar) -> UInt8 in UInt8(exactly: scalar.value) ?? 63 }
        }
    }

    /// A letter of which a half lacks, and a byte too many at the end, are shown as U+FFFD.
    private func decodedUTF16(_ bytes: [UInt8]) -> [UInt8] {
        let isBig = bytes.starts(with: [0xFE, 0xFF])
        let first = isBig || bytes.starts(with: [0xFF, 0xFE]) ? 2 : 0
        let units = stride(from: first, to: bytes.count - 1, by: 2).map { (at: Int) -> UInt16 in
            let (high, low) = isBig ? (bytes[at], bytes[at + 1]) : (bytes[at + 1], bytes[at])
            return UInt16(high) << 8 | UInt16(low)
        }
        return Array(String(decoding: units, as: UTF16.self).utf8) + (bytes.count % 2 == 1 ? Array("\u{FFFD}".utf8) : [])
    }

    // MARK: A valid log

    private var separator: String { String(UnicodeScalar(delimiter)) }

    private func quoted(_ text: String) -> String { "\"\(text.replacing("\"", with: "\"\""))\"" }

    private func header(_ names: [String], _ random: inout SeededRandom) -> String {
        names.map { random.chance(0.1) ? quoted($0) : $0 }.joined(separator: separator) + lineEnd
    }

    private func validText(_ random: inout SeededRandom) -> (header: String, rows: String) {
        let names = (Array(Self.mapped) + ["other"]).sorted().shuffled(using: &random)
        let hasMark = isUnicode && random.chance(encoding == "utf-8" ? 0.1 : 0.8)
        let header = (hasMark ? "\u{FEFF}" : "") + header(names, &random)
        var text = ""
        var seconds = 0
        for _ in 0..<random.pick([0, 1, 5, 20, 60, 200]) {
            seconds += random.pick([0, 1, 30, 400])
            let cells = names.map { cell($0, seconds: seconds, &random) }
            text += cells.joined(separator: separator) + lineEnd
            if random.chance(0.02) { text += lineEnd }
        }
        if random.chance(0.2), text.hasSuffix(lineEnd) { text.removeLast() }
        return (header, text)
    }

    private func cell(_ name: String, seconds: Int, _ random: inout SeededRandom) -> String {
        switch name {
        case "device": random.pick(["v1", "v2", "caf\u{E9}", "\u{5F20}\u{4E09}", quoted("v,3"), quoted("v\"4\"")])
        case "time": isoText(milliseconds: 1_748_736_000_000 + Int64(seconds) * 1_000)
        case "lat": "\(39.9 + Double(seconds % 700) / 10_000)"
        case "lon": random.pick(["116.4", "116.41", quoted("116.42")])
        case "speed": random.pick(["", "3.5", "x"])
        case "note":
            random.pick([
                "", "", "ok", quoted("a\(separator)b"), quoted("two\(lineEnd)lines"), quoted("\(lineEnd)\"x\"\(lineEnd)"),
            ])
        default: random.pick(["", "1", quoted("")])
        }
    }

    // MARK: Faults

    private func place(_ random: inout SeededRandom) -> Int {
        let place = Int.random(in: spared...max(spared, text.count), using: &random)
        return random.chance(0.9) ? aligned(place) : place
    }

    /// The place, or in UTF-16 the next one where a letter begins.
    private func aligned(_ place: Int) -> Int { encoding == "utf-16" ? min(text.count, place + place % 2) : place }

    private func stretch(of bytes: [UInt8], upTo longest: Int, _ random: inout SeededRandom) -> Range<Int> {
        let start = Int.random(in: min(spared, bytes.count)...bytes.count, using: &random)
        return start..<min(bytes.count, start + Int.random(in: 0...longest, using: &random))
    }

    /// The beginning of a cell or line, where a quote opens one.
    private func placeOfCell(_ random: inout SeededRandom) -> Int {
        let beginnings = text.indices.dropFirst(spared).filter { [delimiter, 10, 13].contains(text[$0]) }
        return aligned((beginnings.randomElement(using: &random) ?? text.count - 1) + 1)
    }

    private func placeOfLine(_ random: inout SeededRandom) -> Int {
        let beginnings = text.indices.dropFirst(spared).filter { text[$0] == 10 || text[$0] == 13 && lineEnd == "\r" }
        return aligned((beginnings.randomElement(using: &random) ?? text.count - 1) + 1)
    }

    private mutating func insert(_ bytes: [UInt8], at place: Int, _ fault: String) {
        faults.append("\(fault) at \(place)")
        text.insert(contentsOf: bytes, at: place)
    }

    private mutating func mutate(_ random: inout SeededRandom) {
        switch Int.random(in: 0..<22, using: &random) {
        case 0, 1, 2: flip(&random)
        case 3: cut(stretch(of: text, upTo: 60, &random))
        case 4: cut(place(&random)..<text.count)
        case 5, 6:
            let stretch = stretch(of: text, upTo: random.pick([10, 200, 3_000]), &random)
            insert(Array(text[stretch]), at: random.chance(0.5) ? stretch.upperBound : place(&random), "doubled")
        case 7, 8, 9: insert(encoded(random.pick(["\"", "\"", "\"\"", "\"\"\""])), at: placeOfCell(&random), "quotes")
        case 10, 11: insert(encoded("\""), at: place(&random), "quote")
        case 12: insert(Array(repeating: 0, count: random.pick([1, 5])), at: place(&random), "NUL")
        case 13: insert(random.pick([[0xEF, 0xBB, 0xBF], [0x1B], [0x7F], [0xC2, 0x85]]), at: place(&random), "control")
        case 14: insert(random.pick([[0xFF], [0xC3], [0x80], [0xD5, 0xC5, 0xC8, 0xFD]]), at: place(&random), "not UTF-8")
        case 15: insert(encoded(random.pick(["\n", "\r", "\r\n", "\n\n", "\r\r\n"])), at: place(&random), "line end")
        case 16, 17, 18: insertHeader(&random)
        case 19: insert(encoded(separator), at: place(&random), "delimiter")
        case 20: insert(Array(repeating: 120, count: random.pick([100, 70_000])), at: place(&random), "long")
        default: insertLong(&random)
        }
    }

    private mutating func flip(_ random: inout SeededRandom) {
        guard text.count > spared else { return }
        let place = Int.random(in: spared..<text.count, using: &random)
        let bit: UInt8 = 1 << UInt8.random(in: 0...7, using: &random)
        text[place] = random.chance(0.5) ? text[place] ^ bit : UInt8.random(in: 0...255, using: &random)
        faults.append("flipped at \(place)")
    }

    private mutating func cut(_ stretch: Range<Int>) {
        faults.append("cut \(stretch)")
        text.removeSubrange(stretch)
    }

    private mutating func insertHeader(_ random: inout SeededRandom) {
        let names = (Array(Self.mapped) + ["other"]).sorted().shuffled(using: &random)
        let chosen = random.chance(0.7) ? names : Array(names.dropLast(random.pick([1, 3])))
        insert(encoded(header(chosen, &random)), at: placeOfLine(&random), "header")
    }

    /// Seldom, as it takes time: a line, or an open quote and many lines, longer than any window of a reader.
    private mutating func insertLong(_ random: inout SeededRandom) {
        guard random.chance(0.2) else { return flip(&random) }
        let line = encoded("v1\(lineEnd)")
        let many = [UInt8](line.cycled(1_300_000))
        let long: [UInt8] = random.pick([Array(repeating: 121, count: 1_300_000), many, encoded("\"") + many])
        insert(long, at: placeOfCell(&random), "very long")
    }

    // MARK: Packing

    private func packed(_ bytes: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        guard random.chance(0.3) else { return packedBytes(bytes) }
        let middle = Int.random(in: 0...bytes.count, using: &random)
        return packedBytes(Array(bytes[..<middle])) + packedBytes(Array(bytes[middle...]))
    }

    private mutating func mutatePacked(_ random: inout SeededRandom) {
        // What a fault makes of Chinese letters is not for this test to say.
        switch Int.random(in: isUnicode ? 0..<6 : 2..<5, using: &random) {
        case 0, 1:
            let place = Int.random(in: 2..<file.count, using: &random)
            file[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
            faults.append("packed: flipped at \(place)")
        case 2:
            let length = Int.random(in: 0..<file.count, using: &random)
            file.removeLast(file.count - length)
            faults.append("packed: cut to \(length)")
        case 3:
            file += Array(file[stretch(of: file, upTo: 100, &random)])
            faults.append("packed: doubled at its end")
        case 4:
            file += Array(repeating: 0, count: random.pick([1, 600]))
            faults.append("packed: zeros at its end")
        default:
            file.removeSubrange(stretch(of: file, upTo: 30, &random))
            faults.append("packed: cut inside")
        }
        if file.count < 18 { file = packedBytes(text) }
    }
}

extension [UInt8] {
    /// These bytes again and again, so many in all.
    fileprivate func cycled(_ length: Int) -> [UInt8] { (0..<length).map { self[$0 % count] } }
}
