import Foundation
import Samples
import Testing

@Suite struct GenerateSamplesTests {
    private let dayMilliseconds: Int64 = 86_400_000

    /// 2025-06-01 00:00 in Asia/Shanghai is 2025-05-31T16:00:00Z.
    private let firstDayStart: Int64 = 1_748_707_200_000

    @Test func `the same seed gives the same bytes`() throws {
        let few = try SampleLogs.few.get()
        let again = try SampleLogs(few.options)
        #expect(few.files == again.files)
        #expect(few.summary == again.summary)
    }

    @Test func `another seed gives other bytes`() throws {
        let few = try SampleLogs.few.get()
        var options = few.options
        options.seed += 1
        options.days = 1
        let others = try SampleLogs(options)
        #expect(few.files["2025-06-01.csv.gz"] != others.files["2025-06-01.csv.gz"])
    }

    @Test func `more days leave the devices as they are`() throws {
        let few = try SampleLogs.few.get()
        var options = few.options
        options.days = 1
        let oneDay = try SampleLogs(options)
        let positions = { (logs: SampleLogs) in
            logs.truth("places").map { [$0["device"], $0["place"], $0["latitude"], $0["longitude"]] }
        }
        #expect(positions(few) == positions(oneDay))
    }

    @Test func `there is one file a local day with the header of the contract`() throws {
        let few = try SampleLogs.few.get()
        #expect(few.lines.keys.sorted() == (1...5).map { "2025-06-0\($0).csv.gz" })
        for lines in few.lines.values {
            #expect(lines[0] == "device_id,timestamp,lat,lon,speed,heading,accuracy,type,crs")
        }
        #expect(few.summary.files == 5)
        #expect(few.summary.rows == few.lines.values.reduce(0) { $0 + $1.count - 1 })
    }

    @Test func `no row is of a day before the first`() throws {
        let few = try SampleLogs.few.get()
        let early = few.lines.values.flatMap { $0.dropFirst() }.filter { line in
            let cells = SampleLogs.cells(line)
            return cells.count > 1 && SampleLogs.time(cells[1]).map { $0 < firstDayStart } ?? false
        }
        #expect(early.isEmpty)
    }

    @Test func `a row that is not said to be late is of its file's local day`() throws {
        let few = try SampleLogs.few.get()
        let odd = Set(
            few.truth("injected").filter { $0["what"] != "out-of-order" }.map { "\($0["file"] ?? ""):\($0["line"] ?? "")" })
        for (number, name) in few.lines.keys.sorted().enumerated() {
            let start = firstDayStart + Int64(number) * dayMilliseconds
            let elsewhere = (few.lines[name] ?? []).enumerated().dropFirst().filter { line, text in
                if odd.contains("\(name):\(line + 1)") { return false }
                return !(start..<start + dayMilliseconds).contains(SampleLogs.time(SampleLogs.cells(text)[1]) ?? 0)
            }
            #expect(elsewhere.isEmpty, "\(name)")
        }
    }

    @Test func `gzip headers hold no time`() throws {
        for (path, bytes) in try SampleLogs.few.get().files where path.hasSuffix(".gz") {
            #expect(bytes[0...1] == [0x1F, 0x8B] && bytes[4...7] == [0, 0, 0, 0])
        }
    }

    @Test func `the sample week stays below 1.9 MB`() throws {
        let week = try SampleLogs(SampleOptions())
        #expect(week.options.devices == 14 && week.options.days == 7)
        #expect(week.summary.writtenBytes <= 1_900_000)
        #expect(week.files.values.reduce(0) { $0 + $1.count } == week.summary.writtenBytes)
        #expect((60_000...150_000).contains(week.summary.rows))
    }

    @Test func `every kind, both codes and all three systems occur`() throws {
        let few = try SampleLogs.few.get()
        let rows = few.lines.values.flatMap { $0.dropFirst().map { SampleLogs.cells($0) } }.filter { $0.count == 9 }
        #expect(Set(rows.map { $0[7] }) == ["pet", "bicycle", "unicycle", "tricycle", "vehicle", "0", "1"])
        #expect(Set(rows.map { $0[8] }).isSuperset(of: ["", "wgs84", "gcj02", "bd09"]))
    }

    @Test func `an option out of bounds is named with its bounds`() {
        let problem = SampleProblem(what: "0 is out of bounds.", place: "devices", mend: "It may be 1 to 100000.")
        #expect(throws: problem) { try generateSamples(SampleOptions(devices: 0), into: "/nowhere") }
        #expect(problem.description == "devices: 0 is out of bounds. It may be 1 to 100000.")
        let day = SampleProblem(
            what: "'2025-06-31' is no day of the years 1970 to 9999.", place: "first day", mend: "Write it as 2025-06-01.")
        #expect(throws: day) { try generateSamples(SampleOptions(firstDay: "2025-06-31"), into: "/nowhere") }
    }

    @Test func `a folder that cannot be made is named with the reason`() {
        let problem = SampleProblem(
            what: "It cannot be written: Not a directory.", place: "/dev/null/logs/",
            mend: "Choose a folder that can be written with -o.")
        #expect(throws: problem) { try generateSamples(SampleOptions(devices: 1, days: 1), into: "/dev/null/logs") }
    }
}
