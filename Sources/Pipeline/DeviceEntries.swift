import LogFormats
import Options
import Tracks

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
///
/// - Parameter file: The name for messages.
/// - Throws: `Problems` with every line that is wrong.
func deviceEntries(_ bytes: [UInt8], file: String) throws(Problems) -> [DeviceEntry] {
    let rows = try csvRows(bytes, file: file)
    let header = rows.first?.cells.map(\.text) ?? []
    guard let device = header.firstIndex(of: "device") else {
        let what = "the devices file has no column 'device'; it may have device, name, kind, group."
        throw Problems([Problem(file: file, mark: Mark(line: 1, column: 1), what: what)])
    }
    func text(_ name: String, _ row: CSVRow) -> String? {
        guard let column = header.firstIndex(of: name) else { return nil }
        let text = row.cell(column).text
        return text.isEmpty ? nil : text
    }
    var problems: [Problem] = []
    var lines: [ExactText: Int] = [:]
    let entries = rows.dropFirst().map { row in
        let cell = row.cell(device)
        if cell.text.isEmpty {
            problems.append(Problem(file: file, mark: cell.mark, what: "'device' is empty; it wants the id of a device."))
        } else if !isPlainText(cell.text.utf8) {
            let what = "'device' holds a control character or a byte order mark; no row of a log has such a device."
            problems.append(Problem(file: file, mark: cell.mark, what: what))
        } else if let line = lines.updateValue(cell.mark.line, forKey: ExactText(cell.text)) {
            let what = "the device '\(cell.text)' stands in line \(line), too; keep one of them."
            problems.append(Problem(file: file, mark: cell.mark, what: what))
        }
        return DeviceEntry(device: cell.text, name: text("name", row), kind: text("kind", row), group: text("group", row))
    }
    guard problems.isEmpty else { throw Problems(problems) }
    return entries
}
