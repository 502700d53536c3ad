import LogFormats
import Options

/// A line of the devices file.
public struct DeviceEntry: Sendable {
    /// The id from the logs.
    public var device: String
    /// What people call it.
    public var name: String?
    /// The kind of its device-days that name none.
    public var kind: String?
    /// What it belongs to.
    public var group: String?
}

/// Reads the CSV of devices: columns device, name, kind, group, of which all but the first may be missing.
func readDeviceEntries(_ path: String) throws(Problems) -> [DeviceEntry] {
    guard let bytes = readWholeFile(path) else {
        throw Problems([Problem(file: path, what: "the devices file cannot be read: \(systemError()).")])
    }
    let rows = csvRows(bytes)
    guard let header = rows.first, let device = header.firstIndex(of: "device") else {
        let what = "the devices file has no column 'device'; it may have device, name, kind, group."
        throw Problems([Problem(file: path, mark: Mark(line: 1, column: 1), what: what)])
    }
    func column(_ name: String, _ row: [String]) -> String? {
        guard let index = header.firstIndex(of: name), index < row.count, !row[index].isEmpty else { return nil }
        return row[index]
    }
    return rows.dropFirst().compactMap { row in
        guard device < row.count, !row[device].isEmpty else { return nil }
        return DeviceEntry(device: row[device], name: column("name", row), kind: column("kind", row), group: column("group", row))
    }
}
