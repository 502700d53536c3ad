import Options

/// Where the device of a log stands whose rows name none: in the source, in the path, or, when asked for, in the name of each track.
struct DeviceOutsideRows {
    /// Whether the name of a track is its device.
    let isName: Bool
    private let lacks: String?

    /// What the option `device-from-name` is.
    static let nameHelp = "Whether the name of each track is its device; off, 'device' or {device} in 'files' says it."

    /// - Parameter mayBeName: Whether tracks of the format have names; then `device-from-name` is one of its options.
    init(reading reader: inout OptionReader, of source: SourceOptions, format: String, mayBeName: Bool = false) {
        isName =
            mayBeName
            && reader.flag(
                "device-from-name", default: false, help: Self.nameHelp)
        let ways = mayBeName ? ", put {device} into 'files', or say 'device-from-name: on'." : ", or put {device} into 'files'."
        let words = "\(format) names no device; give 'device' its id\(ways)"
        lacks = source.namesNoDevice && !isName ? words : nil
        if lacks != nil, !source.isAuto { reader.report(at: "device", words) }
    }

    /// - Throws: `Damage` where nothing says the device.
    func check() throws {
        if let lacks { throw Damage(what: "cannot be read: \(lacks)") }
    }
}
