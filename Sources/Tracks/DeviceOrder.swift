/// Puts the rows of a part in the order of their devices; reused from part to part.
public struct DeviceOrder {
    /// By device; all 0 between two parts, so that a part costs what it holds and not what devices there are.
    private var counts: [Int] = []

    /// An order that knows no device.
    public init() {}

    /// The rows of each device, in the order they have in the parcels: one pass counts, one places.
    ///
    /// - Parameter names: The ids of devices by their numbers.
    /// - Returns: Rows, which the parcels must outlive, and what each device has of them; devices in the order of their ids' bytes.
    /// - Complexity: O(rows + d log d) for d devices.
    public mutating func place(
        _ parcels: [PackedRows], names: [String]
    ) -> (rows: [PlacedRow], devices: [(device: UInt32, rows: Range<Int>)]) {
        if counts.count < names.count { counts += repeatElement(0, count: names.count - counts.count) }
        var met = count(parcels)
        met.sort { names[Int($0)].utf8.lexicographicallyPrecedes(names[Int($1)].utf8) }
        var devices: [(device: UInt32, rows: Range<Int>)] = []
        devices.reserveCapacity(met.count)
        var next = 0
        for device in met {
            let end = next + counts[Int(device)]
            devices.append((device, next..<end))
            counts[Int(device)] = next
            next = end
        }
        defer { for device in met { counts[Int(device)] = 0 } }
        return (placed(parcels, total: next), devices)
    }

    /// Counts the rows of each device. Returns the devices met.
    private mutating func count(_ parcels: [PackedRows]) -> [UInt32] {
        var met: [UInt32] = []
        counts.withUnsafeMutableBufferPointer { counts in
            for parcel in parcels {
                parcel.forEachRow { row, _ in
                    if counts[Int(row.device)] == 0 { met.append(row.device) }
                    counts[Int(row.device)] += 1
                }
            }
        }
        return met
    }

    // Unsafe: each row is written once, to the place that is next of its device; 24 bytes a row.
    private mutating func placed(_ parcels: [PackedRows], total: Int) -> [PlacedRow] {
        counts.withUnsafeMutableBufferPointer { places in
            Array(unsafeUninitializedCapacity: total) { rows, count in
                for parcel in parcels {
                    let file = parcel.file
                    parcel.forEachRow { row, start in
                        let place = places[Int(row.device)]
                        rows.initializeElement(at: place, to: PlacedRow(row, at: start, file: file))
                        places[Int(row.device)] = place + 1
                    }
                }
                count = total
            }
        }
    }
}

extension PackedRows {
    @inline(__always)
    fileprivate func forEachRow(_ body: (PackedRow, UnsafeRawPointer) -> Void) {
        let bytes = bytes
        guard let start = bytes.baseAddress else { return }
        var offset = 0
        while offset < bytes.count {
            let row = PackedRow(bytes, at: offset)
            body(row, start + offset)
            offset += row.length
        }
    }
}
