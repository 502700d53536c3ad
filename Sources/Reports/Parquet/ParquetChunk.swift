/// A column's values of a group of rows as pages, and what the footer says of them.
struct ParquetChunk {
    /// Encodings, by their numbers.
    private enum Encoding {
        static let plain: Int32 = 0
        static let runLengths: Int32 = 3
        static let dictionary: Int32 = 8
    }

    /// The pages.
    private(set) var bytes: [UInt8] = []
    let name: String
    let physical: ParquetColumn.Physical
    let rows: Int
    let nulls: Int
    private(set) var encodings: [Int32] = [Encoding.plain, Encoding.runLengths]
    /// The size of the pages before they were packed, with their headers.
    private(set) var plainBytes = 0
    /// Where the page of data stands in the pages.
    private(set) var dataStart = 0
    /// The least and the greatest value; nil where there is none, and where they are long or have no order.
    private(set) var bounds: (least: [UInt8], greatest: [UInt8])?
    private let pack: ([UInt8]) -> [UInt8]

    /// Whether the first page is a dictionary.
    var hasDictionary: Bool { dataStart > 0 }

    /// Makes the pages of a column.
    ///
    /// - Parameter pack: Packs a page, or leaves it as it is.
    init(_ column: ParquetColumn, pack: @escaping ([UInt8]) -> [UInt8]) {
        name = column.name
        physical = column.physical
        rows = column.levels.count
        nulls = column.nulls
        self.pack = pack
        let levels = RunLengths.encoded(column.levels, width: 1)
        var page: [UInt8] = []
        page.addLittle(UInt32(levels.count))
        page += levels
        if column.physical == .bytes {
            addTexts(column, page)
        } else {
            addNumbers(column, page)
        }
    }

    /// Takes the pages out, once they are written.
    mutating func forgetPages() { bytes = [] }

    private mutating func addTexts(_ column: ParquetColumn, _ page: [UInt8]) {
        if case .view = column.content { bounds = Self.bounds(ofTexts: column) }
        guard !column.isPlain, !column.indexes.isEmpty else { return addData(page + column.plain, Encoding.plain) }
        var entries: [UInt8] = []
        for number in 0..<column.dictionary.count {
            entries.addLittle(UInt32(column.dictionary[number].count))
            entries += column.dictionary[number]
        }
        addDictionary(entries, column.dictionary.count)
        addIndexes(column.indexes, column.dictionary.count, page)
    }

    private mutating func addNumbers(_ column: ParquetColumn, _ page: [UInt8]) {
        bounds = Self.bounds(column.numbers, column.physical)
        guard let (entries, indexes) = Self.distinct(column.numbers) else {
            return addData(page + Self.plain(column.numbers, column.physical), Encoding.plain)
        }
        addDictionary(Self.plain(entries, column.physical), entries.count)
        addIndexes(indexes, entries.count, page)
    }

    private mutating func addIndexes(_ indexes: [UInt32], _ count: Int, _ page: [UInt8]) {
        let width = max(1, Int.bitWidth - (count - 1).leadingZeroBitCount)
        addData(page + [UInt8(width)] + RunLengths.encoded(indexes, width: width), Encoding.dictionary)
    }

    private static func plain(_ numbers: [UInt64], _ physical: ParquetColumn.Physical) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(numbers.count * 8)
        if physical == .int32 {
            for number in numbers { bytes.addLittle(UInt32(truncatingIfNeeded: number)) }
        } else {
            for number in numbers { bytes.addLittle(number) }
        }
        return bytes
    }

    /// The distinct numbers in the order in which they came, and each as its place among them; nil where they are many.
    private static func distinct(_ numbers: [UInt64]) -> (entries: [UInt64], indexes: [UInt32])? {
        let most = 4096
        var slots = [Int32](repeating: -1, count: most * 4)
        var entries: [UInt64] = []
        var indexes: [UInt32] = []
        indexes.reserveCapacity(numbers.count)
        for number in numbers {
            var slot = Int(truncatingIfNeeded: (number &* 0x9E37_79B9_7F4A_7C15) >> 50)
            while slots[slot] >= 0, entries[Int(slots[slot])] != number { slot = (slot + 1) & (slots.count - 1) }
            if slots[slot] < 0 {
                guard entries.count < most else { return nil }
                slots[slot] = Int32(entries.count)
                entries.append(number)
            }
            indexes.append(UInt32(slots[slot]))
        }
        return entries.isEmpty || entries.count > numbers.count / 2 ? nil : (entries, indexes)
    }

    // MARK: Pages

    private mutating func addDictionary(_ content: [UInt8], _ count: Int) {
        encodings = [Encoding.plain, Encoding.runLengths, Encoding.dictionary]
        addPage(content, type: 2) { header in
            header.add(
                7,
                structure: { dictionary in
                    dictionary.add(1, Int32(count))
                    dictionary.add(2, Encoding.plain)
                })
        }
        dataStart = bytes.count
    }

    private mutating func addData(_ content: [UInt8], _ encoding: Int32) {
        addPage(content, type: 0) { [rows] header in
            header.add(
                5,
                structure: { data in
                    data.add(1, Int32(rows))
                    data.add(2, encoding)
                    data.add(3, Encoding.runLengths)
                    data.add(4, Encoding.runLengths)
                })
        }
    }

    private mutating func addPage(_ content: [UInt8], type: Int32, _ more: (inout ThriftBytes) -> Void) {
        let packed = pack(content)
        var header = ThriftBytes()
        header.add(1, type)
        header.add(2, Int32(content.count))
        header.add(3, Int32(packed.count))
        more(&header)
        header.end()
        bytes += header.bytes
        bytes += packed
        plainBytes += header.bytes.count + content.count
    }

    // MARK: Statistics

    private static func bounds(_ numbers: [UInt64], _ physical: ParquetColumn.Physical) -> (least: [UInt8], greatest: [UInt8])? {
        guard let first = numbers.first else { return nil }
        guard physical == .double else {
            var (least, greatest) = (Int64(bitPattern: first), Int64(bitPattern: first))
            for number in numbers {
                least = min(least, Int64(bitPattern: number))
                greatest = max(greatest, Int64(bitPattern: number))
            }
            return (
                plain([UInt64(bitPattern: least)], physical), plain([UInt64(bitPattern: greatest)], physical)
            )
        }
        var (least, greatest) = (Double(bitPattern: first), Double(bitPattern: first))
        for number in numbers {
            let value = Double(bitPattern: number)
            if value < least { least = value }
            if value > greatest { greatest = value }
        }
        // Which of the two zeros is there is not to be relied on (parquet.thrift, ColumnOrder).
        if least == 0 { least = -0.0 }
        if greatest == 0 { greatest = 0.0 }
        return (plain([least.bitPattern], physical), plain([greatest.bitPattern], physical))
    }

    private static func bounds(ofTexts column: ParquetColumn) -> (least: [UInt8], greatest: [UInt8])? {
        var bounds: (least: ArraySlice<UInt8>, greatest: ArraySlice<UInt8>)?
        func add(_ text: ArraySlice<UInt8>) {
            guard let known = bounds else { return bounds = (text, text) }
            if text.lexicographicallyPrecedes(known.least) { bounds?.least = text }
            if known.greatest.lexicographicallyPrecedes(text) { bounds?.greatest = text }
        }
        for number in 0..<column.dictionary.count { add(column.dictionary[number]) }
        var place = 0
        for _ in 0..<column.plainCount {
            let length = column.plain[place..<(place + 4)].reversed().reduce(0) { $0 << 8 | Int($1) }
            add(column.plain[(place + 4)..<(place + 4 + length)])
            place += 4 + length
        }
        // Bounds of long texts would only swell the footer.
        guard let bounds, bounds.least.count <= 256, bounds.greatest.count <= 256 else { return nil }
        return (Array(bounds.least), Array(bounds.greatest))
    }
}
