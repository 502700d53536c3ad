import Tracks

/// What the messages of a local type hold: which message it is, and where in it the fields of a fix stand.
struct FITDefinition {
    /// A field as the definition lists it.
    struct Field {
        var offset: Int
        var size: Int
        var baseType: UInt8
    }

    /// `record` of the profile.
    static let record = 20

    /// Number of the message in the profile.
    let message: Int
    let isBigEndian: Bool
    /// Bytes of a message without its header, developer fields included.
    let size: Int
    /// Fields of a record by their numbers in the profile.
    private(set) var timestamp: Field?
    private(set) var latitude: Field?
    private(set) var longitude: Field?
    private(set) var altitude: Field?
    private(set) var enhancedAltitude: Field?
    private(set) var speed: Field?
    private(set) var enhancedSpeed: Field?
    private(set) var accuracy: Field?

    /// - Parameters:
    ///   - fields: Three bytes a field: number, size, base type.
    ///   - developerBytes: Of the developer fields together; they stand behind the others and are passed over.
    init(message: Int, isBigEndian: Bool, fields: UnsafeRawBufferPointer, developerBytes: Int) {
        self.message = message
        self.isBigEndian = isBigEndian
        var offset = 0
        for at in stride(from: 0, to: fields.count - 2, by: 3) {
            let field = Field(offset: offset, size: Int(fields[at + 1]), baseType: fields[at + 2])
            offset += field.size
            switch fields[at] {
            case 253: timestamp = field
            case 0: latitude = field
            case 1: longitude = field
            case 2: altitude = field
            case 78: enhancedAltitude = field
            case 6: speed = field
            case 73: enhancedSpeed = field
            case 31: accuracy = field
            default: break
            }
        }
        size = offset + developerBytes
    }

    /// The value of a field as an integer; nil where there is none, or it says by its largest value that it holds nothing.
    func value(_ field: Field?, in message: UnsafeRawBufferPointer) -> Int64? {
        guard let field, field.offset + field.size <= message.count, let bits = Self.bits(of: field.baseType),
            field.size == bits / 8
        else { return nil }
        var raw: UInt64 = 0
        for i in 0..<field.size {
            let byte = UInt64(message[field.offset + (isBigEndian ? i : field.size - 1 - i)])
            raw = raw << 8 | byte
        }
        let isSigned = [0x01, 0x83, 0x85, 0x8E].contains(field.baseType)
        // z types say 0 where they hold nothing, the others their largest value.
        let nothing: UInt64 =
            Self.isZeroNothing(field.baseType) ? 0 : isSigned ? (1 << UInt64(bits - 1)) - 1 : ~0 >> UInt64(64 - bits)
        guard raw != nothing else { return nil }
        guard isSigned else { return Int64(exactly: raw) }
        return Int64(bitPattern: raw << UInt64(64 - bits)) >> Int64(64 - bits)
    }

    private static func isZeroNothing(_ type: UInt8) -> Bool { [0x0A, 0x8B, 0x8C, 0x90].contains(type) }

    /// Bits of an integer base type; nil of floats and texts.
    private static func bits(of type: UInt8) -> Int? {
        switch type {
        case 0x00, 0x01, 0x02, 0x0A, 0x0D: 8
        case 0x83, 0x84, 0x8B: 16
        case 0x85, 0x86, 0x8C: 32
        case 0x8E, 0x8F, 0x90: 64
        default: nil
        }
    }
}

/// The CRC-16 of FIT (polynomial 0xA001, reflected), over bytes one after the other.
struct FITChecksum {
    private(set) var value: UInt16 = 0

    private static let table: [UInt16] = (0..<256).map { byte in
        (0..<8).reduce(UInt16(byte)) { crc, _ in crc & 1 == 1 ? crc >> 1 ^ 0xA001 : crc >> 1 }
    }

    mutating func add(_ bytes: UnsafeRawBufferPointer) {
        Self.table.withUnsafeBufferPointer { table in
            for byte in bytes { value = value >> 8 ^ table[Int(UInt8(truncatingIfNeeded: value) ^ byte)] }
        }
    }
}
