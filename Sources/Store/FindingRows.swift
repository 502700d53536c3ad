import Geodesy
import SQLite
import Tracks

/// A row of stays, trips or gaps as it is compared with what it is to be.
protocol FindingRow {
    /// Reads rows of a device in a range of time, writes one, changes one, takes one away.
    static var statements: FindingStatements.OfTable { get }
    /// What ids that people see are made with; nil where rows have none.
    static var idSeed: String? { get }

    init(reading row: Statement)

    /// Milliseconds since 1970 UTC: the rest of its key.
    var begin: Int64 { get }
    var day: CalendarDay { get }

    /// Whether people would see the same.
    func shows(sameAs other: Self) -> Bool
    /// Whether what is kept besides is the same.
    func keeps(sameAs other: Self) -> Bool
    /// Binds all columns but the device and the id, from parameter 2 on; gives the next parameter.
    func bind(to statement: Statement) -> Int32
}

extension FindingRow {
    func keeps(sameAs other: Self) -> Bool { true }
}

/// Whether texts have the same bytes; a `String` equals other spellings of its characters.
private func areSame(_ a: String?, _ b: String?) -> Bool { a.map(ExactText.init) == b.map(ExactText.init) }

/// A number that may be none, as it is stored.
private func areSame(_ a: Double, _ b: Double) -> Bool { a == b || (a.isNaN && b.isNaN) }

struct StayRow: FindingRow {
    static let statements = FindingStatements.OfTable(
        select: .stays, insert: .insertStay, update: .updateStay, remove: .removeStay)
    static let idSeed: String? = "stay"

    let stay: Stay
    let confidence: Double

    init(_ stay: Stay, radiusMeters: Double) {
        self.stay = stay
        confidence = stay.confidence(radiusMeters: radiusMeters)
    }

    init(reading row: Statement) {
        stay = Stay(
            day: CalendarDay(number: Int32(row.integer(1))), kind: row.optionalText(2), arrived: row.integer(0),
            lastSeen: row.integer(3), departed: row.optionalInteger(4),
            centroid: Coordinate(latitude: row.real(5), longitude: row.real(6)), spreadMeters: row.real(7), fixes: row.integer(8),
            isOpen: row.integer(9) != 0, isInferred: row.integer(10) != 0, isArrivalSeen: row.integer(11) != 0,
            sums: row.isNull(13) ? nil : PieceCoding.sums(row.blob(13)))
        confidence = row.real(12)
    }

    var begin: Int64 { stay.arrived }
    var day: CalendarDay { stay.day }

    func shows(sameAs other: StayRow) -> Bool {
        let (a, b) = (stay, other.stay)
        return a.day == b.day && areSame(a.kind, b.kind) && a.lastSeen == b.lastSeen && a.departed == b.departed
            && a.centroid == b.centroid && a.spreadMeters == b.spreadMeters && a.fixes == b.fixes && a.isOpen == b.isOpen
            && a.isInferred == b.isInferred && a.isArrivalSeen == b.isArrivalSeen && confidence == other.confidence
    }

    func keeps(sameAs other: StayRow) -> Bool { stay.sums == other.stay.sums }

    func bind(to statement: Statement) -> Int32 {
        statement.bind(stay.arrived, at: 2)
        statement.bind(Int64(stay.day.number), at: 3)
        statement.bind(.optional(stay.kind), at: 4)
        statement.bind(stay.lastSeen, at: 5)
        statement.bind(.optional(stay.departed), at: 6)
        statement.bind(stay.centroid.latitude, at: 7)
        statement.bind(stay.centroid.longitude, at: 8)
        statement.bind(stay.spreadMeters, at: 9)
        statement.bind(stay.fixes, at: 10)
        statement.bind(stay.isOpen, at: 11)
        statement.bind(stay.isInferred, at: 12)
        statement.bind(stay.isArrivalSeen, at: 13)
        statement.bind(confidence, at: 14)
        statement.bind(stay.sums.map { .blob(PieceCoding.encode($0)) } ?? .null, at: 15)
        return 16
    }
}

struct TripRow: FindingRow {
    static let statements = FindingStatements.OfTable(
        select: .trips, insert: .insertTrip, update: .updateTrip, remove: .removeTrip)
    static let idSeed: String? = "trip"

    let begin: Int64
    let day: CalendarDay
    private let kind: String?
    /// Its end, micrometres, fixes, and whether it is open.
    private let counts: SIMD4<Int64>
    private let maximumSpeedMetersPerSecond: Double
    /// Where it starts, where it ends, and its box: south, west, north, east.
    private let places: SIMD8<Int32>

    init(_ trip: Trip) {
        let legs = trip.legs
        let (first, last, box) = (legs.first.point, legs.last.point, legs.box.boundingBox(from: legs.first.point))
        begin = legs.first.milliseconds
        day = trip.day
        kind = trip.kind
        counts = [legs.last.milliseconds, legs.micrometers, legs.legs + 1, trip.isOpen ? 1 : 0]
        maximumSpeedMetersPerSecond = legs.maximumSpeedMetersPerSecond
        places = [first.latitude, first.longitude, last.latitude, last.longitude, box.south, box.west, box.north, box.east]
    }

    init(reading row: Statement) {
        begin = row.integer(0)
        day = CalendarDay(number: Int32(row.integer(1)))
        kind = row.optionalText(2)
        counts = [row.integer(3), row.integer(4), row.integer(5), row.integer(7)]
        maximumSpeedMetersPerSecond = row.optionalReal(6) ?? .nan
        var places = SIMD8<Int32>()
        for i in 0..<8 { places[i] = Int32(row.integer(8 + i)) }
        self.places = places
    }

    func shows(sameAs other: TripRow) -> Bool {
        day == other.day && areSame(kind, other.kind) && counts == other.counts && places == other.places
            && areSame(maximumSpeedMetersPerSecond, other.maximumSpeedMetersPerSecond)
    }

    func bind(to statement: Statement) -> Int32 {
        statement.bind(begin, at: 2)
        statement.bind(Int64(day.number), at: 3)
        statement.bind(.optional(kind), at: 4)
        for i in 0..<3 { statement.bind(counts[i], at: Int32(5 + i)) }
        statement.bind(maximumSpeedMetersPerSecond, at: 8)
        statement.bind(counts[3], at: 9)
        for i in 0..<8 { statement.bind(Int64(places[i]), at: Int32(10 + i)) }
        return 18
    }
}

struct GapRow: FindingRow {
    static let statements = FindingStatements.OfTable(
        select: .gaps, insert: .insertGap, update: .updateGap, remove: .removeGap)
    static let idSeed: String? = nil

    let begin: Int64
    let day: CalendarDay
    /// Its end, micrometres, whether it is a jump.
    private let counts: SIMD3<Int64>
    /// Where it starts and ends; NULL where a version before wrote it and did not know.
    private let places: SIMD4<Int32>?

    init(_ gap: Gap) {
        let leg = gap.leg
        begin = leg.first.milliseconds
        day = gap.day
        counts = [leg.last.milliseconds, leg.micrometers, leg.isJump ? 1 : 0]
        places = [leg.first.point.latitude, leg.first.point.longitude, leg.last.point.latitude, leg.last.point.longitude]
    }

    init(reading row: Statement) {
        begin = row.integer(0)
        day = CalendarDay(number: Int32(row.integer(1)))
        counts = [row.integer(2), row.integer(3), row.integer(4)]
        let isKnown = (5..<9).allSatisfy { !row.isNull($0) }
        places = isKnown ? [Int32(row.integer(5)), Int32(row.integer(6)), Int32(row.integer(7)), Int32(row.integer(8))] : nil
    }

    func shows(sameAs other: GapRow) -> Bool { day == other.day && counts == other.counts && places == other.places }

    func bind(to statement: Statement) -> Int32 {
        statement.bind(begin, at: 2)
        statement.bind(Int64(day.number), at: 3)
        for i in 0..<3 { statement.bind(counts[i], at: Int32(4 + i)) }
        for i in 0..<4 { statement.bind(.optional(places.map { Int64($0[i]) }), at: Int32(7 + i)) }
        return 11
    }
}
