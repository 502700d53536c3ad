import Foundation
import Geodesy
import Glibc
import Synchronization
import Testing

@testable import CoordinateFilter

/// What `convertStream` made of some bytes.
struct Converted {
    var text: String
    var problems: [String]
    var summary: ConvertSummary
}

/// Runs bytes through `convertStream` by way of two files, or of a pipe that is fed so many bytes at a time.
func convert(_ bytes: [UInt8], _ options: ConvertOptions, chunk: Int? = nil) throws -> Converted {
    let (input, output) = (try #require(tmpfile()), try #require(tmpfile()))
    defer {
        fclose(input)
        fclose(output)
    }
    let problems = Mutex<[String]>([])
    let report: @Sendable (String) -> Void = { problem in problems.withLock { $0.append(problem) } }
    let summary: ConvertSummary
    if let chunk {
        let pipe = Pipe()
        let feeder = Thread {
            for start in stride(from: 0, to: bytes.count, by: chunk) {
                pipe.fileHandleForWriting.write(Data(bytes[start..<min(start + chunk, bytes.count)]))
            }
            pipe.fileHandleForWriting.closeFile()
        }
        feeder.start()
        summary = try convertStream(
            from: pipe.fileHandleForReading.fileDescriptor, to: fileno(output), options: options, report: report)
    } else {
        fwrite(bytes, 1, bytes.count, input)
        fflush(input)
        lseek(fileno(input), 0, SEEK_SET)
        summary = try convertStream(from: fileno(input), to: fileno(output), options: options, report: report)
    }
    lseek(fileno(output), 0, SEEK_SET)
    let found = FileHandle(fileDescriptor: fileno(output), closeOnDealloc: false).readDataToEndOfFile()
    return Converted(text: String(decoding: found, as: UTF8.self), problems: problems.withLock { $0 }, summary: summary)
}

func convert(_ text: String, _ options: ConvertOptions, chunk: Int? = nil) throws -> Converted {
    try convert(Array(text.utf8), options, chunk: chunk)
}

/// Options of a conversion.
func options(
    _ from: CoordinateSystem = .wgs84, _ to: CoordinateSystem = .wgs84,
    columns: ConvertOptions.Columns = .positions(longitude: 1, latitude: 2),
    shift: ChinaShift = .outline, change: (inout ConvertOptions) -> Void = { _ in }
) -> ConvertOptions {
    var options = ConvertOptions(conversion: Conversion(from: from, to: to, shift: shift))
    options.columns = columns
    change(&options)
    return options
}

@Suite struct ConvertStreamTests {
    @Test func `nothing gives nothing`() throws {
        let found = try convert("", options())
        #expect(found.text == "")
        #expect(found.summary == ConvertSummary())
    }

    @Test func `TJ-079 the shift has the right sign at Tiananmen`() throws {
        // shared/vectors v0811 (mpmath, gcoord, geocoordinates-rs): Beijing moves east and north.
        let found = try convert("116.397,39.9075\n", options(.wgs84, .gcj02))
        let numbers = found.text.dropLast().split(separator: ",").compactMap { Double($0) }
        #expect(numbers.count == 2)
        #expect(abs(numbers[0] - 116.403_243_314_801_34) < 1e-11)
        #expect(abs(numbers[1] - 39.908_903_332_154) < 1e-11)
    }

    @Test func `everything but the two numbers is kept byte for byte`() throws {
        let text = "a, 116.50 ,\"x,\"\"y\"\"\",\t 39.250\t, z\r\nb,\"1.0\",,\"-2.50\",\"two\nlines\"\n"
        let found = try convert(text, options(columns: .positions(longitude: 2, latitude: 4)))
        #expect(found.text == "a, 116.5 ,\"x,\"\"y\"\"\",\t 39.25\t, z\r\nb,\"1\",,\"-2.5\",\"two\nlines\"\n")
        #expect(found.problems == [])
        #expect(found.summary.read == 3)
    }

    @Test func `columns may stand in any order`() throws {
        let found = try convert("39.50,x,116.10,\n", options(columns: .positions(longitude: 3, latitude: 1)))
        #expect(found.text == "39.5,x,116.1,\n")
    }

    @Test func `a header names the columns and is kept`() throws {
        let found = try convert(
            "\u{FEFF}id,\"lat\", lng \r\n7,39.0,116.0\r\n", options(columns: .names(longitude: "lng", latitude: "lat")))
        #expect(found.text == "\u{FEFF}id,\"lat\", lng \r\n7,39,116\r\n")
        #expect(found.summary.read == 2)
    }

    @Test func `a header without the column converts nothing`() throws {
        let found = try convert("id,lat,lon\n7,39.0,116.0\n", options(columns: .names(longitude: "lo", latitude: "lat")))
        #expect(found.text == "")
        #expect(found.summary.stopped == "line 1: the header has no column 'lo'. Did you mean 'lon'?")
    }

    @Test func `a byte-order mark before the first number is kept`() throws {
        let found = try convert("\u{FEFF}116.0,39.0\n", options())
        #expect(found.text == "\u{FEFF}116,39\n")
    }

    @Test func `the last line may lack its end`() throws {
        #expect(try convert("116.0,39.0", options()).text == "116,39\n")
        #expect(try convert("116.0,39.0\nx", options()).text == "116,39\n\n")
    }

    @Test func `an empty line is no row and stays`() throws {
        let found = try convert("1.0,2.0\n\n \r\n3.0,4.0\n", options())
        #expect(found.text == "1,2\n\n \r\n3,4\n")
        #expect(found.summary.bad == 0)
    }

    @Test(arguments: [
        ("abc,39", "the longitude 'abc' is no number. If this is a header, name the columns: --columns LONGITUDE,LATITUDE."),
        ("nan,39", "the longitude 'nan' is no number. If this is a header, name the columns: --columns LONGITUDE,LATITUDE."),
        ("116,inf", "the latitude 'inf' is no number. If this is a header, name the columns: --columns LONGITUDE,LATITUDE."),
        ("116,1e999", "the latitude '1e999' is no number. If this is a header, name the columns: --columns LONGITUDE,LATITUDE."),
        ("116,", "the latitude is empty."), ("116", "it has too few columns: column 2 is to hold the latitude."),
        ("39.9,116.4", "the latitude '116.4' lies beyond ±90°; the columns look swapped: --columns gives the longitude's first."),
        ("150,90.001", "the latitude '90.001' lies beyond ±90°."),
        ("190,10", "the longitude '190' lies beyond ±180°; --wrap takes it as -170."),
        (
            "12958041,4825907",
            "'12958041', '4825907' is not in degrees; it looks like metres, which --from webmercator or --from bd09mc reads."
        ),
    ]) func `a bad line is said and leaves an empty one`(line: String, problem: String) throws {
        let found = try convert(line + "\n1,2\n", options(.wgs84, .gcj02))
        #expect(found.text == "\n1,2\n")
        #expect(found.problems == ["line 1: " + problem])
        #expect(found.summary.bad == 1)
    }

    @Test func `metres beyond the plane are said`() throws {
        let found = try convert("20037509,0\n20037508.342,0\n", options(.webMercator, .wgs84))
        #expect(found.problems == ["line 1: '20037509', '0' lies beyond the plane of webmercator, x and y in metres."])
        #expect(found.text.hasPrefix("\n179.99999"))
    }

    @Test func `Web Mercator clamps latitudes at its square`() throws {
        // shared/vectors v1496 to v1498: gcoord clamps |y| to 20037508.342789244.
        let found = try convert("0,90\n10,-90\n116,86\n", options(.wgs84, .webMercator))
        #expect(
            found.text == "0,20037508.342789244\n1113194.907932736,-20037508.342789244\n12913060.932019735,20037508.342789244\n")
    }

    @Test func `longitudes wrap only when asked`() throws {
        let found = try convert("190,1\n-190,1\n540,1\n180,1\n-180,1\n3601,1\n", options { $0.wrapsLongitudes = true })
        #expect(found.text == "-170,1\n170,1\n-180,1\n180,1\n-180,1\n\n")
    }

    @Test func `numbers with exponents and signs are read`() throws {
        #expect(try convert("+1.5e1,-2.5E-1\n", options()).text == "15,-0.25\n")
    }

    @Test func `only the first problems are reported`() throws {
        let found = try convert(String(repeating: "x\n", count: 5000), options { $0.threads = 2 })
        #expect(found.problems.count == 20)
        #expect(found.problems.last == "line 20: it has too few columns: column 2 is to hold the latitude.")
        #expect(found.summary.bad == 5000)
        #expect(found.text == String(repeating: "\n", count: 5000))
    }

    @Test func `a line longer than a mebibyte is one bad line`() throws {
        let found = try convert("1,2\n" + String(repeating: "9", count: 3_000_000) + ",1\n3,4\n", options { $0.threads = 2 })
        #expect(found.text == "1,2\n\n3,4\n")
        #expect(found.problems == ["line 2: it is longer than 1048576 bytes."])
    }

    @Test func `a bad record over three lines leaves three`() throws {
        let found = try convert("x,1,\"a\nb\nc\"\n1.0,2.0\ny,1\n", options())
        #expect(found.text == "\n\n\n1,2\n\n")
        #expect(found.problems.last == "line 5: the longitude 'y' is no number.")
        #expect(found.summary.bad == 4)
    }

    @Test(arguments: [1, 2, 3]) func `any number of threads and any reads give the same bytes`(threads: Int) throws {
        var random = SeededBytes(seed: 7)
        var text = ""
        for line in 0..<20_000 {
            switch random.next() % 12 {
            case 0: text += "bad \(line)\n"
            case 1: text += "\"116.\(line)\",39.5,\"two\nlines\"\n"
            case 2: text += "\n"
            default: text += "116.\(line),39.\(line),row \(line)\n"
            }
        }
        let wanted = try convert(text, options(.bd09, .wgs84))
        let found = try convert(text, options(.bd09, .wgs84) { $0.threads = threads }, chunk: 1013)
        #expect(found.text == wanted.text)
        #expect(found.problems == wanted.problems)
        #expect(found.summary == wanted.summary)
    }

    @Test(arguments: 0..<60) func `random bytes leave a line for each line and never a NaN`(seed: Int) throws {
        var random = SeededBytes(seed: UInt64(seed))
        let alphabet = Array((seed % 3 == 0 ? "0123456789.,-\n\"" : "0123456789.,,,-+eE \n\n\r\"\tnaifINF;{}[]:\u{0}").utf8)
        var bytes: [UInt8] = []
        for _ in 0..<20_000 {
            bytes.append(
                seed % 5 == 4 ? UInt8(truncatingIfNeeded: random.next()) : alphabet[Int(random.next() % UInt64(alphabet.count))])
        }
        let found = try convert(bytes, options(.bd09, .wgs84, shift: seed % 2 == 0 ? .everywhere : .outline) { $0.format = .csv })
        let lines = bytes.count { $0 == 10 } + (bytes.last == 10 ? 0 : 1)
        #expect(found.summary.read == Int64(lines))
        #expect(found.text.utf8.count { $0 == 10 } == lines)
        if !bytes.contains(UInt8(ascii: "n")), seed % 5 != 4 { #expect(!found.text.lowercased().contains("nan")) }
        #expect(found.problems.count <= 20)
    }
}

/// Reproducible numbers.
struct SeededBytes {
    private var state: UInt64
    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 &+ 1 }

    mutating func next() -> UInt64 {
        // SplitMix64.
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
