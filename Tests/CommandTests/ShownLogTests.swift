import Foundation
import Testing

/// What logs hold reaches a terminal written out: no line of any command moves the cursor, changes colours or turns the order round.
@Suite struct ShownLogTests {
    /// Colour, a title, the way back to a line's beginning, right-to-left override, a line separator, an 8-bit escape.
    private let signs = ["\u{1B}[31m", "\u{1B}]0;x\u{7}", "\r", "\u{202E}", "\u{2028}", "\u{9B}2J", "\u{2066}"]

    private func expectPlain(_ outcome: Outcome, _ call: [String]) {
        for text in [outcome.output, outcome.errors] {
            let signs = text.unicodeScalars.filter { scalar in
                scalar.properties.generalCategory == .control && scalar != "\n" || scalar.properties.isBidiControl
                    || ["\u{2028}", "\u{2029}"].contains(scalar)
            }
            #expect(signs.isEmpty, "\(call)")
        }
    }

    @Test func `no command lets a sign of a log, a name or a value through`() throws {
        let small = try SmallPipeline(
            files: "logs/*.csv", columns: "device: device, time: time, latitude: lat, longitude: lon, kind: kind")
        for (i, sign) in signs.enumerated() {
            // A header without the columns, a file of rows, and a name that holds the sign.
            try small.folder.write("a\(sign)b,time\n1,2\n", to: "logs/bad\(i).csv")
            let kind = sign == "\r" ? "x" : sign
            try small.folder.write(
                "device,time,lat,lon,kind\nd\(i),\(time(i)),31.2,121.4,\(kind)\nd\(i),\(time(60)),95,1,\(kind)\n",
                to: "logs/n\(sign)\(i).csv")
        }
        var calls = [
            ["run", "pipeline.yaml"], ["status", "pipeline.yaml"], ["plan", "pipeline.yaml"], ["check", "pipeline.yaml"],
            ["check", "no\(signs[0]).yaml"], ["export", "out.sqlite", "--kind", "\(signs[3])x"], ["help", signs[1]], [signs[5]],
            ["run", "pipeline.yaml", "--set", "name=\"\(signs[3])\""], ["convert", "--from", "wgs84", "--to", signs[0]],
        ]
        calls += signs.indices.map { ["explain", "pipeline.yaml", "--device", "d\($0)", "--time", time($0)] }
        calls += signs.map { ["explain", "pipeline.yaml", "--device", $0, "--time", time(0)] }
        for call in calls { expectPlain(try Program.run(call, in: small.folder), call) }
    }

    @Test func `a row is shown with its signs written out`() throws {
        let small = try SmallPipeline()
        try small.log("2025-06-01", header: "device,time,lat,lon,note", ["a,\(time(0)),31.2,121.4,x\u{1B}[2J\u{202E}y\tz"])
        try small.runWell()
        let explain = try Program.run(["explain", "pipeline.yaml", "--device", "a", "--time", time(0)], in: small.folder)
        #expect(
            explain.outputLines.contains(#"logs/2025-06-01.csv:2: a,2025-06-01T00:00:00Z,31.2,121.4,x\x1b[2J\u202ey\tz"#),
            "\(explain.output)")
    }

    @Test func `a header of 60 kB is cut after twenty names`() throws {
        let small = try SmallPipeline()
        let names = (1...6000).map { "column\($0)" }
        try small.log("2025-06-01", header: names.joined(separator: ","), ["1,2"])
        let outcome = try small.run()
        #expect(outcome.status == 65)
        let shown = names.prefix(20).map { "'\($0)'" }.joined(separator: ", ")
        let line = outcome.errorLines.first { $0.hasPrefix("logs/2025-06-01.csv: has no column ") } ?? ""
        #expect(
            line.hasPrefix(
                "logs/2025-06-01.csv: has no column 'device', 'lat', 'lon', 'time'; nothing of it was read. Its columns are \(shown) and 5980 more."
            ), "\(line.prefix(600))")
        #expect(line.utf8.count < 1000)
        let status = try Program.run(["status", "out.sqlite"], in: small.folder)
        #expect(status.output.utf8.count < 4000)
    }

    @Test func `a device that is no UTF-8 leaves a text of its reject that is`() throws {
        let small = try SmallPipeline()
        let row = Array("d".utf8) + [0xD5, 0xC5] + Array(",\(time(0)),95,121.4\n".utf8)
        try small.folder.write(Array("device,time,lat,lon\n".utf8) + row, to: "logs/2025-06-01.csv")
        _ = try small.run()
        let text = try small.lines("SELECT text FROM rejects")
        #expect(text == ["d\u{FFFD}\u{FFFD},\(time(0)),95,121.4"])
    }
}
