import Geodesy
import SQLite

/// Writes what was staged as a gazetteer file.
struct GazetteerWriter {
    private let staging: ImportStaging
    private let output: Database
    private var regionNumbers: [RegionKey: Int] = [:]
    private var regions: [PlaceRegion] = []
    private var namelessCountries: Set<String> = []
    private var chinesePlaces: Int64 = 0
    private var placesOfTrees: Int64 = 0

    /// What a region is looked up by.
    private struct RegionKey: Hashable {
        var division: UInt8
        var country: String
        var admin1: String
        var admin2: String
    }

    init(from staging: ImportStaging, into output: Database) {
        self.staging = staging
        self.output = output
    }

    mutating func write(leastPopulation: Int64, _ summary: inout ImportSummary) throws {
        try writePlaces(leastPopulation)
        try writeRegions()
        summary.places = placesOfTrees
        summary.chinesePlaces = chinesePlaces
        summary.areas = try writeAreas()
        guard summary.places + summary.areas > 0 else {
            throw ImportError("No place and no area is in these files: there is nothing to make a gazetteer of.")
        }
        if !namelessCountries.isEmpty {
            let codes = namelessCountries.sorted()
            let shown = codes.prefix(5).joined(separator: ", ") + (codes.count > 5 ? " and \(codes.count - 5) more" : "")
            summary.problems.append(
                "No name of a country for \(shown): its code stands for it. Import GeoNames' countryInfo.txt too.")
        }
        if summary.places > 0 {
            try output.run("INSERT INTO meta VALUES ('attribution', ?)", .text(ImportedFormat.attribution))
        }
        try output.run("INSERT INTO meta VALUES ('identity', ?)", .text(try identity()))
    }

    private mutating func writePlaces(_ leastPopulation: Int64) throws {
        let rows = try staging.database.statement(
            """
            SELECT division, places.id, latitude, longitude, places.name, country, admin1, admin2, h.name, t.name FROM places
            LEFT JOIN chinese AS h ON h.id = places.id AND h.is_traditional = 0
            LEFT JOIN chinese AS t ON t.id = places.id AND t.is_traditional = 1
            WHERE population >= ? ORDER BY division, hilbert, places.id
            """)
        rows.bind([.integer(leastPopulation)])
        var tree: (number: UInt8, writer: PlaceTreeWriter)?
        while try rows.step() {
            let division = UInt8(truncatingIfNeeded: rows.integer(0))
            if tree?.number != division {
                try tree?.writer.finish()
                tree = (division, PlaceTreeWriter(number: division, into: output))
            }
            let key = RegionKey(division: division, country: rows.text(5), admin1: rows.text(6), admin2: rows.text(7))
            let chinese = rows.optionalText(isTraditional(division) ? 9 : 8)
            let place = WrittenPlace(
                id: rows.integer(1),
                point: GridPoint(latitude: Int32(rows.integer(2)), longitude: Int32(rows.integer(3))),
                region: try number(of: key), name: PlaceName(english: rows.text(4), chinese: chinese))
            try tree?.writer.add(place)
            placesOfTrees += 1
            if chinese != nil { chinesePlaces += 1 }
        }
        try tree?.writer.finish()
    }

    /// Whether Chinese names there are traditional.
    private func isTraditional(_ division: UInt8) -> Bool {
        [Division.hongKong, .macau, .taiwan, .taiwanIslets].contains { $0.number == division }
    }

    private mutating func number(of key: RegionKey) throws -> Int {
        if let known = regionNumbers[key] { return known }
        let isTraditional = isTraditional(key.division)
        func name(_ code: String) throws -> PlaceName? { try staging.division(code, isTraditional: isTraditional) }
        let own = key.division == Division.elsewhere.number ? nil : Gazetteer.embedded.file.region(Int(key.division))
        var country = try own?.country ?? name(key.country)
        if country == nil, !key.country.isEmpty {
            country = PlaceName(english: key.country, chinese: nil)
            namelessCountries.insert(key.country)
        }
        let region = PlaceRegion(
            country: country,
            province: try own?.province ?? (key.admin1.isEmpty ? nil : name("\(key.country).\(key.admin1)")),
            city: try key.admin2.isEmpty ? nil : name("\(key.country).\(key.admin1).\(key.admin2)"))
        regionNumbers[key] = regions.count
        regions.append(region)
        return regions.count - 1
    }

    /// The section of regions: their number, where each begins, and their names.
    private func writeRegions() throws {
        guard !regions.isEmpty else { return }
        var section = SectionWriter(output, tree: 0, .regions)
        var packed = PackedBytes()
        try section.append(littleEndian: UInt32(regions.count))
        for region in regions {
            try section.append(littleEndian: UInt32(packed.bytes.count))
            region.pack(into: &packed)
        }
        try section.append(packed.bytes)
        try section.finish()
    }

    private func writeAreas() throws -> Int64 {
        let rows = try staging.database.statement(
            "SELECT DISTINCT level, code, name, rings FROM areas ORDER BY level, code, name, rings")
        rows.reset()
        var count: Int64 = 0
        while try rows.step() {
            try output.run(
                "INSERT INTO areas VALUES (?, ?, ?, ?, ?)", .integer(count), .optional(rows.optionalInteger(0)),
                .optional(rows.optionalText(1)), .text(rows.text(2)), .blob(rows.blob(3)))
            count += 1
        }
        return count
    }

    /// The hash of all content, in the order that it is read in.
    private func identity() throws -> String {
        var hash = ContentHash()
        let pieces = try output.prepare("SELECT key, bytes FROM pieces ORDER BY key")
        while try pieces.step() {
            hash.add("\(pieces.integer(0))")
            pieces.blob(1).withUnsafeBytes { hash.add($0) }
        }
        let areas = try output.prepare("SELECT level, code, name, rings FROM areas ORDER BY number")
        while try areas.step() {
            AreaRow(
                level: areas.optionalInteger(0).map { Int($0) }, code: areas.optionalText(1), name: areas.text(2),
                rings: areas.blob(3)
            ).add(to: &hash)
        }
        return hash.digits
    }
}
