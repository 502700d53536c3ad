import Tracks

/// What a record holds, and what becomes of a text that is none.
extension JSONRecords {
    /// All of the record, as it stands.
    var row: Cell {
        let start = UnsafePointer(window.bytes)
        return window.kept < 0 ? Cell(start, 0) : Cell(start + window.kept, window.at - window.kept)
    }

    /// A cell without bytes.
    var nothing: Cell { Cell(UnsafePointer(window.bytes), 0) }

    /// Whether a field is there and not null.
    func has(_ field: Int) -> Bool { values[field].kind != .none && values[field].kind != .null }

    /// The text of a string, the digits of a number, or a word; empty where a field is none of these.
    mutating func text(_ field: Int) -> Cell {
        let value = values[field]
        switch value.kind {
        case .string, .number, .literal: return Cell(start(of: value), value.count)
        case .escaped: return unescape(start(of: value), value.count)
        case .none, .null, .container: return nothing
        }
    }

    /// The number that a field holds; NaN where it is none.
    mutating func number(_ field: Int) -> Double { decimal(text(field)) }

    /// An array or object, as it stands; nil where a field is none.
    func container(_ field: Int) -> Cell? {
        let value = values[field]
        return value.kind == .container ? Cell(start(of: value), value.count) : nil
    }

    /// A value that is no text, as it stands; nil for a string and where nothing is.
    func bare(_ field: Int) -> Cell? {
        let value = values[field]
        switch value.kind {
        case .number, .literal, .container: return Cell(start(of: value), value.count)
        case .none, .null, .string, .escaped: return nil
        }
    }

    /// The byte of the text that a value of the record begins at.
    func offset(of value: Cell) -> Int64 {
        window.base + Int64(value.start - UnsafePointer(window.bytes))
    }

    /// The text of a value that stands in a container of the record.
    mutating func text(of value: Cell) -> Cell {
        guard value.count > 0 else { return nothing }
        switch value.start[0] {
        case 34:
            let inside = UnsafeBufferPointer(start: value.start + 1, count: value.count - 2)
            guard let start = inside.baseAddress, inside.contains(92) else { return Cell(value.start + 1, value.count - 2) }
            return unescape(start, inside.count)
        case 123, 91, 110: return nothing  // { [ null
        default: return value
        }
    }

    private func start(of value: Value) -> UnsafePointer<UInt8> {
        UnsafePointer(window.bytes) + (window.kept + value.start)
    }

    mutating func clearValues() {
        for field in 0..<fields.count { values[field] = Value() }
    }

    // MARK: Escapes

    /// The text of a string that has escapes: good until the next record.
    mutating func unescape(_ text: UnsafePointer<UInt8>, _ count: Int) -> Cell {
        // Eight bytes from each place on can be read.
        let memory = UnsafeMutablePointer<UInt8>.allocate(capacity: count + 8)
        memory.initialize(repeating: 0, count: count + 8)
        scratch.append(memory)
        return Cell(memory, JSONBytes.unescape(text, count, into: memory))
    }

    mutating func clearScratch() {
        for text in scratch { text.deallocate() }
        scratch.removeAll(keepingCapacity: true)
    }

    // MARK: Faults

    /// Where each line is a text, gives the line as a reject and goes on behind it.
    ///
    /// - Throws: `Damage` where it is none: what stands behind the fault cannot be trusted.
    mutating func recover(_ fault: JSONFault, into rows: inout RowAssembler) throws {
        let words = words(of: fault)
        guard layout.isLines else { throw words }
        if let damage = window.damage, damage.isOfDisk { throw damage }
        let wasInList = hasOpenList
        skipBrokenLine()
        if wasInList {
            // A text of one line that breaks off in a list is not a line of many.
            window.skipSpace(stopsAtLine: false)
            if window.isAtEnd() { throw words }
        }
        giveBroken(broken, UInt32(truncatingIfNeeded: textLine), textOffset, into: &rows)
    }

    /// Goes behind the line that is broken, and outside of all that is open.
    mutating func skipBrokenLine() {
        broken.removeAll(keepingCapacity: true)
        if window.isLost { broken = window.lostText }
        if window.kept >= 0 {
            let passed = min(window.at - window.kept, JSONWindow.lostBytes)
            broken.append(contentsOf: UnsafeBufferPointer(start: window.bytes + window.kept, count: passed))
        }
        window.skipLine(into: &broken)
        (depth, recordDepth) = (0, -1)
    }

    private mutating func words(of fault: JSONFault) -> Damage {
        let place = "line \(window.line), byte \(window.offset)"
        guard window.isAtEnd() else {
            return Damage(what: "is broken JSON at \(place) (\(fault.what)); what came before was kept")
        }
        return window.damage ?? Damage(what: "ends before its JSON does (\(place)); what came before was kept")
    }

    /// Gives a text that is not at hand any more as a reject.
    func giveBroken(_ text: [UInt8], _ line: UInt32, _ offset: Int64, into rows: inout RowAssembler) {
        text.withUnsafeBufferPointer { bytes in
            // A cell wants an address also where it has no bytes.
            withUnsafePointer(to: UInt8(0)) { nothing in
                rows.reject(.notARow, line: line, offset: offset, text: Cell(bytes.baseAddress ?? nothing, bytes.count))
            }
        }
    }
}
