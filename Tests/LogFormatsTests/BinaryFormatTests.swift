import Options
import Testing
import Tracks

@testable import LogFormats

/// FIT and PLT.
@Suite struct BinaryFormatTests {
    private let morning = utcMidnight("2025-06-01")

    private func readFIT(_ bytes: [UInt8]) throws -> ReadLog {
        try read(
            bytes: bytes, source(columns: [:], ["format": .scalar("fit"), "device": .scalar("a")]), device: "a", name: "a.fit")
    }

    @Test func `records of FIT are fixes`() throws {
        let log = try readFIT(FITLog.file(FITLog.definition + FITLog.record(1) + FITLog.record(2, latitude: -45)))
        #expect(log.reading.damage == nil && log.fixes.times.sorted() == [morning + 1000, morning + 2000])
        #expect(log.fixes.readLatitudes.sorted() == [-45, 45] && log.fixes.readLongitudes == [90, 90])
    }

    @Test func `compressed timestamps go on from the last`() throws {
        // Local type 1: latitude and longitude only.
        let short: [UInt8] = [0x41, 0, 0, 20, 0, 2, 0, 4, 0x85, 1, 4, 0x85]
        let position = FITLog.little(1 << 29, 4) + FITLog.little(1 << 30, 4)
        let low = UInt8((FITLog.morning + 1) & 31)
        let messages =
            FITLog.definition + FITLog.record(1) + short + [0x80 | 1 << 5 | (low + 3) & 31] + position + [
                0x80 | 1 << 5 | (low + 2) & 31
            ]
            + position
        let log = try readFIT(FITLog.file(messages))
        // The second offset is less than the first: 31 seconds later.
        #expect(log.fixes.times.sorted() == [1, 4, 35].map { morning + $0 * 1000 })
    }

    @Test func `fields that hold nothing are none, developer fields are passed over`() throws {
        let developer: [UInt8] = [0x61, 0, 0, 20, 0, 3, 253, 4, 0x86, 0, 4, 0x85, 1, 4, 0x85, 1, 0, 3, 0]
        let message: [UInt8] =
            [1] + FITLog.little(FITLog.morning + 1, 4) + FITLog.little(0x7FFF_FFFF, 4) + FITLog.little(0x7FFF_FFFF, 4) + [
                1, 2, 3,
            ]
        let log = try readFIT(FITLog.file(FITLog.definition + FITLog.record(1) + developer + message + FITLog.record(2)))
        #expect(log.fixes.count == 2)
        #expect(log.faults.map { $0.split(separator: " ")[1] } == ["no-position"] && log.reading.damage == nil)
    }

    @Test func `a file that is cut anywhere keeps the records before and invents none`() throws {
        let whole = FITLog.file(FITLog.definition + FITLog.record(1) + FITLog.record(2))
        let ends = [
            12 + FITLog.definition.count + FITLog.record(1).count, 12 + FITLog.definition.count + 2 * FITLog.record(1).count,
        ]
        for count in 0..<whole.count {
            let log = try readFIT(Array(whole[..<count]))
            #expect(log.fixes.count == ends.filter { $0 <= count }.count, "\(count)")
            #expect(log.reading.damage != nil || count == 0, "\(count)")
        }
    }

    @Test func `a changed byte is said`() throws {
        var bytes = FITLog.file(FITLog.definition + FITLog.record(1))
        bytes[bytes.count - 4] ^= 1
        #expect(try readFIT(bytes).reading.damage?.hasPrefix("has a wrong checksum") == true)
    }

    // Days since 1899-12-30: 2025-06-01 is 45809; a half is noon.
    @Test func `a track of OziExplorer`() throws {
        let text = """
            OziExplorer Track Point File Version 2.1\r
            WGS 84\r
            Altitude is in Feet\r
            Reserved 3\r
            0,2,255,OziCE Track Log File,0,0,2,8421376\r
            2\r
              40.500000, 116.250000,1,  100.0,45809.5000000, 01-Jun-25, 12:00:00\r
              40.600000, 116.350000,0, -777,45809.5000116, 01-Jun-25, 12:00:01\r

            """
        let log = try read(
            text, source(columns: [:], ["format": .scalar("plt"), "device": .scalar("a")]), device: "a", name: "a.plt")
        #expect(
            log.fixes.times.sorted() == [morning + 43_200_000, morning + 43_201_000]
                && log.fixes.readLatitudes.sorted() == [40.5, 40.6])
        #expect(log.reading.damage == nil)
        let other = text.replacing("WGS 84", with: "Tokyo")
        let refused = try read(
            other, source(columns: [:], ["format": .scalar("plt"), "device": .scalar("a")]), device: "a", name: "a.plt")
        #expect(refused.fixes.count == 0 && refused.reading.damage?.hasPrefix("is a PLT that is not in WGS 84") == true)
    }
}
