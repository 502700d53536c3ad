import Options
import SQLite
import Store

/// A view as the layer of a GeoPackage 1.3, for QGIS and whatever reads SQLite; views without positions are a table of attributes.
public struct GeoPackageReport: ViewReport {
    /// `gpkg`.
    public static let name = "gpkg"
    /// One sentence.
    public static let summary = "A view as a layer, or a table of attributes, of a GeoPackage 1.3."
    /// `.gpkg`.
    public static let suffix = ".gpkg"
    /// All views in WGS-84, in one file.
    public static let limits = ViewLimits(
        whyOnlyWGS84: "says which system its positions are in, and has no code for others",
        whyNoPages: "is one database, which QGIS reads by parts")

    /// Its rows.
    public var rows = ViewRowsAsked()

    /// It has no options of its own.
    public init(ofFormat reader: inout OptionReader) {}

    /// Writes the layer.
    public func write(_ scope: ReportScope, of store: Store, to target: ReportTarget) throws -> ReportOutcome {
        let selection = try selection(scope)
        let rows = try source(selection, in: store, needed: RowGeometry.needed(of: selection.view))
        let geometry = RowGeometry(selection, rows, store)
        var outcome = try target.write { output in
            guard let path = output.pathBeside else {
                throw OutputError(path: target.path ?? "standard output", spared: "is no file, and a GeoPackage is made in one")
            }
            // Nobody sees the file before it is whole, and then it is on the disk: nothing need be undone.
            let database = try Database(path: path, isReadOnly: false)
            try database.execute("PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF")
            try GeoPackage.prepare(database)
            try database.transaction {
                let layer = GeoPackageLayer(
                    name: selection.view, rows, hasGeometry: geometry != nil, isLine: geometry?.isLine ?? false)
                try layer.create(in: database)
                let box = try layer.fill(database, rows, geometry)
                let changed = try store.reader.first("SELECT max(ended_utc) FROM runs") { $0.optionalText(0) } ?? nil
                try layer.register(in: database, box, changed: changed)
            }
        }
        outcome.notes = rows.notes
        return outcome
    }
}

/// The tables that every GeoPackage has.
/// - Source: OGC 12-128r17, GeoPackage 1.3, annex C.
enum GeoPackage {
    static func prepare(_ database: Database) throws {
        // 0x47504B47 is "GPKG".
        try database.execute(
            """
            PRAGMA application_id = 1196444487;
            PRAGMA user_version = 10300;
            CREATE TABLE gpkg_spatial_ref_sys (srs_name TEXT NOT NULL, srs_id INTEGER PRIMARY KEY, organization TEXT NOT NULL,
                organization_coordsys_id INTEGER NOT NULL, definition TEXT NOT NULL, description TEXT);
            INSERT INTO gpkg_spatial_ref_sys VALUES
                ('Undefined Cartesian SRS', -1, 'NONE', -1, 'undefined', 'undefined Cartesian coordinate reference system'),
                ('Undefined geographic SRS', 0, 'NONE', 0, 'undefined', 'undefined geographic coordinate reference system'),
                ('WGS 84 geodetic', 4326, 'EPSG', 4326, '\(wgs84)', 'longitude and latitude in degrees on the WGS 84 spheroid');
            CREATE TABLE gpkg_contents (table_name TEXT NOT NULL PRIMARY KEY, data_type TEXT NOT NULL, identifier TEXT UNIQUE,
                description TEXT DEFAULT '', last_change DATETIME NOT NULL DEFAULT (strftime('%Y-%m-%dT%H:%M:%fZ','now')),
                min_x DOUBLE, min_y DOUBLE, max_x DOUBLE, max_y DOUBLE, srs_id INTEGER,
                CONSTRAINT fk_gc_r_srs_id FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id));
            CREATE TABLE gpkg_geometry_columns (table_name TEXT NOT NULL, column_name TEXT NOT NULL, geometry_type_name TEXT NOT NULL,
                srs_id INTEGER NOT NULL, z TINYINT NOT NULL, m TINYINT NOT NULL,
                CONSTRAINT pk_geom_cols PRIMARY KEY (table_name, column_name),
                CONSTRAINT uk_gc_table_name UNIQUE (table_name),
                CONSTRAINT fk_gc_tn FOREIGN KEY (table_name) REFERENCES gpkg_contents(table_name),
                CONSTRAINT fk_gc_srs FOREIGN KEY (srs_id) REFERENCES gpkg_spatial_ref_sys(srs_id));
            CREATE TABLE gpkg_extensions (table_name TEXT, column_name TEXT, extension_name TEXT NOT NULL, definition TEXT NOT NULL,
                scope TEXT NOT NULL, CONSTRAINT ge_tce UNIQUE (table_name, column_name, extension_name));
            """)
    }

    /// EPSG:4326 as well-known text.
    private static let wgs84 =
        "GEOGCS[\"WGS 84\",DATUM[\"WGS_1984\",SPHEROID[\"WGS 84\",6378137,298.257223563,AUTHORITY[\"EPSG\",\"7030\"]],"
        + "AUTHORITY[\"EPSG\",\"6326\"]],PRIMEM[\"Greenwich\",0,AUTHORITY[\"EPSG\",\"8901\"]],"
        + "UNIT[\"degree\",0.0174532925199433,AUTHORITY[\"EPSG\",\"9122\"]],AXIS[\"Latitude\",NORTH],AXIS[\"Longitude\",EAST],"
        + "AUTHORITY[\"EPSG\",\"4326\"]]"
}
