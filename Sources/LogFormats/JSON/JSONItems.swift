import Tracks

/// The elements of an array or object of a record, one after the other: it was read before, so nothing is checked again.
struct JSONItems {
    private var at: UnsafePointer<UInt8>
    private let end: UnsafePointer<UInt8>

    /// - Parameter container: From its first bracket or brace to its last; nil for none.
    init(_ container: Cell) {
        at = container.start + 1
        end = container.start + (container.count - 1)
    }

    /// The next element as it stands, or the next name or value of an object; nil at the end.
    mutating func next() -> Cell? {
        while at < end, Self.isBetween(at.pointee) { at += 1 }
        guard at < end else { return nil }
        let start = at
        pass()
        return Cell(start, at - start)
    }

    /// The name of the next member with its quotes, and its value, of an object; nil at the end.
    mutating func nextMember() -> (name: Cell, value: Cell)? {
        guard let name = next(), let value = next() else { return nil }
        return (name, value)
    }

    /// Its elements, where an element is an array.
    static func inside(_ element: Cell) -> JSONItems? {
        element.count >= 2 && element.start[0] == 91 ? JSONItems(element) : nil
    }

    /// White space, commas and colons.
    @inline(__always)
    private static func isBetween(_ byte: UInt8) -> Bool { byte <= 32 || byte == 44 || byte == 58 }

    private mutating func pass() {
        var depth = 0
        while at < end {
            switch at.pointee {
            case 34: passString()
            case 91, 123:
                depth += 1
                at += 1
            case 93, 125:
                depth -= 1
                at += 1
            default:
                repeat { at += 1 } while at < end && !Self.isStop(at.pointee)
            }
            if depth == 0 { return }
            while at < end, Self.isBetween(at.pointee) { at += 1 }
        }
    }

    @inline(__always)
    private static func isStop(_ byte: UInt8) -> Bool {
        isBetween(byte) || byte == 93 || byte == 125 || byte == 91 || byte == 123
    }

    private mutating func passString() {
        at += 1
        while at < end, at.pointee != 34 { at += at.pointee == 92 ? 2 : 1 }
        at += 1
    }
}

extension Cell {
    /// Whether it is a string of JSON that holds this word of ASCII.
    func isString(_ word: StaticString) -> Bool {
        guard count == word.utf8CodeUnitCount + 2, start[0] == 34 else { return false }
        return (0..<word.utf8CodeUnitCount).allSatisfy { start[$0 + 1] == word.utf8Start[$0] }
    }

    /// Whether it is this word of ASCII.
    func isWord(_ word: StaticString) -> Bool {
        count == word.utf8CodeUnitCount && (0..<count).allSatisfy { start[$0] == word.utf8Start[$0] }
    }
}
