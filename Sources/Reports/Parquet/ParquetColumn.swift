import SQLite
import Store
import Tracks

/// A column of a Parquet file: what it is, and its values in the group of rows that is being filled.
struct ParquetColumn {
    /// Parquet's types, by their numbers.
    enum Physical: Int32 {
        case int32 = 1
        case int64 = 2
        case double = 5
        case bytes = 6
    }

    /// What a column holds.
    enum Content {
        case view(ColumnKind)
        /// WKB.
        case geometry
    }

    let name: String
    let content: Content
    let physical: Physical
    /// For each row whether it has a value; all have where there is none.
    private(set) var levels: [UInt32] = []
    private(set) var nulls = 0
    /// The bits of numbers.
    private(set) var numbers: [UInt64] = []
    private(set) var dictionary = TextDictionary()
    /// The numbers of texts in the dictionary.
    private(set) var indexes: [UInt32] = []
    /// Texts with their lengths, where there are too many for a dictionary; their number is that of `plainCount`.
    private(set) var plain: [UInt8] = []
    private(set) var plainCount = 0
    /// The last date that was read, which the next value has mostly, too.
    private var date: (text: [UInt8], day: Int64) = ([], 0)

    /// With more texts, most of them once, a dictionary only costs.
    private static let mostTexts = 16_384

    init(name: String, content: Content) {
        self.name = name
        self.content = content
        physical =
            switch content {
            case .geometry, .view(.text): .bytes
            case .view(.integer), .view(.instant), .view(.local): .int64
            case .view(.real): .double
            case .view(.day): .int32
            }
    }

    /// Whether the texts have no dictionary.
    var isPlain: Bool { plainCount > 0 }

    /// Adds a value; nil where it is none of the column's type.
    mutating func add(_ cell: Cell) -> Void? {
        if case .null = cell { return addNull() }
        guard case .view(let kind) = content else { return nil }
        switch kind {
        case .text: addText(cell)
        case .integer:
            switch cell {
            case .integer(let number): add(bits: UInt64(bitPattern: number))
            case .real(let number):
                guard let whole = Int64(exactly: number) else { return nil }
                add(bits: UInt64(bitPattern: whole))
            default: return nil
            }
        case .real:
            switch cell {
            case .integer(let number): add(bits: Double(number).bitPattern)
            case .real(let number): add(bits: number.bitPattern)
            default: return nil
            }
        case .day, .instant, .local:
            guard case .text(let text) = cell, let number = moment(text, kind) else { return nil }
            add(bits: UInt64(bitPattern: number))
        }
        return ()
    }

    /// Adds the bytes of a geometry, or that there is none.
    mutating func add(geometry bytes: [UInt8]?) {
        guard let bytes else { return addNull() }
        bytes.withUnsafeBufferPointer { addPlain($0) }
        levels.append(1)
    }

    /// Takes all values out.
    mutating func removeAll() {
        levels.removeAll(keepingCapacity: true)
        numbers.removeAll(keepingCapacity: true)
        indexes.removeAll(keepingCapacity: true)
        plain.removeAll(keepingCapacity: true)
        dictionary.removeAll()
        (nulls, plainCount) = (0, 0)
    }

    private mutating func addNull() {
        levels.append(0)
        nulls += 1
    }

    private mutating func add(bits: UInt64) {
        levels.append(1)
        numbers.append(bits)
    }

    private mutating func addText(_ cell: Cell) {
        levels.append(1)
        switch cell {
        case .text(let text): withUTF8(text) { addText($0) }
        default:
            var number: [UInt8] = []
            number.addJSON(cell, isJSON: false)
            number.withUnsafeBufferPointer { addText($0) }
        }
    }

    private mutating func addText(_ text: UnsafeBufferPointer<UInt8>) {
        if isPlain { return addPlain(text) }
        indexes.append(dictionary.number(of: text))
        guard dictionary.count > Self.mostTexts, dictionary.count > indexes.count / 2 else { return }
        for index in indexes { dictionary[Int(index)].withUnsafeBufferPointer { addPlain($0) } }
        dictionary.removeAll()
        indexes.removeAll(keepingCapacity: true)
    }

    private mutating func addPlain(_ bytes: UnsafeBufferPointer<UInt8>) {
        plain.addLittle(UInt32(bytes.count))
        plain += bytes
        plainCount += 1
    }

    /// Days since 1970, or milliseconds, of `2025-06-01`, `2025-06-01T00:00:00.000Z`, `2025-06-01 08:00:00`.
    private mutating func moment(_ text: UnsafeBufferPointer<UInt8>, _ kind: ColumnKind) -> Int64? {
        guard text.count >= 10 else { return nil }
        let head = text[..<10]
        if !head.elementsEqual(date.text) {
            guard let day = CalendarDay(String(decoding: head, as: UTF8.self)) else { return nil }
            date = (Array(head), Int64(day.number))
        }
        if case .day = kind { return text.count == 10 ? date.day : nil }
        guard text.count >= 19, let hour = Self.number(text, 11, 2), let minute = Self.number(text, 14, 2),
            let second = Self.number(text, 17, 2)
        else { return nil }
        let fraction = text.count == 24 ? Self.number(text, 20, 3) : 0
        guard let fraction, [19, 20, 24].contains(text.count) else { return nil }
        return date.day * 86_400_000 + ((hour * 60 + minute) * 60 + second) * 1000 + fraction
    }

    private static func number(_ text: UnsafeBufferPointer<UInt8>, _ start: Int, _ count: Int) -> Int64? {
        var value: Int64 = 0
        for i in start..<(start + count) {
            guard (48...57).contains(text[i]) else { return nil }
            value = value * 10 + Int64(text[i] - 48)
        }
        return value
    }
}
