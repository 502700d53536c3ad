import Foundation
import Geodesy
import Tracks

@testable import Store

/// A source of numbers that is the same in every run (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

/// Runs a body with a folder of its own, which is gone afterwards.
func withFolder<Result>(_ body: (String) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "trackmill-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder.path)
}

/// Runs a body with a new result file.
func withStore<Result>(_ body: (Store) throws -> Result) throws -> Result {
    try withFolder { try body(Store(path: $0 + "/t.sqlite", pipeline: "nightly", zone: .utc, isDurable: false)) }
}

func point(_ latitude: Int32, _ longitude: Int32) -> GridPoint { GridPoint(latitude: latitude, longitude: longitude) }

/// A fix of a track a minute each, 100 m north each, from a day's start.
func trackPoint(_ day: CalendarDay, _ minute: Int64, north: Int32 = 0) -> TrackPoint {
    TrackPoint(
        milliseconds: Int64(day.number) * 86_400_000 + minute * 60_000, point: point(400_000_000 + north, 1_160_000_000),
        speedMetersPerSecond: .nan)
}

/// A device-day with a fix a minute, with one group as its pieces, a point of history and a reject.
func part(of device: String, on day: CalendarDay, fixes count: Int64, kind: String? = nil) -> DayPart {
    let start = Int64(day.number) * 86_400_000
    var part = DayPart(day: day, start: start)
    for minute in 0..<count {
        part.fixes.times.append(start + minute * 60_000)
        part.fixes.latitudes.append(400_000_000 + Int32(minute))
        part.fixes.longitudes.append(1_160_000_000)
    }
    var result = DeviceDayResult(device: device, deviceHash: NameTable.hash(device))
    result.kind = kind
    (result.rowsIn, result.kept, result.rejected) = (count + 1, count, 1)
    result.rows = 0..<Int(count)
    result.first = trackPoint(day, 0)
    result.last = trackPoint(day, count - 1)
    let group = GroupPiece(
        first: trackPoint(day, 0), last: trackPoint(day, count - 1), follower: nil,
        sums: PositionSums(first: point(400_000_000, 1_160_000_000)), runs: [])
    result.pieces = DayPieces(day: day, kind: kind, elements: [.group(group)])
    result.history = [
        HistoryPoint(
            number: 1, milliseconds: start, coordinate: Coordinate(latitude: 40, longitude: 116), courseDegrees: nil,
            speedMetersPerSecond: nil, fixes: count)
    ]
    part.devices = [result]
    return part
}

/// A stay of a device-day.
func stay(on day: CalendarDay, from minute: Int64, minutes: Int64 = 30) -> Stay {
    let start = Int64(day.number) * 86_400_000 + minute * 60_000
    return Stay(
        day: day, kind: nil, arrived: start, lastSeen: start + minutes * 60_000, departed: nil,
        centroid: Coordinate(latitude: 40, longitude: 116),
        spreadMeters: 5, fixes: 10, isOpen: false)
}

/// Writes a day with all that hangs on it, in a transaction.
func write(_ parts: [DayPart], to store: Store) throws {
    try store.transaction {
        guard let day = parts.first?.day, let start = parts.first?.start else { return }
        let before = try store.hashes(ofDay: day)
        try store.clear(day: day)
        let file = try store.id(ofFile: "logs/\(day).csv")
        for part in parts {
            let partition = Int(part.devices[0].deviceHash >> 58)
            for (key, result, _) in try store.write(part, partition: partition, before: before, hasTrips: true) {
                try store.write(
                    Reject(
                        file: 0, line: UInt32(result.device.utf8.last ?? 0), reason: .spike, field: "time", value: "x",
                        text: result.device), file: file, day: day, device: key)
                if let pieces = result.pieces {
                    try store.write(StoredPieces(pieces: pieces), of: key, in: store.days(of: key, around: day))
                }
                let found = [stay(on: day, from: 60)]
                _ = try store.replace(
                    device: key, id: result.device, since: start, until: start + 86_400_000, stays: found, trips: [], gaps: [],
                    radiusMeters: 150)
            }
        }
        try store.markProcessed(day, start: start, end: start + 86_400_000, options: "0", optionText: "")
    }
}

/// The digest of every view of results.
func allDigests(of store: Store) throws -> [String] {
    try Store.resultViews.map { name in
        let (hash, rows) = try store.digest(ofView: name)
        return "\(name) \(rows) \(hash)"
    }
}
