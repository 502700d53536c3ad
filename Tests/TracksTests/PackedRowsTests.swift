import Testing
import Tracks

@Suite struct PackedRowsTests {
    private let allColumns: FixColumns = [.altitude, .speed, .course, .accuracy, .hdop, .satellites, .extra]

    private func rows(_ packed: PackedRows) -> [PackedRow] {
        var rows: [PackedRow] = []
        var at = 0
        while at < packed.count {
            let row = PackedRow(packed.bytes, at: at)
            rows.append(row)
            at += row.length
        }
        return rows
    }

    private func append(_ fix: ReadFix, extra: String = "", to packed: PackedRows) {
        Array(extra.utf8).withUnsafeBytes { _ = packed.append(fix, extra: $0) }
    }

    private func randomFix(_ random: inout SeededRandom) -> ReadFix {
        var fix = ReadFix()
        fix.device = UInt32.random(in: 0...UInt32.max, using: &random)
        fix.kind = UInt32.random(in: 0...UInt32.max, using: &random)
        fix.line = UInt32.random(in: 1...UInt32.max, using: &random)
        fix.time = Int64.random(in: Int64.min...Int64.max, using: &random)
        fix.latitude = Double.random(in: -90...90, using: &random)
        fix.longitude = Double.random(in: -180...180, using: &random)
        fix.system = UInt8.random(in: 0...4, using: &random)
        for i in 0..<6 where Bool.random(using: &random) { fix.numbers[i] = Double.random(in: -1e6...1e6, using: &random) }
        return fix
    }

    @Test func `nothing packed is nothing`() {
        let packed = PackedRows(file: 3)
        #expect(packed.count == 0 && packed.rows == 0 && packed.file == 3)
        #expect(rows(packed).isEmpty)
    }

    @Test func `a fix takes 40 bytes and 8 for each number it has`() {
        let packed = PackedRows(file: 0)
        append(ReadFix(), to: packed)
        #expect(packed.count == 40)
        var fix = ReadFix()
        fix.numbers[1] = 2.5
        fix.numbers[5] = 7
        append(fix, extra: "{}", to: packed)
        #expect(packed.count == 40 + 40 + 16 + 2)
    }

    @Test func `gives back random fixes as they were packed`() {
        var random = SeededRandom(seed: 7)
        let fixes = (0..<500).map { _ in randomFix(&random) }
        let extras = (0..<500).map { $0.isMultiple(of: 3) ? "{\"n\":\($0),\"名\":\"值\"}" : "" }
        let packed = PackedRows(file: 9, capacity: 64)
        for (fix, extra) in zip(fixes, extras) { append(fix, extra: extra, to: packed) }
        #expect(packed.rows == 500)
        var batch = FixBatch()
        batch.columns = allColumns
        let found = rows(packed)
        for row in found { row.append(to: &batch, file: packed.file) }
        #expect(found.map(\.device) == fixes.map(\.device))
        #expect(found.allSatisfy { !$0.isReject })
        #expect(batch.times == fixes.map(\.time) && batch.lines == fixes.map(\.line) && batch.kinds == fixes.map(\.kind))
        #expect(batch.readLatitudes == fixes.map(\.latitude) && batch.readLongitudes == fixes.map(\.longitude))
        #expect(batch.systems == fixes.map(\.system) && batch.files == fixes.map { _ in 9 })
        let columns = [batch.altitudes, batch.speeds, batch.courses, batch.accuracies, batch.hdops, batch.satellites]
        for (i, column) in columns.enumerated() {
            #expect(
                column.map(\.bitPattern) == fixes.map { $0.numbers[i].isNaN ? Double.nan.bitPattern : $0.numbers[i].bitPattern })
        }
        #expect(batch.extras.map { $0 < 0 ? "" : batch.extraTexts[Int($0)] } == extras)
    }

    @Test func `fills only the columns that the batch has`() {
        var fix = ReadFix()
        fix.numbers = SIMD8(1, 2, 3, 4, 5, 6, .nan, .nan)
        let packed = PackedRows(file: 0)
        append(fix, extra: "{\"a\":1}", to: packed)
        var batch = FixBatch()
        batch.columns = [.course]
        for row in rows(packed) { row.append(to: &batch, file: 0) }
        #expect(batch.courses == [3])
        #expect(batch.speeds.isEmpty && batch.extras.isEmpty && batch.extraTexts.isEmpty)
    }

    @Test func `gives back a reject with its texts`() {
        let packed = PackedRows(file: 4)
        packed.append(device: 77, line: 12, reason: .badNumber, texts: ("latitude", "39,9", "D1;39,9;东"))
        packed.append(device: 78, line: 13, reason: .nullIsland, texts: nil)
        let found = rows(packed)
        #expect(found.map(\.isReject) == [true, true])
        let (reject, isKept) = found[0].reject(file: 4)
        #expect(reject == Reject(file: 4, line: 12, reason: .badNumber, field: "latitude", value: "39,9", text: "D1;39,9;东"))
        #expect(isKept && found[0].device == 77)
        let (counted, isCountedKept) = found[1].reject(file: 4)
        #expect(counted == Reject(file: 4, line: 13, reason: .nullIsland, field: "", value: "", text: ""))
        #expect(!isCountedKept)
    }

    @Test func `fixes and rejects lie one behind the other`() {
        let packed = PackedRows(file: 1)
        var fix = ReadFix()
        fix.line = 2
        append(fix, to: packed)
        packed.append(device: 0, line: 3, reason: .noPosition, texts: ("longitude", "", "x"))
        fix.line = 4
        append(fix, to: packed)
        #expect(rows(packed).map(\.isReject) == [false, true, false])
        #expect(packed.rows == 3)
    }

    @Test func `bytes that were spilled come back the same`() {
        var random = SeededRandom(seed: 8)
        let packed = PackedRows(file: 5)
        for _ in 0..<50 { append(randomFix(&random), extra: "{}", to: packed) }
        let again = PackedRows(file: 5, rows: packed.rows, count: packed.count) { $0.copyMemory(from: packed.bytes) }
        #expect(again.bytes.elementsEqual(packed.bytes) && again.rows == 50)
        append(randomFix(&random), to: again)
        #expect(rows(again).count == 51)
    }
}
