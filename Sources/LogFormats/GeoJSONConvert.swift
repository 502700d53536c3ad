import Geodesy

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
private enum GeoJSONFault: Error {
    case malformed(String)
    case stream(ConvertStreamError)
}

private struct GeoJSONConvert {
    /// What a value means where it stands.
    private enum Role { case other, object, objects, coordinates, box }

    /// A number of a position or box as it was read.
    private struct Ordinate {
        var value: Double
        var shown: String
    }

    private let input: GeoJSONInput
    private let output: GeoJSONOutput
    private let options: ConvertOptions
    private let report: @Sendable (String) -> Void
    private let text: ConvertNumberText
    private let explainer: ConvertExplainer
    private var summary = ConvertSummary()
    private var token: [UInt8] = []

    /// Arrays and objects in each other; far more than any geometry has.
    private static let deepest = 200
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

    private mutating func value(_ role: Role, depth: Int) throws(GeoJSONFault) {
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
    private mutating func ends(with close: UInt8) throws(GeoJSONFault) -> Bool {
        guard let byte = try keepSpace() else { throw .malformed("the text ends within an array or object.") }
        guard byte == close || byte == UInt8(ascii: ",") else { throw .malformed("',' or '\(Character(Unicode.Scalar(close)))' is wanted here.") }
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
    private mutating func readToken() throws(GeoJSONFault) {
        token.removeAll(keepingCapacity: true)
        while let byte = try peek(), Self.isTokenByte(byte) {
            guard token.count < Self.longestNumber else { throw .malformed("a value is longer than \(Self.longestNumber) bytes.") }
            token.append(byte)
            input.skip()
        }
    }

    private static func isTokenByte(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == 43 || byte == 45 || byte == 46
    }

    private func numberValue(of bytes: [UInt8]) -> Double {
        bytes.withUnsafeBufferPointer { text in text.baseAddress.map { decimal(Cell($0, text.count)) } ?? .nan }
    }

    private var shownToken: String { shown(token) }

    private func shown(_ bytes: [UInt8]) -> String {
        bytes.withUnsafeBufferPointer { text in text.baseAddress.map { explainer.shown(Cell($0, text.count)) } ?? "''" }
    }

    // MARK: Positions

    /// An array of positions, or a position, which begins with a number.
    private mutating func coordinates(depth: Int) throws(GeoJSONFault) {
        guard depth < Self.deepest else { throw .malformed("it is nested more than \(Self.deepest) deep.") }
        // The bracket is kept by what it turns out to open.
        input.skip()
        try put(UInt8(ascii: "["))
        switch try keepSpace() {
        case UInt8(ascii: "]"): try keep(UInt8(ascii: "]"))
        case UInt8(ascii: "["), UInt8(ascii: "{"):
            repeat { try value(.coordinates, depth: depth + 1) } while try !ends(with: UInt8(ascii: "]"))
        default: try position(depth: depth)
        }
    }

    /// A position behind its bracket: two numbers are converted, what follows is kept.
    private mutating func position(depth: Int) throws(GeoJSONFault) {
        summary.read += 1
        let longitude = try ordinate(depth: depth)
        output.silences += 1
        let isEnd = try ends(with: UInt8(ascii: "]"))
        let latitude = isEnd ? nil : try ordinateBehindSpace(depth: depth)
        output.silences -= 1
        if let longitude, let latitude, let place = converted(longitude, latitude) {
            try put(place.longitude)
            try put(UInt8(ascii: ","))
            try put(place.latitude)
        } else {
            try put(isEnd ? "null" : "null,null")
            complain(isEnd ? "a position wants two numbers." : reason(longitude, latitude))
        }
        if isEnd { return try put(UInt8(ascii: "]")) }
        while try !ends(with: UInt8(ascii: "]")) { try value(.other, depth: depth + 1) }
    }

    private mutating func box(depth: Int) throws(GeoJSONFault) {
        var ordinates: [Ordinate?] = []
        output.silences += 1
        try keep(UInt8(ascii: "["))
        if try keepSpace() == UInt8(ascii: "]") {
            try keep(UInt8(ascii: "]"))
        } else {
            repeat {
                let ordinate = try ordinateBehindSpace(depth: depth)
                if ordinates.count <= 6 { ordinates.append(ordinate) }
            } while try !ends(with: UInt8(ascii: "]"))
        }
        output.silences -= 1
        try put(box: ordinates)
    }

    private mutating func put(box ordinates: [Ordinate?]) throws(GeoJSONFault) {
        let half = ordinates.count / 2
        let numbers = ordinates.compactMap { $0 }
        guard [4, 6].contains(ordinates.count), numbers.count == ordinates.count else {
            complain("a bbox wants 4 or 6 numbers.")
            return try put("null")
        }
        guard let southwest = converted(numbers[0], numbers[1]), let northeast = converted(numbers[half], numbers[half + 1]) else {
            let isFirst = converted(numbers[0], numbers[1]) == nil
            complain("bbox: " + (isFirst ? reason(numbers[0], numbers[1]) : reason(numbers[half], numbers[half + 1])))
            return try put("null")
        }
        for i in 0..<ordinates.count {
            try put(i == 0 ? "[" : ",")
            let corner = i < half ? southwest : northeast
            switch i % half {
            case 0: try put(corner.longitude)
            case 1: try put(corner.latitude)
            default: for byte in numbers[i].shown.utf8 { try put(byte) }
            }
        }
        try put("]")
    }

    /// A number, read and not kept; nil where something else stands, which is passed over. Python writes bare NaN and Infinity.
    private mutating func ordinate(depth: Int) throws(GeoJSONFault) -> Ordinate? {
        switch try peek() {
        case UInt8(ascii: "\""), UInt8(ascii: "["), UInt8(ascii: "{"):
            output.silences += 1
            try value(.other, depth: depth + 1)
            output.silences -= 1
            return nil
        default:
            try readToken()
            guard !token.isEmpty else { throw .malformed("a number is wanted here.") }
            return Ordinate(value: numberValue(of: token), shown: String(decoding: token, as: UTF8.self))
        }
    }

    private mutating func ordinateBehindSpace(depth: Int) throws(GeoJSONFault) -> Ordinate? {
        _ = try keepSpace()
        return try ordinate(depth: depth)
    }

    private func converted(_ longitude: Ordinate, _ latitude: Ordinate) -> Coordinate? {
        let given = options.wrapsLongitudes ? wrappedLongitude(longitude.value) : longitude.value
        let place = options.conversion.converted(Coordinate(latitude: latitude.value, longitude: given))
        return place.isNumber ? place : nil
    }

    private func reason(_ longitude: Ordinate?, _ latitude: Ordinate?) -> String {
        guard let longitude, let latitude else { return "a position wants two numbers." }
        let shown = (shown(Array(longitude.shown.utf8)), shown(Array(latitude.shown.utf8)))
        if longitude.value.isNaN { return "the longitude \(shown.0) is no number." }
        if latitude.value.isNaN { return "the latitude \(shown.1) is no number." }
        return explainer.reason(longitude: longitude.value, latitude: latitude.value, shown: shown)
    }

    private mutating func complain(_ what: String) {
        summary.bad += 1
        if summary.bad <= options.reportedProblems { report("line \(input.line), position \(summary.read): \(what)") }
    }

    // MARK: Bytes

    /// Keeps spaces and gives the byte behind them, which stays; nil at the end.
    @inline(__always)
    private func keepSpace() throws(GeoJSONFault) -> UInt8? {
        while let byte = try peek() {
            guard byte == 32 || byte == 10 || byte == 13 || byte == 9 else { return byte }
            try keep(byte)
        }
        return nil
    }

    @inline(__always)
    private func peek() throws(GeoJSONFault) -> UInt8? {
        do throws(ConvertStreamError) { return try input.peek() } catch { throw .stream(error) }
    }

    /// Writes the byte that `peek` gave and goes on.
    @inline(__always)
    private func keep(_ byte: UInt8) throws(GeoJSONFault) {
        input.skip()
        try put(byte)
    }

    @inline(__always)
    private func put(_ byte: UInt8) throws(GeoJSONFault) {
        do throws(ConvertStreamError) { try output.put(byte) } catch { throw .stream(error) }
    }

    private func put(_ word: StaticString) throws(GeoJSONFault) {
        do throws(ConvertStreamError) { try output.put(word) } catch { throw .stream(error) }
    }

    private func put(_ value: Double) throws(GeoJSONFault) {
        do throws(ConvertStreamError) { try output.put(value, text) } catch { throw .stream(error) }
    }
}
