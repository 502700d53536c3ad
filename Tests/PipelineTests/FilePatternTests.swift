import Testing
import Tracks

@testable import Pipeline

@Suite struct FilePatternTests {
    private let files = [
        "2025-06-01.csv", "2025-06-02.csv.gz", "2025-02-30.csv", "20250603.csv", "060425.csv", "a.csv", "b1.csv", "b2.csv",
        ".hidden.csv", "D1/2025-06-01.csv",
        "D2/2025-06-01.csv", "D2/deep/x.csv", "2025/06/05/log.csv", "D3-2025-06-06-D3.csv", "D3-2025-06-06-D4.csv", "东.csv",
    ]

    private func matches(_ pattern: String) throws -> [String] {
        try withFiles(files) { folder in
            FilePattern(pattern)?.matches(in: folder).matches.filter { $0.fault == nil }.map { match in
                [match.path, match.day?.description, match.device].compactMap { $0 }.joined(separator: " ")
            } ?? ["no pattern"]
        }
    }

    @Test func `a name stands for itself`() throws {
        #expect(try matches("a.csv") == ["a.csv"])
        #expect(try matches("D2/deep/x.csv") == ["D2/deep/x.csv"])
        #expect(try matches("none.csv") == [])
        #expect(try matches("D1") == [])
    }

    @Test func `a date is one that the calendar has`() throws {
        #expect(try matches("{date}.csv") == ["2025-06-01.csv 2025-06-01"])
        #expect(try matches("{date}.csv.gz") == ["2025-06-02.csv.gz 2025-06-02"])
    }

    @Test func `a date may be written otherwise, over folders too`() throws {
        #expect(try matches("{date:yyyyMMdd}.csv") == ["20250603.csv 2025-06-03"])
        #expect(try matches("{date:MMddyy}.csv") == ["060425.csv 2025-06-04"])
        #expect(try matches("{date:yyyy/MM/dd}/log.csv") == ["2025/06/05/log.csv 2025-06-05"])
    }

    @Test func `a device is taken from the path, the same each time it stands there`() throws {
        #expect(try matches("{device}/{date}.csv") == ["D1/2025-06-01.csv 2025-06-01 D1", "D2/2025-06-01.csv 2025-06-01 D2"])
        #expect(try matches("{device}-{date}-{device}.csv") == ["D3-2025-06-06-D3.csv 2025-06-06 D3"])
    }

    @Test func `a star stands for anything but a slash and a leading dot`() throws {
        #expect(try matches("b*.csv") == ["b1.csv", "b2.csv"])
        #expect(try matches("*/*/x.csv") == ["D2/deep/x.csv"])
        #expect(try matches("D2/*.csv") == ["D2/2025-06-01.csv"])
        #expect(try matches("*hidden.csv") == [])
        #expect(try matches(".h*.csv") == [".hidden.csv"])
        #expect(try matches("a*.csv") == ["a.csv"])
    }

    @Test func `a question mark stands for one character`() throws {
        #expect(try matches("b?.csv") == ["b1.csv", "b2.csv"])
        #expect(try matches("a?.csv") == [])
        #expect(try matches("?.csv") == ["a.csv", "东.csv"])
    }

    @Test func `matches come in the byte order of their paths`() throws {
        #expect(
            try matches("*.csv") == [
                "060425.csv", "2025-02-30.csv", "2025-06-01.csv", "20250603.csv", "D3-2025-06-06-D3.csv", "D3-2025-06-06-D4.csv",
                "a.csv", "b1.csv", "b2.csv", "东.csv",
            ])
    }

    @Test func `an absolute path stays absolute`() throws {
        try withFiles(["x/2025-06-01.csv"]) { folder in
            let found = FilePattern(folder + "/x/{date}.csv")?.matches(in: "/nowhere").matches
            #expect(found?.map(\.path) == [folder + "/x/2025-06-01.csv"])
        }
    }

    @Test(arguments: ["{day}.csv", "{date", "{date:yyyy-MM}.csv", "{date:yyyyMMd}.csv", "{}.csv", "{Date}.csv", "{date:}"])
    func `braces that hold anything else are no pattern`(pattern: String) {
        #expect(FilePattern(pattern) == nil)
    }

    @Test func `a path to write has days and devices only, and names those of each`() {
        let day = CalendarDay(year: 2025, month: 6, day: 1)
        func path(_ text: String) -> String? { day.flatMap { FilePattern(writing: text)?.path(of: $0) } }
        #expect(path("out/{date}.csv") == "out/2025-06-01.csv")
        #expect(path("/out/{date:yyyy/MM}/{date:ddMMyy}*?.csv") == nil)
        #expect(path("/out/{date:yyyy/MM/dd}/{date:ddMMyy}*?.csv") == "/out/2025/06/01/010625*?.csv")
        #expect(path("out/东.csv") == "out/东.csv")
        #expect(FilePattern(writing: "{kind}.csv") == nil && FilePattern(writing: "*.csv")?.isDated == false)
        #expect(FilePattern(writing: "{device}.csv")?.isDated == false)
    }

    @Test func `knows whether it names a day`() {
        #expect(FilePattern("{date}.csv")?.isDated == true)
        #expect(FilePattern("{device}/*.csv")?.isDated == false)
    }
}
