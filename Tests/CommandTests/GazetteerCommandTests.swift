import Foundation
import SQLite
import Testing

/// `gazetteer import` makes a gazetteer file of GeoNames' tables and of GeoJSON.
@Suite struct GazetteerCommandTests {
    // Ids, names and coordinates as geonames.org has them.
    private let cities = """
        2950159\tBerlin\tBerlin\t\t52.52437\t13.41053\tP\tPPLC\tDE\t\t16\t00\t\t\t3426354\t\t74\tEurope/Berlin\t2024-07-04
        2852458\tPotsdam\tPotsdam\t\t52.39886\t13.06566\tP\tPPLA\tDE\t\t11\t12054\t\t\t145292\t\t38\tEurope/Berlin\t2024-11-05
        1816670\tBeijing\tBeijing\t\t39.9075\t116.39723\tP\tPPLC\tCN\t\t22\t\t\t\t18960744\t\t49\tAsia/Shanghai\t2024-01-11

        """
    private let names = "1\t1816670\tzh\t北京\t1\t\t\t\t\t\n"
    private let district = """
        {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"adcode":110101,"name":"东城区","level":"district"},
        "geometry":{"type":"Polygon","coordinates":[[[116.40,39.90],[116.41,39.90],[116.41,39.91],[116.40,39.91],[116.40,39.90]]]}}]}
        """

    private func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.write(cities, to: "cities.txt")
        try folder.write(names, to: "names.txt.gz")
        try folder.write(district, to: "district.geojson")
        return folder
    }

    private func bytes(_ name: String, _ folder: TemporaryFolder) throws -> Data {
        try Data(contentsOf: URL(filePath: folder(name)))
    }

    @Test func `tables and areas, packed or not, come into one file`() throws {
        let folder = try folder()
        let outcome = try Program.run(
            ["gazetteer", "import", "cities.txt", "names.txt.gz", "district.geojson", "--crs", "gcj02", "-o", "out.gazetteer"],
            in: folder)
        #expect(outcome.status == 0)
        #expect(
            outcome.output == """
                cities.txt: 3 places and divisions of 3 lines
                names.txt.gz: 1 Chinese names of 1 lines
                district.geojson: 1 areas
                out.gazetteer: 3 places, 1 with a Chinese name; 1 areas

                """)
        #expect(
            outcome.errors
                == "trackmill gazetteer: No name of a country for DE: its code stands for it. Import GeoNames' countryInfo.txt too.\n"
        )
        let database = try Database(path: folder("out.gazetteer"), isReadOnly: true)
        #expect(
            try database.first("SELECT level, code, name FROM areas") { "\($0.integer(0)) \($0.text(1)) \($0.text(2))" }
                == "6 110101 东城区")
        #expect(try database.first("PRAGMA integrity_check") { $0.text(0) } == "ok")
        #expect(try folder.names() == ["cities.txt", "district.geojson", "names.txt.gz", "out.gazetteer"])
        let other = try Program.run(
            ["gazetteer", "import", "--quiet", "--crs=gcj02", "-o", "again", "district.geojson", "names.txt.gz", "cities.txt"],
            in: folder)
        #expect(other.status == 0 && other.output.isEmpty)
        #expect(try bytes("again", folder) == bytes("out.gazetteer", folder))
    }

    @Test func `what is wrong leaves the file that was there`() throws {
        let folder = try folder()
        try folder.write("precious", to: "out")
        try folder.write("{\"type\":\"FeatureCollection\",\"features\":[", to: "cut.geojson")
        try folder.write(gzip(Array(cities.utf8)).dropLast(9) + [], to: "cut.txt.gz")
        func run(_ arguments: String...) throws -> (status: Int32, errors: String) {
            let outcome = try Program.run(["gazetteer"] + arguments, in: folder)
            #expect(try folder.text(of: "out") == "precious")
            #expect(try folder.names() == ["cities.txt", "cut.geojson", "cut.txt.gz", "district.geojson", "names.txt.gz", "out"])
            return (outcome.status, outcome.errors)
        }
        #expect(
            try run("import", "cities.txt", "cut.geojson", "-o", "out")
                == (
                    65,
                    "trackmill: cut.geojson: it is no whole GeoJSON: byte 40: the text ends where a value should begin. Mend it, or fetch it again. Nothing was written.\n"
                ))
        let cut = try run("import", "cut.txt.gz", "-o", "out")
        #expect(cut.status == 65 && cut.errors.hasPrefix("trackmill: cut.txt.gz: ends inside a gzip block at byte "))
        #expect(
            try run("import", "none.txt", "-o", "out")
                == (66, "trackmill: none.txt: cannot be opened: No such file or directory. Mend its path, then run again.\n"))
        #expect(
            try run("import", "cities.txt", "-o", "cities.txt")
                == (64, "trackmill: cities.txt: is a file to import; nothing was written. Choose another path.\n"))
        #expect(try run("import", "cities.txt") == (64, "trackmill: gazetteer import wants a file: -o OUT.\n"))
        #expect(
            try run("export", "cities.txt", "-o", "out")
                == (64, "trackmill: gazetteer has no 'export'; it has import: trackmill gazetteer import FILE… -o OUT.\n"))
        #expect(
            try run("import", "cities.txt", "-o", "out", "--crs", "bd09mc")
                == (64, "trackmill: --crs is 'bd09mc'; it may be wgs84, gcj02, bd09.\n"))
        #expect(
            try run("import", "cities.txt", "-o", "out", "--least-population", "-1")
                == (64, "trackmill: --least-population is '-1'; it wants a whole number.\n"))
        #expect(try run("import", "cities.txt", "-o", "none/out").status == 73)
    }

    @Test func `killed in the middle it leaves the file that was there, and the next import works`() throws {
        let folder = try folder()
        var rows = ""
        for id in 1...200_000 {
            rows +=
                "\(id)\tPlace\tPlace\t\t\(id % 60)\t\(id % 170)\tP\tPPL\tDE\t\t16\t00\t\t\t1\t\t1\tEurope/Berlin\t2024-01-01\n"
        }
        // A line that cannot be used makes no noise until the end: what is waited for is the output's part.
        try folder.write(rows, to: "many.txt")
        try folder.write("precious", to: "out")
        let process = Process()
        process.executableURL = URL(filePath: try #require(Program.path))
        process.arguments = ["gazetteer", "import", "many.txt", "-o", "out"]
        process.currentDirectoryURL = URL(filePath: folder.path)
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        while process.isRunning, try !folder.names().contains(where: { $0.hasPrefix("out.part-") }) {}
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        #expect(try folder.text(of: "out") == "precious")
        #expect(try Program.run(["gazetteer", "import", "many.txt", "-o", "out"], in: folder).status == 0)
        #expect(try Database(path: folder("out"), isReadOnly: true).first("PRAGMA user_version") { $0.integer(0) } == 1)
    }

    @Test func `help says what it takes`() throws {
        let outcome = try Program.run(["gazetteer", "--help"], in: try folder())
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("trackmill gazetteer import FILE…"))
        #expect(outcome.output.contains("--least-population N"))
    }
}
