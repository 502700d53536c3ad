import Foundation
import Testing

/// `trackmill convert`, the real binary with bytes on its standard input.
@Suite struct ConvertCommandTests {
    private func convert(_ input: String, _ arguments: [String]) throws -> Outcome {
        let folder = try TemporaryFolder()
        try folder.write(input, to: "input")
        let path = try #require(Program.path)
        let process = Process()
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", "exec \"$0\" convert \"$@\" < input > output 2> errors", path] + arguments
        process.currentDirectoryURL = URL(filePath: folder.path)
        try process.run()
        process.waitUntilExit()
        return Outcome(
            status: process.terminationStatus, output: try folder.text(of: "output"), errors: try folder.text(of: "errors"))
    }

    @Test func `Tiananmen from Baidu to GPS`() throws {
        // From a Python program of the published formulas, iterated 60 times.
        let outcome = try convert("116.404,39.915\n", ["--from", "bd09", "--to", "wgs84"])
        #expect(outcome.status == 0)
        #expect(outcome.errors == "")
        let numbers = outcome.output.dropLast().split(separator: ",").compactMap { Double($0) }
        #expect(numbers.count == 2)
        #expect(abs(numbers[0] - 116.391_385_892_738_54) < 1e-11)
        #expect(abs(numbers[1] - 39.907_255_032_996_68) < 1e-11)
    }

    @Test func `ten lines by hand`() throws {
        let input = """
            name;lat;lon;note
            London;51.5072;-0.1276;outside China: as it is
            "Ber;lin";52.520;"13.4050";a quoted ""one""
            ;-33.8688;151.2093;
            swapped;116.4;39.9;

            short
            North Pole;90;0;
            far;10;190.5;
            none;nan;1;
            """
        let outcome = try convert(input, ["--from", "wgs84", "--to", "gcj02", "--columns", "lon,lat", "--delimiter", ";"])
        #expect(outcome.status == 65)
        #expect(
            outcome.output == """
                name;lat;lon;note
                London;51.5072;-0.1276;outside China: as it is
                "Ber;lin";52.52;"13.405";a quoted ""one""
                ;-33.8688;151.2093;



                North Pole;90;0;



                """)
        #expect(
            outcome.errors == """
                trackmill convert: line 5: the latitude '116.4' lies beyond ±90°; the columns look swapped: --columns gives the longitude's first.
                trackmill convert: line 7: it has too few columns: column 3 is to hold the longitude.
                trackmill convert: line 9: the longitude '190.5' lies beyond ±180°; --wrap takes it as -169.5.
                trackmill convert: line 10: the latitude 'nan' is no number.

                """)
    }

    @Test func `counts what it does not name`() throws {
        let outcome = try convert(String(repeating: "x,y\n", count: 1000) + "1,2\n", ["--from", "wgs84", "--to", "wgs84"])
        #expect(outcome.status == 65)
        #expect(outcome.errorLines.count == 21)
        #expect(outcome.errorLines.last == "trackmill convert: … and 980 more of 1,001.")
        #expect(outcome.output == String(repeating: "\n", count: 1000) + "1,2\n")
    }

    @Test func `tells GeoJSON by its brace`() throws {
        let text = "\n {\"type\":\"Point\",\"coordinates\":[116.4,39.9,5]}\n"
        let outcome = try convert(text, ["--from", "gcj02", "--to", "gcj02"])
        #expect(outcome.output == text)
        #expect(try convert(text, ["--from", "gcj02", "--to", "gcj02", "--format", "csv"]).status == 65)
    }

    @Test func `damaged GeoJSON ends with 65`() throws {
        let outcome = try convert("{\"type\":\"Point\",\"coordinates\":[116.4,", ["--from", "gcj02", "--to", "wgs84"])
        #expect(outcome.status == 65)
        #expect(outcome.errors == "trackmill convert: line 1: a number is wanted here. What follows was not converted.\n")
    }

    @Test(arguments: [
        ([], "convert wants --from: wgs84, gcj02, bd09, bd09mc, webmercator."),
        (["--from", "wgs84", "--to", "wgs85"], "--to is 'wgs85'; it may be wgs84, gcj02, bd09, bd09mc, webmercator."),
        (
            ["--from", "wgs84", "--to", "gcj02", "--columns", "1,1"],
            "--columns is '1,1'; it wants two different columns, the longitude's and the latitude's, such as 1,2 or lon,lat."
        ),
        (
            ["--from", "wgs84", "--to", "gcj02", "--regions", "tibet=off"],
            "--regions holds 'tibet=off'; it may hold hong-kong, macau, taiwan, each =on or =off."
        ),
        (
            ["--from", "wgs84", "--to", "gcj02", "--china-shift", "all"],
            "--china-shift is 'all'; it may be outline, box, everywhere, nowhere."
        ),
        (["--from", "bd09mc", "--to", "gcj02", "--wrap"], "--wrap is about degrees; bd09mc is in metres."),
    ]) func `wrong usage is 64`(arguments: [String], problem: String) throws {
        let outcome = try convert("", arguments)
        #expect(outcome.status == 64)
        #expect(outcome.errors == "trackmill: \(problem)\n")
    }

    @Test func `regions and shift are heeded`() throws {
        let hongKong = "114.1694,22.3193\n"
        let (from, shifted) = (
            ["--from", "wgs84", "--to", "gcj02"], try convert("114.1694,22.3193\n", ["--from", "wgs84", "--to", "gcj02"]).output
        )
        #expect(shifted != hongKong)
        #expect(try convert(hongKong, from + ["--regions", "hong-kong=off,macau=off"]).output == hongKong)
        #expect(try convert(hongKong, from + ["--china-shift", "nowhere"]).output == hongKong)
        #expect(try convert("126.978,37.5665\n", from).output == "126.978,37.5665\n")
        #expect(try convert("126.978,37.5665\n", from + ["--china-shift", "box"]).output != "126.978,37.5665\n")
    }

    // MARK: The shared vectors

    private struct Vector {
        let id, source, target, gate: String
        let given: [String]
        let wanted: [Double]

        /// How far a result is off, as a part of what Shows 1 allows.
        func excess(_ found: [Double]) -> Double {
            let off = zip(found, wanted).map { abs($0 - $1) }
            switch target {
            case "EPSG3857": return zip(off, wanted).map { $0 / max(abs($1), 1) / 1e-9 }.max() ?? .infinity
            case "BD09MC": return (off.max() ?? .infinity) / (abs(Double(given[1]) ?? 90) < 60 ? 1e-5 : 1e-4)
            default: return (off.max() ?? .infinity) / 1e-11
            }
        }
    }

    private func vectors() throws -> [Vector] {
        let text = try String(contentsOfFile: SharedReference.path("vectors/coordinates.csv"), encoding: .utf8)
        return text.split(separator: "\n").dropFirst().compactMap { line in
            let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            guard cells.count > 8, let longitude = Double(cells[5]), let latitude = Double(cells[6]) else { return nil }
            let gate = line.split(separator: ";").first { $0.hasPrefix("gate=") }.map { String($0.dropFirst(5)) } ?? ""
            return Vector(
                id: cells[0], source: cells[1], target: cells[2], gate: gate, given: [cells[3], cells[4]],
                wanted: [longitude, latitude])
        }
    }

    @Test(
        .needsSharedReference,
        arguments: [
            (["any", "in", "polygon", "amap", "policy-identity"], []),
            (["any", "in", "bbox", "amap"], ["--china-shift", "box"]),
            (["any", "in", "mainland"], ["--regions", "hong-kong=off,macau=off,taiwan=off"]),
        ]) func `every shared vector comes out of the command`(gates: [String], setting: [String]) throws
    {
        let chosen = try vectors().filter { gates.contains($0.gate) }
        #expect(chosen.count > 800)
        for group in Dictionary(grouping: chosen, by: { [$0.source, $0.target] }).values {
            let first = group[0]
            let input = group.map { $0.given.joined(separator: ",") + "\n" }.joined()
            let outcome = try convert(input, ["--from", first.source, "--to", first.target] + setting)
            #expect(outcome.status == 0)
            let lines = outcome.outputLines
            try #require(lines.count == group.count)
            for (vector, line) in zip(group, lines) {
                let found = line.split(separator: ",").compactMap { Double($0) }
                #expect(found.count == 2 && vector.excess(found) <= 1, "\(vector.id): \(line), wanted \(vector.wanted)")
            }
        }
    }
}
