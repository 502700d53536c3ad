/// Structures of Parquet as Thrift's compact protocol writes them.
/// - Source: apache/thrift, "Thrift Compact protocol encoding"; apache/parquet-format, parquet.thrift.
struct ThriftBytes {
    private(set) var bytes: [UInt8] = []
    /// The number of the last field of each structure that is open.
    private var last: [Int32] = [0]

    private enum Kind: UInt8 {
        case yes = 1
        case no = 2
        case int32 = 5
        case int64 = 6
        case binary = 8
        case list = 9
        case structure = 12
    }

    /// Adds a whole number of 32 bits.
    mutating func add(_ field: Int32, _ number: Int32) {
        begin(field, .int32)
        addZigzag(Int64(number))
    }

    /// Adds a whole number of 64 bits.
    mutating func add(_ field: Int32, wide number: Int64) {
        begin(field, .int64)
        addZigzag(number)
    }

    /// Adds a truth.
    mutating func add(_ field: Int32, _ isTrue: Bool) { begin(field, isTrue ? .yes : .no) }

    /// Adds bytes.
    mutating func add(_ field: Int32, _ content: some Collection<UInt8>) {
        begin(field, .binary)
        addBinary(content)
    }

    /// Adds a structure, whose fields a body adds.
    mutating func add(_ field: Int32, structure body: (inout ThriftBytes) -> Void) {
        begin(field, .structure)
        addStructure(body)
    }

    /// Adds a list of structures, of whose elements a body adds the fields.
    mutating func add<Element>(_ field: Int32, list: [Element], _ body: (inout ThriftBytes, Element) -> Void) {
        begin(field, .list)
        beginList(list.count, .structure)
        for element in list { addStructure { body(&$0, element) } }
    }

    /// Adds a list of whole numbers of 32 bits.
    mutating func add(_ field: Int32, numbers: [Int32]) {
        begin(field, .list)
        beginList(numbers.count, .int32)
        for number in numbers { addZigzag(Int64(number)) }
    }

    /// Adds a list of texts.
    mutating func add(_ field: Int32, texts: [String]) {
        begin(field, .list)
        beginList(texts.count, .binary)
        for text in texts { addBinary(text.utf8) }
    }

    /// Ends the outermost structure.
    mutating func end() { bytes.append(0) }

    private mutating func addStructure(_ body: (inout ThriftBytes) -> Void) {
        last.append(0)
        body(&self)
        last.removeLast()
        bytes.append(0)
    }

    private mutating func begin(_ field: Int32, _ kind: Kind) {
        let step = field - last[last.count - 1]
        last[last.count - 1] = field
        if (1...15).contains(step) {
            bytes.append(UInt8(step) << 4 | kind.rawValue)
        } else {
            bytes.append(kind.rawValue)
            addZigzag(Int64(field))
        }
    }

    private mutating func beginList(_ count: Int, _ kind: Kind) {
        if count < 15 {
            bytes.append(UInt8(count) << 4 | kind.rawValue)
        } else {
            bytes.append(0xF0 | kind.rawValue)
            bytes.addVariable(UInt64(count))
        }
    }

    private mutating func addBinary(_ content: some Collection<UInt8>) {
        bytes.addVariable(UInt64(content.count))
        bytes += content
    }

    private mutating func addZigzag(_ number: Int64) { bytes.addVariable(UInt64(bitPattern: number << 1 ^ number >> 63)) }
}

extension [UInt8] {
    /// Adds a number in as few groups of 7 bits as it needs, the lowest first (LEB128).
    mutating func addVariable(_ number: UInt64) {
        var rest = number
        while rest >= 128 {
            append(UInt8(truncatingIfNeeded: rest) | 128)
            rest >>= 7
        }
        append(UInt8(rest))
    }
}
