import Geodesy

/// Writes the rows of one device as CSV.
struct RowWriter {
    static let header: StaticString = "device_id,timestamp,lat,lon,speed,heading,accuracy,type,crs\n"

    private let device: SampleDevice
    private let conversions = LoggedConversions()
    /// Comma, id; and so on: what is the same in all rows.
    private let idBytes: [UInt8]
    private let kindBytes: [UInt8]

    init(_ device: SampleDevice) {
        self.device = device
        idBytes = Array(device.id.utf8)
        kindBytes = Array(",\(device.kindText),".utf8)
    }

    /// One line, its end included.
    func append(_ row: LogRow, to bytes: inout [UInt8]) {
        if row.fault == .wrongColumnCount && row.variant == 0 { return bytes.append("tracker restarted\n") }
        if row.fault != .noDevice { bytes.append(contentsOf: idBytes) }
        bytes.append(comma)
        appendTime(row, to: &bytes)
        bytes.append(comma)
        appendPosition(row, to: &bytes)
        if row.fault == .wrongColumnCount && row.variant == 1 { return bytes.append("\n") }
        bytes.append(comma)
        bytes.append(fixed: row.speedMetersPerSecond * 3.6, decimals: 1)
        bytes.append(comma)
        if let course = row.courseDegrees { bytes.append(number: course) }
        bytes.append(comma)
        if let accuracy = row.accuracyMeters { bytes.append(number: accuracy) }
        bytes.append(contentsOf: kindBytes)
        appendSystem(row, to: &bytes)
        if row.fault == .wrongColumnCount { bytes.append(",1") }
        bytes.append(UInt8(ascii: "\n"))
    }

    private func appendTime(_ row: LogRow, to bytes: inout [UInt8]) {
        switch (row.fault, row.variant) {
        case (.noTime, _): return
        case (.badTime, 0): return bytes.append("2025-06-31T08:00:00Z")
        case (.badTime, 1): return bytes.append("2025-06-01T25:61:00Z")
        case (.badTime, _): return bytes.append("no fix")
        default: break
        }
        switch device.timeStyle {
        case .utc, .utcWithFraction:
            bytes.append(time: row.time, withFraction: device.timeStyle == .utcWithFraction)
            bytes.append(UInt8(ascii: "Z"))
        case .china:
            bytes.append(time: row.time + 28_800_000, withFraction: false)
            bytes.append("+08:00")
        }
    }

    private func appendPosition(_ row: LogRow, to bytes: inout [UInt8]) {
        switch (row.fault, row.variant) {
        case (.nullIsland, 0): return bytes.append("0,0")
        case (.nullIsland, 1): return bytes.append("0.0,0.0")
        case (.nullIsland, _): return bytes.append("0.000000,0.000000")
        case (.noPosition, 0): return bytes.append(",")
        default: break
        }
        var place = conversions.converted(device.city.coordinate(row.position), to: row.system)
        if row.fault == .outOfRange {
            if row.variant == 0 { place.latitude += 90 } else { place.longitude += 180 }
        }
        bytes.append(fixed: place.latitude, decimals: positionDecimals)
        bytes.append(comma)
        switch row.fault {
        case .noPosition: return
        case .badNumber: return bytes.append(row.variant == 0 ? "N/A" : row.variant == 1 ? "116.39.7" : "--")
        default: bytes.append(fixed: place.longitude, decimals: positionDecimals)
        }
    }

    private func appendSystem(_ row: LogRow, to bytes: inout [UInt8]) {
        if row.fault == .unknownSystem { return bytes.append("sk42") }
        if row.system == .wgs84 && device.leavesWGS84Unnamed { return }
        bytes.append(text: row.system.name)
    }
}

private let comma = UInt8(ascii: ",")

/// A tenth of a metre: more would be noise that gzip has to keep.
private let positionDecimals = 6
