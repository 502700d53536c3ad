import Geodesy
import LogFormats

/// Converts the positions of GeoJSON texts and keeps everything else byte for byte.
///
/// Positions are those in `coordinates` and `bbox` of geometries, features and collections, wherever RFC 7946 has these; members of
/// the same names elsewhere (in `properties`) are kept. A third number of a position is kept. A position that cannot be converted
/// becomes `[null,null]`, a box `null`; each is reported. A box is converted by its corners.
/// - Source: RFC 7946, sections 3 to 5.
func convertGeoJSON(
    from input: GeoJSONInput, to writer: ByteWriter, options: ConvertOptions, report: @escaping @Sendable (String) -> Void
) throws(ConvertStreamError) -> ConvertSummary {
    var converter = GeoJSONConvert(input: input, output: GeoJSONOutput(writer), options: options, report: report)
    return try converter.run()
}

/// Why a text is no GeoJSON, or why its stream cannot go on.
enum GeoJSONFault: Error {
    case malformed(String)
    case stream(ConvertStreamError)
}

/// Reads JSON texts and writes them again; positions are its other part.
struct GeoJSONConvert {
    /// What a value means where it stands.
    enum Role { case other, object, objects, coordinates, box }

    /// A number of a position or box as it was read.
    struct Ordinate {
        var value: Double
        var shown: String
    }

    let input: GeoJSONInput
    let output: GeoJSONOutput
    let options: ConvertOptions
    let report: @Sendable (String) -> Void
    let text: ConvertNumberText
    let explainer: ConvertExplainer
    var summary = ConvertSummary()
    var token: [UInt8] = []

    /// Arrays and objects in each other; far more than any geometry has.
    static let deepest = 200
    /// Bytes of a number.
    private static let longestNumber = 400

    init(input: GeoJSONInput, output: GeoJSONOutput, options: ConvertOptions, report: @escaping @Sendable (String) -> Void) {
        self.input = input
        self.output = output
        self.options = options
        self.report = report
        text = ConvertNumberText(decimals: options.decimals)
        explainer = ConvertExplainer(options)
    }

    mutating func run() throws(ConvertStreamError) -> ConvertSummary {
        do throws(GeoJSONFault) {
            try convertTexts()
        } catch {
            switch error {
            case .malformed(let what): summary.stopped = "line \(input.line): \(what)"
            case .stream(let error): throw error
            }
        }
        try output.flush()
        return summary
    }

    private mutating func convertTexts() throws(GeoJSONFault) {
        // A byte-order mark, and the separators of RFC 8142.
        while let byte = try keepSpace() {
            if byte == 0x1E || byte == 0xEF || byte == 0xBB || byte == 0xBF {
                try keep(byte)
            } else {
                try value(.object, depth: 0)
            }
        }
    }

    // MARK: JSON

    mutating func value(_ role: Role, depth: Int) throws(GeoJSONFault) {
        guard depth < Self.deepest else { throw .malformed("it is nested more than \(Self.deepest) deep.") }
        guard let byte = try keepSpace() else { throw .malformed("the text ends where a value is wanted.") }
        switch byte {
        case UInt8(ascii: "{"): try object(role == .object, depth: depth)
        case UInt8(ascii: "["):
            switch role {
            case .coordinates: try coordinates(depth: depth)
            case .box: try box(depth: depth)
            default: try array(role == .objects || (role == .object && depth == 0) ? .object : .other, depth: depth)
            }
        case UInt8(ascii: "\""): try string()
        case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): try number()
        default: try word()
        }
    }

    private mutating func object(_ isGeoJSON: Bool, depth: Int) throws(GeoJSONFault) {
        try keep(UInt8(ascii: "{"))
        guard try keepSpace() != UInt8(ascii: "}") else { return try keep(UInt8(ascii: "}")) }
        while true {
            guard try keepSpace() == UInt8(ascii: "\"") else { throw .malformed("a member's name in quotes is wanted here.") }
            try string(remembering: true)
            let role = isGeoJSON ? role(ofMember: token) : .other
            guard try keepSpace() == UInt8(ascii: ":") else { throw .malformed("':' is wanted behind a member's name.") }
            try keep(UInt8(ascii: ":"))
            try value(role, depth: depth + 1)
            if try ends(with: UInt8(ascii: "}")) { return }
        }
    }

    private func role(ofMember name: [UInt8]) -> Role {
        switch String(decoding: name, as: UTF8.self) {
        case "coordinates": .coordinates
        case "bbox": .box
        case "geometry": .object
        case "geometries", "features": .objects
        default: .other
        }
    }

    private mutating func array(_ role: Role, depth: Int) throws(GeoJSONFault) {
        try keep(UInt8(ascii: "["))
        guard try keepSpace() != UInt8(ascii: "]") else { return try keep(UInt8(ascii: "]")) }
        repeat { try value(role, depth: depth + 1) } while try !ends(with: UInt8(ascii: "]"))
    }

    /// Whether a list ends here; if not, a comma is passed.
    mutating func ends(with close: UInt8) throws(GeoJSONFault) -> Bool {
        guard let byte = try keepSpace() else { throw .malformed("the text ends within an array or object.") }
        guard byte == close || byte == UInt8(ascii: ",") else {
            throw .malformed("',' or '\(Character(Unicode.Scalar(close)))' is wanted here.")
        }
        try keep(byte)
        return byte == close
    }

    /// Keeps a string; the first bytes of one that is remembered go to `token`.
    private mutating func string(remembering: Bool = false) throws(GeoJSONFault) {
        token.removeAll(keepingCapacity: true)
        try keep(UInt8(ascii: "\""))
        while let byte = try peek() {
            try keep(byte)
            if byte == UInt8(ascii: "\"") { return }
            if remembering, token.count < 16 { token.append(byte) }
            if byte == UInt8(ascii: "\\"), let escaped = try peek() { try keep(escaped) }
        }
        throw .malformed("the text ends within a string.")
    }

    private mutating func number() throws(GeoJSONFault) {
        try readToken()
        guard numberValue(of: token).isFinite else { throw .malformed("\(shownToken) is no number.") }
        for byte in token { try put(byte) }
    }

    private mutating func word() throws(GeoJSONFault) {
        try readToken()
        guard ["true", "false", "null"].contains(String(decoding: token, as: UTF8.self)) else {
            throw .malformed(token.isEmpty ? "a value is wanted here." : "\(shownToken) is no JSON value.")
        }
        for byte in token { try put(byte) }
    }

    /// Reads letters, digits, signs and points into `token`, without keeping them.
    mutating func readToken() throws(GeoJSONFault) {
        token.removeAll(keepingCapacity: true)
        while let byte = try peek(), Self.isTokenByte(byte) {
            guard token.count < Self.longestNumber else {
                throw .malformed("a value is longer than \(Self.longestNumber) bytes.")
            }
            token.append(byte)
            input.skip()
        }
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == 43 || byte == 45
            || byte == 46
    }

    func numberValue(of bytes: [UInt8]) -> Double {
        bytes.withUnsafeBufferPointer { text in text.baseAddress.map { decimal(Cell($0, text.count)) } ?? .nan }
    }

    private var shownToken: String { shown(token) }

    func shown(_ bytes: [UInt8]) -> String {
        bytes.withUnsafeBufferPointer { text in text.baseAddress.map { explainer.shown(Cell($0, text.count)) } ?? "''" }
    }

    // MARK: Bytes

    /// Keeps spaces and gives the byte behind them, which stays; nil at the end.
    @inline(__always)
    func keepSpace() throws(GeoJSONFault) -> UInt8? {
        while let byte = try peek() {
            guard byte == 32 || byte == 10 || byte == 13 || byte == 9 else { return byte }
            try keep(byte)
        }
        return nil
    }

    @inline(__always)
    func peek() throws(GeoJSONFault) -> UInt8? {
        do throws(ConvertStreamError) { return try input.peek() } catch { throw .stream(error) }
    }

    /// Writes the byte that `peek` gave and goes on.
    @inline(__always)
    func keep(_ byte: UInt8) throws(GeoJSONFault) {
        input.skip()
        try put(byte)
    }

    @inline(__always)
    func put(_ byte: UInt8) throws(GeoJSONFault) {
        do throws(ConvertStreamError) { try output.put(byte) } catch { throw .stream(error) }
    }

    func put(_ word: StaticString) throws(GeoJSONFault) {
        do throws(ConvertStreamError) { try output.put(word) } catch { throw .stream(error) }
    }

    func put(_ value: Double) throws(GeoJSONFault) {
        do throws(ConvertStreamError) { try output.put(value, text) } catch { throw .stream(error) }
    }
}
