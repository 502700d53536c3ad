import Tracks

/// Tells the two passes of an hour that comes twice apart by the order of a device's rows.
///
/// Where a device's times step back by a minute or more within the hour, its second pass has begun.
struct RepeatedHour {
    private struct Pass {
        var time: Int64
        var isSecond: Bool
    }

    private let zone: TimeZoneRules
    private var passes: [UInt32: Pass] = [:]
    private static let leastStep: Int64 = 60_000

    init(zone: TimeZoneRules) { self.zone = zone }

    /// The time of a row, which was read as the first of two.
    mutating func time(_ time: Int64, of device: UInt32) -> Int64 {
        guard zone.readsTwice(time) else {
            passes[device] = nil
            return time
        }
        var pass = passes[device] ?? Pass(time: time, isSecond: false)
        if time <= pass.time - Self.leastStep { pass.isSecond = true }
        pass.time = time
        passes[device] = pass
        return pass.isSecond ? time + zone.repeatedLength(at: time) : time
    }
}

/// Zones that texts of times name, each looked up once.
struct NamedZones {
    private let find: @Sendable (String) -> TimeZoneRules?
    private var known: [String: TimeZoneRules?] = [:]

    init(find: @escaping @Sendable (String) -> TimeZoneRules?) { self.find = find }

    /// The zone whose name stands behind a space or in brackets at the end of a cell, and the bytes before it.
    mutating func zone(behind cell: Cell) -> (zone: TimeZoneRules, count: Int)? {
        var first = cell.count
        let isInBrackets = cell.count > 0 && cell.start[cell.count - 1] == 93
        let end = isInBrackets ? cell.count - 1 : cell.count
        while first > 0, cell.start[first - 1] != 32, cell.start[first - 1] != 91 { first -= 1 }
        guard first > 0, first < end, cell.start[first] | 32 >= 97, cell.start[first] | 32 <= 122 else { return nil }
        let name = String(decoding: UnsafeBufferPointer(start: cell.start + first, count: end - first), as: UTF8.self)
        // An abbreviation such as CST is a zone of several countries.
        guard name.contains("/") else { return nil }
        let found = known[name] ?? find(name)
        known[name] = .some(found)
        return found.map { ($0, first - 1) }
    }
}
