import SQLite
import Tracks

/// The stays, places or fixes of a map in the order (device, time), in columns.
public struct MapPoints: Sendable {
    /// The keys and ids of all devices, in the order of their ids; of a place that of its earliest core stay.
    public let devices: [(key: Int64, id: String)]
    /// The names of the kinds found.
    public private(set) var kindNames: [String] = []
    /// Of each point the place of its device in `devices`.
    public private(set) var deviceNumbers: [Int32] = []
    /// Milliseconds since 1970 UTC: when it was arrived at, or the time of the fix.
    public private(set) var times: [Int64] = []
    /// Degrees WGS-84.
    public private(set) var latitudes: [Double] = []
    /// Degrees WGS-84.
    public private(set) var longitudes: [Double] = []
    /// Of each point the place of its kind in `kindNames`; −1 for none.
    public private(set) var kinds: [Int32] = []
    private var kindNumbers: [ExactText: Int32] = [:]

    init(devices: [(key: Int64, id: String)]) { self.devices = devices }

    /// How many they are.
    public var count: Int { times.count }

    /// Takes a row of time, latitude, longitude and kind, from the column after the device on.
    mutating func append(device: Int, _ row: Statement) {
        deviceNumbers.append(Int32(device))
        times.append(row.integer(1))
        latitudes.append(row.real(2))
        longitudes.append(row.real(3))
        // Most have the kind of the one before, which is told without a text of its own.
        let last = kinds.last ?? -1
        let isSame = row.withText(4) { text in last >= 0 && kindNames[Int(last)].utf8.elementsEqual(text) }
        kinds.append(isSame == nil ? -1 : isSame == true ? last : number(ofKind: row.text(4)))
    }

    private mutating func number(ofKind kind: String) -> Int32 {
        if let known = kindNumbers[ExactText(kind)] { return known }
        kindNames.append(kind)
        kindNumbers[ExactText(kind)] = Int32(kindNames.count - 1)
        return Int32(kindNames.count - 1)
    }

    /// Puts them into the order (device, time): by device first, which most ways of storing them need alone.
    mutating func sort() {
        var starts = [Int](repeating: 0, count: devices.count + 1)
        for device in deviceNumbers { starts[Int(device) + 1] += 1 }
        for device in devices.indices { starts[device + 1] += starts[device] }
        var order = [Int32](repeating: 0, count: count)
        var next = starts
        for point in 0..<count {
            let device = Int(deviceNumbers[point])
            order[next[device]] = Int32(point)
            next[device] += 1
        }
        for device in devices.indices {
            let range = starts[device]..<starts[device + 1]
            let isInOrder = zip(range, range.dropFirst()).allSatisfy { times[Int(order[$0])] <= times[Int(order[$1])] }
            if !isInOrder { order[range].sort { times[Int($0)] < times[Int($1)] } }
        }
        deviceNumbers = order.map { deviceNumbers[Int($0)] }
        times = order.map { times[Int($0)] }
        latitudes = order.map { latitudes[Int($0)] }
        longitudes = order.map { longitudes[Int($0)] }
        kinds = order.map { kinds[Int($0)] }
    }

    /// The id of the stay or place, the device of a latest fix, or `device time_ms` of a fix.
    public func id(of point: Int, as source: MapPointSource) -> String {
        let (device, time) = (devices[Int(deviceNumbers[point])].id, times[point])
        return switch source {
        case .stays: stableID("stay", device, time)
        case .places: stableID("place", device, time)
        case .latest: device
        case .fixes: "\(device) \(time)"
        }
    }
}

/// Numbers of devices by their keys, which are small.
struct DeviceNumbers {
    private var numbers: [Int32]

    /// Of keys in their order.
    init(_ keys: [Int64]) {
        numbers = [Int32](repeating: -1, count: Int(keys.max() ?? -1) + 1)
        for (number, key) in keys.enumerated() { numbers[Int(key)] = Int32(number) }
    }

    /// The number of a device among them; −1 for none.
    func number(of key: Int64) -> Int { numbers.indices.contains(Int(key)) ? Int(numbers[Int(key)]) : -1 }
}
