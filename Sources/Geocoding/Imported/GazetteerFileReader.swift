import Glibc
import SQLite

/// Opens a gazetteer file and checks that it is one, of this version and whole.
struct GazetteerFileReader {
    let path: String
    private let database: Database

    /// - Throws: `SourceFileError`.
    init(path: String) throws {
        try checkSourceFile(path)
        self.path = path
        do {
            database = try Database(path: path, isReadOnly: true, isImmutable: true)
            let application = try database.first("PRAGMA application_id") { $0.integer(0) }
            let version = try database.first("PRAGMA user_version") { $0.integer(0) }
            guard application == ImportedFormat.applicationID else {
                throw SourceFileError("\(path): it is an SQLite file, but no gazetteer. \(Self.mend)")
            }
            guard version == ImportedFormat.version else {
                throw SourceFileError(
                    "\(path): it is a gazetteer of version \(version ?? 0); this program reads \(ImportedFormat.version). Import it anew."
                )
            }
            try checkSize()
        } catch let error as StoreError { throw Self.failure(path, error) }
    }

    /// SQLite takes a file whose last pages are missing; its header tells how many there are.
    private func checkSize() throws {
        let pages = try database.first("PRAGMA page_count") { $0.integer(0) } ?? 0
        let size = try database.first("PRAGMA page_size") { $0.integer(0) } ?? 0
        var status = stat()
        guard stat(path, &status) == 0, Int64(status.st_size) == pages * size else { throw damaged("it ends early") }
    }

    private static let mend = "Make one with: trackmill gazetteer import FILE… -o OUT"

    private static func failure(_ path: String, _ error: StoreError) -> SourceFileError {
        // What SQLite advises is about result files.
        SourceFileError(
            error.isOfResources
                ? error.description : "\(path): it is no whole gazetteer file (SQLite says \(error.code)). \(mend)")
    }

    /// A value of `meta`.
    func meta(_ name: String) throws -> String? {
        do { return try database.first("SELECT value FROM meta WHERE name = ?", .text(name)) { $0.text(0) } } catch let error
            as StoreError
        { throw Self.failure(path, error) }
    }

    /// The hash of its content, as it was when it was made.
    func identity() throws -> String {
        guard let identity = try meta("identity") else { throw damaged("it has no identity") }
        return identity
    }

    func damaged(_ what: String) -> SourceFileError {
        SourceFileError("\(path): it is damaged: \(what). Import it anew, or fetch it again.")
    }

    /// All of its pieces, areas and what was hashed of them.
    func content() throws -> (places: ImportedPlaces, areas: [AreaRow]) {
        do {
            var hash = ContentHash()
            let sections = try sections(&hash)
            let areas = try areas(&hash)
            guard hash.digits == (try identity()) else { throw damaged("its content is not what was imported") }
            guard let places = ImportedPlaces(sections) else { throw damaged("its parts do not fit together") }
            return (places, areas)
        } catch let error as StoreError { throw Self.failure(path, error) }
    }

    /// Each section by the key of its first piece.
    private func sections(_ hash: inout ContentHash) throws -> [Int64: LoadedBytes] {
        let lengths = try database.rows("SELECT key, length(bytes) FROM pieces ORDER BY key") {
            ($0.integer(0), Int($0.integer(1)))
        }
        var counts: [Int64: Int] = [:]
        for (key, length) in lengths { counts[key & ~0xFFFF_FFFF, default: 0] += length }
        var loaded: [Int64: LoadedBytes] = [:]
        for first in counts.keys.sorted() {
            loaded[first] = try LoadedBytes(count: counts[first] ?? 0) { room in
                let rows = try database.statement("SELECT key, bytes FROM pieces WHERE key BETWEEN ? AND ? ORDER BY key")
                rows.bind([.integer(first), .integer(first | 0xFFFF_FFFF)])
                var offset = 0
                while try rows.step() {
                    let bytes = rows.blob(1)
                    guard bytes.count <= room.count - offset else { throw damaged("a piece is too long") }
                    hash.add("\(rows.integer(0))")
                    bytes.withUnsafeBytes {
                        hash.add($0)
                        room[offset...].copyBytes(from: $0)
                    }
                    offset += bytes.count
                }
            }
        }
        return loaded
    }

    private func areas(_ hash: inout ContentHash) throws -> [AreaRow] {
        var areas: [AreaRow] = []
        let rows = try database.statement("SELECT number, level, code, name, rings FROM areas ORDER BY number")
        rows.reset()
        while try rows.step() {
            let area = AreaRow(
                level: rows.optionalInteger(1).map { Int($0) }, code: rows.optionalText(2), name: rows.text(3),
                rings: rows.blob(4))
            area.add(to: &hash)
            areas.append(area)
        }
        return areas
    }
}

/// An area as a gazetteer file holds it.
struct AreaRow: Sendable, Equatable {
    /// As OpenStreetMap's admin_level counts; nil where it has none.
    var level: Int?
    var code: String?
    var name: String
    /// As `AreaRings` packs them.
    var rings: [UInt8]

    func add(to hash: inout ContentHash) {
        hash.add(level.map { "\($0)" } ?? "-")
        hash.add(code ?? "")
        hash.add(name)
        rings.withUnsafeBytes { hash.add($0) }
    }
}

/// The path of a source's file must lead to a file that can be read.
func checkSourceFile(_ path: String) throws {
    var status = stat()
    guard stat(path, &status) == 0 else {
        throw SourceFileError(
            errno == ENOENT
                ? "\(path): there is no such file. Mend its path."
                : "\(path): cannot be opened: \(SystemFailure(errno).words). Mend its path or its permissions.")
    }
    switch status.st_mode & S_IFMT {
    case S_IFREG: break
    case S_IFDIR: throw SourceFileError("\(path): this is a folder. Name the file in it.")
    default: throw SourceFileError("\(path): this is no regular file. Name a gazetteer or GeoJSON file.")
    }
    guard access(path, R_OK) == 0 else {
        throw SourceFileError("\(path): cannot be opened: \(SystemFailure(errno).words). Mend its path or its permissions.")
    }
}
