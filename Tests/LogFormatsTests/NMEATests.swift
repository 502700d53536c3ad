import Options
import Testing
import Tracks

@testable import LogFormats

/// Sentences of NMEA 0183; expected values by hand from the standard.
@Suite struct NMEATests {
    private func readSentences(_ lines: [String], _ options: [String: Node.Content] = [:], end: String = "\r\n") throws -> ReadLog
    {
        let given = options.merging(["format": .scalar("nmea"), "device": .scalar("a")]) { a, _ in a }
        return try read(lines.joined(separator: end) + end, source(columns: [:], given), device: "a", name: "a.nmea")
    }

    /// A sentence with its checksum.
    private func sentence(_ body: String) -> String {
        let sum = body.utf8.reduce(UInt8(0)) { $0 ^ $1 }
        let digits = Array("0123456789ABCDEF")
        return "$\(body)*\(digits[Int(sum >> 4)])\(digits[Int(sum & 15)])"
    }

    private let noon = utcMidnight("2025-06-01") + 12 * 3_600_000

    @Test func `the sentences of a moment are one fix`() throws {
        // 52°22.345' N, 4°54.500' E; 10 knots are 5.1444… m/s.
        let log = try readSentences([
            sentence("GPRMC,120000.25,A,5222.34500,N,00454.50000,E,10.0,271.5,010625,,,A"),
            sentence("GPGGA,120000.25,5222.34500,N,00454.50000,E,1,08,0.9,12.5,M,46.0,M,,"),
            sentence("GPVTG,271.5,T,,M,10.0,N,18.5,K"), sentence("GPGSA,A,3,01,02,03,,,,,,,,,,1.8,0.9,1.6"),
        ])
        #expect(log.fixes.count == 1 && log.reading.rows == 1)
        #expect(log.fixes.times == [noon + 250])
        #expect(abs(log.fixes.readLatitudes[0] - 52.372416666666666) < 1e-12)
        #expect(abs(log.fixes.readLongitudes[0] - 4.908333333333333) < 1e-12)
    }

    @Test(arguments: ["GP", "GN", "GL", "GA", "GB", "BD", "QZ", "IN"])
    func `any talker`(talker: String) throws {
        #expect(try readSentences([sentence("\(talker)RMC,120000,A,5222.345,N,00454.5,E,,,010625,,")]).fixes.count == 1)
    }

    @Test func `south and west are negative, without a known letter the position is none`() throws {
        let log = try readSentences([
            sentence("GPRMC,120000,A,5222.345,S,00454.5,W,,,010625,,"),
            sentence("GPRMC,120001,A,5222.345,X,00454.5,E,,,010625,,"),
            sentence("GPRMC,120002,A,5275.0,N,00454.5,E,,,010625,,"), sentence("GPRMC,120003,A,,,,,,,010625,,"),
        ])
        #expect(log.fixes.readLatitudes.map { $0 < 0 } == [true] && log.fixes.readLongitudes.map { $0 < 0 } == [true])
        #expect(log.faults == ["2 bad-number", "3 bad-number", "4 no-position"])
    }

    @Test func `void and wrong checksums are rejects, other sentences and comments are none`() throws {
        let wrong = sentence("GPRMC,120001,A,5222.345,N,00454.5,E,,,010625,,").dropLast(2) + "00"
        let log = try readSentences([
            "# a logger's header", sentence("GPRMC,120000,V,,,,,,,010625,,"), String(wrong), sentence("GPTXT,01,01,02,ANT OK"),
            "!AIVDM,1,1,,A,x,0*5F",
            "garbage",
        ])
        #expect(Set(log.faults) == ["2 void-fix", "3 bad-checksum", "5 bad-checksum", "6 not-a-row"])
        #expect(log.reading.rows == 4)
    }

    @Test func `a date is carried over midnight, forwards and backwards`() throws {
        let log = try read(
            [
                sentence("GPGGA,235958,5222.345,N,00454.5,E,1,08,0.9,12.5,M,46.0,M,,"),
                sentence("GPRMC,235959,A,5222.345,N,00454.5,E,,,310525,,"),
                sentence("GPGGA,000001,5222.345,N,00454.5,E,1,08,0.9,12.5,M,46.0,M,,"),
            ].joined(separator: "\n") + "\n",
            source(columns: [:], ["format": .scalar("nmea"), "device": .scalar("a")]),
            window: FileWindow(modified: noon, notBefore: CalendarDay(number: 0), in: .utc), device: "a", name: "a.nmea")
        let midnight = utcMidnight("2025-06-01")
        #expect(log.fixes.times.sorted() == [midnight - 2000, midnight - 1000, midnight + 1000])
    }

    /// adafruit/Adafruit_GPS#128. What the sentence holds is no whole RMC, with the checksum of its bytes or without.
    @Test func `TJ-042: a broken RMC is a reject and changes no date`() throws {
        let broken = "GPRMC,101500.000,A,3112.79K,D"
        for (line, reason) in [
            ("$\(broken)*hh", "not-a-row"), ("$\(broken)*00", "bad-checksum"), (sentence(broken), "no-position"),
        ] {
            let log = try readSentences([
                sentence("GPRMC,101459,A,3112.5,N,12124.5,E,,,010625,,"), line,
                sentence("GPGGA,101501,3112.5,N,12124.5,E,1,08,0.9,12.5,M,46.0,M,,"),
            ])
            #expect(log.faults == ["2 \(reason)"])
            let second = utcMidnight("2025-06-01") + 36_899_000
            #expect(log.fixes.times.sorted() == [second, second + 2000], "\(reason)")
        }
    }

    /// wellenvogel/esp32-nmea2000#38: a receiver without a fix that says A, 0,0 and the date of its making, 2005-05-05.
    @Test func `TJ-044: status A at 0,0 with a fixed date is a reject and dates nothing`() throws {
        let zero = sentence("GPRMC,000000.00,A,0.000,N,0.000,E,0.0,0.0,050505,,,A")
        let log = try readSentences([
            sentence("GPRMC,115958,A,3112.5,N,12124.5,E,,,010625,,"), zero,
            sentence("GPGGA,120000,3112.5,N,12124.5,E,1,08,0.9,12.5,M,46.0,M,,"),
        ])
        #expect(log.faults == ["2 null-island"])
        #expect(log.fixes.times.sorted() == [noon - 2000, noon])
    }

    @Test func `a log without any date is of no time`() throws {
        let log = try readSentences([sentence("GPGGA,120000,5222.345,N,00454.5,E,1,08,0.9,12.5,M,46.0,M,,")])
        #expect(log.faults == ["1 no-time"])
    }

    @Test func `a year of two digits is of the century that the pivot says`() throws {
        let line = sentence("GPRMC,120000,A,5222.345,N,00454.5,E,,,010690,,")
        let window = FileWindow(modified: utcMidnight("2095-01-01"), notBefore: CalendarDay(number: 0), in: .utc)
        for (pivot, day) in [("80", "1990-06-01"), ("95", nil)] as [(String, String?)] {
            let options = try source(
                columns: [:], ["format": .scalar("nmea"), "device": .scalar("a"), "year-pivot": .scalar(pivot)])
            let log = try read(line + "\n", options, window: window, device: "a", name: "a.nmea")
            // 2090 is past what a database holds, and counted without a day that is wanted.
            #expect(log.fixes.times == (day.map { [utcMidnight($0) + 12 * 3_600_000] } ?? []))
        }
    }

    @Test func `without checksums a cut sentence is no row`() throws {
        let whole = "$GPRMC,120000,A,5222.345,N,00454.5,E,1.0,2.0,010625,,\n"
        for count in 0...whole.utf8.count {
            let log = try read(
                String(whole.prefix(count)), source(columns: [:], ["format": .scalar("nmea"), "device": .scalar("a")]),
                device: "a",
                name: "a.nmea")
            #expect(log.fixes.count == (count == whole.utf8.count ? 1 : 0), "\(count)")
        }
    }

    @Test func `a log that is cut anywhere keeps the rows before and invents none`() throws {
        let lines = (0..<4).map { sentence("GPRMC,12000\($0),A,5222.34\($0),N,00454.5,E,,,010625,,") + "\r\n" }
        let whole = Array(lines.joined().utf8)
        let options = try source(columns: [:], ["format": .scalar("nmea"), "device": .scalar("a")])
        for count in 0...whole.count {
            let log = try read(bytes: Array(whole[..<count]), options, device: "a", name: "a.nmea")
            // A sentence is whole without its line's end.
            let wanted = (0..<4).filter { row in lines[...row].joined().utf8.count - 2 <= count }.count
            #expect(log.fixes.count == wanted, "\(count)")
        }
    }

    @Test func `a log without positions is said to be one`() throws {
        let log = try readSentences([sentence("GPTXT,01,01,02,ANT OK")])
        #expect(log.reading.damage?.contains("nothing says where it was") == true)
    }
}
