import CMapPage
import Geodesy
import Glibc
import SQLite
import Store
import Tracks

/// What a page draws below its tracks: the land, the names of large places, and a file of one's own.
struct PageBasemap {
    private static let mostLabels = 300
    private static let longestFile = 50_000_000
    private let database: Database
    private let file: String?

    init(_ database: Database, _ options: MapPageOptions) {
        self.database = database
        file = options.basemap
    }

    /// As an object: land, labels of the largest places in a box, and the file.
    ///
    /// - Throws: `StoreMismatch` where the file cannot be read or is no JSON.
    func write(over box: BoundingBox?, to data: DataWriter) throws {
        let land = bytes(map_page_land)
        try data.write("\"basemap\":{\"land\":")
        try data.write(land.isEmpty ? Array("[]".utf8) : land)
        try data.write(",\"labels\":[")
        try data.write(try labels(in: box).joined(separator: ","))
        try data.write("],\"own\":")
        try data.write(try own())
        try data.write("}")
    }

    private func bytes(_ find: (UnsafeMutablePointer<Int>) -> UnsafePointer<UInt8>) -> [UInt8] {
        var length = 0
        let start = find(&length)
        return Array(UnsafeBufferPointer(start: start, count: length))
    }

    /// The largest places within the box and as much around it, the largest first; of the Earth without a box.
    private func labels(in box: BoundingBox?) throws -> [String] {
        let list = bytes(map_page_labels)
        guard !list.isEmpty else { return [] }
        let (height, width) = (Double(box?.height ?? 0) / 1e3, Double(box?.width ?? 0) / 1e3)
        let wide = box == nil ? 3_600_000 : max(width * 2, 20_000)
        let middle = (Double(box?.west ?? 0) / 1e3) + width / 2
        let tall = box == nil ? 3_600_000 : max(height, 10_000)
        // Ten thousandths of a degree; the distance of longitudes goes round at ±180°.
        return try database.rows(
            """
            SELECT value FROM json_each(?1)
            WHERE json_extract(value, '$[1]') BETWEEN ?2 AND ?3
                AND abs((json_extract(value, '$[0]') - CAST(?4 AS INTEGER) + 9000000) % 3600000 - 1800000) <= ?5
            ORDER BY json_extract(value, '$[4]') DESC LIMIT ?6
            """, .text(String(decoding: list, as: UTF8.self)), .real(Double(box?.south ?? 0) / 1e3 - tall),
            .real(Double(box?.north ?? 0) / 1e3 + tall), .real(middle), .real(wide), .integer(Int64(Self.mostLabels))
        ) { $0.text(0) }
    }

    private func own() throws -> [UInt8] {
        guard let file else { return Array("null".utf8) }
        let bytes = try fileBytes(file, limit: Self.longestFile, what: "basemap")
        let text = String(decoding: bytes, as: UTF8.self)
        let isGeoJSON = try database.first(
            "SELECT CASE WHEN json_valid(?1) THEN json_extract(?1, '$.type') IN ('FeatureCollection', 'Feature') ELSE 0 END",
            .text(text)
        ) { $0.integer(0) }
        guard isGeoJSON == 1 else {
            throw StoreMismatch(
                description: "'basemap' is \(file), which is no GeoJSON of features. Give it a FeatureCollection in WGS-84.")
        }
        return bytes
    }
}

/// The bytes of a file that an option names.
///
/// - Throws: `StoreMismatch` where it cannot be read or is too long.
func fileBytes(_ path: String, limit: Int, what option: String) throws -> [UInt8] {
    guard let file = fopen(path, "rb") else {
        throw StoreMismatch(description: "'\(option)' is \(path), which cannot be read: \(String(cString: strerror(errno))).")
    }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let count = fread(&piece, 1, piece.count, file)
        guard count > 0 else { break }
        bytes += piece[..<count]
        guard bytes.count <= limit else {
            throw StoreMismatch(description: "'\(option)' is \(path), which has more than \(limit / 1_000_000) MB.")
        }
    }
    guard ferror(file) == 0 else {
        throw StoreMismatch(description: "'\(option)' is \(path), which cannot be read: \(String(cString: strerror(errno))).")
    }
    return bytes
}
