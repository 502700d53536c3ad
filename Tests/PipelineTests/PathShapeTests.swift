import Testing

@testable import Pipeline

@Suite struct PathShapeTests {
    private func overlap(_ a: String, _ b: String) -> Bool? {
        guard let a = FilePattern(a), let b = FilePattern(b) else { return nil }
        let (one, other) = (PathShape(a, in: "/base"), PathShape(b, in: "/base"))
        #expect(one.overlaps(other) == other.overlaps(one), "the same both ways")
        return one.overlaps(other)
    }

    @Test(arguments: [
        ("a.csv", "a.csv"), ("/base/a.csv", "a.csv"), ("x/../a.csv", "./a.csv"), ("{date}.csv", "2025-06-01.csv"),
        ("{date:yyyyMMdd}", "{date:yyMMdd}??"), ("*.csv", "a*"), ("a*b*c", "*b*"), ("?.csv", "é.csv"), ("??", "东é"),
        ("{device}/{date}.csv", "*/20??-*.csv"), ("*", "*"), (".*", ".x"), ("../base/*", "x"),
    ])
    func `some path is one of both`(a: String, b: String) {
        #expect(overlap(a, b) == true)
    }

    @Test(arguments: [
        ("a.csv", "b.csv"), ("a", "a/b"), ("{date}.csv", "2025-6-01.csv"), ("{date:yyyyMMdd}", "{date}"), ("a*", "b*"),
        ("*a", "*b"), ("?.csv", "ab.csv"), ("*", ".x"), ("{device}.csv", ".csv"), ("*/x", "x"), ("../x", "x"),
    ])
    func `no path is one of both`(a: String, b: String) {
        #expect(overlap(a, b) == false)
    }

    @Test func `many stars are no trouble`() {
        let stars = String(repeating: "*a", count: 100)
        #expect(overlap(stars, stars + "b") == false)
    }
}
