/// The layout of a gazetteer file that `trackmill gazetteer import` makes: an SQLite file of a few tables.
///
/// - `meta`: name and value, among them the identity of the content.
/// - `pieces`: the sections of each tree of places, cut into pieces; `PlaceTreeWriter` says what is in them.
/// - `areas`: one row an area, the vertices of its rings packed.
enum ImportedFormat {
    /// SQLite's application_id: "TMGZ".
    static let applicationID: Int64 = 0x544D_475A
    /// SQLite's user_version.
    static let version: Int64 = 1
    /// Bytes of a piece at most, but for the last text in it.
    static let pieceByteCount = 1 << 20

    static let settings = """
        PRAGMA page_size = 16384; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE;
        PRAGMA application_id = \(applicationID); PRAGMA user_version = \(version);
        """
    static let schema = """
        CREATE TABLE meta (name TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
        CREATE TABLE pieces (key INTEGER PRIMARY KEY, bytes BLOB NOT NULL);
        CREATE TABLE areas (
            number INTEGER PRIMARY KEY, level INTEGER, code TEXT, name TEXT NOT NULL,
            rings BLOB NOT NULL);
        """

    /// A section of pieces.
    enum Section: Int64 {
        case regions, coordinates, texts, leafStarts, boxes
    }

    /// The key of a piece: rises with tree, section and number.
    static func key(tree: UInt8, _ section: Section, piece: Int) -> Int64 {
        Int64(tree) << 40 | section.rawValue << 32 | Int64(piece)
    }

    /// What the places of GeoNames demand to be said of them.
    static let attribution = "Places: GeoNames (geonames.org), CC BY 4.0"
}
