import CZlib
import Testing

@testable import LogFormats

/// ISA-L against zlib, bytes, damage and check sum: where ISA-L is not there, zlib against itself.
@Suite struct UnpackingTests {
    private struct Unpacked: Equatable {
        var bytes: [UInt8] = []
        var damage: String?
        var checksum: UInt32 = 0
    }

    private func unpacked(_ path: String, fast: Bool, buffer size: Int) throws -> Unpacked {
        let file = try LogFile(path: path, mayUnpackFast: fast)
        var buffer = [UInt8](repeating: 0, count: size)
        var result = Unpacked()
        do {
            while true {
                let count = try buffer.withUnsafeMutableBytes { try file.read(into: $0) }
                if count == 0 { break }
                result.bytes += buffer[..<count]
            }
        } catch let damage as Damage {
            result.damage = damage.what
        }
        result.checksum = file.checksum
        return result
    }

    private func expectSame(_ packed: [UInt8], text: [UInt8]? = nil, buffer size: Int = 70_000, _ comment: Comment) throws {
        try withFile(packed, named: "log.csv") { path in
            let (fast, slow) = try (unpacked(path, fast: true, buffer: size), unpacked(path, fast: false, buffer: size))
            #expect(fast == slow, comment)
            if let text { #expect(fast.bytes == text && fast.damage == nil, comment) }
        }
    }

    private let strategies = [Z_DEFAULT_STRATEGY, Z_FILTERED, Z_HUFFMAN_ONLY, Z_RLE, Z_FIXED]

    /// Lines of a log, or bytes that cannot be packed.
    private func text(_ random: inout SeededRandom, longest: Int = 200_000) -> [UInt8] {
        let length = Int.random(in: 0...longest, using: &random)
        if Int.random(in: 0..<6, using: &random) == 0 {
            return (0..<length / 4).map { _ in UInt8.random(in: 0...255, using: &random) }
        }
        var bytes: [UInt8] = []
        while bytes.count < length {
            let number = Int.random(in: 0..<1_000_000, using: &random)
            bytes +=
                "VH-000\(number % 97),2026-01-01T00:\(10 + number % 50):02Z,22.\(number),114.\(number * 7 % 999_983),vehicle\n"
                .utf8
        }
        return bytes
    }

    /// A gzip member, flushed here and there as loggers do that write row by row.
    private func member(_ text: [UInt8], _ random: inout SeededRandom) -> [UInt8] {
        var stream = z_stream()
        let level = Int32.random(in: 0...9, using: &random)
        let strategy = strategies.randomElement(using: &random) ?? Z_DEFAULT_STRATEGY
        deflateInit2_(
            &stream, level, Z_DEFLATED, 15 + 16, Int32.random(in: 1...9, using: &random), strategy, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        defer { deflateEnd(&stream) }
        var (packed, at) = ([UInt8](), 0)
        var output = [UInt8](repeating: 0, count: 1 << 16)
        let input = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.count + 1)
        defer { input.deallocate() }
        _ = input.update(fromContentsOf: text)
        let flushes = Int.random(in: 0..<3, using: &random) == 0
        repeat {
            let piece = flushes ? min(text.count - at, Int.random(in: 1...3000, using: &random)) : text.count - at
            let isLast = at + piece == text.count
            let flush =
                isLast ? Z_FINISH : [Z_NO_FLUSH, Z_SYNC_FLUSH, Z_FULL_FLUSH, Z_BLOCK].randomElement(using: &random) ?? Z_NO_FLUSH
            stream.next_in = input.baseAddress.map { $0 + at }
            stream.avail_in = UInt32(piece)
            var status = Z_OK
            repeat {
                let made = output.withUnsafeMutableBufferPointer { output in
                    stream.next_out = output.baseAddress
                    stream.avail_out = UInt32(output.count)
                    status = deflate(&stream, flush)
                    return output.count - Int(stream.avail_out)
                }
                packed += output[..<made]
            } while stream.avail_out == 0 || (isLast && status == Z_OK)
            at += piece
        } while at < text.count
        return packed
    }

    @Test(arguments: 0..<60) func `members of all kinds are unpacked alike`(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var (packed, whole) = ([UInt8](), [UInt8]())
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let text = text(&random)
            packed += member(text, &random)
            whole += text
        }
        if seed % 5 == 0 { packed += [UInt8](repeating: 0, count: 700) }
        try expectSame(
            packed, text: whole, buffer: [1000, 65_536, 1 << 20].randomElement(using: &random) ?? 1000, "seed \(seed)")
    }

    @Test(arguments: 0..<400) func `damage is the same to the byte and the word`(seed: UInt64) throws {
        var random = SeededRandom(seed: 1000 + seed)
        let text = text(&random, longest: 60_000)
        var packed = member(text, &random)
        for _ in 0..<Int.random(in: 1...2, using: &random) {
            let place = Int.random(in: 2..<packed.count, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: packed.removeLast(packed.count - place)
            case 1: packed.insert(UInt8.random(in: 0...255, using: &random), at: place)
            case 2: packed.remove(at: place)
            default: packed[place] ^= 1 << UInt8.random(in: 0...7, using: &random)
            }
            guard packed.count > 2 else { break }
        }
        try expectSame(packed, buffer: Int.random(in: 1...100_000, using: &random), "seed \(seed)")
    }

    /// A damaged header may leave codes that ISA-L takes and zlib refuses.
    @Test func `each bit of the header of a member and of its first block, flipped, gives the same`() throws {
        var random = SeededRandom(seed: 7)
        let packed = gzipped(text(&random, longest: 20_000) + Array("x".utf8))
        for bit in 16..<8 * min(130, packed.count) {
            var damaged = packed
            damaged[bit / 8] ^= 1 << UInt8(bit % 8)
            try expectSame(damaged, "bit \(bit)")
        }
    }

    @Test func `a file cut at each byte gives the same`() throws {
        var random = SeededRandom(seed: 11)
        let packed = gzipped(text(&random, longest: 3000) + Array("x".utf8)) + gzipped("last\n")
        for count in 2..<packed.count { try expectSame(Array(packed[..<count]), buffer: 1000, "\(count) bytes") }
    }

    @Test func `a header with name, comment, extra field and check sum is passed over`() throws {
        let packed = gzipped("row\n")
        let body = Array(packed.dropFirst(10))
        func header(_ flags: UInt8) -> [UInt8] { [0x1F, 0x8B, 8, flags, 0, 0, 0, 0, 0, 3] }
        let text = Array("row\n".utf8)
        try expectSame(header(4) + [3, 0, 1, 2, 3] + body, text: text, "extra field")
        try expectSame(header(8) + Array("log.csv".utf8) + [0] + body, text: text, "name")
        try expectSame(header(28) + [0, 0] + [97, 0, 98, 0] + body, text: text, "extra field, name and comment")
        try expectSame(header(1) + body, text: text, "text")
        let name = header(8) + [UInt8](repeating: 97, count: 300_000) + [0]
        try expectSame(name + body, text: text, "long name")
        try expectSame(header(2) + [1, 2] + body, "wrong check sum of the header")
        try expectSame(header(0x40) + body, "unknown flag")
    }

    @Test func `a wrong length in the trailer is damage`() throws {
        var packed = gzipped("row\n")
        packed[packed.count - 1] ^= 1
        try expectSame(packed, "length")
    }
}
