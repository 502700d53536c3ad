import Geodesy
import Options
import Tracks

@testable import Stages

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

private let start = Mark(line: 1, column: 1)

/// A mapping of texts, as a value of an option.
func options(_ entries: KeyValuePairs<String, String>) -> Node.Content {
    .mapping(entries.map { Node.Entry(key: $0.key, keyMark: start, value: Node(.scalar($0.value), mark: start)) })
}

/// A stage with options, as a pipeline file gives them.
func stage<S: Stage>(
    _ type: S.Type, _ entries: KeyValuePairs<String, Node.Content>, after preceding: [any Stage] = [],
    topSpeeds: [String: Double] = [:]
) throws -> S {
    let (stage, messages) = staged(type, entries, after: preceding, topSpeeds: topSpeeds)
    guard messages.isEmpty else { throw Problem(what: messages.joined(separator: " ")) }
    return stage
}

/// A stage with options of one value each.
func stage<S: Stage>(
    _ type: S.Type, _ entries: KeyValuePairs<String, String> = [:], after preceding: [any Stage] = [],
    topSpeeds: [String: Double] = [:]
) throws -> S {
    let (stage, messages) = staged(type, options(entries), after: preceding, topSpeeds: topSpeeds)
    guard messages.isEmpty else { throw Problem(what: messages.joined(separator: " ")) }
    return stage
}

/// What is wrong with the options of a stage.
func messages<S: Stage>(_ type: S.Type, _ entries: KeyValuePairs<String, String> = [:], after preceding: [any Stage] = [])
    -> [String]
{
    staged(type, options(entries), after: preceding, topSpeeds: [:]).messages
}

/// A stage with options of any shape, and what is wrong with them.
func staged<S: Stage>(
    _ type: S.Type, _ entries: KeyValuePairs<String, Node.Content>, after preceding: [any Stage], topSpeeds: [String: Double]
) -> (stage: S, messages: [String]) {
    let made = entries.map { Node.Entry(key: $0.key, keyMark: start, value: Node($0.value, mark: start)) }
    return staged(type, .mapping(made), after: preceding, topSpeeds: topSpeeds)
}

private func staged<S: Stage>(_ type: S.Type, _ content: Node.Content, after preceding: [any Stage], topSpeeds: [String: Double])
    -> (stage: S, messages: [String])
{
    var reader = OptionReader(owner: type.name, node: Node(content, mark: start), file: "p.yaml", mark: start)
    let stage = type.init(
        reading: &reader, context: StageContext(topSpeeds: topSpeeds, preceding: preceding, addressSources: addressSources))
    reader.finish()
    return (stage, reader.problems.map(\.what))
}

/// Sources of addresses: one that is built in, one of a file, two that are asked, one of them with a key.
let addressSources = [
    AddressSourceDeclaration(name: "areas", summary: "Areas of a file.", isAsked: false) {
        $0.text("file", isRequired: true, help: "The file.") ?? ""
    } file: {
        $0 as? String
    },
    AddressSourceDeclaration(name: "amap", summary: "A service.", isAsked: true) { reader in
        _ = reader.operational { $0.rate("rate", default: 3, in: 1.0 / 3600...1000, help: "How often.") }
        return reader.secret("key", help: "The key.")
    },
    AddressSourceDeclaration(name: "nominatim", summary: "A server.", isAsked: true) { reader in
        reader.integer("zoom", default: 18, in: 1...18, help: "How exact.")
    },
    AddressSourceDeclaration(name: "gazetteer", summary: "Places.", isAsked: false) {
        $0.text("file", help: "The file.") ?? ""
    } file: {
        ($0 as? String).flatMap { $0.isEmpty ? nil : $0 }
    },
]

/// A device-day with fixes at given seconds, so many metres north of 40° N, 116° E; each in its own line of file 1.
func track(device: String = "D1", kind: String? = nil, _ fixes: [(seconds: Double, north: Double)]) -> DeviceDay {
    var day = DeviceDay()
    day.device = device
    day.kind = kind
    let meter = 1 / (6_371_008.8 * Double.pi / 180)
    for (number, fix) in fixes.enumerated() {
        append(
            time: Int64((fix.seconds * 1000).rounded()), Coordinate(latitude: 40 + fix.north * meter, longitude: 116),
            line: number + 1, to: &day.fixes)
    }
    round(&day)
    return day
}

/// A device-day with fixes some seconds apart, so many metres north of 40° N, 116° E.
func track(device: String = "D1", kind: String? = nil, every seconds: Double, norths: [Double]) -> DeviceDay {
    track(device: device, kind: kind, norths.enumerated().map { (Double($0.offset) * seconds, $0.element) })
}

/// A device-day with fixes a second apart at places, as read in a coordinate system.
func track(at places: [Coordinate], in system: CoordinateSystem = .wgs84) -> DeviceDay {
    var day = DeviceDay()
    for (number, place) in places.enumerated() {
        append(time: Int64(number) * 1000, place, line: number + 1, to: &day.fixes, system)
    }
    return day
}

/// Fills the columns that later stages see, as reading does where a pipeline has no convert.
func round(_ day: inout DeviceDay) {
    day.fixes.setRounded(latitudes: day.fixes.readLatitudes, longitudes: day.fixes.readLongitudes)
}

private func append(time: Int64, _ place: Coordinate, line: Int, to fixes: inout FixBatch, _ system: CoordinateSystem = .wgs84) {
    fixes.times.append(time)
    fixes.readLatitudes.append(place.latitude)
    fixes.readLongitudes.append(place.longitude)
    fixes.systems.append(system.rawValue)
    fixes.kinds.append(0)
    fixes.files.append(1)
    fixes.lines.append(UInt32(line))
}

extension DeviceDay {
    /// A device-day as a stage leaves it.
    func after(_ stages: any FixStage...) -> DeviceDay {
        var day = self
        for stage in stages { stage.apply(to: &day) }
        return day
    }

    /// The lines of the fixes that are left.
    var lines: [UInt32] { fixes.lines }

    /// Line and reason of each reject.
    var faults: [String] { rejects.map { "\($0.line) \($0.reason.name)" } }
}
