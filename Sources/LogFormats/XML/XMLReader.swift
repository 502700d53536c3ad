import CExpat
import Glibc
import Tracks

/// Goes through the XML of a log and tells a format of its elements: `start`, `end` with the text of those that it asked for.
///
/// libexpat reads; names are told apart by their local part, so a prefix may be any, or undeclared. Entities of the text's own and
/// external references are refused, not followed. A class with methods to override: its address is what C's callbacks get.
class XMLReader {
    /// What the rows go into.
    final var rows: RowAssembler
    /// Line of the element that starts or ends, from 1.
    final var line: UInt32 { UInt32(truncatingIfNeeded: XML_GetCurrentLineNumber(parser)) }
    /// Byte of the text at which it begins.
    final var offset: Int64 { Int64(XML_GetCurrentByteIndex(parser)) }

    private let parser: XML_Parser
    private let text: LogText
    /// Text of the innermost element that was asked for.
    private final var gathered: [UInt8] = []
    private final var isGathering = false
    private final var depth = 0
    /// Why the format or this reader stopped the parser.
    private final var stopped: Damage?
    private final var isEmpty = true

    /// Elements in one another at most.
    private static let deepest = 200
    /// Bytes of an element's text that are kept.
    private static let longestText = 4096
    private static let pieceBytes: Int32 = 1 << 16

    /// - Throws: `Damage` where there is no memory.
    init(_ log: LogFile, _ rows: RowAssembler) throws {
        self.rows = rows
        let encoding = Self.encoding(of: log.peek())
        text = LogText(log, encoding: encoding)
        // What is read is UTF-8 by now, whatever the declaration says.
        guard let parser = XML_ParserCreate("UTF-8") else { throw Damage(what: "cannot be read: libexpat has no memory") }
        self.parser = parser
    }

    deinit { XML_ParserFree(parser) }

    /// An element begins. Whether its text is wanted at its end.
    func start(_ name: XMLName, _ attributes: XMLAttributes) -> Bool { false }
    /// An element ends. `text` is nil where it was not asked for.
    func end(_ name: XMLName, text: Cell?) {}

    /// Refuses the rest.
    final func stop(_ what: String) {
        stopped = stopped ?? Damage(what: what, textOffset: offset)
        XML_StopParser(parser, 0)
    }

    /// Reads all of it.
    ///
    /// - Throws: `Damage` where the rest cannot be read; elements before it were told of.
    final func read() throws {
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(
            parser, { reader, name, attributes in XMLReader.of(reader)?.starts(name, attributes) },
            { reader, name in XMLReader.of(reader)?.ends(name) })
        XML_SetCharacterDataHandler(parser) { reader, text, count in XMLReader.of(reader)?.gather(text, count) }
        XML_SetEntityDeclHandler(parser) { reader, name, _, _, _, _, _, _, _ in
            XMLReader.of(reader)?.stop("declares an entity; such XML is not read")
        }
        var damage: Damage?
        while damage == nil {
            guard let buffer = XML_GetBuffer(parser, Self.pieceBytes) else {
                throw Damage(what: "cannot be read: libexpat has no memory")
            }
            var count = 0
            do {
                count = try text.read(into: UnsafeMutableRawBufferPointer(start: buffer, count: Int(Self.pieceBytes)))
            } catch let problem as Damage {
                damage = problem
                break
            } catch {
                damage = Damage(what: "cannot be read: \(error)")
                break
            }
            isEmpty = isEmpty && count == 0
            if isEmpty { return }
            guard XML_ParseBuffer(parser, Int32(count), count == 0 ? 1 : 0) == XML_STATUS_OK else {
                damage = stopped ?? Damage(what: brokenWords, textOffset: offset)
                break
            }
            rows.flushIfFull()
            if count == 0 || rows.context.isCancelled() { return }
        }
        if let damage { throw damage }
    }

    private var brokenWords: String {
        let code = XML_GetErrorCode(parser)
        let words = XML_ErrorString(code).map { String(cString: $0) } ?? "error"
        let place = "line \(XML_GetCurrentLineNumber(parser)), column \(XML_GetCurrentColumnNumber(parser) + 1)"
        if code == XML_ERROR_NO_ELEMENTS { return "ends before its XML does (\(place)); what came before was kept" }
        return "is broken XML at \(place) (\(words)); what came before was kept"
    }

    /// The encoding that the declaration names, where there is no byte order mark.
    private static func encoding(of beginning: LogBeginning) -> TextEncoding {
        let declaration = beginning.text.prefix(200)
        guard declaration.hasPrefix("<?xml"), let end = declaration.firstRange(of: "?>") else { return .utf8 }
        let words = declaration[..<end.lowerBound]
        guard let name = words.firstRange(of: "encoding=") else { return .utf8 }
        let value = words[name.upperBound...].dropFirst().prefix { $0 != "\"" && $0 != "'" }.lowercased()
        // UTF-16 without a mark is told by its bytes; a declaration that could be read byte by byte is no UTF-16.
        if value.hasPrefix("utf-16") || value.hasPrefix("utf-8") { return .utf8 }
        return TextEncoding(value) ?? .utf8
    }

    // MARK: Callbacks

    private static func of(_ pointer: UnsafeMutableRawPointer?) -> XMLReader? {
        pointer.map { Unmanaged<XMLReader>.fromOpaque($0).takeUnretainedValue() }
    }

    private final func starts(_ name: UnsafePointer<CChar>?, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?) {
        guard let name, let attributes, stopped == nil else { return }
        depth += 1
        guard depth <= Self.deepest else { return stop("has more than \(Self.deepest) elements in one another") }
        isGathering = start(XMLName(name), XMLAttributes(first: attributes))
        if isGathering { gathered.removeAll(keepingCapacity: true) }
    }

    private final func ends(_ name: UnsafePointer<CChar>?) {
        guard let name, stopped == nil else { return }
        depth -= 1
        guard isGathering else { return end(XMLName(name), text: nil) }
        isGathering = false
        gathered.withUnsafeBufferPointer { bytes in
            let empty = UnsafeRawPointer(name).assumingMemoryBound(to: UInt8.self)
            end(XMLName(name), text: Cell(bytes.baseAddress ?? empty, bytes.count))
        }
    }

    private final func gather(_ text: UnsafePointer<CChar>?, _ count: Int32) {
        guard isGathering, let text, gathered.count < Self.longestText else { return }
        gathered.append(
            contentsOf: UnsafeRawBufferPointer(start: text, count: min(Int(count), Self.longestText - gathered.count)))
    }
}

/// The name of an element or attribute: its part behind the last colon.
struct XMLName {
    private let start: UnsafePointer<CChar>
    private let count: Int

    init(_ name: UnsafePointer<CChar>) {
        var (start, end) = (name, name)
        while end.pointee != 0 {
            if end.pointee == 58 { start = end + 1 }
            end += 1
        }
        (self.start, count) = (start, end - start)
    }

    /// Whether it is this word of ASCII.
    @inline(__always)
    func isWord(_ word: StaticString) -> Bool {
        count == word.utf8CodeUnitCount && memcmp(start, word.utf8Start, count) == 0
    }
}

/// Attributes of an element: names and values in turn, then nil.
struct XMLAttributes {
    fileprivate let first: UnsafeMutablePointer<UnsafePointer<CChar>?>

    /// The value of an attribute, without spaces at its ends; nil where it is not there.
    func value(_ name: StaticString) -> Cell? {
        var at = first
        while let key = at.pointee, let value = at[1] {
            if XMLName(key).isWord(name) {
                return Cell(UnsafeRawPointer(value).assumingMemoryBound(to: UInt8.self), strlen(value))
            }
            at += 2
        }
        return nil
    }
}
