import Options
import Testing
import Tracks

@testable import LogFormats

/// Texts in other encodings. Bytes by hand, from the tables of GB 18030, Big5 and Windows.
@Suite struct EncodingTests {
    private let header = "id,t,lat,lon\n"

    /// A row of a device given as bytes.
    private func row(_ device: [UInt8], _ number: Int = 0) -> [UInt8] {
        device + Array(",\(1_748_764_800 + number),39.9,116.4\n".utf8)
    }

    private let zhang: [UInt8] = [0xD5, 0xC5, 0xC8, 0xFD]
    private let li: [UInt8] = [0xC0, 0xEE, 0xCB, 0xC4]

    private func encoded(_ name: String, _ options: [String: String] = [:]) throws -> SourceOptions {
        try source(options.merging(["encoding": name]) { a, _ in a }.mapValues { .scalar($0) })
    }

    @Test(arguments: ["gbk", "GBK", "gb18030", "gb2312"]) func `two names of a GBK log are two devices`(name: String) throws {
        let log = try read(bytes: Array(header.utf8) + row(zhang) + row(li, 1), encoded(name))
        #expect(log.devices.sorted() == ["张三", "李四"].sorted() && log.faults == [])
    }

    @Test func `without its encoding they are rejects, never one device`() throws {
        let log = try read(bytes: Array(header.utf8) + row(zhang) + row(li, 1) + row([0x41], 2))
        #expect(log.devices == ["A"] && log.faults == ["2 bad-text", "3 bad-text"])
        #expect(log.reading.daylessRejects.map(\.field) == ["device", "device"])
        #expect(
            log.reading.complaints.first?.hasSuffix(
                "'encoding' of the source may be gb18030, big5, euc-kr, windows-1251 or windows-1252.") == true,
            "\(log.reading.complaints)")
    }

    @Test(arguments: [
        ("big5", [0xA4, 0xA4] as [UInt8], "中"), ("latin1", [0x63, 0xE9], "cé"), ("windows-1252", [0x80], "€"),
        ("gb18030", [0x95, 0x32, 0x82, 0x36], "𠀀"), ("windows-1251", [0xC6], "Ж"), ("shift_jis", [0x93, 0x8C], "東"),
    ])
    func `reads the encodings that iconv knows`(name: String, bytes: [UInt8], device: String) throws {
        #expect(try read(bytes: Array(header.utf8) + row(bytes), encoded(name)).devices == [device])
    }

    /// A text as UTF-16.
    private func wide(_ text: String, isLittle: Bool) -> [UInt8] {
        text.utf16.flatMap { isLittle ? [UInt8($0 & 255), UInt8($0 >> 8)] : [UInt8($0 >> 8), UInt8($0 & 255)] }
    }

    @Test(arguments: [true, false]) func `a byte order mark tells UTF-16, whatever the source says`(isLittle: Bool) throws {
        let text = wide("\u{FEFF}" + header + "张三,1748764800,39.9,116.4\r\n😀,1748764801,1,2\r\n", isLittle: isLittle)
        for name in ["utf-8", "utf-16", "gbk"] {
            let log = try read(bytes: text, encoded(name))
            #expect(log.devices.sorted() == ["张三", "😀"].sorted() && log.fixes.lines.sorted() == [2, 3])
        }
    }

    @Test func `a byte order mark of UTF-8 goes before the encoding of the source`() throws {
        #expect(try read("\u{FEFF}" + header + "张三,1748764800,1,2\n", encoded("gbk")).devices == ["张三"])
    }

    @Test func `UTF-16 without a mark is read where the source says so, its low byte first`() throws {
        let text = wide(header + "张三,1748764800,1,2\n", isLittle: true)
        #expect(try read(bytes: text, encoded("utf-16")).devices == ["张三"])
        #expect(try read(bytes: wide(header + "A,1748764800,1,2", isLittle: false), encoded("utf-16be")).devices == ["A"])
    }

    @Test func `a byte that is no character spoils its row only`() throws {
        let log = try read(bytes: Array(header.utf8) + row(zhang) + row([0xFF, 0x41]) + row([0xD5]) + row(li, 3), encoded("gbk"))
        #expect(log.fixes.lines.sorted() == [2, 5] && log.faults == ["3 bad-text", "4 bad-text"])
    }

    @Test(arguments: ["gbk", "utf-16"]) func `a long text is cut nowhere`(name: String) throws {
        var bytes = name == "gbk" ? Array(("i" + header).utf8) : wide("\u{FEFF}i" + header, isLittle: true)
        let columns = ["device": "iid", "time": "t", "latitude": "lat", "longitude": "lon"]
        for number in 0..<30_000 {
            bytes +=
                name == "gbk"
                ? row(number % 2 == 0 ? zhang : li, number)
                : wide(number % 2 == 0 ? "张三" : "李四", isLittle: true) + wide(",\(1_748_764_800 + number),1,2\n", isLittle: true)
        }
        let log = try read(bytes: bytes, source(columns: columns, ["encoding": .scalar(name)]), name: "log.csv")
        #expect(log.fixes.count == 30_000 && log.faults == [])
        #expect(log.devices.count { $0 == "张三" } == 15_000)
        let zipped = try read(bytes: gzipped(bytes), source(columns: columns, ["encoding": .scalar(name)]), name: "log.csv.gz")
        #expect(zipped.reading.days == log.reading.days)
    }

    @Test func `offsets, lines and values are those of the same log in UTF-8`() throws {
        let options = try encoded("gbk")
        let other = try read(header + "张三,1748764800,39.9,116.4\n李四,1748764801,39.9,116.4\n张三,never,1,1\n", options)
        let text = Array(header.utf8) + row(zhang) + row(li, 1) + zhang + Array(",never,1,1\n".utf8)
        let log = try read(bytes: text, options)
        #expect(log.reading.days.values.map(\.rows) == [2])
        #expect(other.reading.rows == 3)
        let plain = try read(header + "张三,1748764800,39.9,116.4\n李四,1748764801,39.9,116.4\n张三,never,1,1\n")
        #expect(log.reading.days == plain.reading.days && log.reading.dayless == plain.reading.dayless)
    }

    // MARK: Headers

    @Test func `a header in another encoding is damage that names its line and what would fit`() throws {
        // GBK: 设备,t,lat,lon.
        let text: [UInt8] = [0xC9, 0xE8, 0xB1, 0xB8] + Array(",t,lat,lon\n".utf8) + row(zhang)
        let options = try source(columns: ["device": "设备", "time": "t", "latitude": "lat", "longitude": "lon"])
        #expect(
            try read(bytes: text, options).reading.damage
                == "has a header, line 1, that is no text in utf-8; nothing of it was read; 'encoding' of the source may be gb18030"
        )
        #expect(
            try read(bytes: [10] + text).reading.damage?.hasPrefix("has a header, line 2, that is no text in utf-8") == true)
    }

    @Test func `a header of UTF-8 that is read as another encoding says so`() throws {
        let options = try source(
            columns: ["device": "时间é", "time": "t", "latitude": "lat", "longitude": "lon"], ["encoding": .scalar("big5")])
        #expect(
            try read("时间é,t,lat,lon\n", options).reading.damage
                == "has a header, line 1, that is no text in big5; nothing of it was read; 'encoding' of the source may be utf-8")
    }

    @Test func `a header of UTF-16 without a mark is damage that says so`() throws {
        #expect(
            try read(bytes: wide(header + "A,1,1,1\n", isLittle: true)).reading.damage
                == "has a header, line 1, that is no text in utf-8; nothing of it was read; 'encoding' of the source may be utf-16"
        )
    }

    // MARK: Bad texts

    @Test func `NC-05 a block of NULs before a record is a bad text, not a device`() throws {
        let log = try read(
            bytes: Array(header.utf8) + row([65]) + [UInt8](repeating: 0, count: 40) + row([65], 60) + row([65], 120))
        #expect(log.devices == ["A", "A"] && log.faults == ["3 bad-text"])
        #expect(log.reading.rows == 3)
    }

    @Test(arguments: ["A\u{1B}[2J", "A\u{7F}", "A\u{85}B", "\u{FEFF}A", "A\u{1}"])
    func `NC-05 a control character or a mark in a device is a bad text`(device: String) throws {
        #expect(try read(header + "A,1748764800,1,2\n\(device),1748764801,1,2\n").faults == ["3 bad-text"])
    }

    @Test func `a line end in a quoted device is a bad text`() throws {
        let log = try read("id,t,lat,lon\n\"A\nB\",1748764800,1,2\nA,1748764801,1,2\n")
        #expect(log.devices == ["A"] && log.faults == ["2 bad-text"])
    }

    @Test func `a bad kind or a further text that is not valid is a reject of its device and day`() throws {
        let options = try source(
            columns: ["device": "id", "time": "t", "latitude": "lat", "longitude": "lon", "kind": "k"], ["extra": .scalar("note")]
        )
        // A further text is a text of JSON, which may hold what is valid.
        let rows = ["0,1,2,pet,fine", "1,1,2,p\u{0}t,fine", "2,1,2,pet,\u{2}\u{FEFF}", "3,1,2,pet,\"a\tb\nc\""]
        let text = "id,t,lat,lon,k,note\n" + rows.map { "A,174876480" + $0 + "\n" }.joined() + "A,1748764804,1,2,pet,caf"
        let log = try read(bytes: Array(text.utf8) + [0xE9, 10], options)
        #expect(log.rejects.map { "\($0.line) \($0.reason.name) \($0.field)" } == ["3 bad-text kind", "7 bad-text note"])
        #expect(log.fixes.lines == [2, 4, 5] && log.reading.daylessRejects.isEmpty)
    }

    @Test func `a bad text goes before a bad time, and no device before it`() throws {
        let log = try read(header + "\u{0},never,1,2\n,never,1,2\nA,1748764800,1,2\nA,1748764801,1,2\n")
        #expect(log.faults == ["2 bad-text", "3 no-device"])
    }

    // MARK: The option

    @Test(arguments: [
        ("gbkk", " Did you mean 'gbk'?"), ("windows1252", " Did you mean 'windows-1252'?"),
        ("klingon", " It may be utf-8, utf-16, gbk, gb18030, big5, windows-1252 …"),
        ("utf-8//IGNORE", " It may be utf-8, utf-16, gbk, gb18030, big5, windows-1252 …"),
    ])
    func `an encoding that iconv does not know is a problem`(name: String, hint: String) throws {
        let problems = #expect(throws: Problems.self) { try encoded(name) }
        #expect(problems?.list.map(\.what) == ["'encoding' is '\(name)', which iconv does not know.\(hint)"])
    }

    @Test func `the text of a line is decoded, and lines end as in reading`() throws {
        let text = Array("a\rb\r\n".utf8) + zhang + [10]
        try withFile(text) { path in
            let gbk = try #require(TextEncoding("gbk"))
            #expect((1...4).map { textOfLine($0, path: path, encoding: gbk) } == ["a", "b", "张三", nil])
        }
    }
}
