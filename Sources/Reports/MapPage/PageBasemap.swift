import Geodesy
import Glibc
import SQLite
import Store
import Tracks

/// What a page draws below its tracks: the land, the names of large places, and a file of one's own.
struct PageBasemap {
    private static let mostLabels = 300
    private static let longestFile = 50_000_000
    private let database: StoreReader
    private let file: String?

    init(_ database: StoreReader, _ options: MapPageOptions) {
        self.database = database
        file = options.basemap
    }

    /// As an object: land, labels of the largest places in a box, and the file.
    ///
    /// - Throws: `StoreMismatch` where the file cannot be read or is no JSON.
    func write(over box: BoundingBox?, to data: DataWriter) throws {
        try data.write("\"basemap\":{\"land\":")
        try data.write(PageParts.land.isEmpty ? Array("[]".utf8) : PageParts.land)
        try data.write(",\"labels\":[")
        for (i, label) in labels(in: box).enumerated() {
            if i > 0 { try data.write(",") }
            try data.write(Array(PageParts.labels[label]))
        }
        try data.write("],\"own\":")
        try data.write(try own())
        try data.write("}")
    }

    /// Where a place of the list lies, in 1e-4 degrees, and where its row stands in it.
    private struct Label {
        var longitude: Int
        var latitude: Int
        var row: Range<Int>
    }

    /// `[[longitude, latitude, "name", …], …]`, the largest first; names hold no brackets.
    private static let list: [Label] = {
        let bytes = PageParts.labels
        var found: [Label] = []
        var start = 1
        while let open = bytes[start...].firstIndex(of: UInt8(ascii: "[")),
            let close = bytes[open...].firstIndex(of: UInt8(ascii: "]"))
        {
            let row = bytes[(open + 1)..<close]
            let numbers = row.split(separator: UInt8(ascii: ","), maxSplits: 2).prefix(2).compactMap {
                Int(String(decoding: $0, as: UTF8.self))
            }
            if numbers.count == 2 { found.append(Label(longitude: numbers[0], latitude: numbers[1], row: open..<close + 1)) }
            start = close + 1
        }
        return found
    }()

    /// The largest places within the box and as much around it, the largest first; of the Earth without a box.
    private func labels(in box: BoundingBox?) -> [Range<Int>] {
        guard !PageParts.labels.isEmpty else { return [] }
        guard let box else { return Self.list.prefix(Self.mostLabels).map(\.row) }
        let (height, width) = (Int(box.height / 1000), Int(box.width / 1000))
        let middle = Int(box.west) / 1000 + width / 2
        // Half a degree around a box of one place, half of it around a wide one.
        let (tall, wide) = (max(height / 2, 5_000), max(width, 10_000))
        var rows: [Range<Int>] = []
        for label in Self.list where rows.count < Self.mostLabels {
            guard label.latitude >= Int(box.south) / 1000 - tall, label.latitude <= Int(box.north) / 1000 + tall else { continue }
            // The distance of longitudes goes round at ±180°.
            let distance = abs((label.longitude - middle + 9_000_000) % 3_600_000 - 1_800_000)
            if distance <= wide { rows.append(label.row) }
        }
        return rows
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
