import SQLite
import Store

/// A layer of a GeoPackage: a table of rows, and an index of where they are.
struct GeoPackageLayer {
    private let name: String
    private let columns: [String]
    private let hasGeometry: Bool
    private let isLine: Bool

    init(name: String, _ rows: any RowSource, hasGeometry: Bool, isLine: Bool) {
        self.name = name
        columns = Array(rows.names[..<rows.shown])
        (self.hasGeometry, self.isLine) = (hasGeometry, isLine)
    }

    /// The name of the index of positions.
    private var index: String { "rtree_\(name)_geom" }

    func create(in database: Database) throws {
        let declared = columns.map { "\"\($0)\" \(Self.type($0))" }
        let geometry = hasGeometry ? ["geom \(isLine ? "MULTILINESTRING" : "POINT")"] : []
        let all = ["fid INTEGER PRIMARY KEY AUTOINCREMENT NOT NULL"] + geometry + declared
        try database.execute("CREATE TABLE \"\(name)\" (\(all.joined(separator: ", ")))")
        guard hasGeometry else { return }
        try database.execute("CREATE VIRTUAL TABLE \"\(index)\" USING rtree(id, minx, maxx, miny, maxy)")
    }

    private static func type(_ column: String) -> String {
        switch ColumnKind(ofColumn: column) {
        case .integer: "INTEGER"
        case .real: "DOUBLE"
        case .day: "DATE"
        case .instant: "DATETIME"
        case .text, .local: "TEXT"
        }
    }

    /// Fills in the rows, then the index.
    func fill(_ database: Database, _ rows: any RowSource, _ geometry: RowGeometry?) throws -> ShapeBox {
        let count = columns.count + (hasGeometry ? 1 : 0)
        let names = (hasGeometry ? ["geom"] : []) + columns.map { "\"\($0)\"" }
        let insert = try database.prepare(
            "INSERT INTO \"\(name)\" (\(names.joined(separator: ", "))) VALUES (\((1...count).map { "?\($0)" }.joined(separator: ", ")))"
        )
        let first: Int32 = hasGeometry ? 2 : 1
        var box = ShapeBox()
        try rows.forEach {
            if hasGeometry {
                let shape = try geometry?.shape(rows)
                if let shape { box.add(shape) }
                insert.bind(shape.map { .blob(Self.blob($0)) } ?? .null, at: 1)
            }
            for column in columns.indices { Self.bind(rows.cell(column), to: insert, at: first + Int32(column)) }
            while try insert.step() {}
        }
        if hasGeometry { try fillIndex(database) }
        return box
    }

    private static func bind(_ cell: Cell, to statement: Statement, at index: Int32) {
        switch cell {
        case .null: statement.bind(.null, at: index)
        case .integer(let number): statement.bind(number, at: index)
        case .real(let number): statement.bind(number, at: index)
        case .text(let text): statement.bind(String(decoding: text, as: UTF8.self), at: index)
        }
    }

    /// A geometry with its header (12-128r17, 2.1.3): little-endian, EPSG:4326, that of lines with its box.
    private static func blob(_ shape: RowGeometry.Shape) -> [UInt8] {
        var bytes: [UInt8] = [0x47, 0x50, 0, 1]
        if case .lines = shape { bytes[3] |= 1 << 1 }
        bytes.addLittle(UInt32(4326))
        if case .lines = shape {
            var box = ShapeBox()
            box.add(shape)
            for bound in [box.west, box.east, box.south, box.north] { bytes.addLittle(bound.bitPattern) }
        }
        bytes.addWKB(shape, isMulti: true)
        return bytes
    }

    /// Rows are read back, so that the index of any number of them needs no memory.
    private func fillIndex(_ database: Database) throws {
        let read = try database.prepare("SELECT fid, geom FROM \"\(name)\" WHERE geom IS NOT NULL")
        let insert = try database.prepare("INSERT INTO \"\(index)\" VALUES (?1, ?2, ?3, ?4, ?5)")
        while try read.step() {
            let blob = read.blob(1)
            func number(at place: Int) -> Double {
                Double(bitPattern: blob[place..<(place + 8)].reversed().reduce(0) { $0 << 8 | UInt64($1) })
            }
            // Of lines the box behind the header of 8 bytes, of points the place behind that and 5 bytes of WKB.
            let bounds = isLine ? [8, 16, 24, 32].map(number) : [13, 13, 21, 21].map(number)
            insert.bind([.integer(read.integer(0))] + bounds.map { .real($0) })
            while try insert.step() {}
        }
    }

    /// Says what the layer is, and keeps its index right when others change it.
    func register(in database: Database, _ box: ShapeBox, changed: String?) throws {
        let bounds: [Value] =
            box.isEmpty ? [.null, .null, .null, .null] : [.real(box.west), .real(box.south), .real(box.east), .real(box.north)]
        let contents = try database.prepare("INSERT INTO gpkg_contents VALUES (?1, ?2, ?1, ?3, ?4, ?5, ?6, ?7, ?8, ?9)")
        contents.bind(
            [
                .text(name), .text(hasGeometry ? "features" : "attributes"), .text("The view \(name) of Trackmill"),
                .text(changed.flatMap(Self.instant) ?? "1970-01-01T00:00:00.000Z"),
            ] + bounds + [hasGeometry ? .integer(4326) : .null])
        while try contents.step() {}
        guard hasGeometry else { return }
        try database.execute(
            """
            INSERT INTO gpkg_geometry_columns VALUES ('\(name)', 'geom', '\(isLine ? "MULTILINESTRING" : "POINT")', 4326, 0, 0);
            INSERT INTO gpkg_extensions VALUES ('\(name)', 'geom', 'gpkg_rtree_index',
                'http://www.geopackage.org/spec130/#extension_rtree', 'write-only');
            """)
        try addTriggers(to: database)
    }

    /// A time with milliseconds, as the format wants it.
    private static func instant(_ text: String) -> String? {
        switch text.utf8.count {
        case 24: text
        case 20: text.dropLast() + ".000Z"
        default: nil
        }
    }

    /// The triggers of the extension (12-128r17, annex F.3), after the rows: they would cost more than all the rest.
    private func addTriggers(to database: Database) throws {
        let isThere = "(NEW.geom NOTNULL AND NOT ST_IsEmpty(NEW.geom))"
        let isNot = "(NEW.geom ISNULL OR ST_IsEmpty(NEW.geom))"
        let put =
            "INSERT OR REPLACE INTO \"\(index)\" VALUES (NEW.fid, ST_MinX(NEW.geom), ST_MaxX(NEW.geom), ST_MinY(NEW.geom), ST_MaxY(NEW.geom));"
        let remove = "DELETE FROM \"\(index)\" WHERE id = OLD.fid;"
        let removeBoth = "DELETE FROM \"\(index)\" WHERE id IN (OLD.fid, NEW.fid);"
        let triggers = [
            ("insert", "INSERT", "", isThere, put), ("update1", "UPDATE", " OF geom", "OLD.fid = NEW.fid AND \(isThere)", put),
            ("update2", "UPDATE", " OF geom", "OLD.fid = NEW.fid AND \(isNot)", remove),
            ("update3", "UPDATE", "", "OLD.fid != NEW.fid AND \(isThere)", remove + " " + put),
            ("update4", "UPDATE", "", "OLD.fid != NEW.fid AND \(isNot)", removeBoth),
            ("delete", "DELETE", "", "OLD.geom NOT NULL", remove),
        ]
        for (suffix, event, columns, condition, body) in triggers {
            try database.execute(
                "CREATE TRIGGER \"\(index)_\(suffix)\" AFTER \(event)\(columns) ON \"\(name)\" WHEN \(condition) BEGIN \(body) END"
            )
        }
    }
}
