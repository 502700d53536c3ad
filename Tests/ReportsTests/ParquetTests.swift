import Testing

@testable import Reports

/// The parts of Parquet files; whole files are read by other programs in Tests/exports.
@Suite struct ParquetTests {
    // Apache Parquet, Encodings.md: the numbers 0 to 7 in three bits each are 10001000 11000110 11111010.
    @Test func `eight numbers of three bits are packed as the format's own example`() {
        #expect(RunLengths.encoded(Array(0..<8), width: 3) == [3, 0b1000_1000, 0b1100_0110, 0b1111_1010])
    }

    // Encodings.md: a run is a header of its length times two, and the value in as few bytes as hold it.
    @Test func `a run is its length and its value`() {
        #expect(RunLengths.encoded([UInt32](repeating: 1, count: 100_000), width: 1) == [0xC0, 0x9A, 0x0C, 1])
        #expect(RunLengths.encoded([UInt32](repeating: 300, count: 8), width: 9) == [16, 0x2C, 0x01])
        #expect(RunLengths.encoded([], width: 1) == [])
    }

    @Test(arguments: 1...17)
    func `numbers come back from runs and packed bits`(width: Int) {
        var seed: UInt32 = 1
        for count in [1, 7, 8, 9, 63, 64, 200, 1_000] {
            var numbers: [UInt32] = []
            while numbers.count < count {
                seed = seed &* 1_664_525 &+ 1_013_904_223
                let number = seed >> 8 & ((1 << UInt32(width)) - 1)
                numbers += [UInt32](repeating: number, count: seed % 5 == 0 ? Int(seed >> 4 % 40) % 40 : 1)
            }
            let read = decoded(RunLengths.encoded(numbers, width: width), width: width)
            // Packed bits come in eights: what stands behind the last is zero.
            #expect(Array(read.prefix(numbers.count)) == numbers && read.count - numbers.count < 8)
        }
    }

    /// A reader of the format's description.
    private func decoded(_ bytes: [UInt8], width: Int) -> [UInt32] {
        var (numbers, place): ([UInt32], Int) = ([], 0)
        while place < bytes.count {
            var (header, shift) = (0, 0)
            repeat {
                header |= Int(bytes[place] & 127) << shift
                shift += 7
                place += 1
            } while bytes[place - 1] >= 128
            if header & 1 == 0 {
                let size = (width + 7) / 8
                let value = bytes[place..<(place + size)].reversed().reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
                numbers += [UInt32](repeating: value, count: header >> 1)
                place += size
            } else {
                for i in 0..<(header >> 1) * 8 {
                    let value = (0..<width).reduce(UInt32(0)) { value, bit in
                        let at = i * width + bit
                        return value | UInt32(bytes[place + at / 8] >> UInt8(at % 8) & 1) << UInt32(bit)
                    }
                    numbers.append(value)
                }
                place += (header >> 1) * width
            }
        }
        return numbers
    }

    // Thrift, "Compact protocol": zigzag numbers, the step of field numbers in the upper half of a byte.
    @Test func `structures are written compactly`() {
        var bytes = ThriftBytes()
        bytes.add(1, 1)
        bytes.add(3, wide: -1)
        bytes.add(20, true)
        bytes.add(21, "ab".utf8)
        bytes.add(22, structure: { $0.add(1, false) })
        bytes.add(23, numbers: [0, -2])
        bytes.end()
        #expect(bytes.bytes == [0x15, 2, 0x26, 1, 0x01, 40, 0x18, 2, 97, 98, 0x1C, 0x12, 0, 0x19, 0x25, 0, 3, 0])
    }

    @Test func `texts have a dictionary until most of them come once`() {
        var column = ParquetColumn(name: "device", content: .view(.text))
        for i in 0..<40_000 {
            let text = i < 10_000 ? "a" : "text \(i)"
            var copy = text
            copy.withUTF8 { #expect(column.add(.text($0)) != nil) }
        }
        #expect(column.isPlain && column.plainCount == 40_000 && column.levels.count == 40_000)
        #expect(Array(column.plain.prefix(5)) == [1, 0, 0, 0, 97])
        column.removeAll()
        #expect(!column.isPlain && column.levels.isEmpty)
    }

    @Test(arguments: [
        ("2025-06-01", ColumnKind.day, UInt64(20_240)), ("2025-06-01T00:00:00.001Z", .instant, 1_748_736_000_001),
        ("2025-06-01T00:00:01Z", .instant, 1_748_736_001_000), ("2025-06-01 08:00:00", .local, 1_748_764_800_000),
    ])
    func `days and times become numbers`(text: String, kind: ColumnKind, number: UInt64) {
        var column = ParquetColumn(name: "x", content: .view(kind))
        var copy = text
        copy.withUTF8 { #expect(column.add(.text($0)) != nil) }
        #expect(column.numbers == [number])
    }

    @Test(arguments: ["", "2025-13-01", "yesterday", "2025-06-01T0a:00:00.001Z", "2025-06-01T00:00:00.0011Z"])
    func `what is no time is refused`(text: String) {
        var column = ParquetColumn(name: "x", content: .view(.instant))
        var copy = text
        copy.withUTF8 { #expect(column.add(.text($0)) == nil) }
    }
}
