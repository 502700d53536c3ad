/// Where a packed row lies, with what rows are put in order by.
///
/// Unsafe: it points into `PackedRows`, which must outlive it.
public struct PlacedRow {
    /// Of a fix, milliseconds since 1970 UTC.
    public let time: Int64
    /// Index of the file.
    public let file: UInt32
    /// Number of the device in the run.
    public let device: UInt32
    let start: UnsafeRawPointer

    init(_ row: PackedRow, at start: UnsafeRawPointer, file: UInt32) {
        time = start.loadUnaligned(fromByteOffset: 12, as: Int64.self)
        self.file = file
        device = row.device
        self.start = start
    }

    /// Whether reading rejected it.
    public var isReject: Bool { start.load(fromByteOffset: 36, as: UInt8.self) == PackedRows.rejectMark }

    /// The row by itself.
    public var row: PackedRow { PackedRow(UnsafeRawBufferPointer(start: start, count: .max), at: 0) }

    /// Which numbers a fix has: a bit each, in the order of `FixColumns`.
    fileprivate var given: UInt8 { start.load(fromByteOffset: 37, as: UInt8.self) }

    fileprivate func number(at offset: Int) -> Double {
        Double(bitPattern: start.loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }
}

extension [PlacedRow] {
    /// Puts rows in order of time, those of one time in the order they have (rule 2.3).
    ///
    /// Logs are nearly in order: the rows that come late are sorted by themselves, then both series are merged.
    /// - Complexity: O(n + k log k) for k rows that come after one of a later time.
    public mutating func orderByTime() {
        guard count > 1, (1..<count).contains(where: { self[$0].time < self[$0 - 1].time }) else { return }
        var inOrder: [Int32] = []
        var late: [Int32] = []
        inOrder.reserveCapacity(count)
        var latest = Int64.min
        for i in indices {
            if self[i].time < latest {
                late.append(Int32(i))
            } else {
                latest = self[i].time
                inOrder.append(Int32(i))
            }
        }
        late.sort { (self[Int($0)].time, $0) < (self[Int($1)].time, $1) }
        var next = 0
        var merged: [PlacedRow] = []
        merged.reserveCapacity(count)
        for number in inOrder {
            let row = self[Int(number)]
            while next < late.count, (self[Int(late[next])].time, late[next]) < (row.time, number) {
                merged.append(self[Int(late[next])])
                next += 1
            }
            merged.append(row)
        }
        for number in late[next...] { merged.append(self[Int(number)]) }
        self = merged
    }
}

extension FixBatch {
    // Unsafe: column by column through pointers; row by row it took 315 instructions each.
    /// Takes in fixes, none of them rejects, in their order. The batch must be empty; its `columns` are those of its source.
    public mutating func fill(with rows: ArraySlice<PlacedRow>) {
        precondition(count == 0, "expected an empty batch, found \(count) rows")
        rows.withUnsafeBufferPointer { rows in
            guard let first = rows.first else { return }
            times.fill(rows) { $0.time }
            files.fill(rows) { $0.file }
            kinds.fill(rows) { $0.start.loadUnaligned(fromByteOffset: 4, as: UInt32.self) }
            lines.fill(rows) { $0.start.loadUnaligned(fromByteOffset: 8, as: UInt32.self) }
            readLatitudes.fill(rows) { $0.number(at: 20) }
            readLongitudes.fill(rows) { $0.number(at: 28) }
            systems.fill(rows) { $0.start.load(fromByteOffset: 36, as: UInt8.self) }
            let common = rows.allSatisfy { $0.given == first.given } ? first.given : nil
            fill(&altitudes, .altitude, rows, common)
            fill(&speeds, .speed, rows, common)
            fill(&courses, .course, rows, common)
            fill(&accuracies, .accuracy, rows, common)
            fill(&hdops, .hdop, rows, common)
            fill(&satellites, .satellites, rows, common)
            if columns.contains(.extra) { fillExtras(rows) }
        }
    }

    /// - Parameter common: The numbers that all rows have, where they have the same ones.
    private func fill(
        _ column: inout [Double], _ kind: FixColumns, _ rows: UnsafeBufferPointer<PlacedRow>, _ common: UInt8?
    ) {
        guard columns.contains(kind) else { return }
        let bit = kind.rawValue
        func offset(_ given: UInt8) -> Int { 40 + 8 * (given & (bit - 1)).nonzeroBitCount }
        guard let common else { return column.fill(rows) { $0.given & bit == 0 ? .nan : $0.number(at: offset($0.given)) } }
        guard common & bit != 0 else { return column.fill(rows) { _ in .nan } }
        let place = offset(common)
        column.fill(rows) { $0.number(at: place) }
    }

    private mutating func fillExtras(_ rows: UnsafeBufferPointer<PlacedRow>) {
        for row in rows {
            let length = Int(row.start.loadUnaligned(fromByteOffset: 38, as: UInt16.self))
            extras.append(length == 0 ? -1 : Int32(extraTexts.count))
            guard length > 0 else { continue }
            let text = row.start + 40 + 8 * row.given.nonzeroBitCount
            extraTexts.append(String(decoding: UnsafeRawBufferPointer(start: text, count: length), as: UTF8.self))
        }
    }
}

extension Array where Element: BitwiseCopyable {
    /// Becomes as long as the rows, with a value of each.
    @inline(__always)
    fileprivate mutating func fill(_ rows: UnsafeBufferPointer<PlacedRow>, _ value: (PlacedRow) -> Element) {
        guard let first = rows.first else { return }
        append(contentsOf: repeatElement(value(first), count: rows.count))
        withUnsafeMutableBufferPointer { column in
            for i in rows.indices { column[i] = value(rows[i]) }
        }
    }
}
