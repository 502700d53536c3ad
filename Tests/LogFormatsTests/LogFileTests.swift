import Testing

@testable import LogFormats

@Suite struct LogFileTests {
    private func content(_ bytes: [UInt8], named name: String = "log.csv.gz", buffer size: Int = 1000) throws -> (
        text: String, damage: String?
    ) {
        try withFile(bytes, named: name) { path in
            let file = try LogFile(path: path)
            var buffer = [UInt8](repeating: 0, count: size)
            var all: [UInt8] = []
            do {
                while true {
                    let count = try buffer.withUnsafeMutableBytes { try file.read(into: $0) }
                    if count == 0 { return (String(decoding: all, as: UTF8.self), nil) }
                    all += buffer[..<count]
                }
            } catch let damage as Damage {
                return (String(decoding: all, as: UTF8.self), damage.what)
            }
        }
    }

    private let text = (0..<5000).map { "row \($0 &* 2_654_435_761 % 1_000_003)\n" }.joined()

    @Test func `unpacks gzip, whatever the name says`() throws {
        for name in ["log.csv.gz", "log.csv"] {
            let (found, damage) = try content(gzipped(text), named: name)
            #expect(found == text && damage == nil)
        }
    }

    @Test func `gives a plain file as it is`() throws {
        #expect(try content(Array(text.utf8), named: "log.csv") == (text, nil))
        #expect(try content([0x1F], named: "log.csv").damage == nil)
    }

    @Test func `plain text under the name of a gzip file is damage`() throws {
        let (found, damage) = try content(Array(text.utf8))
        #expect(found == "")
        #expect(damage == "is no gzip file, though its name ends in .gz; nothing of it was read. Rename it or fetch it again")
    }

    @Test func `an empty file under the name of a gzip file is whole`() throws {
        #expect(try content([]) == ("", nil))
    }

    @Test func `reads every member of a gzip file`() throws {
        #expect(try content(gzipped("a\n") + gzipped("") + gzipped(text) + gzipped("z\n")) == ("a\n" + text + "z\n", nil))
    }

    /// CRC-32's check value: 0xCBF43926 for the digits 1 to 9 (Williams, "A painless guide to CRC error detection algorithms").
    @Test(arguments: [
        Array("123456789".utf8), gzipped("123456789"), gzipped("1234") + gzipped("") + gzipped("56789"),
        gzipped("123456789") + [UInt8](repeating: 0, count: 512),
    ]) func `the checksum is that of the unpacked bytes, whatever they are packed in`(bytes: [UInt8]) throws {
        try withFile(bytes, named: "log.csv") { path in
            let file = try LogFile(path: path)
            var buffer = [UInt8](repeating: 0, count: 4)
            #expect(file.checksum == 0)
            while try buffer.withUnsafeMutableBytes({ try file.read(into: $0) }) > 0 {}
            #expect(file.checksum == 0xCBF4_3926)
        }
    }

    @Test func `zeros after the last member are padding`() throws {
        for zeros in [1, 512, 300_000] {
            #expect(try content(gzipped(text) + [UInt8](repeating: 0, count: zeros)) == (text, nil))
        }
    }

    @Test func `other bytes after the last member are damage, and what came before is kept`() throws {
        let packed = gzipped(text)
        let (found, damage) = try content(packed + Array("trash".utf8))
        #expect(found == text)
        #expect(damage == "has other bytes after its gzip data at byte \(packed.count)")
        let (padded, afterPadding) = try content(packed + [0, 0, 0, 9])
        #expect(padded == text)
        #expect(afterPadding == "has other bytes after its gzip data at byte \(packed.count + 3)")
    }

    @Test func `a log with other bytes after its gzip data keeps its rows`() throws {
        let log = try read(bytes: gzipped("id,t,lat,lon\nD1,1748764800,39.9,116.4\n") + Array("trash".utf8), name: "log.csv.gz")
        #expect(log.reading.damage?.hasPrefix("has other bytes after its gzip data at byte ") == true)
        #expect(log.devices == ["D1"])
    }

    @Test func `a truncated file is damage, and what could be unpacked is kept`() throws {
        let packed = gzipped(text)
        for cut in [1, 4, 8, 9, packed.count / 2] {
            let (found, damage) = try content(Array(packed.dropLast(cut)))
            #expect(text.hasPrefix(found))
            #expect(damage == "ends inside a gzip block at byte \(packed.count - cut)")
            // The trailer is 8 bytes long: without it all of the text is there.
            #expect(cut > 8 || found == text)
        }
    }

    @Test func `a file cut off inside its second member keeps the first`() throws {
        let first = gzipped("first\n")
        let (found, damage) = try content(first + gzipped(text).prefix(20))
        #expect(found.hasPrefix("first\n"))
        #expect(damage == "ends inside a gzip block at byte \(first.count + 20)")
    }

    @Test func `a wrong check sum is damage`() throws {
        var packed = gzipped(text)
        packed[packed.count - 5] ^= 1
        let (found, damage) = try content(packed)
        #expect(found == text)
        #expect(damage?.hasPrefix("has a broken gzip block before byte ") == true)
        #expect(damage?.hasSuffix(" (incorrect data check)") == true)
    }

    @Test func `how much is asked for at once does not show`() throws {
        for size in [1, 7, 4096, 1 << 20] {
            #expect(try content(gzipped("a\n") + gzipped(text), buffer: size) == ("a\n" + text, nil))
        }
    }

    @Test func `a log that is cut off keeps its whole rows and rejects the last`() throws {
        var rows = "id,t,lat,lon\n"
        for number in 0..<3000 { rows += "D\(number % 7),\(1_748_764_800 + number),39.\(number * 7919 % 100_003),116.4\n" }
        let whole = gzipped(rows)
        let log = try read(bytes: Array(whole.prefix(whole.count / 2)), name: "log.csv.gz")
        #expect(log.reading.damage == "ends inside a gzip block at byte \(whole.count / 2)")
        #expect(log.fixes.count > 500 && log.fixes.count < 3000)
        // The last record has no line end and may be any part of a row.
        #expect(log.reading.daylessRejects.count <= 1)
        #expect(log.reading.rejected.keys.allSatisfy { $0 == .notARow })
        #expect(log.reading.rows == Int64(log.fixes.count + log.reading.daylessRejects.count))
    }
}
