import Tracks

/// Taxis of Beijing as the data set T-Drive has them.
public struct TDrive: PresetFormat {
    /// The value of `format`.
    public static let name = "t-drive"
    /// What it is.
    public static let summary =
        "T-Drive's taxis: id, time of Beijing, longitude, latitude; no header."
    /// Beijing's.
    public static let timezone = "Asia/Shanghai"

    static let preset = CSVPreset(
        columns: ["device": ["1"], "time": ["2"], "longitude": ["3"], "latitude": ["4"]], hasHeader: false)

    let csv: CSV

    init(_ csv: CSV) { self.csv = csv }

    /// Whether all first rows are a number, a day with a time, and two numbers with decimals.
    public func recognizes(_ beginning: LogBeginning) -> Bool {
        let rows = firstRows(of: beginning).map { $0.map { String(decoding: $0, as: UTF8.self) } }
        return !rows.isEmpty
            && rows.allSatisfy { row in
                row.count == 4 && row[0].utf8.allSatisfy { (48...57).contains($0) } && row[1].utf8.count == 19
                    && isoTime(row[1], zone: .utc) != nil && row[2...].allSatisfy { $0.contains(".") && Double($0) != nil }
            }
    }
}
