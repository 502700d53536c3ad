import Geodesy
import Tracks

/// The bytes that pieces are stored as: variable-length whole numbers, each point as its difference from the one before.
enum PieceCoding {
    static func encode(_ pieces: DayPieces) -> [UInt8] {
        var writer = PieceWriter()
        writer.bytes.reserveCapacity(32 + 96 * pieces.elements.count)
        writer.text(pieces.kind)
        writer.integer(Int64(pieces.elements.count))
        for element in pieces.elements {
            switch element {
            case .run(let run):
                writer.integer(0)
                writer.run(run)
            case .group(let group):
                // A group without excursions is stored as it was before there were any.
                let hasExcursions = group.fixes != group.sums.count
                writer.integer(hasExcursions ? 2 : 1)
                writer.group(group)
                if hasExcursions { writer.integer(group.fixes) }
            }
        }
        return writer.bytes
    }

    static func decode(_ bytes: [UInt8], day: CalendarDay) -> DayPieces {
        var reader = PieceReader(bytes: bytes)
        let kind = reader.text()
        let count = Int(reader.integer())
        let elements = (0..<count).map { _ -> DayPieces.Element in
            let tag = reader.integer()
            guard tag > 0 else { return .run(reader.run()) }
            var group = reader.group()
            if tag == 2 { group.fixes = reader.integer() }
            return .group(group)
        }
        return DayPieces(day: day, kind: kind, elements: elements)
    }

    /// A trip that goes on; whether it is open is no part of it.
    static func encode(_ trip: Trip) -> [UInt8] {
        var writer = PieceWriter()
        writer.integer(Int64(trip.day.number))
        writer.text(trip.kind)
        writer.run(trip.legs)
        return writer.bytes
    }

    static func trip(_ bytes: [UInt8]) -> Trip {
        var reader = PieceReader(bytes: bytes)
        let day = CalendarDay(number: Int32(reader.integer()))
        return Trip(day: day, kind: reader.text(), legs: reader.run(), isOpen: false)
    }

    static func encode(_ sums: PositionSums) -> [UInt8] {
        var writer = PieceWriter()
        writer.integer(Int64(sums.origin.latitude))
        writer.integer(Int64(sums.origin.longitude))
        writer.sums(sums)
        return writer.bytes
    }

    static func sums(_ bytes: [UInt8]) -> PositionSums {
        var reader = PieceReader(bytes: bytes)
        let (latitude, longitude) = (Int32(reader.integer()), Int32(reader.integer()))
        return reader.sums(from: GridPoint(latitude: latitude, longitude: longitude))
    }
}

private struct PieceWriter {
    var bytes: [UInt8] = []
    private var lastTime: Int64 = 0
    private var lastPoint = GridPoint(latitude: 0, longitude: 0)

    mutating func integer(_ value: Int64) {
        var rest = UInt64(bitPattern: (value << 1) ^ (value >> 63))
        while rest >= 128 {
            bytes.append(UInt8(truncatingIfNeeded: rest) | 128)
            rest >>= 7
        }
        bytes.append(UInt8(rest))
    }

    mutating func real(_ value: Double) {
        guard !value.isNaN else { return bytes.append(0) }
        bytes.append(1)
        withUnsafeBytes(of: value.bitPattern.littleEndian) { bytes += $0 }
    }

    mutating func wide(_ value: Int128) {
        integer(Int64(truncatingIfNeeded: value >> 64))
        integer(Int64(truncatingIfNeeded: value))
    }

    mutating func text(_ value: String?) {
        guard let value else { return integer(-1) }
        integer(Int64(value.utf8.count))
        bytes += value.utf8
    }

    mutating func point(_ point: TrackPoint) {
        integer(point.milliseconds - lastTime)
        integer(Int64(point.point.latitude) - Int64(lastPoint.latitude))
        integer(Int64(point.point.longitude) - Int64(lastPoint.longitude))
        real(point.speedMetersPerSecond)
        lastTime = point.milliseconds
        lastPoint = point.point
    }

    mutating func run(_ run: LegRun) {
        point(run.first)
        point(run.last)
        integer(run.legs)
        integer(run.micrometers)
        real(run.maximumSpeedMetersPerSecond)
        integer(run.isJump ? 2 : run.isGap ? 1 : 0)
        box(run.box, from: run.first.point, to: run.last.point)
    }

    /// Numbers that are 0 for most runs: how far the box goes beyond the ends, and the turns around the Earth.
    mutating func box(_ box: PathBox, from first: GridPoint, to last: GridPoint) {
        let straight = PathBox(from: first, to: last)
        integer(Int64(straight.south) - Int64(box.south))
        integer(Int64(box.north) - Int64(straight.north))
        integer(straight.west - box.west)
        integer(box.east - straight.east)
        integer((box.end - straight.end) / turn1e7)
    }

    mutating func group(_ group: GroupPiece) {
        point(group.first)
        point(group.last)
        integer(group.follower.map { $0 - group.last.milliseconds } ?? -1)
        sums(group.sums)
        integer(Int64(group.runs.count))
        for each in group.runs { run(each) }
    }

    mutating func sums(_ sums: PositionSums) {
        integer(sums.count)
        integer(sums.y)
        integer(sums.x)
        wide(sums.yy)
        wide(sums.xx)
    }
}

private struct PieceReader {
    let bytes: [UInt8]
    private var at = 0
    private var lastTime: Int64 = 0
    private var lastPoint = GridPoint(latitude: 0, longitude: 0)

    init(bytes: [UInt8]) { self.bytes = bytes }

    mutating func integer() -> Int64 {
        var value: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let byte = bytes[at]
            at += 1
            value |= UInt64(byte & 127) << shift
            if byte < 128 { break }
            shift += 7
        }
        return Int64(bitPattern: value >> 1) ^ -Int64(bitPattern: value & 1)
    }

    mutating func real() -> Double {
        at += 1
        guard bytes[at - 1] == 1 else { return .nan }
        defer { at += 8 }
        return Double(bitPattern: (0..<8).reduce(UInt64(0)) { $0 | UInt64(bytes[at + $1]) << UInt64(8 * $1) })
    }

    mutating func wide() -> Int128 {
        let high = integer()
        return Int128(high) << 64 | Int128(UInt64(bitPattern: integer()))
    }

    mutating func text() -> String? {
        let count = Int(integer())
        guard count >= 0 else { return nil }
        defer { at += count }
        return String(decoding: bytes[at..<at + count], as: UTF8.self)
    }

    mutating func point() -> TrackPoint {
        lastTime += integer()
        let latitude = Int32(Int64(lastPoint.latitude) + integer())
        let longitude = Int32(Int64(lastPoint.longitude) + integer())
        lastPoint = GridPoint(latitude: latitude, longitude: longitude)
        return TrackPoint(milliseconds: lastTime, point: lastPoint, speedMetersPerSecond: real())
    }

    mutating func run() -> LegRun {
        let (first, last) = (point(), point())
        let (legs, micrometers, speed, gap) = (integer(), integer(), real(), integer())
        return LegRun(
            first: first, last: last, legs: legs, micrometers: micrometers, maximumSpeedMetersPerSecond: speed,
            isGap: gap > 0, isJump: gap == 2,
            box: box(from: first.point, to: last.point))
    }

    mutating func box(from first: GridPoint, to last: GridPoint) -> PathBox {
        var box = PathBox(from: first, to: last)
        box.south = Int32(Int64(box.south) - integer())
        box.north = Int32(Int64(box.north) + integer())
        box.west -= integer()
        box.east += integer()
        box.end += integer() * turn1e7
        return box
    }

    mutating func group() -> GroupPiece {
        let (first, last) = (point(), point())
        let follower = integer()
        let sums = sums(from: first.point)
        let runs = (0..<Int(integer())).map { _ in run() }
        return GroupPiece(
            first: first, last: last, follower: follower < 0 ? nil : last.milliseconds + follower, sums: sums, runs: runs)
    }

    mutating func sums(from origin: GridPoint) -> PositionSums {
        let (count, y, x) = (integer(), integer(), integer())
        return PositionSums(origin: origin, count: count, y: y, x: x, yy: wide(), xx: wide())
    }
}
