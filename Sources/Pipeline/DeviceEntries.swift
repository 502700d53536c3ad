import LogFormats
import Options

/// A line of the devices file.
struct DeviceEntry: Sendable {
    var device: String
    var name: String?
    var kind: String?
    var group: String?
}

/// Reads the CSV of devices: columns device, name, kind, group, of which all but the first may be missing.
func readDeviceEntries(_ path: String, named name: String) throws -> [DeviceEntry] {
    guard let bytes = readWholeFile(path) else {
        throw RunProblem(status: .noInput, "\(name): the devices file cannot be read: \(systemError()).")
    }
    let rows = csvRows(bytes)
    guard let header = rows.first, let device = header.firstIndex(of: "device") else {
        throw RunProblem(status: .wrongPipeline, "\(name):1:1: the devices file has no column 'device'; it may have device, name, kind, group.")
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
