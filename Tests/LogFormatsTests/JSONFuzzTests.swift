import Foundation
import JSON
import Testing
import Tracks

@testable import LogFormats

/// JSON that is cut or changed: held against another reader of JSON (the target `JSON`), which makes a tree of it.
///
/// 400 seeds; `TRACKMILL_FUZZ_SEEDS` asks for more.
@Suite struct JSONFuzzTests {
    private static let seeds = ProcessInfo.processInfo.environment["TRACKMILL_FUZZ_SEEDS"].flatMap(UInt64.init) ?? 400

    @Test(arguments: SmallJSON.all.indices)
    func `a log that is cut anywhere keeps the rows before and invents none`(index: Int) throws {
        let log = SmallJSON.all[index]
        let bytes = Array(log.text.utf8)
        let whole = try log.read(bytes)
        #expect(whole.fixes.count == log.ends.count && whole.reading.damage == nil && whole.reading.rejected.isEmpty)
        for count in 0..<bytes.count {
            let cut = try log.read(bytes[..<count])
            let kept = log.ends.count { $0 <= count }
            #expect(cut.fixes.count == kept, "\(log.format), \(count)")
            // What is kept is what the whole log gave there.
            #expect(cut.fixes.readLatitudes.allSatisfy(whole.fixes.readLatitudes.contains), "\(log.format), \(count)")
            let faults = cut.reading.rejected.values.reduce(0, +)
            #expect(cut.reading.rows == Int64(kept) + faults && faults <= 1, "\(log.format), \(count)")
            // A cut inside of a row is said.
            let isInRow = count > (log.ends.last { $0 <= count } ?? 0) && count < (log.ends.last ?? 0)
            let left = String(decoding: bytes[(log.ends.last { $0 <= count } ?? 0)..<count], as: UTF8.self)
            if isInRow, left.contains("{") { #expect(cut.reading.damage != nil || faults == 1, "\(log.format), \(count)") }
        }
    }

    // MARK: Changes

    /// Some bytes of a text changed, put in, taken out or moved, all of them ASCII.
    private func changed(_ text: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        let telling = Array("{}[]\",:\\ \n\r\t0-+.eEutrnfl/\u{0}\u{1F}\u{7F}".utf8)
        var text = text
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let place = Int.random(in: 0..<max(1, text.count), using: &random)
            let byte = telling.randomElement(using: &random) ?? 0
            switch Int.random(in: 0..<6, using: &random) {
            case 0 where place < text.count: text[place] = byte
            case 1 where place < text.count: text.remove(at: place)
            case 2: text.insert(byte, at: min(place, text.count))
            case 3: text.removeSubrange(place..<min(text.count, place + Int.random(in: 0...20, using: &random)))
            case 4:
                let end = min(text.count, place + Int.random(in: 0...30, using: &random))
                if place < end { text.insert(contentsOf: text[place..<end], at: Int.random(in: 0...text.count, using: &random)) }
            default: if place < text.count { text[place] = UInt8.random(in: 0..<128, using: &random) }
            }
        }
        return text
    }

    private func object(_ i: Int) -> String {
        #"{"id":"a","t":"2025-06-01T10:00:0\#(i % 10)Z","lat":5\#(i).25,"lon":1\#(i % 10),"x":{"y":[1,-0.5e-3,null,true,"z\"\\\u00e9"],"":{}}}"#
    }

    /// Elements that are objects, and others, down through arrays.
    private func count(_ value: JSONValue) -> (rows: Int, junk: Int) {
        switch value {
        case .object: return (1, 0)
        case .array(let elements):
            return elements.map(count).reduce((0, 0)) { ($0.0 + $1.rows, $0.1 + $1.junk) }
        default: return (0, 1)
        }
    }

    private func latitudes(_ value: JSONValue) -> [Double] {
        switch value {
        case .object: [value["lat"]?.double ?? value["lat"]?.text.flatMap(Double.init)].compactMap { $0 }
        case .array(let elements): elements.flatMap(latitudes)
        default: []
        }
    }

    /// The elements of an array that another reader finds before the first fault; nil where the text is something else.
    private func found(in text: [UInt8]) -> (elements: [JSONValue], isBroken: Bool)? {
        var elements: [JSONValue] = []
        var scanner = JSONScanner(text)
        do {
            guard try scanner.kind() == .array else { return nil }
            try scanner.enterArray()
            while try scanner.nextElement() { elements.append(try scanner.value()) }
        } catch { return (elements, true) }
        // Behind an array another text may stand, which the other reader does not go on to.
        do { try scanner.finish() } catch { return nil }
        return (elements, false)
    }

    /// Whether an element may be an array, whose rows the other reader knows only once it is whole.
    private func mayNest(_ text: [UInt8]) -> Bool {
        let bare = text.filter { ![9, 10, 13, 32].contains($0) }
        return zip(bare, bare.dropFirst()).contains { ($0 == 44 || $0 == 91) && $1 == 91 }
    }

    @Test(arguments: 0..<seeds)
    func `an array that is changed gives what another reader finds before the fault`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let text = changed(Array(("[" + (0..<6).map(object).joined(separator: ",\n") + "]").utf8), &random)
        guard let (elements, isBroken) = found(in: text), !isBroken || !mayNest(text) else { return }
        let log = try read(
            bytes: text, source(["format": .scalar("ndjson"), "rejects-kept": .scalar("1000")]), window: anyTime, name: "a.json")
        let label: Comment = "seed \(seed): \(String(decoding: text, as: UTF8.self).debugDescription)"
        let wanted = elements.map(count).reduce((rows: 0, junk: 0)) { ($0.rows + $1.rows, $0.junk + $1.junk) }
        #expect(log.reading.rows == Int64(wanted.rows + wanted.junk), label)
        #expect(log.reading.rejected[.notARow] ?? 0 == Int64(wanted.junk), label)
        #expect((log.reading.damage != nil) == (isBroken || log.reading.isUnusable), label)
        expect(log.fixes.readLatitudes, areOf: elements.flatMap(latitudes), label)
    }

    private func expect(_ found: [Double], areOf known: [Double], _ label: Comment) {
        var left = known
        for latitude in found {
            let place = left.firstIndex(of: latitude)
            #expect(place != nil, label)
            if let place { left.remove(at: place) }
        }
    }

    @Test(arguments: 0..<seeds)
    func `a line that is changed is a reject, the others are rows`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed &+ 1_000_000)
        let text = changed(Array((0..<8).map { object($0) + "\n" }.joined().utf8), &random)
        let log = try read(
            bytes: text, source(["format": .scalar("ndjson"), "rejects-kept": .scalar("1000")]), window: anyTime, name: "a.json")
        let label: Comment = "seed \(seed): \(String(decoding: text, as: UTF8.self).debugDescription)"
        guard text.first(where: { ![9, 10, 13, 32].contains($0) }) == 123 else { return }
        var (rows, junk, known) = (0, 0, [Double]())
        for line in text.split(whereSeparator: { $0 == 10 || $0 == 13 }) where line.contains(where: { $0 != 9 && $0 != 32 }) {
            guard let value = try? JSONValue(reading: Array(line)) else {
                junk += 1
                continue
            }
            let counts = count(value)
            (rows, junk, known) = (rows + counts.rows, junk + counts.junk, known + latitudes(value))
        }
        #expect(log.reading.rejected[.notARow] ?? 0 == Int64(junk), label)
        #expect(log.reading.rows == Int64(rows + junk), label)
        #expect(log.reading.damage == nil, label)
        expect(log.fixes.readLatitudes, areOf: known, label)
    }

    @Test(arguments: 0..<seeds)
    func `no format traps, hangs or loses count of changed bytes`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed &+ 2_000_000)
        let log = SmallJSON.all[Int(seed % UInt64(SmallJSON.all.count))]
        var text = changed(Array(log.text.utf8), &random)
        if seed.isMultiple(of: 3), let place = text.indices.randomElement(using: &random) { text[place] = 0xFF }
        for format in jsonFormats + ["auto", "ndjson"] {
            let columns = format == "ndjson" ? SmallJSON.columns : [:]
            let options = try source(columns: columns, ["format": .scalar(format), "device": .scalar("d")])
            let found = try read(bytes: text, options, window: anyTime, device: "d", name: "log.json")
            let rejected = found.reading.rejected.values.reduce(0, +)
            #expect(found.reading.rows == Int64(found.fixes.count) + rejected, "seed \(seed), \(format)")
        }
    }
}
