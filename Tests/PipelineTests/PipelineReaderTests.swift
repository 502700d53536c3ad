import Foundation
import Options
import Testing

@testable import Pipeline

/// DESIGN.md, "The pipeline file", and STYLE.md section 4.
@Suite struct PipelineReaderTests {
    @Test func `a pipeline without mistakes has its defaults`() throws {
        let file = try pipeline(pipelineText())
        #expect(file.name == "nightly" && file.zone.name == "UTC" && file.sameTime == .bestAccuracy)
        #expect(file.base == "pipelines" && file.databasePath == "out/t.sqlite" && !file.isDurable)
        #expect(file.stages.count == 3 && file.fixStages.count == 3 && file.reports.isEmpty && file.warnings.isEmpty)
        #expect(file.resolved("out/t.sqlite") == "pipelines/out/t.sqlite" && file.resolved("/x") == "/x")
    }

    @Test func `no stages store what was read`() throws {
        #expect(try pipeline(pipelineText(stages: [])).stages.isEmpty)
    }

    @Test func `its base is relative to its folder`() throws {
        #expect(try pipeline(pipelineText(top: ["base: .."])).base == "pipelines/..")
        #expect(try pipeline(pipelineText(top: ["base: /usr"])).base == "/usr")
    }

    @Test func `kinds go by their names and codes`() throws {
        let file = try pipeline(
            pipelineText(top: [
                "kinds: {pet: {codes: [0, p], priority: low, top-speed: 15 m/s, color: \"#FE7A24\", glyph: P}, car: {priority: 3}}"
            ]))
        #expect(file.kind(of: "0") == "pet" && file.kind(of: "pet") == "pet" && file.kind(of: "boat") == "boat")
        #expect(file.kinds.map(\.priority) == [250, 3] && file.kinds[0].topSpeedMetersPerSecond == 15)
    }

    @Test func `an empty file wants all that must be there`() {
        #expect(
            problems("") == [
                "1:1: the pipeline file wants 'name': a text.", "1:1: the pipeline file wants 'timezone': a text.",
                "1:1: the pipeline file wants 'read': a source or a list of sources.",
                "1:1: the pipeline file wants 'write': {sqlite: …}.",
            ])
    }

    @Test func `a pipeline with many mistakes lists all, in order`() {
        let text = """
            name: nightly
            timezone: Asia/Shangai
            kind: {}
            kinds:
              pet: {colour: red, top-speed: 15}
            read:
              files: "logs/{data}.csv"
              columns: {device: id, tiem: t, latitude: lat}
              late: 2
            stages:
              - drop-spike: {speed: 70 m/s}
              - find-stays: {raduis: 100 m, at-least: 20 min}
              - split-trips: {gap: 60 min}
            write:
              sqlit: out/t.sqlite
            reports:
              - csv: {table: stay}
            """
        #expect(
            problems(text) == [
                "2:11: the time zone 'Asia/Shangai' is not known; write a name such as Asia/Shanghai or UTC.",
                "3:1: the pipeline file has no option 'kind'. Did you mean 'kinds'?",
                "5:9: the kind 'pet' has no option 'colour'. Did you mean 'color'?",
                "5:33: 'top-speed' is 15 without a unit; write 15 m/s.",
                "7:10: 'files' has 'logs/{data}.csv'; braces may hold date, date: with yyyy, MM and dd, or device.",
                "8:12: 'columns' lacks longitude, time (or date and clock).",
                "8:25: 'columns' has no key 'tiem'. Did you mean 'time'?",
                "9:9: 'late' is 2 without a unit; write 2 s.",
                "11:5: there is no stage 'drop-spike'. Did you mean 'drop-spikes'?",
                "12:18: find-stays has no option 'raduis'. Did you mean 'radius'?",
                "13:24: 'gap' is 60 min; it may be 1 s to 30 min.",
                "15:3: write wants 'sqlite': a text.", "15:3: write has no option 'sqlit'. Did you mean 'sqlite'?",
                "17:5: csv wants 'to': a text.",
                "17:18: 'table' is 'stay'; it may be stays, trips, days, places, rejects. Did you mean 'stays'?",
            ])
    }

    @Test func `values of the wrong shape are told`() {
        let shapes = problems(
            "name: [a]\ntimezone: UTC\nkinds: [pet]\nread: []\nstages: {convert: }\nwrite: {sqlite: a.sqlite}\nreports: {csv: {to: x}}\n"
        )
        #expect(
            shapes == [
                "1:7: 'name' is a list; it wants a single value.",
                "3:8: 'kinds' is a list; it may be a mapping such as {pet: {top-speed: 15 m/s}}.",
                "4:7: 'read' has no source.", "5:9: 'stages' is a mapping; it wants a list.",
                "7:10: 'reports' is a mapping; it wants a list.",
            ])
    }

    @Test func `a stage is one name with its options`() {
        let lines = problems(pipelineText(stages: ["{convert: , find-stays: }", "[convert]", "{}", "wash"]))
        #expect(
            lines == [
                "7:5: a stage is one name with its options; here stand convert, find-stays.",
                "8:5: a stage is a name, or a name with options; here stands a list.",
                "9:5: a stage is a name, or a name with options; here stands an empty mapping.",
                "10:5: there is no stage 'wash'. There are convert, drop-invalid, drop-spikes, hold-while-still, measure-motion, find-stays, split-trips, pick-history, thin, simplify, find-places, geocode, cluster-for-map.",
            ])
    }

    @Test func `a report is one of those there are`() {
        let lines = problems(pipelineText(after: ["reports: [csv, pdf: {to: x}, htm: {to: y}, html: {to: z, titel: T}]"]))
        #expect(
            lines == [
                "11:11: a report is one name with its options, such as csv: {table: stays, to: \"out/stays.csv\"}; here stands 'csv'.",
                "11:16: there is no report 'pdf'. There are html, geojson, csv.",
                "11:30: there is no report 'htm'. Did you mean 'html'?",
                "11:58: html has no option 'titel'. Did you mean 'title'?",
            ])
    }

    @Test func `kinds say what is wrong with them`() {
        let lines = problems(pipelineText(top: ["kinds: {pet: {priority: urgent, color: red}, car: {priority: 1001}}"]))
        #expect(
            lines == [
                "3:25: 'priority' is 'urgent'; it may be required, high, low, or a number from 0 to 1000.",
                "3:40: 'color' is 'red'; it may be #RRGGBB, in quotes.",
                "3:62: 'priority' is '1001'; it may be required, high, low, or a number from 0 to 1000.",
            ])
    }

    @Test func `a code means one kind`() {
        let lines = problems(pipelineText(top: ["kinds: {pet: {codes: [0, pet]}, car: {codes: [1, 0]}, van: {codes: pet}}"]))
        #expect(
            lines == [
                "3:46: 'codes' has '0', which means another kind, too; let it mean one.",
                "3:68: 'codes' has 'pet', which means another kind, too; let it mean one.",
            ])
    }

    @Test(arguments: ["files: {date}", "device: {device}", "timezone: {date}"])
    func `a value with braces that reads as a mapping is told to take quotes`(line: String) {
        let found = problems(pipelineText(read: [line]))
        #expect(found.contains { $0.contains("put quotes round it") }, "\(found)")
    }

    @Test func `a variable that is not set is a problem where it stands`() {
        let text = pipelineText(top: ["base: \"${WORK}\""])
        #expect(problems(text) == ["3:7: the environment variable WORK is not set; set it or write ${WORK:default}."])
        #expect(problems(text, environment: ["WORK": "/usr"]) == [])
    }

    @Test func `what was told of a value or a stage brings no other problem`() {
        let columns = "columns: {device: id, time: t, latitude: *x, longitude: \"${NOPE}\"}"
        let alias = "aliases (*name) are not read; write the value out."
        let text = pipelineText(
            top: ["timezone: \"${NOPE}\"", "base: *b"], read: [columns, "crs: {column: *x}", "late: *x"],
            stages: ["convert", "find-stay: {radius: 5}", "split-trips: *x", "cluster-for-map: {of: \"${NOPE}\", zooms: [1]}"])
        let unset = "the environment variable NOPE is not set; set it or write ${NOPE:default}."
        #expect(
            problems(text) == [
                "2:11: \(unset)", "3:7: \(alias)", "6:44: \(alias)", "6:59: \(unset)", "7:17: \(alias)", "8:9: \(alias)",
                "11:5: there is no stage 'find-stay'. Did you mean 'find-stays'?", "12:18: \(alias)", "13:27: \(unset)",
                "13:45: 'zooms' is a list; it wants a single value.",
            ])
        #expect(
            problems(pipelineText(read: ["crs: gcj02"], stages: ["*s", "split-trips", "cluster-for-map: {of: places}"])) == [
                "8:5: \(alias)"
            ])
        for key in ["read", "stages", "write", "reports"] {
            let lines = pipelineText(read: ["crs: gcj02"], after: ["reports: []"]).split(separator: "\n").map(String.init)
            let start = lines.firstIndex { $0.hasPrefix(key + ":") } ?? 0
            let others = lines[(start + 1)...].drop { $0.hasPrefix("  ") }
            let text = (lines[..<start] + ["\(key): *x"] + others).joined(separator: "\n")
            #expect(problems(text) == ["\(start + 1):\(key.count + 3): \(alias)"], "\(text)")
        }
    }

    @Test func `structural problems do not hide others`() {
        let text = pipelineText(
            top: ["base: ..", "base: ."], stages: ["find-stays: {radius: 5}"], after: ["---", "name: other"])
        #expect(
            problems(text, settings: ["thin.every=1 s", "read[2].late=1 s"]) == [
                "--set read[2].late: 'read' is no list; write read without a number.",
                "--set thin.every: the pipeline has no stage thin.", "4:1: 'base' stands here a second time.",
                "9:26: 'radius' is 5 without a unit; it may be 10 to 2000 m.",
                "11:1: there is more than one document; a pipeline file has one.",
            ])
    }

    @Test func `what must be given cannot be empty`() {
        let text =
            pipelineText(top: ["name: \"\"", "timezone: \" \""], read: ["files: []", "device: ''"])
            .replacing("out/t.sqlite", with: "''") + "reports: [{csv: {to: ''}}]\n"
        #expect(
            problems(text) == [
                "1:7: 'name' is empty; it wants a text.", "2:11: 'timezone' is empty; it wants a text.",
                "5:10: 'files' is an empty list; it wants a text or more.",
                "6:11: 'device' is empty; it wants the id of a device.", "11:17: 'sqlite' is empty; it wants a text.",
                "12:22: 'to' is empty; it wants a text.",
            ])
        #expect(
            problems(pipelineText(read: ["files: [a.csv, \"\"]"])) == [
                "5:18: 'files' has an empty text; it wants a text or more."
            ])
    }

    @Test func `a base that is no folder is a problem`() {
        #expect(
            problems(pipelineText(top: ["base: ../nowhere"])) == [
                "3:7: 'base' is ../nowhere, and there is no folder nowhere; make it or write another."
            ])
        #expect(
            problems(pipelineText(top: ["base: /etc/passwd"])) == [
                "3:7: 'base' is /etc/passwd, and there is no folder /etc/passwd; make it or write another."
            ])
    }

    @Test func `a file that is not UTF-8 is told where it stops to be`() throws {
        try withFiles(["p.yaml"]) { folder in
            try Data("name: é\nbase: é".utf8 + [0xC3, 0x28]).write(to: URL(filePath: folder + "/p.yaml"))
            let error = #expect(throws: Problems.self) {
                try readPipelineFile(folder + "/p.yaml", catalog: catalog, environment: [:])
            }
            #expect(error?.description == "\(folder)/p.yaml:2:8: here the file is not UTF-8; save it as UTF-8.")
        }
    }

    @Test func `a file that cannot be read is told`() {
        let error = #expect(throws: Problems.self) { try readPipelineFile("/nowhere/p.yaml", catalog: catalog, environment: [:]) }
        #expect(error?.description == "/nowhere/p.yaml: the pipeline file cannot be read: No such file or directory.")
    }
}
