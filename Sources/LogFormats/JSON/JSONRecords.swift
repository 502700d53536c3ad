import Glibc
import Tracks

/// The records of a JSON text one after the other, in constant memory: of each the values of the fields that are wanted.
///
/// A record is an object that stands by itself, or in an array that does, or in one of the lists of `fields` in an object that does; it
/// may be an array where a field has a place in one. Objects around lists are no records. Strict, as RFC 8259 is: a text that breaks off
/// or is none is damage, but where each line is a text of its own only that line is a reject. What else stands where a record should is
/// one, too. Nothing is made of a value that is not asked for; a record's values lie in the window, good until the next is asked for.
struct JSONRecords: ~Copyable {
    /// What was found.
    enum Found { case record, junk, end }

    /// A value of a record.
    struct Value {
        enum Kind: UInt8 { case none, null, string, escaped, number, literal, container }

        var kind = Kind.none
        /// Of its first byte in the record; of a string behind the quote.
        var start = 0
        /// Bytes, of a string without quotes.
        var count = 0
    }

    /// An array or object that is open.
    private struct Frame {
        var node: Int
        var isArray: Bool
        /// Whether its elements are records.
        var isList = false
        var isFirst = true
        var index: Int32 = 0
        /// The field that it is, and where it begins in the record.
        var field = -1
        var start = 0
    }

    /// The line of the record, from 1.
    private(set) var line: UInt64 = 0
    /// The byte of the text that the record begins at.
    private(set) var offset: Int64 = 0
    /// The list that the record stands in; -1 for none.
    private(set) var list = -1

    var window: JSONWindow
    let fields: JSONFields
    let layout: JSONLayout
    private let lastLine: UInt64
    let values: UnsafeMutablePointer<Value>
    private let frames: UnsafeMutablePointer<Frame>
    var depth = 0
    /// The depth of the record that is read; -1 outside.
    var recordDepth = -1
    /// Where the text begins that is read: of a line the line.
    var textLine: UInt64 = 0
    var textOffset: Int64 = 0
    private var isBegun = false
    /// The line that is broken, its first bytes.
    var broken: [UInt8] = []
    /// Texts that had escapes, until the next record.
    var scratch: [UnsafeMutablePointer<UInt8>] = []

    /// How deep arrays and objects nest at most.
    private static let deepest = 128
    /// Instead of a node: the array or object ends.
    private static let closing = -2

    /// - Parameters:
    ///   - hasPrefix: Whether a time and other words may stand before the object of a line.
    ///   - longest: Bytes of a record at most; a longer one is a reject.
    init(
        _ log: LogFile, _ context: ReadingContext, _ fields: consuming JSONFields, encoding: TextEncoding = .utf8,
        hasPrefix: Bool = false, longest: Int = 1 << 20
    ) {
        let layout = JSONLayout(log.peek(), encoding: encoding, hasPrefix: hasPrefix)
        let text = LogText(log, encoding: encoding)
        let window = JSONWindow(text, largest: longest, isCancelled: context.isCancelled)
        self.init(window, fields, layout, lastLine: context.lastLine)
    }

    /// Of a text in memory.
    init(_ text: some Collection<UInt8>, _ fields: consuming JSONFields, _ layout: JSONLayout) {
        self.init(JSONWindow(text), fields, layout, lastLine: .max)
    }

    private init(_ window: consuming JSONWindow, _ fields: consuming JSONFields, _ layout: JSONLayout, lastLine: UInt64) {
        values = .allocate(capacity: max(1, fields.count))
        values.initialize(repeating: Value(), count: max(1, fields.count))
        frames = .allocate(capacity: Self.deepest)
        self.window = window
        self.fields = fields
        self.layout = layout
        self.lastLine = lastLine
    }

    deinit {
        values.deallocate()
        frames.deallocate()
        for text in scratch { text.deallocate() }
    }

    // MARK: The next record

    /// Goes to the next record; false at the end. What stands in its place is given as a reject.
    ///
    /// - Throws: `Damage` where the rest cannot be read.
    mutating func next(into rows: inout RowAssembler) throws -> Bool {
        while true {
            rows.flushIfFull()
            let found: Found
            do { found = try find() } catch {
                if window.isStopped { return false }
                try recover(error, into: &rows)
                continue
            }
            if found == .end {
                if let damage = window.damage { throw damage }
                return false
            }
            guard line <= lastLine else { throw Damage(what: "has more than \(grouped(Int64(lastLine))) lines") }
            if found == .record { return true }
            reject(.notARow, into: &rows)
        }
    }

    /// Gives the record as a reject.
    mutating func reject(_ reason: RejectReason, into rows: inout RowAssembler) {
        guard window.isLost else { return rows.reject(reason, line: UInt32(line), offset: offset, text: row) }
        giveBroken(window.lostText, UInt32(line), offset, into: &rows)
    }

    /// Goes to the next record, or to what stands in its place.
    mutating func find() throws(JSONFault) -> Found {
        window.kept = -1
        window.isLost = false
        if !scratch.isEmpty { clearScratch() }
        while true {
            var node = 0
            if depth == 0 {
                guard try begin() else { return .end }
            } else {
                node = try step()
                if node == Self.closing {
                    if let found = try close() { return found }
                    continue
                }
            }
            let byte = window.next()
            if byte == 123 || byte == 91 {
                try open(isArray: byte == 91, node)
            } else if recordDepth >= 0 || !isPlace {
                try pass(byte, node)
            } else {
                try passJunk(byte)
                return .junk
            }
        }
    }

    /// Whether a list of records is open.
    var hasOpenList: Bool { (0..<depth).contains { frames[$0].isList } }

    /// Whether a record stands here.
    private var isPlace: Bool { recordDepth < 0 && (depth == 0 || frames[depth - 1].isList) }

    /// Goes to the next text; false at the end.
    private mutating func begin() throws(JSONFault) -> Bool {
        if !isBegun {
            isBegun = true
            _ = window.next()
            if window.filled >= 3, window.bytes[0] == 0xEF, window.bytes[1] == 0xBB, window.bytes[2] == 0xBF { window.at = 3 }
        }
        window.skipSpace(stopsAtLine: false)
        guard !window.isAtEnd() else { return false }
        list = -1
        (textLine, textOffset) = (window.line, window.offset)
        if layout.isLines { window.kept = window.at }
        if layout.hasPrefix, window.next() &- 48 < 10 { try passPrefix() }
        return true
    }

    /// Passes what stands before the object of a line.
    private mutating func passPrefix() throws(JSONFault) {
        while window.next() != 123 {
            guard window.next() >= 32 || window.next() == 9 else { throw JSONFault(what: "no object stands in the line") }
            window.at += 1
        }
    }

    // MARK: Arrays and objects

    /// Goes to the next value of the innermost array or object: where its name or place leads.
    @inline(__always)
    private mutating func step() throws(JSONFault) -> Int {
        window.skipSpace(stopsAtLine: layout.isLines)
        let frame = frames + (depth - 1)
        let isArray = frame.pointee.isArray
        let byte = window.next()
        if byte == (isArray ? 93 : 125) { return Self.closing }
        if frame.pointee.isFirst {
            frame.pointee.isFirst = false
        } else {
            guard byte == 44 else {
                throw JSONFault(what: isArray ? "a comma or ] should stand here" : "a comma or } should stand here")
            }
            window.at += 1
            window.skipSpace(stopsAtLine: layout.isLines)
        }
        guard isArray else { return try name(frame.pointee.node) }
        if frame.pointee.isList { return 0 }
        guard frame.pointee.node >= 0 else { return JSONFields.nowhere }
        frame.pointee.index &+= 1
        return fields.child(of: frame.pointee.node, at: frame.pointee.index &- 1)
    }

    /// Passes a name and its colon: where it leads from a node.
    @inline(__always)
    private mutating func name(_ node: Int) throws(JSONFault) -> Int {
        guard window.next() == 34 else { throw JSONFault(what: "a name in quotes should stand here") }
        // Outside of a record the name itself must stay at hand.
        let isKept = window.kept >= 0
        if !isKept { window.kept = window.at }
        let start = window.at - window.kept + 1
        window.at += 1
        let isEscaped = try window.passString()
        var child = JSONFields.nowhere
        if node >= 0, window.kept >= 0 {
            let (name, count) = (UnsafePointer(window.bytes + window.kept + start), window.at - window.kept - start - 1)
            child = isEscaped ? childOfEscaped(node, name, count) : fields.child(of: node, named: name, count)
        }
        if !isKept { window.kept = -1 }
        window.skipSpace(stopsAtLine: layout.isLines)
        guard window.next() == 58 else { throw JSONFault(what: "a colon should stand here") }
        window.at += 1
        window.skipSpace(stopsAtLine: layout.isLines)
        return child
    }

    private func childOfEscaped(_ node: Int, _ name: UnsafePointer<UInt8>, _ count: Int) -> Int {
        var text = [UInt8](repeating: 0, count: count + 8)
        return text.withUnsafeMutableBufferPointer { text in
            guard let start = text.baseAddress else { return JSONFields.nowhere }
            return fields.child(of: node, named: start, JSONBytes.unescape(name, count, into: start))
        }
    }

    private mutating func open(isArray: Bool, _ node: Int) throws(JSONFault) {
        guard depth < Self.deepest else { throw JSONFault(what: "arrays and objects nest more than 128 deep") }
        var frame = Frame(node: node, isArray: isArray)
        if isPlace {
            if !isArray || (fields.takesArrays && (depth > 0 || !layout.isRootOfContainers)) {
                beginRecord()
            } else {
                (frame.isList, window.kept) = (true, -1)
            }
        } else if isArray, fields.list(of: node) >= 0 {
            // The object that was taken for a record stands around a list.
            (frame.isList, list, recordDepth) = (true, fields.list(of: node), -1)
            (window.kept, window.isLost) = (-1, false)
            clearValues()
        } else if recordDepth >= 0, window.kept >= 0 {
            (frame.field, frame.start) = (fields.field(of: node), window.at - window.kept)
        }
        window.at += 1
        frames[depth] = frame
        depth += 1
    }

    private mutating func beginRecord() {
        if window.kept < 0 { window.kept = window.at }
        recordDepth = depth
        (line, offset) = (window.line, window.base + Int64(window.kept))
        clearValues()
    }

    /// Ends the innermost array or object; what was found where that is a record.
    @inline(__always)
    private mutating func close() throws(JSONFault) -> Found? {
        window.at += 1
        depth -= 1
        if depth == 0, layout.isLines { try endLine() }
        guard depth != recordDepth else {
            recordDepth = -1
            return window.isLost ? .junk : .record
        }
        let frame = frames[depth]
        if frame.field >= 0, window.kept >= 0 {
            values[frame.field] = Value(
                kind: .container, start: frame.start, count: window.at - window.kept - frame.start)
        }
        return nil
    }

    private mutating func endLine() throws(JSONFault) {
        window.skipSpace(stopsAtLine: true)
        let byte = window.next()
        guard byte == 10 || byte == 13 || window.isAtEnd() else {
            throw JSONFault(what: "something stands behind the value of the line")
        }
    }

    // MARK: Other values

    /// Passes a value that is no array and no object; keeps where it stands if it is a field.
    @inline(__always)
    private mutating func pass(_ byte: UInt8, _ node: Int) throws(JSONFault) {
        let field = recordDepth >= 0 ? fields.field(of: node) : -1
        var start = window.at - window.kept
        var quotes = 0
        let kind: Value.Kind
        switch byte {
        case 34:
            window.at += 1
            kind = try window.passString() ? .escaped : .string
            quotes = 1
        case 45, 48...57:
            try window.passNumber()
            kind = .number
        default:
            try window.passLiteral(byte)
            kind = byte == 110 ? .null : .literal
        }
        guard field >= 0, window.kept >= 0 else { return }
        start += quotes
        values[field] = Value(kind: kind, start: start, count: window.at - window.kept - start - quotes)
    }

    /// Passes a value that stands where a record should.
    private mutating func passJunk(_ byte: UInt8) throws(JSONFault) {
        if window.kept < 0 { window.kept = window.at }
        (line, offset) = (window.line, window.base + Int64(window.kept))
        try pass(byte, JSONFields.nowhere)
        if depth == 0, layout.isLines { try endLine() }
    }
}
