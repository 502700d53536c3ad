import Options
import Testing
import Tracks

@testable import LogFormats

/// What a run says of a file besides its rows.
@Suite struct FileHintTests {
    private let columns = ["device": "id", "time": "t", "latitude": "lat", "longitude": "lon", "speed": "v"]

    /// A car at 50 km/h due north: 13.9 m/s are 0.000125° of latitude a second (111.2 km a degree), a row each 10 s.
    private func drive(speed: String, rows: Int = 60) -> String {
        (0..<rows).reduce("id,t,lat,lon,v\n") { text, i in
            let clock = (i * 10 / 60 < 10 ? "0" : "") + "\(i * 10 / 60):" + (i * 10 % 60 < 10 ? "0" : "") + "\(i * 10 % 60)"
            return text + "a,2025-06-01T00:\(clock)Z,\(31 + Double(i) * 0.00125),121,\(speed)\n"
        }
    }

    private func notes(_ text: String, unit: String) throws -> [String] {
        try read(text, source(columns: columns, ["speed-unit": .scalar(unit)])).reading.notes
    }

    @Test func `TJ-054: speeds in another unit than the source says are named`() throws {
        let found = try notes(drive(speed: "13.9"), unit: "kn")
        #expect(found.count == 1 && found[0].hasSuffix("in 59 legs: they look like m/s, and 'speed-unit' of the source is kn."))
        #expect(found[0].hasPrefix("its positions move at 1.94"))
        #expect(try notes(drive(speed: "50"), unit: "m/s").first?.contains("they look like km/h") == true)
        for (speed, unit) in [("13.9", "m/s"), ("50", "km/h"), ("27", "kn"), ("31.1", "mph")] {
            #expect(try notes(drive(speed: speed), unit: unit) == [])
        }
        // Too few legs, no speeds, and speeds that nothing is known of.
        #expect(try notes(drive(speed: "13.9", rows: 30), unit: "kn") == [])
        #expect(try notes(drive(speed: ""), unit: "kn") == [])
        #expect(try notes(drive(speed: "99"), unit: "m/s") == [])
    }

    @Test func `ids that differ by leading zeros or case are named`() throws {
        func notes(_ ids: String...) throws -> [String] {
            try read("id,t,lat,lon\n" + ids.map { "\($0),2025-06-01T00:00:00Z,1,2\n" }.joined(), source()).reading.notes
        }
        #expect(
            try notes("001", "1", "2")
                == ["its devices '001' and '1' differ by leading zeros or case only; each was taken as a device of its own."])
        #expect(
            try notes("Cat", "cat", "07", "7", "x")
                == [
                    "its devices '07' and '7' differ by leading zeros or case only, as two others do; each was taken as a device of its own."
                ])
        #expect(try notes("10", "1", "100", "cat", "cats") == [])
    }
}
