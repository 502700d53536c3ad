import Foundation
import SQLite
import Store
import Testing

/// What docs/store.md prints is what the result file holds and gives.
@Suite struct StoreDocumentTests {
    private func document() throws -> String {
        try String(contentsOfFile: packageFolder + "/docs/store.md", encoding: .utf8)
    }

    /// Each SQL example, with the text that stands behind it as its answer.
    private func examples() throws -> [(sql: String, answer: String?)] {
        let parts = try document().components(separatedBy: "```sql\n").dropFirst()
        return try parts.map { part in
            let pieces = part.components(separatedBy: "```")
            let answer = pieces.count > 1 && pieces[1] == "\n" ? pieces[2] : nil
            let sql = try #require(pieces.first).replacing(";\n", with: "")
            return (sql, answer.flatMap { $0.hasPrefix("text\n") ? String($0.dropFirst(5)) : nil })
        }
    }

    @Test func `each view has a table of its columns as about has them`() throws {
        let database = try SampleWeek.open()
        let text = try document()
        for view in try database.lines("SELECT DISTINCT view FROM about") {
            let rows = try database.rows("SELECT \"column\", unit, meaning FROM about WHERE view = ?", .text(view)) {
                "| `\($0.text(0))` | \($0.text(1)) | \($0.text(2)) |\n"
            }
            let section = try #require(text.components(separatedBy: "### `\(view)`\n").dropFirst().first, "\(view)")
            let table = section.components(separatedBy: "| column | unit | meaning |\n|---|---|---|\n").dropFirst().first ?? ""
            #expect(table.components(separatedBy: "\n\n")[0] + "\n" == rows.joined(), "\(view)")
        }
    }

    @Test func `each SQL example gives on the sample week what stands behind it`() throws {
        let examples = try examples().filter { $0.answer != nil }
        #expect(examples.count == 7)
        let (folder, _) = try SampleWeek.result.get()
        let database = try Database(path: folder("week.sqlite"), isReadOnly: true)
        for (sql, answer) in examples {
            let rows = try database.rows(sql) { row in (0..<row.columnCount).map(row.text).joined(separator: "|") + "\n" }
            #expect(rows.joined() == answer, "\(sql)")
        }
    }

    // TJ-087: points at 179.99 and -179.88, a box from 170 to -170: both, and one cluster at a low zoom.
    @Test func `TJ-087: a query over ±180° finds the points on both sides`() throws {
        let small = try SmallPipeline(stages: ["find-stays", "cluster-for-map: {of: latest, zooms: 0..12}"])
        try small.log("2025-06-01", ["a,\(time(0)),-17,179.99", "b,\(time(0)),-17,-179.88", "c,\(time(0)),-17,169.9"])
        try small.runWell()
        let sql = try #require(examples().first { $0.sql.contains("or longitude <= -170") }).sql
        #expect(try small.lines("SELECT longitude FROM (\(sql)) ORDER BY 1") == ["-179.88", "179.99"])
        #expect(try small.lines(sql.replacing("zoom = 12", with: "zoom = 3")).count == 1)
        #expect(try small.lines(sql.replacing("zoom = 12", with: "zoom = 3"))[0].contains(",2,"))
    }
}
