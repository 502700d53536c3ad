import SQLite

/// What tells a state of a result file from every other: a random number that each transaction writes anew, with that of the one before.
///
/// It is the only row of its table, so that it stands at the end of one page, in the database and in the write-ahead log. So
/// `LogOrigin` finds it in both without SQLite.
struct CommitMark: Equatable {
    /// What a page with a mark ends in, before the two numbers.
    static let beginning = Array("trackmill commit".utf8)
    /// Bytes of a mark.
    static let length = beginning.count + 16
    static let table = "CREATE TABLE _commit_mark (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL)"

    /// The state before.
    let previous: UInt64
    /// This state.
    let own: UInt64

    /// The mark of the state after one; nil for the first one of all.
    init(after mark: CommitMark?) {
        previous = mark?.own ?? 0
        own = UInt64.random(in: 1...UInt64.max)
    }

    /// A mark as it is stored; nil where these bytes are none.
    init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.length, bytes.starts(with: Self.beginning) else { return nil }
        let numbers = bytes.dropFirst(Self.beginning.count)
        func number(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reduce(0) { $0 << 8 | UInt64($1) } }
        previous = number(numbers.prefix(8))
        own = number(numbers.dropFirst(8))
    }

    /// As it is stored.
    var bytes: [UInt8] {
        Self.beginning + [previous, own].flatMap { number in (0..<8).map { UInt8(truncatingIfNeeded: number >> (56 - 8 * $0)) } }
    }

    /// The mark of a database; nil where it has none yet.
    static func read(_ database: Database) throws -> CommitMark? {
        try database.first("SELECT bytes FROM _commit_mark") { CommitMark($0.blob(0)) } ?? nil
    }

    /// Writes it, within a transaction.
    func write(_ database: Database) throws {
        try database.run("INSERT OR REPLACE INTO _commit_mark VALUES (1, ?)", .blob(bytes))
    }
}
