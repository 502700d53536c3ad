import Foundation
import Testing
import Tracks

@testable import LogFormats
@testable import Pipeline

@Suite struct ParkedDayTests {
    private func parcel(file: UInt32, sequence: Int, part: Int, lines: Range<UInt32>) -> RowParcel {
        let rows = PackedRows(file: file)
        for line in lines {
            var fix = ReadFix()
            fix.line = line
            [UInt8]().withUnsafeBytes { _ = rows.append(fix, extra: $0) }
        }
        return RowParcel(day: CalendarDay(number: 20_000), partition: part, sequence: sequence, rows: rows)
    }

    /// File and line of each row of a part.
    private func rows(_ day: ParkedDay, part: Int, excluding: Set<UInt32> = []) throws -> [String] {
        let part = try day.rows(ofPart: part, excluding: excluding)
        return try part.indices.flatMap { i in
            let parcel = try part.load(i)
            return (0..<parcel.rows).map { "\(parcel.file):\(PackedRow(parcel.bytes, at: $0 * 40).line)" }
        }
    }

    @Test func `a day without rows has no parts`() throws {
        let day = ParkedDay()
        #expect(try day.parts(excluding: []).isEmpty && day.bytesInMemory == 0)
        #expect(try rows(day, part: 3) == [])
    }

    @Test func `gives the rows of a part in the order of file and sequence, without those of files that are gone`() throws {
        let day = ParkedDay()
        day.add(parcel(file: 2, sequence: 0, part: 7, lines: 1..<3))
        day.add(parcel(file: 1, sequence: 1, part: 7, lines: 9..<10))
        day.add(parcel(file: 1, sequence: 0, part: 7, lines: 4..<5))
        day.add(parcel(file: 1, sequence: 0, part: 8, lines: 5..<6))
        #expect(try rows(day, part: 7) == ["1:4", "1:9", "2:1", "2:2"])
        #expect(try rows(day, part: 7, excluding: [1]) == ["2:1", "2:2"])
        let parts = try day.parts(excluding: [2])
        #expect(parts[7]?.rows == 2 && parts[7]?.bytes == 80 && parts[8]?.rows == 1 && parts.count == 2)
    }

    @Test func `one row of many files takes little more than its bytes`() {
        let day = ParkedDay()
        for file in 0..<1000 as Range<UInt32> { day.add(parcel(file: file, sequence: 0, part: Int(file) % 64, lines: 1..<2)) }
        // 40 bytes a row and 32 that say whose it is; both at most twice that for growing.
        #expect(day.bytesInMemory <= 1000 * 2 * (40 + 32))
    }

    @Test func `rows that wait on disk are those that waited in memory`() throws {
        var random = SeededRandom(77)
        for _ in 0..<30 {
            let (kept, spilled) = (ParkedDay(), ParkedDay())
            let file = SpillFile(folder: NSTemporaryDirectory())
            for sequence in 0..<60 {
                let (name, part) = (UInt32.random(in: 0...3, using: &random), Int.random(in: 0...2, using: &random))
                let lines = 0..<UInt32.random(in: 1...900, using: &random)
                kept.add(parcel(file: name, sequence: sequence, part: part, lines: lines))
                spilled.add(parcel(file: name, sequence: sequence, part: part, lines: lines))
                if Int.random(in: 0...9, using: &random) == 0 {
                    try spilled.spill(to: file)
                    #expect(spilled.bytesInMemory == 0)
                }
            }
            for part in 0...2 { #expect(try rows(spilled, part: part) == rows(kept, part: part)) }
        }
    }

    @Test func `rows that were handed out outlast the day`() throws {
        var day: ParkedDay? = ParkedDay()
        day?.add(parcel(file: 1, sequence: 0, part: 0, lines: 5..<7))
        let part = try #require(try day?.rows(ofPart: 0, excluding: []))
        day?.add(parcel(file: 1, sequence: 1, part: 0, lines: 7..<5000))
        day = nil
        #expect(PackedRow(try part.load(0).bytes, at: 40).line == 6)
    }
}
