import Tracks

/// Writes what is true of the logs.
struct SampleTruth {
    /// Its files, below the folder of the logs.
    static let names = ["stays", "places", "days", "injected"].map { "truth/\($0).csv" }

    private var injected: [UInt8] = []
    private(set) var injectedRows = 0

    init() { injected.append("file,line,device,what,reason\n") }

    /// Notes the spoiled rows of a day's file.
    mutating func add(_ file: DayFile, _ logs: [DeviceLog]) {
        let name = file.name
        for (line, row) in file.injectedLines() {
            injected.append(text: name)
            injected.append(",")
            injected.append(number: line)
            injected.append(",")
            injected.append(text: logs[row.deviceNumber].device.id)
            injected.append(",")
            injected.append(row.fault.what)
            injected.append(",")
            injected.append(row.fault.reason)
            injected.append("\n")
            injectedRows += 1
        }
    }

    /// Writes `stays.csv`, `places.csv`, `days.csv` and `injected.csv`.
    func write(
        _ logs: [DeviceLog], of days: [CalendarDay], _ made: inout MadeFiles, _ summary: inout SampleSummary
    ) throws {
        var (stays, places, meters) = ([UInt8](), [UInt8](), [UInt8]())
        stays.append("device,place,arrived_utc,left_utc,latitude,longitude\n")
        places.append("device,place,latitude,longitude,visits\n")
        meters.append("device,day,moved_m\n")
        for log in logs {
            for stay in log.truth.stays { append(stay, of: log.device, to: &stays) }
            for (i, place) in log.device.places.enumerated() {
                append(place, of: log.device, visits: log.truth.stays.count { $0.spot.place == i }, to: &places)
            }
            for day in days {
                meters.append(text: "\(log.device.id),\(day),")
                meters.append(fixed: log.truth.meters(on: day), decimals: 0)
                meters.append("\n")
            }
            summary.stays += log.truth.stays.count
            summary.places += log.device.places.count
        }
        for (name, bytes) in zip(Self.names, [stays, places, meters, injected]) {
            summary.writtenBytes += try made.write([bytes], to: name)
        }
        summary.injected = injectedRows
    }

    private func append(_ stay: TrueStay, of device: SampleDevice, to bytes: inout [UInt8]) {
        bytes.append(text: device.id)
        bytes.append(",")
        bytes.append(text: device.places[stay.spot.place].name)
        bytes.append(",")
        bytes.append(time: stay.arrived, withFraction: true)
        bytes.append("Z,")
        bytes.append(time: stay.left, withFraction: true)
        bytes.append("Z,")
        append(stay.spot.position, in: device.city, to: &bytes)
        bytes.append("\n")
    }

    private func append(_ place: SamplePlace, of device: SampleDevice, visits: Int, to bytes: inout [UInt8]) {
        bytes.append(text: device.id)
        bytes.append(",")
        bytes.append(text: place.name)
        bytes.append(",")
        append(place.position, in: device.city, to: &bytes)
        bytes.append(",")
        bytes.append(number: visits)
        bytes.append("\n")
    }

    private func append(_ position: PlaneVector, in city: SampleCity, to bytes: inout [UInt8]) {
        let place = city.coordinate(position)
        bytes.append(fixed: place.latitude, decimals: 6)
        bytes.append(",")
        bytes.append(fixed: place.longitude, decimals: 6)
    }
}
