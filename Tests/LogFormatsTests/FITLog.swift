/// Files of FIT, byte by byte as the protocol writes them.
enum FITLog {
    /// 2025-06-01T00:00:00Z in seconds since 1989-12-31T00:00:00Z.
    static let morning = UInt32(1_748_736_000 - 631_065_600)

    static func little(_ value: UInt32, _ bytes: Int) -> [UInt8] {
        (0..<bytes).map { UInt8(truncatingIfNeeded: value >> UInt32(8 * $0)) }
    }

    /// The CRC of the FIT protocol, as its document writes it: by nibbles.
    static func checksum(_ bytes: [UInt8]) -> UInt16 {
        let table: [UInt16] = [
            0x0000, 0xCC01, 0xD801, 0x1400, 0xF001, 0x3C00, 0x2800, 0xE401, 0xA001, 0x6C00, 0x7800, 0xB401, 0x5000, 0x9C01,
            0x8801, 0x4400,
        ]
        return bytes.reduce(UInt16(0)) { crc, byte in
            var crc = crc
            for nibble in [byte & 15, byte >> 4] { crc = crc >> 4 & 0x0FFF ^ table[Int(crc & 15)] ^ table[Int(nibble)] }
            return crc
        }
    }

    static func file(_ messages: [UInt8]) -> [UInt8] {
        let header: [UInt8] = [12, 0x20, 0x54, 0x08] + little(UInt32(messages.count), 4) + Array(".FIT".utf8)
        return header + messages + little(UInt32(checksum(header + messages)), 2)
    }

    /// Definition of `record` as local type 0: timestamp, latitude, longitude, altitude, speed.
    static let definition: [UInt8] =
        [0x40, 0, 0, 20, 0, 5, 253, 4, 0x86, 0, 4, 0x85, 1, 4, 0x85, 2, 2, 0x84, 6, 2, 0x84]

    static func record(_ second: UInt32, latitude: Double = 45) -> [UInt8] {
        let semicircles = UInt32(bitPattern: Int32(latitude / 180 * 2_147_483_648))
        return [0] + little(morning + second, 4) + little(semicircles, 4) + little(1 << 30, 4) + little((100 + 500) * 5, 2)
            + little(2500, 2)
    }
}
