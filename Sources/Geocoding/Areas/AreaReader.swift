import Geodesy
import JSON

/// Reads the areas of a GeoJSON file (RFC 7946), feature by feature.
///
/// What is wrong with one is an error: an area that is not there would let its neighbour's, or a farther source's, address stand.
/// Features that are no areas, or have no name, are left out and counted.
struct AreaReader {
    /// Bytes of the largest file that is read: 1 GB.
    static let largestFile = 1 << 30

    private let bytes: [UInt8]
    private let file: String
    private let fields: AreaFields
    /// Features without a polygon.
    private(set) var otherFeatures = 0
    /// Polygons without a name.
    private(set) var nameless = 0
    private var vertices = RingConverter(system: .wgs84)

    init(_ bytes: [UInt8], file: String, fields: AreaFields) {
        self.bytes = bytes
        self.file = file
        self.fields = fields
        vertices = RingConverter(system: fields.system)
    }

    /// Gives each area in the order of the file.
    /// - Throws: `SourceFileError`, or what `body` throws.
    mutating func each(_ body: (AreaRow) throws -> Void) throws {
        var count = 0
        do {
            let whole = try checkWhole()
            guard whole == "FeatureCollection" else {
                var scanner = JSONScanner(bytes)
                if let area = try feature(&scanner, number: 1) {
                    count += 1
                    try body(area)
                }
                return try checkCount(count)
            }
            var scanner = JSONScanner(bytes)
            try scanner.enterObject()
            while let name = try scanner.nextName() {
                guard name == "features" else {
                    try scanner.skip()
                    continue
                }
                try scanner.enterArray()
                var number = 0
                while try scanner.nextElement() {
                    number += 1
                    guard let area = try feature(&scanner, number: number) else { continue }
                    count += 1
                    try body(area)
                }
            }
        } catch let error as JSONError {
            throw SourceFileError("\(file): it is no whole GeoJSON: \(error). Mend it, or fetch it again.")
        }
        try checkCount(count)
    }

    private func checkCount(_ count: Int) throws {
        guard count == 0 else { return }
        let found =
            otherFeatures + nameless == 0
            ? "" : " It has \(otherFeatures) features without a polygon and \(nameless) without a name."
        throw SourceFileError(
            "\(file): no feature is a polygon with a member '\(fields.names[0])' for its name.\(found) Say which member it is with 'name'."
        )
    }

    // MARK: The whole

    /// Checks all of the text, its type and its system; gives the type.
    private func checkWhole() throws -> String {
        var scanner = JSONScanner(bytes)
        guard try scanner.kind() == .object else { throw JSONError(at: scanner.offset, "GeoJSON is an object") }
        var (type, hasFeatures): (String?, Bool) = (nil, false)
        try scanner.enterObject()
        while let name = try scanner.nextName() {
            switch name {
            case "type" where try scanner.kind() == .string: type = try scanner.string()
            case "crs": try check(system: try scanner.value())
            case "features" where try scanner.kind() == .array:
                hasFeatures = true
                try scanner.skip()
            default: try scanner.skip()
            }
        }
        try scanner.finish()
        guard let type, type == "Feature" || type == "FeatureCollection" && hasFeatures else {
            throw SourceFileError(
                "\(file): its type is \(type.map { "'\($0.prefix(40))'" } ?? "missing"); it wants a FeatureCollection with features."
            )
        }
        return type
    }

    /// A `crs` member, which older files have, must name degrees on WGS-84 or what differs from it by less than a metre.
    private func check(system: JSONValue) throws {
        guard system != .null else { return }
        guard let name = system["properties"]?["name"]?.text else {
            throw SourceFileError("\(file): its member 'crs' names no system. Convert it to EPSG:4326, or take 'crs' out.")
        }
        let last = name.split { $0 == ":" || $0 == "/" }.last ?? ""
        guard ["CRS84", "4326", "4979", "4490", "4258", "4269"].contains(last.uppercased()) else {
            throw SourceFileError(
                "\(file): its member 'crs' is '\(name.prefix(60))'; positions must be degrees of EPSG:4326 or CRS84. Convert it with a GIS first."
            )
        }
    }

    // MARK: Features

    private func problem(_ number: Int, _ what: String) -> SourceFileError {
        SourceFileError("\(file): feature \(number) \(what).")
    }

    private mutating func feature(_ scanner: inout JSONScanner, number: Int) throws -> AreaRow? {
        guard try scanner.kind() == .object else { throw problem(number, "is no object") }
        var properties = JSONValue.null
        var rings: AreaRings?
        try scanner.enterObject()
        while let name = try scanner.nextName() {
            switch name {
            case "properties": properties = try scanner.value()
            case "geometry":
                guard try scanner.kind() == .object else {
                    try scanner.skip()
                    continue
                }
                rings = try geometry(&scanner, number: number)
            default: try scanner.skip()
            }
        }
        guard let rings else {
            otherFeatures += 1
            return nil
        }
        guard let name = try text(of: properties, fields.names, number), !name.isEmpty else {
            nameless += 1
            return nil
        }
        let level = try text(of: properties, fields.levels, number).map { text in
            guard let level = AreaLevel.level(of: text) else {
                throw problem(number, "('\(name.prefix(60))') has the level '\(text.prefix(40))'; it may be \(AreaLevel.wanted)")
            }
            return level
        }
        return AreaRow(level: level, code: try text(of: properties, fields.codes, number), name: name, rings: rings.packed)
    }

    /// The first of these members that is there, a text or a whole number.
    private func text(of properties: JSONValue, _ names: [String], _ number: Int) throws -> String? {
        for name in names {
            guard let value = properties[name], value != .null else { continue }
            if let whole = value.integer { return "\(whole)" }
            guard let text = value.text else {
                throw problem(number, "has a '\(name)' that is neither a text nor a whole number")
            }
            guard text.utf8.count <= 1000 else {
                throw problem(number, "has a '\(name)' of \(text.utf8.count) bytes; 1000 are the most")
            }
            guard text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
                throw problem(number, "has a control character in its '\(name)'")
            }
            return text
        }
        return nil
    }

    /// nil where it is no polygon.
    private mutating func geometry(_ scanner: inout JSONScanner, number: Int) throws -> AreaRings? {
        var type: String?
        var coordinates: JSONScanner?
        try scanner.enterObject()
        while let name = try scanner.nextName() {
            switch name {
            case "type" where try scanner.kind() == .string: type = try scanner.string()
            case "coordinates":
                coordinates = scanner
                try scanner.skip()
            default: try scanner.skip()
            }
        }
        guard let type, type == "Polygon" || type == "MultiPolygon" else { return nil }
        guard var coordinates else { throw problem(number, "is a \(type) without coordinates") }
        do {
            guard type == "MultiPolygon" else { return AreaRings([try vertices.polygon(&coordinates)]) }
            var polygons: [[AreaRing]] = []
            try coordinates.enterArray()
            while try coordinates.nextElement() { polygons.append(try vertices.polygon(&coordinates)) }
            guard !polygons.isEmpty else { throw RingProblem("is a MultiPolygon of no polygons") }
            return AreaRings(polygons)
        } catch let error as RingProblem {
            throw problem(number, error.what)
        } catch let error as JSONError {
            throw problem(number, "is a \(type), and its coordinates are nested otherwise (\(error))")
        }
    }
}

/// Reads rings of positions and converts them to WGS-84.
struct RingConverter {
    private let conversion: Conversion
    private var positions: [(latitude: Double, longitude: Double)] = []

    init(system: CoordinateSystem) { conversion = Conversion(from: system, to: .wgs84) }

    mutating func polygon(_ scanner: inout JSONScanner) throws -> [AreaRing] {
        var rings: [AreaRing] = []
        try scanner.enterArray()
        while try scanner.nextElement() { rings.append(try ring(&scanner)) }
        guard !rings.isEmpty else { throw RingProblem("has a polygon without a ring") }
        return rings
    }

    private mutating func ring(_ scanner: inout JSONScanner) throws -> AreaRing {
        positions.removeAll(keepingCapacity: true)
        try scanner.enterArray()
        while try scanner.nextElement() {
            try scanner.enterArray()
            guard try scanner.nextElement() else { throw RingProblem("has a position without numbers") }
            let longitude = try scanner.number()
            guard try scanner.nextElement() else {
                throw RingProblem("has a position of one number; it wants longitude and latitude")
            }
            let latitude = try scanner.number()
            while try scanner.nextElement() { try scanner.skip() }
            positions.append(try converted(latitude: latitude, longitude: longitude))
        }
        return try AreaRing(closing: positions)
    }

    private func converted(latitude: Double, longitude: Double) throws(RingProblem) -> (latitude: Double, longitude: Double) {
        guard latitude.magnitude <= 90 else {
            let looksSwapped = latitude.magnitude <= 180 && longitude.magnitude <= 90
            throw RingProblem(
                "has the position [\(longitude), \(latitude)], whose latitude lies beyond ±90°; "
                    + (looksSwapped ? "GeoJSON has the longitude first: they look swapped" : "positions must be degrees"))
        }
        guard longitude.magnitude <= 360 else {
            throw RingProblem(
                "has the position [\(longitude), \(latitude)], whose longitude lies beyond ±360°; positions must be degrees")
        }
        guard !conversion.isIdentity else { return (latitude, longitude) }
        let place = conversion.converted(Coordinate(latitude: latitude, longitude: longitude))
        guard place.latitude.isFinite else {
            throw RingProblem("has the position [\(longitude), \(latitude)], which is none of \(conversion.source.name)")
        }
        return (place.latitude, place.longitude)
    }
}
