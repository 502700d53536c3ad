import Tracks

/// Reads the messages of FIT one after the other, in constant memory.
struct FITReader {
    private let log: LogFile
    private var buffer = [UInt8](repeating: 0, count: 1 << 16)
    private var filled = 0
    private var at = 0
    /// Bytes of the log before the buffer.
    private var base: Int64 = 0
    private var fault: (any Error)?
    private var isAtEnd = false

    private var definitions: [FITDefinition?] = Array(repeating: nil, count: 16)
    /// The last whole timestamp, which compressed ones go on from.
    private var timestamp: Int64?
    private var checksum = FITChecksum()
    /// Number of the message in the log, from 1.
    private var message: UInt32 = 0
    private var words: [UInt8] = []

    /// 1989-12-31T00:00:00Z in seconds since 1970.
    private static let epoch: Int64 = 631_065_600
    /// Smaller timestamps count from when the device was switched on.
    private static let leastTimestamp: Int64 = 0x1000_0000
    private static let degrees = 180.0 / 2_147_483_648

    init(_ log: LogFile) { self.log = log }

    mutating func read(into rows: inout RowAssembler) throws {
        var isFirst = true
        while true {
            guard need(1) else {
                if let fault { throw fault }
                return
            }
            guard need(12), let header = FITHeader(buffer[at..<filled]) else {
                if let fault { throw fault }
                let place = base + Int64(at)
                throw Damage(
                    what: isFirst
                        ? "is no FIT file; nothing of it was read" : "has other bytes behind its messages at byte \(place)",
                    textOffset: place)
            }
            isFirst = false
            (checksum, timestamp) = (FITChecksum(), nil)
            definitions = Array(repeating: nil, count: 16)
            try readFile(header, into: &rows)
            if rows.context.isCancelled() { return }
        }
    }

    private mutating func readFile(_ header: FITHeader, into rows: inout RowAssembler) throws {
        guard take(header.size) else { throw cut() }
        // A recorder that lost its power leaves the size 0: messages go on to the end.
        let end = header.dataSize == 0 ? Int64.max : base + Int64(at) + Int64(header.dataSize)
        while base + Int64(at) < end {
            if header.dataSize == 0, !need(3) { throw cut() }
            try readMessage(into: &rows)
            rows.flushIfFull()
            if message.isMultiple(of: 4096), rows.context.isCancelled() { return }
        }
        let computed = checksum.value
        guard need(2) else { throw cut() }
        let stored = UInt16(buffer[at]) | UInt16(buffer[at + 1]) << 8
        at += 2
        if stored != computed {
            throw Damage(
                what: "has a wrong checksum: its bytes were changed; what could be read of it was kept",
                textOffset: base + Int64(at))
        }
    }

    private mutating func readMessage(into rows: inout RowAssembler) throws {
        let offset = base + Int64(at)
        guard need(1) else { throw cut() }
        let head = buffer[at]
        guard take(1) else { throw cut() }
        if head & 0xC0 == 0x40 { return try readDefinition(head) }
        let isCompressed = head & 0x80 != 0
        let type = Int(isCompressed ? head >> 5 & 3 : head & 15)
        guard let definition = definitions[type] else {
            throw Damage(
                what: "has a message of an unknown type at byte \(offset); what stands behind it was not read",
                textOffset: offset)
        }
        guard need(definition.size) else { throw cut() }
        message += 1
        let range = at..<at + definition.size
        var time: Int64?
        buffer.withUnsafeBytes { bytes in
            time = definition.value(definition.timestamp, in: UnsafeRawBufferPointer(rebasing: bytes[range]))
        }
        if isCompressed, let before = timestamp {
            let low = Int64(head & 31)
            time = before & ~31 | low
            if low < before & 31 { time = (time ?? 0) + 32 }
        }
        if let time { timestamp = time }
        if definition.message == FITDefinition.record { give(definition, range, time, offset, into: &rows) }
        guard take(definition.size) else { throw cut() }
    }

    private mutating func readDefinition(_ head: UInt8) throws {
        guard need(5) else { throw cut() }
        let isBigEndian = buffer[at + 1] == 1
        let (low, high) = isBigEndian ? (buffer[at + 3], buffer[at + 2]) : (buffer[at + 2], buffer[at + 3])
        let fieldBytes = 3 * Int(buffer[at + 4])
        let hasDeveloperFields = head & 0x20 != 0
        guard need(5 + fieldBytes + (hasDeveloperFields ? 1 : 0)) else { throw cut() }
        let developerCount = hasDeveloperFields ? 3 * Int(buffer[at + 5 + fieldBytes]) : 0
        let size = 5 + fieldBytes + (hasDeveloperFields ? 1 + developerCount : 0)
        guard need(size) else { throw cut() }
        let developerBytes = stride(from: at + 6 + fieldBytes, to: at + size, by: 3).reduce(0) { $0 + Int(buffer[$1 + 1]) }
        let fields = at + 5..<at + 5 + fieldBytes
        definitions[Int(head & 15)] = buffer.withUnsafeBytes { bytes in
            FITDefinition(
                message: Int(high) << 8 | Int(low), isBigEndian: isBigEndian,
                fields: UnsafeRawBufferPointer(rebasing: bytes[fields]), developerBytes: hasDeveloperFields ? developerBytes : 0)
        }
        guard take(size) else { throw cut() }
    }

    /// A message `record` as a row. Its text is its bytes in hexadecimal.
    private mutating func give(
        _ definition: FITDefinition, _ range: Range<Int>, _ time: Int64?, _ offset: Int64, into rows: inout RowAssembler
    ) {
        words.removeAll(keepingCapacity: true)
        for byte in buffer[range].prefix(200) {
            words.append(Self.hex(byte >> 4))
            words.append(Self.hex(byte & 15))
        }
        buffer.withUnsafeBytes { bytes in
            words.withUnsafeBufferPointer { text in
                guard let start = text.baseAddress else { return }
                let message = UnsafeRawBufferPointer(rebasing: bytes[range])
                var row = FixRow(empty: Cell(start, 0))
                if let time, time >= Self.leastTimestamp { row.time = (Self.epoch + time) * 1000 }
                if let latitude = definition.value(definition.latitude, in: message) {
                    row.latitude = Double(latitude) * Self.degrees
                }
                if let longitude = definition.value(definition.longitude, in: message) {
                    row.longitude = Double(longitude) * Self.degrees
                }
                let altitude =
                    definition.value(definition.enhancedAltitude, in: message)
                    ?? definition.value(definition.altitude, in: message)
                if let altitude { row.altitude = Double(altitude) / 5 - 500 }
                let speed =
                    definition.value(definition.enhancedSpeed, in: message) ?? definition.value(definition.speed, in: message)
                if let speed { row.speed = Double(speed) / 1000 }
                if let accuracy = definition.value(definition.accuracy, in: message) { row.accuracy = Double(accuracy) }
                rows.takeFix(row, line: self.message, offset: offset, text: Cell(start, text.count))
            }
        }
    }

    private static func hex(_ digit: UInt8) -> UInt8 { digit < 10 ? 48 + digit : 87 + digit }

    // MARK: Bytes

    /// Whether so many bytes are there from `at` on.
    private mutating func need(_ count: Int) -> Bool {
        if filled - at >= count { return true }
        let left = filled - at
        buffer.withUnsafeMutableBytes { bytes in
            guard at > 0, left > 0 else { return }
            bytes.copyBytes(from: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[at..<filled]))
        }
        base += Int64(at)
        (at, filled) = (0, left)
        if count > buffer.count { buffer += [UInt8](repeating: 0, count: count - buffer.count) }
        while filled < count, !isAtEnd {
            do {
                let start = filled
                let got = try buffer.withUnsafeMutableBytes { bytes in
                    try log.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[start...]))
                }
                filled += got
                isAtEnd = got == 0
            } catch {
                (fault, isAtEnd) = (error, true)
            }
        }
        return filled >= count
    }

    /// Goes on over bytes that are part of the checksum.
    private mutating func take(_ count: Int) -> Bool {
        guard need(count) else { return false }
        let range = at..<at + count
        buffer.withUnsafeBytes { checksum.add(UnsafeRawBufferPointer(rebasing: $0[range])) }
        at += count
        return true
    }

    private func cut() -> any Error {
        fault
            ?? Damage(
                what: "ends inside message \(message + 1); those before it were kept", textOffset: base + Int64(filled))
    }
}
