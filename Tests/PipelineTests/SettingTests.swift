import Options
import Testing

@testable import Pipeline

@Suite struct SettingTests {
    private func applied(_ setting: String, to text: String) throws -> Node {
        guard let setting = Setting(setting) else { throw Problem(what: "no setting") }
        return try setting.applied(to: parseYAML(text, file: "p.yaml"), stageNames: catalog.stageNames)
    }

    private func problem(_ setting: String, in text: String) -> String? {
        #expect(throws: Problems.self) { try applied(setting, to: text) }?.description
    }

    private let stages = "stages:\n  - thin: {every: 10 s}\n  - find-stays\n  - thin: {points: 5}\n"

    private func options(_ node: Node, _ number: Int) -> Node? {
        guard case .sequence(let items) = node["stages"]?.content, case .mapping(let entries) = items[number].content else {
            return nil
        }
        return entries[0].value
    }

    @Test func `needs an equals sign`() {
        #expect(Setting("find-stays.radius=100 m")?.value == "100 m")
        #expect(Setting("find-stays.radius=100 m")?.key == "find-stays.radius")
        #expect(Setting("a=b=c")?.value == "b=c")
        #expect(Setting("find-stays.radius") == nil)
        #expect(Setting("=x") == nil)
    }

    @Test func `replaces or adds a key at the top`() throws {
        #expect(try applied("name=other", to: "name: nightly\n")["name"]?.content == .scalar("other"))
        #expect(try applied("timezone=UTC", to: "name: nightly\n")["timezone"]?.content == .scalar("UTC"))
        #expect(
            try applied("write.sqlite=x.sqlite", to: "write: {sqlite: y, durable: on}\n")["write"]?["sqlite"]?.content
                == .scalar("x.sqlite"))
        #expect(try applied("write.sqlite=x.sqlite", to: "name: n\n")["write"]?["sqlite"]?.content == .scalar("x.sqlite"))
        #expect(
            try applied("kinds.pet.top-speed=15 m/s", to: "name: n\n")["kinds"]?["pet"]?["top-speed"]?.content
                == .scalar("15 m/s"))
    }

    @Test func `its value is YAML`() throws {
        #expect(try applied("read.files=[a, b]", to: "read: {files: c}\n")["read"]?["files"]?.kindInWords == "a list")
        #expect(try applied("reports=[]", to: "reports:\n  - csv\n")["reports"]?.content == .sequence([]))
        #expect(try applied("devices=", to: "devices: a.csv\n")["devices"]?.isEmpty == true)
        #expect(problem("name=[a", in: "name: n\n")?.hasPrefix("--set name:") == true)
    }

    @Test func `sets an option of a stage, also of one without options`() throws {
        let node = try applied("find-stays.radius=100 m", to: stages)
        #expect(options(node, 1)?["radius"]?.content == .scalar("100 m"))
        #expect(options(node, 0)?["every"]?.content == .scalar("10 s"))
    }

    @Test func `thin is the first, thin[2] the second`() throws {
        let first = try applied("thin.every=1 min", to: stages)
        #expect(options(first, 0)?["every"]?.content == .scalar("1 min") && options(first, 2)?["points"]?.content == .scalar("5"))
        let second = try applied("thin[2].points=7", to: stages)
        #expect(
            options(second, 0)?["every"]?.content == .scalar("10 s") && options(second, 2)?["points"]?.content == .scalar("7"))
    }

    @Test func `replaces all options of a stage`() throws {
        let node = try applied("thin[1]={first-in: 1 min}", to: stages)
        #expect(options(node, 0)?["every"] == nil && options(node, 0)?["first-in"]?.content == .scalar("1 min"))
    }

    @Test func `a stage that the pipeline does not have is told`() {
        #expect(problem("thin[3].points=7", in: stages) == "--set thin[3].points: the pipeline has only 2 stages thin.")
        #expect(problem("thin[0].points=7", in: stages) == "--set thin[0].points: the pipeline has only 2 stages thin.")
        #expect(problem("simplify.points=7", in: stages) == "--set simplify.points: the pipeline has no stage simplify.")
        #expect(problem("simplify.points=7", in: "name: n\n") == "--set simplify.points: the pipeline has no stages.")
    }

    @Test func `read[2] is the second source, read the only one`() throws {
        let two = "read:\n  - {late: 1 s}\n  - {late: 2 s}\n"
        func lates(_ node: Node) -> [Node.Content?] {
            guard case .sequence(let items) = node["read"]?.content else { return [] }
            return items.map { $0["late"]?.content }
        }
        #expect(try lates(applied("read[2].late=3 s", to: two)) == [.scalar("1 s"), .scalar("3 s")])
        #expect(try lates(applied("read.[1].late=3 s", to: two)) == [.scalar("3 s"), .scalar("2 s")])
        #expect(try lates(applied("read.late=3 s", to: "read: [{late: 1 s}]\n")) == [.scalar("3 s")])
        #expect(try applied("read[1].late=3 s", to: "read: {late: 1 s}\n")["read"]?["late"]?.content == .scalar("3 s"))
    }

    @Test func `which item of a list is asked for`() {
        let two = "read:\n  - {late: 1 s}\n  - {late: 2 s}\n"
        let choice = "'read' is a list of 2; set one of read[1].late to read[2].late."
        #expect(problem("read.late=3 s", in: two) == "--set read.late: \(choice)")
        #expect(problem("read[3].late=3 s", in: two) == "--set read[3].late: \(choice)")
        #expect(problem("read[x].late=3 s", in: two) == "--set read[x].late: \(choice)")
        #expect(
            problem("reports.csv.to=x", in: "reports: []\n")
                == "--set reports.csv.to: 'reports' is an empty list; set it as a whole.")
        #expect(
            problem("read[2].late=3 s", in: "read: {late: 1 s}\n")
                == "--set read[2].late: 'read' is no list; write read without a number.")
    }

    @Test func `a key has no empty words`() {
        let wanted = "a key is words with single points between them, such as find-stays.radius."
        #expect(problem("read..late=1 s", in: "read: {}\n") == "--set read..late: \(wanted)")
        #expect(problem("read.=1 s", in: "read: {}\n") == "--set read.: \(wanted)")
    }

    @Test func `nothing can be set below a single value`() {
        #expect(problem("name.x=1", in: "name: n\n") == "--set name.x: 'x' cannot be set below a single value.")
    }

    @Test func `a problem with a set value is told where it was set`() {
        let found = problems(pipelineText(), settings: ["find-stays.radius=15"])
        #expect(found.count == 1 && found[0].hasSuffix("'radius' is 15 without a unit; write 15 m."))
        // The file has no line 0: the place is the setting.
        #expect(!found[0].hasPrefix("0:0:"), "\(found)")
    }
}
