import Glibc
import Tracks

/// A time zone of the system's database (package tzdata).
///
/// Read from the TZif file itself (RFC 8536), as every change of offset counts, not only daylight saving; years after its last entry
/// follow the rule at its end, up to 2100.
/// - Returns: Nil where the database has no such zone.
public func timeZoneRules(named name: String) -> TimeZoneRules? {
    if name == "UTC" || name == "Etc/UTC" || name == "Z" { return .utc }
    let isPlain = name.utf8.allSatisfy { ($0 | 32 >= 97 && $0 | 32 <= 122) || (48...57).contains($0) || "/_+-".utf8.contains($0) }
    guard isPlain, !name.isEmpty, !name.hasPrefix("/"), !name.contains("..") else { return nil }
    guard let bytes = readWholeFile("/usr/share/zoneinfo/" + name), let file = TimeZoneFile(bytes) else { return nil }
    return file.rules(named: name)
}

/// Whether the system has a database of time zones at all.
public func hasTimeZones() -> Bool { access("/usr/share/zoneinfo/Asia/Shanghai", R_OK) == 0 }

/// The bytes of a small file; nil where it cannot be read.
///
/// - Parameter limit: Where it has more bytes, reading ends behind one more than these.
func readWholeFile(_ path: String, limit: Int = 1 << 30) -> [UInt8]? {
    guard let file = fopen(path, "rb") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
        let count = fread(&buffer, 1, buffer.count, file)
        bytes += buffer[..<count]
        guard bytes.count <= limit else { return Array(bytes[...limit]) }
        if count < buffer.count { return ferror(file) == 0 ? bytes : nil }
    }
}

private struct TimeZoneFile {
    private var changes: [Int64] = []
    private var offsets: [Int64] = []
    private var firstOffset: Int64 = 0
    private var footer = ""

    init?(_ bytes: [UInt8]) {
        guard bytes.count > 44, bytes[0..<4].elementsEqual("TZif".utf8), bytes[4] >= 50 else { return nil }
        var reader = BigEndianReader(bytes: bytes, at: 20)
        // The first block has 32-bit times; the second, which is read, 64-bit ones.
        let first = reader.counts()
        reader.at = 44 + first.times * 5 + first.types * 6 + first.letters + first.leaps * 8 + first.standard + first.universal
        reader.at += 20
        let counts = reader.counts()
        let times = (0..<counts.times).map { _ in reader.integer(8) }
        let indices = (0..<counts.times).map { _ in Int(reader.integer(1)) & 255 }
        let types = (0..<counts.types).map { _ -> Int64 in
            defer { reader.at += 2 }
            return reader.integer(4) * 1000
        }
        reader.at += counts.letters + counts.leaps * 12 + counts.standard + counts.universal
        guard reader.isInside, !types.isEmpty, indices.allSatisfy({ $0 < types.count }) else { return nil }
        changes = times.map { $0 * 1000 }
        offsets = indices.map { types[$0] }
        firstOffset = types[0]
        footer = String(decoding: bytes[reader.at...].filter { $0 != 10 }, as: UTF8.self)
    }

    func rules(named name: String) -> TimeZoneRules {
        var all: [(change: Int64, offset: Int64)] = [(Int64.min, firstOffset)]
        for (change, offset) in zip(changes, offsets) where offset != all[all.count - 1].offset { all.append((change, offset)) }
        let lastChange = changes.last ?? Int64.min
        for (change, offset) in PosixRule(footer)?.changes(years: 1970...2100) ?? [] where change > lastChange {
            if offset != all[all.count - 1].offset { all.append((change, offset)) }
        }
        return TimeZoneRules(name: name, changes: all.map(\.change), offsets: all.map(\.offset))
    }
}

private struct BigEndianReader {
    let bytes: [UInt8]
    var at: Int

    var isInside: Bool { at <= bytes.count }

    mutating func integer(_ width: Int) -> Int64 {
        guard at + width <= bytes.count else {
            at = bytes.count + 1
            return 0
        }
        var value: Int64 = bytes[at] >= 128 ? -1 : 0
        for byte in bytes[at..<at + width] { value = value << 8 | Int64(byte) }
        at += width
        return value
    }

    mutating func counts() -> (universal: Int, standard: Int, leaps: Int, times: Int, types: Int, letters: Int) {
        let all = (0..<6).map { _ in Int(integer(4)) }
        return (all[0], all[1], all[2], all[3], all[4], all[5])
    }
}

/// The system's table of time zones with the position of a city in each (`zone1970.tab`); empty where it has none.
public func timeZoneCities() -> String {
    readWholeFile("/usr/share/zoneinfo/zone1970.tab", limit: 1 << 20).map { String(decoding: $0, as: UTF8.self) } ?? ""
}
