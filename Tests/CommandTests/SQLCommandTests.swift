import Foundation
import SQLite
import Testing

/// Issue 18, point 6: `trackmill sql DB 'select …'` prints a table and changes nothing.
@Suite struct SQLCommandTests {
    private func small() throws -> SmallPipeline {
        let small = try SmallPipeline(columns: "device: device, time: time, latitude: lat, longitude: lon, kind: kind")
        let rows = ["a,2025-06-01T08:00:00Z,31.5,121.25,pet", "北京,2025-06-01T08:00:00Z,31.5,121.25,"]
        try small.log("2025-06-01", header: "device,time,lat,lon,kind", rows)
        try small.runWell()
        return small
    }

    private func sql(_ small: SmallPipeline, _ statement: String, _ format: String...) throws -> Outcome {
        try Program.run(["sql", "out.sqlite", statement] + format, in: small.folder)
    }

    private let query = "select device, kind, latitude from fixes order by device"

    // A Chinese character takes two columns of a terminal.
    @Test func `a box`() throws {
        let outcome = try sql(small(), query)
        #expect(outcome.status == 0 && outcome.errors == "")
        #expect(
            outcome.output == """
                ┌────────┬──────┬──────────┐
                │ device │ kind │ latitude │
                ├────────┼──────┼──────────┤
                │ a      │ pet  │ 31.5     │
                │ 北京   │      │ 31.5     │
                └────────┴──────┴──────────┘

                """)
    }

    @Test func `CSV and JSON`() throws {
        let small = try small()
        #expect(try sql(small, query, "--format", "csv").output == "device,kind,latitude\na,pet,31.5\n北京,,31.5\n")
        #expect(
            try sql(small, query, "--format", "json").output
                == "[\n{\"device\":\"a\",\"kind\":\"pet\",\"latitude\":31.5},\n{\"device\":\"北京\",\"kind\":null,\"latitude\":31.5}\n]\n"
        )
        #expect(try sql(small, query + " limit 0", "--format", "json").output == "[]\n")
        let odd = "select 1 as a, 2 as a, x'00ff' as b, 9e999 as c, 'x' || char(10) || '\"y\"' as d, '=1+1' as e, '-5' as f"
        #expect(
            try sql(small, odd, "--format", "json").output
                == "[\n{\"a\":1,\"a_2\":2,\"b\":\"00ff\",\"c\":null,\"d\":\"x\\n\\\"y\\\"\",\"e\":\"=1+1\",\"f\":\"-5\"}\n]\n")
        #expect(
            try sql(small, odd, "--format", "csv").output == "a,a,b,c,d,e,f\n1,2,x'00ff',inf,\"x\n\"\"y\"\"\",'=1+1,-5\n")
    }

    // What a device sends must not move the cursor of who looks at it.
    @Test func `text reaches a terminal escaped`() throws {
        let outcome = try sql(small(), "select char(27) || '[31m' || char(8238) as \"a\tb\"")
        #expect(
            outcome.output.contains("│ \\x1b[31m\\u202e │") && outcome.output.contains("│ a\\tb           │"),
            "\(outcome.output)")
        let json = try sql(small(), "select char(27) || char(8238) as a", "--format", "json")
        #expect(json.output == "[\n{\"a\":\"\\u001b\\u202e\"}\n]\n")
    }

    @Test(arguments: [
        "delete from _fix", "insert into _meta values ('a', 'b')", "update _meta set value = 'x'", "drop view stays",
        "create table t (a)",
        "create temp table t (a)", "pragma user_version = 9", "pragma journal_mode = delete", "pragma writable_schema = on",
        "attach 'other.sqlite' as other", "attach ':memory:' as m", "detach main", "vacuum", "vacuum into 'copy.sqlite'", "begin",
        "commit",
        "savepoint a", "reindex", "analyze", "select load_extension('x')", "with t as (select 1) delete from _fix",
    ])
    func `nothing but reading is let through`(statement: String) throws {
        let small = try small()
        let before = try digest(of: "out.sqlite", in: small.folder)
        let outcome = try sql(small, statement)
        #expect(outcome.status == 64 && outcome.output == "")
        #expect(outcome.errors == "trackmill: only reading is allowed: give one SELECT.\n", "\(outcome.errors)")
        #expect(try digest(of: "out.sqlite", in: small.folder) == before)
        #expect(!small.folder.has("other.sqlite") && !small.folder.has("copy.sqlite"))
    }

    @Test(arguments: [
        ("select 1; delete from _fix", "only reading is allowed: give one SELECT."),
        ("select 1; select 2", "here stand several statements; give one SELECT."),
        ("", "the statement is empty; it wants a SELECT."), (" -- nothing", "the statement is empty; it wants a SELECT."),
        ("select 1 from stayz", "no such table: stayz. Did you mean 'stays'?"),
        ("select arived_ms from stays", "no such column: arived_ms. Did you mean 'arrived_ms'?"),
        ("select", "incomplete input."),
    ])
    func `a wrong statement is told`(statement: String, words: String) throws {
        let outcome = try sql(small(), statement)
        #expect(outcome.status == 64 && outcome.errors == "trackmill: \(words)\n", "\(outcome.errors)")
    }

    @Test func `one statement with a comment and a semicolon behind it, and what tables there are`() throws {
        let small = try small()
        #expect(try sql(small, "select 1 as a; -- that is all", "--format", "csv").output == "a\n1\n")
        #expect(try sql(small, "select count(*) > 5 as a from pragma_table_info('stays')", "--format", "csv").output == "a\n1\n")
        #expect(try sql(small, "with t(a) as (values (1), (2)) select sum(a) as s from t", "--format", "csv").output == "s\n3\n")
        #expect(
            try Program.run(["sql", "pipeline.yaml", "select 1 as a", "--format", "csv"], in: small.folder).output == "a\n1\n")
        let format = try sql(small, "select 1", "--format", "xml")
        #expect(format.status == 64 && format.errors == "trackmill: --format is 'xml'; it may be box, csv or json.\n")
    }

    @Test func `a query that fails at work is told`() throws {
        let outcome = try sql(small(), "select json_extract('{', '$.a')")
        #expect(outcome.status == 64 && outcome.errors.contains("malformed JSON"), "\(outcome.errors)")
    }
}
