/// Goes through a JSON text (RFC 8259) value by value, so that a large one need not become a tree as a whole.
///
/// Strict: no comments, no commas too many, nothing but UTF-8; a byte order mark at the beginning is passed over. A lone half of a
/// surrogate pair (`\uD800`) is read as U+FFFD. Numbers are the nearest doubles; one beyond the largest double is an error, so that
/// every number read is finite. Arrays and objects nest `maximumDepth` deep at most. After an error the scanner is spent.
/// - Complexity: O(n) in the bytes passed, whichever steps are taken.
///
///     var scanner = JSONScanner(bytes)
///     try scanner.enterObject()
///     while let name = try scanner.nextName() {
///         guard name == "features" else { try scanner.skip(); continue }
///         try scanner.enterArray()
///         while try scanner.nextElement() { use(try scanner.value()) }
///     }
///     try scanner.finish()
public struct JSONScanner: Sendable {
    /// How deep arrays and objects nest at most.
    public static let maximumDepth = 128

    let bytes: [UInt8]
    /// The next byte to read, counted from 0.
    public internal(set) var offset = 0
    private var open: [Container] = []

    private struct Container {
        let isArray: Bool
        var isAtBeginning = true
    }

    /// A scanner at the beginning of a text.
    public init(_ bytes: [UInt8]) {
        self.bytes = bytes
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { offset = 3 }
    }

    /// The next byte; nil at the end.
    @inline(__always)
    var next: UInt8? { offset < bytes.count ? bytes[offset] : nil }

    // MARK: Whole values

    /// The kind of the value that is next. The value itself is not passed.
    public mutating func kind() throws(JSONError) -> JSONKind {
        skipSpace()
        switch next {
        case UInt8(ascii: "{"): return .object
        case UInt8(ascii: "["): return .array
        case UInt8(ascii: "\""): return .string
        case UInt8(ascii: "-"), .some(UInt8(ascii: "0")...UInt8(ascii: "9")): return .number
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool
        case UInt8(ascii: "n"): return .null
        case nil: throw JSONError(at: offset, "the text ends where a value should begin")
        default: throw JSONError(at: offset, "no value begins here")
        }
    }

    /// Reads and passes the next value, with all that is in it.
    public mutating func value() throws(JSONError) -> JSONValue {
        switch try kind() {
        case .null:
            try skipLiteral()
            return .null
        case .bool: return .bool(try skipLiteral() == 4)
        case .number: return .number(try number())
        case .string: return .string(try string())
        case .array:
            try enterArray()
            var elements: [JSONValue] = []
            while try nextElement() { elements.append(try value()) }
            return .array(elements)
        case .object:
            try enterObject()
            var members: [(name: String, value: JSONValue)] = []
            while let name = try nextName() { members.append((name, try value())) }
            return .object(members)
        }
    }

    /// Passes the next value, checking it as `value` does but keeping nothing.
    ///
    /// - Returns: The bytes that it stands in.
    @discardableResult
    public mutating func skip() throws(JSONError) -> Range<Int> {
        let kind = try kind()
        let start = offset
        switch kind {
        case .null, .bool: try skipLiteral()
        case .number: _ = try number()
        case .string: _ = try skipString()
        case .array:
            try enterArray()
            while try nextElement() { try skip() }
        case .object:
            try enterObject()
            while try skipName() { try skip() }
        }
        return start..<offset
    }

    /// To be called behind the last value: nothing but white space may follow.
    public mutating func finish() throws(JSONError) {
        skipSpace()
        guard open.isEmpty else { throw JSONError(at: offset, "an array or object was left before its end") }
        guard next == nil else { throw JSONError(at: offset, "something follows the end of the text") }
    }

    // MARK: Steps

    /// Steps into the array that is next.
    public mutating func enterArray() throws(JSONError) { try enter(isArray: true) }

    /// Steps to the next element of the array stepped into; the one before must have been passed.
    ///
    /// - Returns: False where there is none left; the array has been passed then.
    public mutating func nextElement() throws(JSONError) -> Bool {
        guard open.last?.isArray == true else { throw JSONError(at: offset, "no array was stepped into here") }
        return try step(closing: UInt8(ascii: "]"), "a comma or ']' should stand here")
    }

    /// Steps into the object that is next.
    public mutating func enterObject() throws(JSONError) { try enter(isArray: false) }

    /// Steps to the next member of the object stepped into; the value of the one before must have been passed.
    ///
    /// - Returns: Its name, nil where there is none left; the object has been passed then.
    public mutating func nextName() throws(JSONError) -> String? {
        guard try stepToName() else { return nil }
        let name = try string()
        try skipColon()
        return name
    }

    private mutating func skipName() throws(JSONError) -> Bool {
        guard try stepToName() else { return false }
        _ = try skipString()
        try skipColon()
        return true
    }

    private mutating func stepToName() throws(JSONError) -> Bool {
        guard open.last?.isArray == false else { throw JSONError(at: offset, "no object was stepped into here") }
        guard try step(closing: UInt8(ascii: "}"), "a comma or '}' should stand here") else { return false }
        guard next == UInt8(ascii: "\"") else { throw JSONError(at: offset, "a name in quotes should stand here") }
        return true
    }

    private mutating func skipColon() throws(JSONError) {
        skipSpace()
        guard next == UInt8(ascii: ":") else { throw JSONError(at: offset, "a colon should stand here") }
        offset += 1
    }

    private mutating func enter(isArray: Bool) throws(JSONError) {
        skipSpace()
        guard next == (isArray ? UInt8(ascii: "[") : UInt8(ascii: "{")) else {
            throw JSONError(at: offset, "\(isArray ? "an array" : "an object") should begin here")
        }
        guard open.count < Self.maximumDepth else {
            throw JSONError(at: offset, "arrays and objects nest more than \(Self.maximumDepth) deep")
        }
        offset += 1
        open.append(Container(isArray: isArray))
    }

    /// To the next element or name, past the comma before it; false past the end of the array or object.
    private mutating func step(closing: UInt8, _ complaint: String) throws(JSONError) -> Bool {
        skipSpace()
        if next == closing {
            offset += 1
            open.removeLast()
            return false
        }
        if open[open.count - 1].isAtBeginning {
            open[open.count - 1].isAtBeginning = false
            return true
        }
        guard next == UInt8(ascii: ",") else { throw JSONError(at: offset, complaint) }
        offset += 1
        skipSpace()
        guard next != closing else { throw JSONError(at: offset, "nothing stands between a comma and the end") }
        return true
    }

    // MARK: Small parts

    private mutating func skipSpace() {
        while let byte = next, byte == 32 || byte == 10 || byte == 13 || byte == 9 { offset += 1 }
    }

    /// Passes `null`, `true` or `false`; its length.
    @discardableResult
    private mutating func skipLiteral() throws(JSONError) -> Int {
        let word = next == UInt8(ascii: "n") ? "null" : next == UInt8(ascii: "t") ? "true" : "false"
        guard bytes[offset...].starts(with: word.utf8) else { throw JSONError(at: offset, "this is no \(word)") }
        offset += word.utf8.count
        return word.utf8.count
    }
}

extension JSONValue {
    /// Reads a whole text; nothing but white space may stand round its one value. Strict, as `JSONScanner` is.
    ///
    /// - Throws: `JSONError`: what is wrong, and at which byte.
    public init(reading bytes: [UInt8]) throws(JSONError) {
        var scanner = JSONScanner(bytes)
        self = try scanner.value()
        try scanner.finish()
    }
}
