import Testing
import Tracks

@testable import LogFormats

@Suite struct FixRowTests {
    private let columns = ["device": "id", "time": "t", "latitude": "lat", "longitude": "lon", "speed": "v", "course": "c"]

    /// What comes of a row given as numbers, changed from one that is whole: of 2025-06-01, 08:00 UTC.
    private func taken(_ text: String = "$row", offset: Int64 = 40, change: (inout FixRow) -> Void) throws
        -> (reading: FileReading, rows: [PackedRow], bytes: [PackedRows])
    {
        let options = try source(columns: columns)
        let day = CalendarDay("2025-06-01") ?? CalendarDay(number: 0)
        let box = Parcels()
        var context = ReadingContext(
            source: options, zone: .utc, timeZone: .utc, devices: NameTable(), kinds: NameTable(reserved: [""]), file: 0,
            window: FileWindow(dated: day, in: .utc, late: 0), device: nil, wants: { _ in true },
            deliver: { box.parcels += $0 })
        let csv = try #require(options.formats.last as? CSV)
        (context.cells, context.fixColumns) = (csv.cells, csv.fixColumns)
        var assembler = RowAssembler(context)
        withCell("") { empty in
            withCell("v1") { device in
                withCell(text) { text in
                    var row = FixRow(empty: empty)
                    row.device = device
                    row.time = utcMidnight("2025-06-01") + 28_800_000
                    (row.latitude, row.longitude) = (39.9, 116.4)
                    change(&row)
                    assembler.takeFix(row, line: 3, offset: offset, text: text)
                }
            }
        }
        let reading = assembler.finish(damage: nil, bytes: 100)
        return (reading, box.parcels.map { PackedRow($0.rows.bytes, at: 0) }, box.parcels.map(\.rows))
    }

    private final class Parcels: @unchecked Sendable {
        // `@unchecked Sendable`: only the test's own thread reads here.
        var parcels: [RowParcel] = []
    }

    private func reason(_ change: (inout FixRow) -> Void) throws -> RejectReason? {
        try taken(change: change).reading.rejected.keys.first
    }

    @Test func `a row of numbers is a fix`() throws {
        let (reading, rows, bytes) = try taken { row in
            (row.speed, row.course, row.altitude) = (12.5, 360, 40)
        }
        #expect(reading.rows == 1 && reading.rejected.isEmpty && reading.firstFix == utcMidnight("2025-06-01") + 28_800_000)
        var fixes = FixBatch()
        fixes.columns = [.altitude, .speed, .course]
        try withExtendedLifetime(bytes) { try #require(rows.first).append(to: &fixes, file: 0) }
        #expect(fixes.readLatitudes == [39.9] && fixes.readLongitudes == [116.4] && fixes.lines == [3])
        // A course of 360 degrees is 0 (rule 2.9); the source has no column of altitudes.
        #expect(fixes.speeds == [12.5] && fixes.courses == [0] && fixes.altitudes[0].isNaN)
    }

    @Test func `the same values in cells give the same share of the day`() throws {
        // The row begins at byte 18, in line 3.
        let log = try read("id,t,lat,lon,v,c\n\nv1,2025-06-01T08:00:00Z,39.9,116.4,12.5,90\n", source(columns: columns))
        #expect(log.fixes.lines == [3])
        #expect(try taken(offset: 18) { ($0.speed, $0.course) = (12.5, 90) }.reading.days == log.reading.days)
    }

    @Test func `reasons come in the order of rule 1_7`() throws {
        #expect(try reason { $0.device = $0.kind } == .noDevice)
        #expect(try reason { $0.fault = .duplicate } == .duplicate)
        #expect(try reason { ($0.fault, $0.time) = (.duplicate, nil) } == .duplicate)
        #expect(try reason { $0.time = nil } == .noTime)
        #expect(try reason { $0.time = TimeFormat.bad } == .badTime)
        #expect(try reason { $0.latitude = .nan } == .noPosition)
        #expect(try reason { ($0.latitude, $0.isPositionUnreadable) = (.nan, true) } == .badNumber)
        #expect(try reason { $0.longitude = 180.5 } == .outOfRange)
        #expect(try reason { ($0.latitude, $0.longitude) = (0, 0) } == .nullIsland)
        #expect(try reason { $0.time = utcMidnight("2025-05-31") } == .tooLate)
        #expect(try reason { ($0.time, $0.latitude) = (utcMidnight("2025-05-31"), 91) } == .outOfRange)
        #expect(try reason { $0.time = utcMidnight("2025-06-03") } == .aheadOfFile)
    }

    @Test func `a reject with device and time belongs to the day, any other to the file`() throws {
        let (ofDay, rows, bytes) = try taken("$bad,row") { $0.latitude = 95 }
        #expect(ofDay.dayless.rows == 0 && ofDay.days.values.map(\.rows) == [1])
        let reject = withExtendedLifetime(bytes) { rows.first?.reject(file: 0).reject }
        #expect(reject == Reject(file: 0, line: 3, reason: .outOfRange, field: "latitude", value: "95.0", text: "$bad,row"))
        let (ofFile, none, _) = try taken { $0.time = nil }
        #expect(ofFile.dayless.rows == 1 && ofFile.days.isEmpty && none.isEmpty)
        #expect(ofFile.daylessRejects.map(\.field) == ["time"])
    }

    @Test func `the share of the day holds values, not the row's bytes`() throws {
        let whole = try taken("one") { _ in }.reading.days
        #expect(try taken("another") { _ in }.reading.days == whole)
        #expect(try taken("one") { $0.speed = 1 }.reading.days != whole)
        #expect(try taken("one") { $0.time = ($0.time ?? 0) + 1 }.reading.days != whole)
    }
}
