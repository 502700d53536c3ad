import Foundation
import Geodesy

/// Rows of sample logs with what is true of each of them, and where the devices were.
struct JudgedLogs {
    /// A row of a log, read as far as it goes.
    struct Row {
        let cells: [String]
        let time: Int64?
        /// WGS-84, through the gate that knows China's outline.
        let place: Coordinate?

        var device: String { cells[0] }

        init(cells: [String]) {
            self.cells = cells
            time = cells.count > 1 ? SampleLogs.time(cells[1]) : nil
            guard cells.count == 9, let latitude = Double(cells[2]), let longitude = Double(cells[3]),
                let system = CoordinateSystem(name: cells[8].isEmpty ? "wgs84" : cells[8])
            else {
                place = nil
                return
            }
            place = Conversion(from: system, to: .wgs84).converted(Coordinate(latitude: latitude, longitude: longitude))
        }
    }

    /// A row and its line of the truth.
    struct Fix {
        let row: Row
        let time: Int64
        let place: Coordinate
        let what: String
        let isGood: Bool
        let errorMeters: Double
    }

    struct Stay {
        let place: String
        let time: Range<Int64>
        let center: Coordinate
    }

    let logs: SampleLogs
    let injected: [[String: String]]
    /// Lines of each log by its file's name, the header first.
    let rows: [String: [Row]]
    /// What says where its device was, right or wrong, by device in order of time.
    let fixes: [String: [Fix]]
    /// By device in order of time.
    let stays: [String: [Stay]]

    /// Of the logs that every test looks at.
    static let few = Result { JudgedLogs(try SampleLogs.few.get()) }

    init(_ logs: SampleLogs) {
        self.logs = logs
        injected = logs.truth("injected")
        let rows = logs.lines.mapValues { lines in lines.map { Row(cells: SampleLogs.cells($0)) } }
        self.rows = rows
        let fixes = logs.truthOfLines.flatMap { file, truths in
            zip(rows[file] ?? [], truths).dropFirst().compactMap { row, text -> Fix? in
                let truth = SampleLogs.cells(text)
                guard let time = row.time, let place = row.place, let error = Double(truth[2]) else { return nil }
                return Fix(row: row, time: time, place: place, what: truth[0], isGood: truth[1] == "1", errorMeters: error)
            }
        }
        self.fixes = Dictionary(grouping: fixes, by: \.row.device).mapValues { $0.sorted { $0.time < $1.time } }
        stays = Dictionary(grouping: logs.truth("stays"), by: { $0["device"] ?? "" }).mapValues { $0.compactMap(Self.stay) }
    }

    private static func stay(_ row: [String: String]) -> Stay? {
        guard let arrived = SampleLogs.time(row["arrived_utc"] ?? ""), let left = SampleLogs.time(row["left_utc"] ?? ""),
            let place = row["place"], let center = center(row)
        else { return nil }
        return Stay(place: place, time: arrived..<left, center: center)
    }

    /// The columns latitude and longitude of a row of the truth.
    static func center(_ row: [String: String]) -> Coordinate? {
        guard let latitude = Double(row["latitude"] ?? ""), let longitude = Double(row["longitude"] ?? "") else { return nil }
        return Coordinate(latitude: latitude, longitude: longitude)
    }

    /// The fixes of a device during a stay, in order of time.
    func fixes(of device: String, during stay: Stay) -> [Fix] {
        fixes[device, default: []].filter { stay.time.contains($0.time) }
    }
}

/// Haversine on the sphere of rule 2.2, written out here so that the test rests on nothing of the project.
func haversineMeters(_ a: Coordinate, _ b: Coordinate) -> Double {
    let radians = Double.pi / 180
    let north = sin((b.latitude - a.latitude) * radians / 2)
    let east = sin((b.longitude - a.longitude) * radians / 2)
    let square = north * north + cos(a.latitude * radians) * cos(b.latitude * radians) * east * east
    return 2 * 6_371_008.8 * asin(min(1, square.squareRoot()))
}
