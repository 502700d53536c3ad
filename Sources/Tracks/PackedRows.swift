/// Rows of one file and day that wait until the day can be made, packed into bytes: 40 a fix and 8 for each number it has besides.
///
/// A fix takes: device, kind, line (UInt32), time, latitude, longitude (64 bits), coordinate system, columns (UInt8), extra's length
/// (UInt16), the numbers, the extra. A reject: the same head with reason and texts.
///
/// Raw memory (measured: 12 ns a row, 41 ns through arrays). `@unchecked Sendable`: one owner at a time; a reader fills it, hands it
/// over under a lock and never touches it again.
public final class PackedRows: @unchecked Sendable {
    /// Index of the file.
    public let file: UInt32
    // Unchecked: one owner at a time, as above (measured: the run-time's checks of exclusive access took 4 % of a whole run).
    /// Bytes used.
    @exclusivity(unchecked) public private(set) var count = 0
    /// Rows in it, rejects included.
    @exclusivity(unchecked) public private(set) var rows = 0
    @exclusivity(unchecked) private var memory: UnsafeMutableRawPointer
    /// Bytes that its memory takes.
    @exclusivity(unchecked) public private(set) var capacity: Int
    /// Whose memory it is, where it is not its own.
    private let owner: AnyObject?

    /// Room for some rows of a file.
    public init(file: UInt32, capacity: Int = 256) {
        self.file = file
        self.capacity = capacity
        owner = nil
        memory = .allocate(byteCount: capacity, alignment: 16)
    }

    /// Rows that lie in the memory of another, which lives as long as this; none may be added.
    public init(file: UInt32, rows: Int, in bytes: UnsafeMutableRawBufferPointer, of owner: AnyObject) {
        self.file = file
        self.rows = rows
        count = bytes.count
        capacity = bytes.count
        self.owner = owner
        memory = bytes.baseAddress.unsafelyUnwrapped
    }

    /// Bytes as they were spilled.
    public init(file: UInt32, rows: Int, count: Int, fill: (UnsafeMutableRawBufferPointer) throws -> Void) rethrows {
        self.file = file
        self.rows = rows
        self.count = count
        capacity = max(count, 16)
        owner = nil
        memory = .allocate(byteCount: capacity, alignment: 16)
        try fill(UnsafeMutableRawBufferPointer(start: memory, count: count))
    }

    deinit { if owner == nil { memory.deallocate() } }

    /// The bytes used.
    public var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(start: memory, count: count) }

    /// Adds a fix. Returns how many bytes more are reserved for it.
    @discardableResult
    public func append(_ fix: ReadFix, extra: UnsafeRawBufferPointer) -> Int {
        let before = capacity
        reserve(96 + extra.count)
        let start = memory + count
        start.storeBytes(of: fix.device, as: UInt32.self)
        start.storeBytes(of: fix.kind, toByteOffset: 4, as: UInt32.self)
        start.storeBytes(of: fix.line, toByteOffset: 8, as: UInt32.self)
        start.storeBytes(of: fix.time, toByteOffset: 12, as: Int64.self)
        start.storeBytes(of: fix.latitude, toByteOffset: 20, as: Double.self)
        start.storeBytes(of: fix.longitude, toByteOffset: 28, as: Double.self)
        start.storeBytes(of: fix.system, toByteOffset: 36, as: UInt8.self)
        start.storeBytes(of: UInt16(extra.count), toByteOffset: 38, as: UInt16.self)
        var (length, columns): (Int, UInt8) = (40, 0)
        for i in 0..<6 {
            // What is none is written too, and the next over it: no branch a number.
            let number = fix.numbers[i]
            start.storeBytes(of: number, toByteOffset: length, as: Double.self)
            length &+= number == number ? 8 : 0
            columns |= number == number ? 1 << UInt8(i) : 0
        }
        start.storeBytes(of: columns, toByteOffset: 37, as: UInt8.self)
        if let from = extra.baseAddress { (start + length).copyMemory(from: from, byteCount: extra.count) }
        length += extra.count
        count += length
        rows += 1
        return capacity - before
    }

    /// Adds a row that reading rejected but whose device and time are known (rule 1.5).
    ///
    /// Texts are cut to 60,000 bytes; nil where only the count is wanted.
    public func append(device: UInt32, line: UInt32, reason: RejectReason, texts: (field: String, value: String, text: String)?) {
        let parts = [texts?.field, texts?.value, texts?.text].map { Array(($0 ?? "").utf8.prefix(60_000)) }
        reserve(40 + parts.reduce(0) { $0 + $1.count })
        let at = memory + count
        at.storeBytes(of: device, as: UInt32.self)
        at.storeBytes(of: line, toByteOffset: 8, as: UInt32.self)
        at.storeBytes(of: Self.rejectMark, toByteOffset: 36, as: UInt8.self)
        at.storeBytes(of: reason.rawValue, toByteOffset: 37, as: UInt8.self)
        at.storeBytes(of: texts == nil ? 0 : 1, toByteOffset: 12, as: UInt8.self)
        for (i, part) in parts.enumerated() { at.storeBytes(of: UInt32(part.count), toByteOffset: 16 + 4 * i, as: UInt32.self) }
        count += 40
        for part in parts {
            part.withUnsafeBytes {
                if let start = $0.baseAddress { (memory + count).copyMemory(from: start, byteCount: part.count) }
            }
            count += part.count
        }
        rows += 1
    }

    /// Adds a row that is packed already.
    public func append(_ row: PackedRow) {
        reserve(row.length)
        (memory + count).copyMemory(from: row.start, byteCount: row.length)
        count += row.length
        rows += 1
    }

    static let rejectMark: UInt8 = 255

    private func reserve(_ bytes: Int) {
        guard count + bytes > capacity else { return }
        capacity = max(capacity * 2, count + bytes)
        let larger = UnsafeMutableRawPointer.allocate(byteCount: capacity, alignment: 16)
        larger.copyMemory(from: memory, byteCount: count)
        memory.deallocate()
        memory = larger
    }
}

/// A row that reading accepted, before it is packed.
public struct ReadFix: Sendable {
    /// Number of the device in the run.
    public var device: UInt32 = 0
    /// Number of the kind's text in the run; 0 is none.
    public var kind: UInt32 = 0
    /// Line of the record, from 1.
    public var line: UInt32 = 0
    /// Milliseconds since 1970 UTC.
    public var time: Int64 = 0
    /// Degrees, or metres of a projection.
    public var latitude = 0.0
    /// Degrees, or metres of a projection.
    public var longitude = 0.0
    /// Raw value of `CoordinateSystem`.
    public var system: UInt8 = 0
    /// Altitude, speed, course, accuracy, hdop, satellites in the order of `FixColumns`; NaN for none.
    public var numbers = SIMD8<Double>(repeating: .nan)

    /// A row without values.
    public init() {}
}

/// A packed row as it is looked through: where it lies and whose it is.
public struct PackedRow {
    /// Number of the device in the run.
    public let device: UInt32
    /// Whether reading rejected it.
    public let isReject: Bool
    /// Bytes it takes.
    public let length: Int
    fileprivate let start: UnsafeRawPointer

    /// Line of the record, from 1.
    public var line: UInt32 { start.loadUnaligned(fromByteOffset: 8, as: UInt32.self) }
    /// Of a fix, milliseconds since 1970 UTC.
    public var time: Int64 { start.loadUnaligned(fromByteOffset: 12, as: Int64.self) }
    /// Of a fix, its position as it was read.
    public var position: (latitude: Double, longitude: Double) {
        (
            Double(bitPattern: start.loadUnaligned(fromByteOffset: 20, as: UInt64.self)),
            Double(bitPattern: start.loadUnaligned(fromByteOffset: 28, as: UInt64.self))
        )
    }
    /// Of a reject, why it was rejected.
    public var reason: RejectReason { RejectReason(rawValue: start.load(fromByteOffset: 37, as: UInt8.self)) ?? .notARow }
    /// Of a reject, whether it has texts: it is among those that may be stored.
    public var hasTexts: Bool { start.load(fromByteOffset: 12, as: UInt8.self) == 1 }

    /// The row that begins at a byte of packed rows.
    public init(_ bytes: UnsafeRawBufferPointer, at offset: Int) {
        let start = UnsafeRawPointer(bytes.baseAddress.unsafelyUnwrapped) + offset
        self.start = start
        device = start.loadUnaligned(as: UInt32.self)
        let columns = start.load(fromByteOffset: 37, as: UInt8.self)
        isReject = start.load(fromByteOffset: 36, as: UInt8.self) == PackedRows.rejectMark
        if isReject {
            length = 40 + (0..<3).reduce(0) { $0 + Int(start.loadUnaligned(fromByteOffset: 16 + 4 * $1, as: UInt32.self)) }
        } else {
            length = 40 + columns.nonzeroBitCount * 8 + Int(start.loadUnaligned(fromByteOffset: 38, as: UInt16.self))
        }
    }

    /// Degrees of a fix, or metres of a projection.
    public var latitude: Double { Double(bitPattern: start.loadUnaligned(fromByteOffset: 20, as: UInt64.self)) }

    /// Degrees of a fix, or metres of a projection.
    public var longitude: Double { Double(bitPattern: start.loadUnaligned(fromByteOffset: 28, as: UInt64.self)) }

    /// Raw value of the `CoordinateSystem` of a fix.
    public var system: UInt8 { start.load(fromByteOffset: 36, as: UInt8.self) }

    /// Metres per second of a fix; NaN for none.
    public var speed: Double {
        let given = start.load(fromByteOffset: 37, as: UInt8.self)
        guard given & 2 != 0 else { return .nan }
        return Double(bitPattern: start.loadUnaligned(fromByteOffset: 40 + Int(given & 1) * 8, as: UInt64.self))
    }

    /// The reject with its texts; nil texts where only the count was wanted.
    public func reject(file: UInt32) -> (reject: Reject, isKept: Bool) {
        var at = 40
        let texts = (0..<3).map { i in
            let count = Int(start.loadUnaligned(fromByteOffset: 16 + 4 * i, as: UInt32.self))
            defer { at += count }
            return String(decoding: UnsafeRawBufferPointer(start: start + at, count: count), as: UTF8.self)
        }
        let reject = Reject(file: file, line: line, reason: reason, field: texts[0], value: texts[1], text: texts[2])
        return (reject, hasTexts)
    }

    /// Appends the fix to a batch whose `columns` are those of its source.
    public func append(to batch: inout FixBatch, file: UInt32) {
        batch.kinds.append(start.loadUnaligned(fromByteOffset: 4, as: UInt32.self))
        batch.lines.append(start.loadUnaligned(fromByteOffset: 8, as: UInt32.self))
        batch.times.append(start.loadUnaligned(fromByteOffset: 12, as: Int64.self))
        batch.readLatitudes.append(Double(bitPattern: start.loadUnaligned(fromByteOffset: 20, as: UInt64.self)))
        batch.readLongitudes.append(Double(bitPattern: start.loadUnaligned(fromByteOffset: 28, as: UInt64.self)))
        batch.systems.append(start.load(fromByteOffset: 36, as: UInt8.self))
        batch.files.append(file)
        let given = start.load(fromByteOffset: 37, as: UInt8.self)
        var at = 40
        func number(_ bit: UInt8) -> Double {
            guard given & bit != 0 else { return .nan }
            defer { at += 8 }
            return Double(bitPattern: start.loadUnaligned(fromByteOffset: at, as: UInt64.self))
        }
        let columns = batch.columns
        let (altitude, speed, course) = (number(1), number(2), number(4))
        let (accuracy, hdop, satellites) = (number(8), number(16), number(32))
        if columns.contains(.altitude) { batch.altitudes.append(altitude) }
        if columns.contains(.speed) { batch.speeds.append(speed) }
        if columns.contains(.course) { batch.courses.append(course) }
        if columns.contains(.accuracy) { batch.accuracies.append(accuracy) }
        if columns.contains(.hdop) { batch.hdops.append(hdop) }
        if columns.contains(.satellites) { batch.satellites.append(satellites) }
        guard columns.contains(.extra) else { return }
        let extra = Int(start.loadUnaligned(fromByteOffset: 38, as: UInt16.self))
        batch.extras.append(extra == 0 ? -1 : Int32(batch.extraTexts.count))
        guard extra > 0 else { return }
        batch.extraTexts.append(String(decoding: UnsafeRawBufferPointer(start: start + at, count: extra), as: UTF8.self))
    }
}
