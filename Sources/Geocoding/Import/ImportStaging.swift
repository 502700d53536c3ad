import Geodesy
import SQLite

/// What was read so far, in a file of its own beside the output, so that memory stays small and the order of files does not matter.
///
/// Of rows of one key the same wins whichever came first: the newest, the better ranked, then the greater by its content. A class:
/// its statements are kept.
final class ImportStaging {
    let database: Database

    /// - Parameter path: A path where nothing is; the file is made, and belongs to the caller.
    init(path: String) throws {
        database = try Database(path: path, isReadOnly: false)
        try database.execute(
            """
            PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -65536;
            CREATE TABLE places (
                id INTEGER PRIMARY KEY, latitude INTEGER, longitude INTEGER, name TEXT, country TEXT, admin1 TEXT, admin2 TEXT,
                population INTEGER, modified TEXT, division INTEGER, hilbert INTEGER);
            CREATE TABLE divisions (code TEXT PRIMARY KEY, rank INTEGER, id INTEGER, name TEXT) WITHOUT ROWID;
            CREATE TABLE chinese (
                id INTEGER, is_traditional INTEGER, rank INTEGER, alternate INTEGER, name TEXT,
                PRIMARY KEY (id, is_traditional)) WITHOUT ROWID;
            CREATE TABLE areas (level INTEGER, code TEXT, name TEXT, rings BLOB);
            BEGIN;
            """)
    }

    func add(_ place: StagedPlace) throws {
        let insert = try database.statement(
            """
            INSERT INTO places VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET (latitude, longitude, name, country, admin1, admin2, population, modified, division, hilbert)
              = (excluded.latitude, excluded.longitude, excluded.name, excluded.country, excluded.admin1, excluded.admin2,
                 excluded.population, excluded.modified, excluded.division, excluded.hilbert)
            WHERE (excluded.modified, excluded.name, excluded.latitude, excluded.longitude, excluded.country, excluded.admin1,
                   excluded.admin2, excluded.population)
                > (modified, name, latitude, longitude, country, admin1, admin2, population)
            """)
        insert.bind(place.id, at: 1)
        insert.bind(Int64(place.point.latitude), at: 2)
        insert.bind(Int64(place.point.longitude), at: 3)
        insert.bind(place.name, at: 4)
        insert.bind(place.country, at: 5)
        insert.bind(place.admin1, at: 6)
        insert.bind(place.admin2, at: 7)
        insert.bind(place.population, at: 8)
        insert.bind(place.modified, at: 9)
        insert.bind(Int64(place.division.number), at: 10)
        insert.bind(hilbertOrder(of: place.point), at: 11)
        while try insert.step() {}
    }

    /// A country ("CN"), or a division ("CN.22", "CN.22.11876380").
    /// - Parameter rank: The lowest wins.
    func addDivision(code: String, rank: Int64, id: Int64, name: String) throws {
        try database.run(
            """
            INSERT INTO divisions VALUES (?, ?, ?, ?) ON CONFLICT (code) DO UPDATE SET (rank, id, name)
              = (excluded.rank, excluded.id, excluded.name)
            WHERE (excluded.rank, excluded.id, excluded.name) < (rank, id, name)
            """, .text(code), .integer(rank), .integer(id), .text(name))
    }

    /// A Chinese name of what has an id in GeoNames.
    /// - Parameter rank: The lowest wins, of equal ones that of the lowest number.
    func addChinese(_ name: String, of id: Int64, isTraditional: Bool, rank: Int64, alternate: Int64) throws {
        try database.run(
            """
            INSERT INTO chinese VALUES (?, ?, ?, ?, ?) ON CONFLICT (id, is_traditional) DO UPDATE SET (rank, alternate, name)
              = (excluded.rank, excluded.alternate, excluded.name)
            WHERE (excluded.rank, excluded.alternate, excluded.name) < (rank, alternate, name)
            """, .integer(id), .integer(isTraditional ? 1 : 0), .integer(rank), .integer(alternate), .text(name))
    }

    func add(_ area: AreaRow) throws {
        try database.run(
            "INSERT INTO areas VALUES (?, ?, ?, ?)", .optional(area.level.map { Int64($0) }), .optional(area.code),
            .text(area.name),
            .blob(area.rings))
    }

    /// The name of a division in both languages; nil where it is not known.
    func division(_ code: String, isTraditional: Bool) throws -> PlaceName? {
        try database.first(
            """
            SELECT d.name, c.name FROM divisions AS d LEFT JOIN chinese AS c ON c.id = d.id AND c.is_traditional = ? WHERE code = ?
            """, .integer(isTraditional ? 1 : 0), .text(code)
        ) { PlaceName(english: $0.text(0), chinese: $0.optionalText(1)) }
    }
}

/// A populated place of a dump.
struct StagedPlace {
    var id: Int64
    var point: GridPoint
    var name: String
    /// ISO 3166 code.
    var country: String
    var admin1: String
    var admin2: String
    var population: Int64
    /// Day of the last change.
    var modified: String
    var division: Division
}
