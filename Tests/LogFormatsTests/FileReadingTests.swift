import Options
import Testing
import Tracks

@testable import LogFormats

/// Rule 4.2: the hash is over what reading made of the rows in order, not over the file's name.
@Suite struct FileReadingTests {
    private let header = "id,t,lat,lon,note\n"
    private let rows = [
        "A,2025-06-01T08:00:00Z,1.0,2.0,x\n", "B,2025-06-01T08:00:01Z,1.0,2.0,x\n", "A,2025-06-01T08:00:02Z,x,2.0,x\n",
        ",2025-06-01T08:00:03Z,1.0,2.0,x\n",
    ]

    private func shares(_ text: String, _ options: SourceOptions? = nil, file: UInt32 = 0, name: String = "log.csv") throws
        -> [DayShare]
    {
        let reading = try read(text, options, file: file, name: name).reading
        return reading.days.sorted { $0.key < $1.key }.map(\.value) + [reading.dayless]
    }

    @Test func `the same rows give the same hash, whatever the file is called`() throws {
        let text = header + rows.joined()
        let first = try shares(text)
        #expect(try shares(text, file: 7, name: "other.txt") == first)
        #expect(first.map(\.rows) == [3, 1])
    }

    @Test func `compressing a file does not change its hash`() throws {
        let text = header + rows.joined()
        let packed = try read(bytes: gzipped(text), name: "log.csv.gz").reading
        #expect(Array(packed.days.values) + [packed.dayless] == (try shares(text)))
    }

    @Test func `another order of lines is another hash`() throws {
        let first = try shares(header + rows[0] + rows[1])
        let second = try shares(header + rows[1] + rows[0])
        #expect(first[0].rows == second[0].rows && first[0].hash != second[0].hash)
    }

    @Test func `a line moved by an empty one is another hash`() throws {
        #expect(try shares(header + "\n" + rows[0])[0].hash != shares(header + rows[0])[0].hash)
    }

    @Test(arguments: [
        "B,2025-06-01T08:00:00Z,1.0,2.0,x\n", "A,2025-06-01T08:00:09Z,1.0,2.0,x\n", "A,2025-06-01T08:00:00Z,1.1,2.0,x\n",
        "A,2025-06-01T08:00:00Z,1.0,2.1,x\n",
    ])
    func `a changed value of a mapped column is another hash`(row: String) throws {
        #expect(try shares(header + row)[0].hash != shares(header + rows[0])[0].hash)
    }

    @Test func `a value that no column maps does not count, one of extra does`() throws {
        let changed = rows[0].replacing("x", with: "y")
        #expect(try shares(header + changed) == shares(header + rows[0]))
        let extra = try source(["extra": .sequence([Node(.scalar("note"), mark: Mark(line: 1, column: 1))])])
        #expect(try shares(header + changed, extra)[0].hash != shares(header + rows[0], extra)[0].hash)
    }

    @Test(arguments: ["altitude", "speed", "course", "accuracy", "hdop", "satellites", "kind"])
    func `every optional column counts`(key: String) throws {
        let options = try source(columns: ["device": "id", "time": "t", "latitude": "lat", "longitude": "lon", key: "v"])
        let text = "id,t,lat,lon,v\nA,2025-06-01T08:00:00Z,1,2,"
        #expect(try shares(text + "3", options)[0].hash != shares(text + "4", options)[0].hash)
    }

    @Test func `of a reject its reason and text count`() throws {
        let base = try shares(header + "A,2025-06-01T08:00:00Z,x,2.0,x\n")[0]
        #expect(try shares(header + "A,2025-06-01T08:00:00Z,x,2.0,y\n")[0].hash != base.hash)
        #expect(try shares(header + "A,2025-06-01T08:00:00Z,,2.00,x\n")[0].hash != base.hash)
        #expect(base.rows == 1)
        #expect(try shares(header + rows[3])[0].hash != shares(header + rows[3].replacing("x", with: "y"))[0].hash)
    }

    @Test func `days have hashes of their own`() throws {
        let late = try source(["late": .scalar("1 day")])
        let before = "A,2025-05-31T08:00:00Z,1.0,2.0,x\n"
        let other = "A,2025-05-31T08:00:00Z,1.0,2.0,y\n"
        let one = try shares(header + before + rows[0], late)
        let two = try shares(header + other.replacing("1.0", with: "9.0") + rows[0], late)
        #expect(one[0].hash != two[0].hash && one[1] == two[1])
    }

    @Test func `devices are spread over the parts by the top of their hash`() {
        #expect(partition(ofHash: 0) == 0)
        #expect(partition(ofHash: UInt64.max) == partitionCount - 1)
        // The hash of D00 is 0x3becf754…, so its part is 0x3b >> 2 = 14 (StableHashTests).
        #expect(partition(ofHash: NameTable.hash("D00")) == 14)
    }
}
