import SQLite
import Tracks

/// The pieces of a device-day as they are stored, with what its edges turned out to be.
public struct StoredPieces: Sendable {
    /// The pieces.
    public var pieces: DayPieces
    /// Of the first group whether it rests in a stay, and the milliseconds of that inside the day.
    public var first: (rests: Bool, stay: Int64)
    /// The same of the last group; nothing where that is the first.
    public var last: (rests: Bool, stay: Int64)
    /// The number of the options that the edges were found with; 0 where that is not known.
    public var joined: Int64
    /// The trip that reaches the last group, up to there: of a day that moves from its first group, which rests nowhere, to its last.
    public var behind: Trip?

    /// Pieces; edges that are not known yet rest nowhere.
    public init(
        pieces: DayPieces, first: (rests: Bool, stay: Int64) = (false, 0), last: (rests: Bool, stay: Int64) = (false, 0),
        joined: Int64 = 0, behind: Trip? = nil
    ) {
        self.pieces = pieces
        self.first = first
        self.last = last
        self.joined = joined
        self.behind = behind
    }

    /// Whether its edges rest as those of another.
    public func rests(as other: StoredPieces) -> Bool { first == other.first && last == other.last }

    /// Whether what joining notes with the pieces is the same; of trips by their bits, so that no speed equals no speed.
    public func isNoted(as other: StoredPieces) -> Bool {
        rests(as: other) && joined == other.joined
            && behind.map { PieceCoding.encode($0) } == other.behind.map { PieceCoding.encode($0) }
    }
}

/// The days with fixes around a day of one device.
public struct DaysAround: Sendable, Equatable {
    /// Whether the day itself has fixes.
    public var isThere: Bool
    /// The last day with fixes before it; nil for none.
    public var previous: CalendarDay?
    /// The first day with fixes after it; nil for none.
    public var next: CalendarDay?
    /// All of them.
    var all: TrackDays
}

/// What joining works on: pieces by day and device, and the days that a device has pieces of (rule 3.2).
extension Store {
    /// The number of options of phase 1: another for other options than those of the run before.
    public func joiningNumber(options: String) throws -> Int64 {
        let known = try meta("joining number").flatMap(Int64.init) ?? 0
        if known > 0, let before = try meta("joining options"), before == options { return known }
        try setMeta("joining options", options)
        try setMeta("joining number", "\(known + 1)")
        return known + 1
    }

    /// The days with fixes of a device around a day.
    public func days(of device: Int64, around day: CalendarDay) throws -> DaysAround {
        let days = try trackDays(of: device)
        return DaysAround(
            isThere: days.contains(day), previous: days.previous(before: day), next: days.next(after: day), all: days)
    }

    /// The last day with fixes of a device as an expression, in tables of this or an earlier version.
    ///
    /// - Parameter column: What holds the key of the device.
    public func lastTrackDay(of column: String) throws -> String {
        try version >= Schema.versionWithTrackDays
            ? "(SELECT y.last_day FROM _track_days y WHERE y.device = \(column))"
            : "(SELECT max(y.day) FROM _piece y WHERE y.device = \(column))"
    }

    func trackDays(of device: Int64) throws -> TrackDays {
        let statement = try findingStatements(.trackDays)
        defer { statement.reset() }
        statement.bind(device, at: 1)
        guard try statement.step() else { return TrackDays() }
        return TrackDays(first: Int32(statement.integer(0)), bits: statement.blob(1))
    }

    func setTrackDays(_ days: TrackDays, of device: Int64) throws {
        guard let last = days.last else {
            let statement = try findingStatements(.removeTrackDays)
            statement.bind(device, at: 1)
            _ = try statement.step()
            return
        }
        let statement = try findingStatements(.writeTrackDays)
        statement.bind(device, at: 1)
        statement.bind(Int64(days.first), at: 2)
        statement.bind(Int64(last.number), at: 3)
        statement.bind(.blob(days.bits), at: 4)
        _ = try statement.step()
    }

    /// The pieces of a device-day; nil where it has no fixes.
    public func pieces(of device: Int64, on day: CalendarDay) throws -> StoredPieces? {
        let statement = try findingStatements(.pieces)
        defer { statement.reset() }
        statement.bind(Int64(day.number), at: 1)
        statement.bind(device, at: 2)
        guard try statement.step() else { return nil }
        return StoredPieces(
            pieces: PieceCoding.decode(statement.blob(6), day: day), first: (statement.integer(0) != 0, statement.integer(1)),
            last: (statement.integer(2) != 0, statement.integer(3)), joined: statement.integer(4),
            behind: statement.isNull(5) ? nil : PieceCoding.trip(statement.blob(5)))
    }

    /// Writes the pieces of a device-day, anew or in place of others.
    ///
    /// - Parameter days: The days around it.
    public func write(_ stored: StoredPieces, of device: Int64, in days: DaysAround) throws {
        let statement = try findingStatements(.writePieces)
        bindEdges(of: stored, device, to: statement)
        statement.bind(.blob(PieceCoding.encode(stored.pieces)), at: 9)
        _ = try statement.step()
        guard !days.isThere else { return }
        var all = days.all
        all.insert(stored.pieces.day)
        try setTrackDays(all, of: device)
    }

    /// Notes what the edges of a device-day turned out to be.
    public func setEdges(of stored: StoredPieces, of device: Int64) throws {
        let statement = try findingStatements(.setEdges)
        bindEdges(of: stored, device, to: statement)
        _ = try statement.step()
    }

    private func bindEdges(of stored: StoredPieces, _ device: Int64, to statement: Statement) {
        statement.bind(Int64(stored.pieces.day.number), at: 1)
        statement.bind(device, at: 2)
        statement.bind(stored.first.rests, at: 3)
        statement.bind(stored.first.stay, at: 4)
        statement.bind(stored.last.rests, at: 5)
        statement.bind(stored.last.stay, at: 6)
        statement.bind(stored.joined, at: 7)
        statement.bind(stored.behind.map { .blob(PieceCoding.encode($0)) } ?? .null, at: 8)
    }

    /// Takes away the pieces of a device-day, if it has any.
    public func removePieces(of device: Int64, on day: CalendarDay) throws {
        var days = try trackDays(of: device)
        guard days.contains(day) else { return }
        let statement = try findingStatements(.removePieces)
        statement.bind(Int64(day.number), at: 1)
        statement.bind(device, at: 2)
        _ = try statement.step()
        days.remove(day)
        try setTrackDays(days, of: device)
    }
}
