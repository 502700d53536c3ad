import Tracks

extension [UInt8] {
    /// Adds a text as it is.
    mutating func add(_ text: String) { self += text.utf8 }

    /// Adds a whole number.
    mutating func add(_ number: Int64) {
        if number < 0 { append(UInt8(ascii: "-")) }
        var rest = number.magnitude
        var digits: (UInt64, Int) = (0, 0)
        guard rest >= 10 else { return append(UInt8(48 + rest)) }
        let start = count
        while rest > 0 {
            (rest, digits.0) = rest.quotientAndRemainder(dividingBy: 10)
            append(UInt8(48 + digits.0))
        }
        self[start...].reverse()
    }

    /// Adds a whole number, or null.
    mutating func add(_ number: Int64?) {
        if let number { add(number) } else { add("null") }
    }

    /// Adds a JSON string.
    mutating func addText(_ text: String) { add(jsonText(text)) }

    /// Adds a JSON string, or null.
    mutating func addText(_ text: String?) {
        if let text { addText(text) } else { add("null") }
    }
}

/// Columns of a table as JSON arrays, `"time":[…],"latitude":[…]`; one value a row in each.
struct JSONColumns {
    private let names: [String]
    private var columns: [[UInt8]]

    /// Columns by their names; each value that is added must go to one of them.
    init(_ names: [String]) {
        self.names = names
        columns = names.map { _ in [] }
    }

    /// Adds a row of numbers to the columns from the first on; nil is null.
    mutating func add(_ values: [Int64?]) {
        for (i, value) in values.enumerated() { add(value, to: i) }
    }

    /// Adds a text to a column.
    mutating func add(_ text: String?, to column: Int) {
        separate(column)
        columns[column].addText(text)
    }

    /// Adds a number to a column.
    mutating func add(_ number: Int64?, to column: Int) {
        separate(column)
        columns[column].add(number)
    }

    /// Adds what is JSON already to a column.
    mutating func add(json bytes: [UInt8], to column: Int) {
        separate(column)
        columns[column] += bytes
    }

    private mutating func separate(_ column: Int) {
        if !columns[column].isEmpty { columns[column].append(UInt8(ascii: ",")) }
    }

    /// A column as a list, without its name.
    func list(_ column: Int) -> [UInt8] { [UInt8(ascii: "[")] + columns[column] + [UInt8(ascii: "]")] }

    /// How many bytes all columns have.
    var byteCount: Int { columns.reduce(0) { $0 + $1.count } }

    /// Takes all rows out.
    mutating func removeAll() {
        for i in columns.indices { columns[i].removeAll(keepingCapacity: true) }
    }

    /// All columns, without braces around them.
    func write(to data: DataWriter) throws {
        for (i, column) in columns.enumerated() {
            try data.write((i > 0 ? "," : "") + "\"\(names[i])\":[")
            try data.write(column)
            try data.write("]")
        }
    }
}

/// A table of the page's data: a list of parts, each an object of columns, so that a table of any length needs the same memory.
struct JSONTable {
    /// A page of parts of this size is one to four hundredths larger than one in a single part: most columns are as long as zlib looks back.
    static let partBytes = 1 << 18

    /// The rows of the part that is not written yet.
    var columns: JSONColumns
    private let data: DataWriter
    private var hasParts = false

    /// Columns by their names.
    init(_ names: [String], to data: DataWriter) {
        columns = JSONColumns(names)
        self.data = data
    }

    /// Writes the part where it is large enough; called between two rows.
    mutating func endRow() throws {
        if columns.byteCount > Self.partBytes { try writePart() }
    }

    /// Writes what there is as a part.
    mutating func writePart() throws {
        try data.write(hasParts ? ",{" : "[{")
        try columns.write(to: data)
        try data.write("}")
        columns.removeAll()
        hasParts = true
    }

    /// Writes the last part, which says the names of the columns also of an empty table.
    mutating func finish() throws {
        try writePart()
        try data.write("]")
    }
}

/// Gathers pieces of the page's data and hands them on in larger ones. A class: all sections share it.
final class DataWriter {
    private var buffer: [UInt8] = []
    private let take: ([UInt8]) throws -> Void

    /// Hands pieces to a body.
    init(take: @escaping ([UInt8]) throws -> Void) { self.take = take }

    /// Adds a text.
    func write(_ text: String) throws { try write(Array(text.utf8)) }

    /// Adds bytes.
    func write(_ bytes: [UInt8]) throws {
        buffer += bytes
        if buffer.count > 1 << 16 { try flush() }
    }

    /// Hands on what is left.
    func flush() throws {
        try take(buffer)
        buffer.removeAll(keepingCapacity: true)
    }
}

/// Whole millionths of a degree (0.1 m), as the page has positions.
func millionths(_ degrees: Double) -> Int64 { Int64((degrees * 1e6).rounded()) }

/// Whole millionths of a degree of stored ten millionths.
func millionths(ofStored value: Int64) -> Int64 { Int64((Double(value) / 10).rounded()) }
