import Testing

@testable import LogFormats

/// zstd, bzip2, xz and gzip read alike.
@Suite struct CompressionTests {
    private struct Content: Equatable {
        var text = ""
        var damage: String?
        var offset: Int64?
    }

    private func content(
        _ bytes: [UInt8], named name: String = "log.csv", buffer size: Int = 1000, most: Int64? = nil, isFast: Bool = true
    ) throws -> Content {
        try withFile(bytes, named: name) { path in
            let file = try LogFile(path: path, mayUnpackFast: isFast)
            file.mostUnpacked = most
            var buffer = [UInt8](repeating: 0, count: size)
            var all: [UInt8] = []
            var found = Content()
            do {
                while true {
                    let count = try buffer.withUnsafeMutableBytes { try file.read(into: $0) }
                    if count == 0 { break }
                    all += buffer[..<count]
                }
            } catch let damage as Damage {
                (found.damage, found.offset) = (damage.what, damage.offset)
            }
            found.text = String(decoding: all, as: UTF8.self)
            return found
        }
    }

    private let text = (0..<3000).map { "row \($0 &* 2_654_435_761 % 1_000_003)\n" }.joined()

    @Test(arguments: Compression.allCases, [1, 7, 4096, 1 << 20])
    func `is unpacked whatever its name says and however much is asked for at once`(kind: Compression, buffer: Int) throws {
        for name in ["log.csv", "log.csv\(kind.suffix)", "log.csv.gz"] {
            #expect(try content(packed(text, kind), named: name, buffer: buffer) == Content(text: text))
        }
    }

    @Test(arguments: Compression.allCases) func `every frame of a file is read, zeros behind one are padding`(kind: Compression)
        throws
    {
        let zeros = [UInt8](repeating: 0, count: 300_000)
        let frames = packed("a\n", kind) + packed("", kind) + packed(text, kind) + packed("z\n", kind)
        #expect(try content(frames + zeros) == Content(text: "a\n" + text + "z\n"))
    }

    @Test(arguments: Compression.allCases) func `the checksum is that of the unpacked bytes`(kind: Compression) throws {
        // CRC-32's check value, as in LogFileTests.
        try withFile(packed("1234", kind) + packed("56789", kind)) { path in
            let file = try LogFile(path: path)
            var buffer = [UInt8](repeating: 0, count: 3)
            while try buffer.withUnsafeMutableBytes({ try file.read(into: $0) }) > 0 {}
            #expect(file.checksum == 0xCBF4_3926)
        }
    }

    @Test(arguments: Compression.allCases) func `other bytes behind are damage, and what came before is kept`(kind: Compression)
        throws
    {
        let bytes = packed(text, kind)
        let found = try content(bytes + [0, 0, 9])
        #expect(
            found
                == Content(
                    text: text, damage: "has other bytes after its \(kind) data at byte \(bytes.count + 2)",
                    offset: Int64(bytes.count + 2)))
    }

    @Test(arguments: Compression.allCases) func `text under the name of a packed file is damage, an empty file is whole`(
        kind: Compression
    ) throws {
        let words =
            "is no \(kind) file, though its name ends in \(kind.suffix); nothing of it was read. Rename it or fetch it again"
        #expect(try content(Array(text.utf8), named: "a\(kind.suffix)") == Content(damage: words, offset: 0))
        #expect(try content([], named: "a\(kind.suffix)") == Content())
    }

    @Test(arguments: Compression.allCases) func `a file cut at any byte keeps what came before`(kind: Compression) throws {
        let short = String(text.prefix(2000))
        let first = packed(short, kind)
        let whole = first + packed(short, kind)
        for count in 6..<whole.count where count != first.count {
            let found = try content(Array(whole[..<count]))
            #expect((short + short).hasPrefix(found.text), "\(count)")
            #expect(count < first.count || found.text.hasPrefix(short), "\(count)")
            #expect(found.damage == "ends inside a \(kind) \(kind.piece) at byte \(count)", "\(count)")
            #expect(found.offset == Int64(count))
        }
        #expect(try content(first) == Content(text: short))
    }

    /// Of zstd the checksum is the last four bytes; of bzip2 it stands bit by bit before the end; of xz inside the block.
    @Test func `a checksum that does not fit is damage`() throws {
        var bytes = packed(text, .zstd)
        bytes[bytes.count - 1] ^= 1
        let words = "has a broken zstd frame before byte \(bytes.count) (Restored data doesn't match checksum)"
        #expect(try content(bytes) == Content(text: text, damage: words, offset: Int64(bytes.count)))
        for kind in [Compression.bzip2, .xz] {
            var bytes = packed(text, kind)
            bytes[bytes.count / 2] ^= 1
            let found = try content(bytes)
            #expect(found.damage?.hasPrefix("has a broken \(kind) block before byte ") == true, "\(found.damage ?? "none")")
        }
    }

    /// RFC 8878, 3.1.2: a frame to be passed over has one of 16 first bytes, then its length.
    @Test(arguments: [0x50, 0x5F] as [UInt8]) func `frames of zstd that are to be passed over are passed over`(first: UInt8)
        throws
    {
        let skipped: [UInt8] = [first, 0x2A, 0x4D, 0x18, 5, 0, 0, 0, 1, 2, 3, 4, 5]
        #expect(try content(skipped + packed(text, .zstd) + skipped) == Content(text: text))
        #expect(try content(skipped) == Content())
        let cut = Array((packed(text, .zstd) + skipped).dropLast())
        #expect(
            try content(cut)
                == Content(text: text, damage: "ends inside a zstd frame at byte \(cut.count)", offset: Int64(cut.count)))
    }

    /// RFC 8878, 3.1.1: no flags; a window of 2 to the power 10 + 18 bytes; a last block of 0 bytes.
    @Test func `a frame of zstd that wants 256 MB of memory is refused`() throws {
        let frame: [UInt8] = [0x28, 0xB5, 0x2F, 0xFD, 0, 18 << 3, 1, 0, 0]
        let damage = try content(frame).damage
        #expect(damage?.hasPrefix("has a broken zstd frame before byte ") == true)
        #expect(damage?.contains("memory") == true)
    }

    /// RFC 1952, 2.3.1: CRC32 and then ISIZE, four bytes each, low byte first.
    @Test(arguments: [true, false]) func `a wrong length in the trailer of gzip is named as that`(isFast: Bool) throws {
        for extra in [[], Array("trash".utf8), gzipped("more\n")] {
            var bytes = gzipped("row\n")
            bytes[bytes.count - 4] ^= 1
            let found = try content(bytes + extra, isFast: isFast)
            #expect(
                found
                    == Content(
                        text: "row\n",
                        damage:
                            "has a wrong length in its gzip trailer before byte \(bytes.count) (4 bytes were unpacked, and they fit its checksum)",
                        offset: Int64(bytes.count)))
        }
    }

    @Test(arguments: Compression.allCases) func `what unpacks to more than it may stops there`(kind: Compression) throws {
        let words =
            "unpacks to more than 10,000 bytes, which is more than a log that is packed so small can hold; the rest was not read. If it is one, unpack it"
        let long = String(repeating: "0123456789", count: 1000)
        for isFast in [true, false] {
            for size in [1000, 1 << 20] {
                let found = try content(packed(long + "x", kind), buffer: size, most: 10_000, isFast: isFast)
                #expect(found == Content(text: long, damage: words))
                #expect(try content(packed(long, kind), buffer: size, most: 10_000, isFast: isFast) == Content(text: long))
            }
        }
        #expect(try content(Array((long + "x").utf8), most: 10_000) == Content(text: long + "x"))
    }

    /// 1 MB of zeros 300 times: 300 KB of gzip, less of the others.
    @Test(arguments: Compression.allCases) func `without being told it stops at 256 MB of a small file`(kind: Compression) throws
    {
        let piece = packed([UInt8](repeating: 0, count: 1 << 20), kind)
        let bytes = (0..<300).flatMap { _ in piece }
        try withFile(bytes) { path in
            let file = try LogFile(path: path)
            var count = 0
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
            defer { buffer.deallocate() }
            let damage = #expect(throws: Damage.self) {
                while true {
                    let more = try file.read(into: buffer)
                    count += more
                    if more == 0 { break }
                }
            }
            #expect(count == 256 << 20)
            #expect(damage?.what.hasPrefix("unpacks to more than 268,435,456 bytes") == true)
        }
    }

    @Test func `a row of each kind becomes a fix, and damage says where it is`() throws {
        for kind in Compression.allCases {
            let bytes = packed("id,t,lat,lon\nD1,1748764800,39.9,116.4\n", kind)
            let log = try read(bytes: bytes, name: "log.csv\(kind.suffix)")
            #expect(log.devices == ["D1"] && log.reading.damage == nil && log.reading.damageOffset == nil)
            let cut = try read(bytes: Array(bytes.dropLast()), name: "log.csv\(kind.suffix)")
            #expect(cut.reading.damageOffset == Int64(bytes.count - 1))
        }
    }

    @Test func `of broken text damage says the byte where the text lies in the file as it is`() throws {
        let text = "<gpx><trk><trkseg></oops>"
        let options = try source(columns: [:], ["format": .scalar("gpx"), "device": .scalar("a")])
        // The name that does not fit stands behind 20 bytes.
        #expect(try read(text, options, device: "a", name: "a.gpx").reading.damageOffset == 20)
        #expect(try read(bytes: gzipped(text), options, device: "a", name: "a.gpx").reading.damageOffset == nil)
        let wide: [UInt8] = [0xFF, 0xFE] + text.utf8.flatMap { (byte: UInt8) -> [UInt8] in [byte, 0] }
        let found = try read(bytes: wide, options, device: "a", name: "a.gpx").reading
        #expect(found.damage?.hasPrefix("is broken XML") == true && found.damageOffset == nil)
    }
}
