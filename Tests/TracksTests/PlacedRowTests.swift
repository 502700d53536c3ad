import Testing
import Tracks

@Suite struct PlacedRowTests {
    private let allColumns: FixColumns = [.altitude, .speed, .course, .accuracy, .hdop, .satellites, .extra]

    private func add(_ fix: ReadFix, extra: String = "", to packed: PackedRows) {
        Array(extra.utf8).withUnsafeBytes { _ = packed.append(fix, extra: $0) }
    }

    private func fix(_ device: UInt32, time: Int64, line: UInt32 = 1) -> ReadFix {
        var fix = ReadFix()
        (fix.device, fix.time, fix.line) = (device, time, line)
        return fix
    }

    /// Parcels of two files with random rows of some devices, a reject here and there.
    private func randomParcels(devices: Int, _ random: inout SeededRandom) -> [PackedRows] {
        let isUniform = Bool.random(using: &random)
        return (0..<3).map { number in
            let packed = PackedRows(file: UInt32(number / 2), capacity: 64)
            for line in 0..<UInt32.random(in: 0...40, using: &random) {
                let device = UInt32.random(in: 0..<UInt32(devices), using: &random)
                guard Int.random(in: 0..<8, using: &random) > 0 else {
                    packed.append(device: device, line: line, reason: .badTime, texts: ("time", "x", "y"))
                    continue
                }
                var fix = fix(device, time: Int64(line) * 1000 - Int64.random(in: 0...9, using: &random) / 8 * 5000, line: line)
                (fix.kind, fix.system) = (line % 3, UInt8(line % 4))
                (fix.latitude, fix.longitude) = (Double(line) / 7, -Double(line) / 3)
                for i in 0..<6 where isUniform ? i % 2 == 0 : Bool.random(using: &random) {
                    fix.numbers[i] = Double(line) + Double(i) / 8
                }
                add(fix, extra: line.isMultiple(of: 3) ? "{\"n\":\(line)}" : "", to: packed)
            }
            return packed
        }
    }

    /// The rows of a device one by one: the other way to take them in.
    private func rows(of device: UInt32, in parcels: [PackedRows]) -> [(row: PackedRow, file: UInt32)] {
        var rows: [(row: PackedRow, file: UInt32)] = []
        for parcel in parcels {
            var at = 0
            while at < parcel.count {
                let row = PackedRow(parcel.bytes, at: at)
                if row.device == device { rows.append((row, parcel.file)) }
                at += row.length
            }
        }
        return rows
    }

    private func texts(_ batch: FixBatch) -> [String] {
        (0..<batch.count).map { row in
            let numbers = [batch.altitudes, batch.speeds, batch.courses, batch.accuracies, batch.hdops, batch.satellites]
            let extra = batch.extras[row] < 0 ? "" : batch.extraTexts[Int(batch.extras[row])]
            return
                "\(batch.times[row]) \(batch.files[row]) \(batch.lines[row]) \(batch.kinds[row]) \(batch.systems[row]) "
                + "\(batch.readLatitudes[row]) \(batch.readLongitudes[row]) \(numbers.map { $0[row] }) \(extra)"
        }
    }

    @Test func `no parcels are no rows`() {
        var order = DeviceOrder()
        let (rows, devices) = order.place([], names: ["a"])
        #expect(rows.isEmpty && devices.isEmpty)
    }

    @Test func `devices come in the order of their bytes, each with its rows in order`() {
        let packed = PackedRows(file: 4)
        for (line, device) in [2, 0, 1, 2, 0, 2].enumerated() { add(fix(UInt32(device), time: Int64(line)), to: packed) }
        var order = DeviceOrder()
        // "Z" stands before "a", "é" behind both.
        let names = ["a", "é", "Z"]
        for _ in 0..<2 {
            let (rows, devices) = order.place([packed], names: names)
            #expect(devices.map(\.device) == [2, 0, 1])
            #expect(devices.map(\.rows) == [0..<3, 3..<5, 5..<6])
            #expect(rows.map(\.time) == [0, 3, 5, 1, 4, 2])
            #expect(rows.allSatisfy { $0.file == 4 && !$0.isReject })
        }
        withExtendedLifetime(packed) {}
    }

    @Test func `random rows are the same in columns as one by one, in order of time and of one time as they came`() {
        var random = SeededRandom(seed: 15)
        var order = DeviceOrder()
        for _ in 0..<150 {
            let parcels = randomParcels(devices: 4, &random)
            let (placed, devices) = order.place(parcels, names: ["d", "b", "a", "c"])
            #expect(devices.map { $0.rows.count }.reduce(0, +) == parcels.map(\.rows).reduce(0, +))
            for (device, range) in devices {
                let single = rows(of: device, in: parcels)
                #expect(placed[range].map(\.isReject) == single.map(\.row.isReject))
                #expect(
                    placed[range].filter(\.isReject).map { $0.row.reject(file: $0.file).reject }
                        == single.filter(\.row.isReject).map { $0.row.reject(file: $0.file).reject })
                var expected = FixBatch()
                expected.columns = allColumns
                for (row, file) in single where !row.isReject { row.append(to: &expected, file: file) }
                let times = expected.times
                expected.reorder(times.indices.sorted { (times[$0], $0) < (times[$1], $1) }.map { Int32($0) })
                var fixes = placed[range].filter { !$0.isReject }
                fixes.orderByTime()
                var batch = FixBatch()
                batch.columns = allColumns
                batch.fill(with: fixes[...])
                #expect(texts(batch) == texts(expected))
            }
            withExtendedLifetime(parcels) {}
        }
    }

    @Test func `only the columns that the batch has are filled`() {
        let packed = PackedRows(file: 0)
        var given = fix(0, time: 5)
        given.numbers = SIMD8(1, 2, 3, 4, 5, 6, .nan, .nan)
        add(given, extra: "{\"a\":1}", to: packed)
        var order = DeviceOrder()
        let (rows, _) = order.place([packed], names: ["a"])
        var batch = FixBatch()
        batch.columns = [.course]
        batch.fill(with: rows[...])
        #expect(batch.courses == [3] && batch.times == [5])
        #expect(batch.speeds.isEmpty && batch.extras.isEmpty && batch.extraTexts.isEmpty)
        withExtendedLifetime(packed) {}
    }
}
