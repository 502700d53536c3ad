import Foundation
import Testing

/// Issue 7: `plan` says what the following `run` does, in random small situations of logs, earlier runs and changes.
///
/// 40 situations; `TRACKMILL_SEEDS` asks for a tenth of it (`make soak`: 500).
@Suite struct PlanPropertyTests {
    private static let seeds =
        ProcessInfo.processInfo.environment["TRACKMILL_SEEDS"].flatMap(Int.init).map { max(1, $0 / 10) } ?? 40

    private struct Plan: Decodable {
        struct Day: Decodable {
            let day, state, reason: String
            let toDo: Bool
        }

        let days: [Day]
        let undatedFiles: [String]
    }

    @Test(arguments: 0..<seeds)
    func `a run makes what its plan says`(seed: Int) throws {
        var situation = try Situation(seed: UInt64(seed))
        try situation.prepare()
        let (arguments, isDated) = situation.arguments()
        let before = try plan(situation, arguments)
        let run = try Program.run(["run", "pipeline.yaml", "--log", "json"] + arguments, in: situation.small.folder)
        let story = "\(situation.story) \(arguments): \(before.days.map { "\($0.day) \($0.state): \($0.reason)" }); \(run.errors)"
        try #require([0, 65, 66].contains(run.status), "\(story)")
        let made = Set(
            run.errors.split(separator: "\n").filter { $0.contains("\"event\":\"day\"") }.compactMap { line in
                line.range(of: "\"day\":\"").map { String(line[$0.upperBound...].prefix(10)) }
            })
        let toDo = before.days.filter(\.toDo)
        let sure = Set(toDo.filter { $0.state != "may change" }.map(\.day))
        // What days an undated file gives rows is known once it is read.
        let listed = before.undatedFiles.isEmpty ? made : made.intersection(before.days.map(\.day))
        #expect(listed.isSubset(of: toDo.map(\.day)), "made \(made.subtracting(toDo.map(\.day))): \(story)")
        #expect(sure.isSubset(of: made), "not made \(sure.subtracting(made)): \(story)")
        guard !isDated else { return }
        #expect(toDo.allSatisfy { ["new", "changed", "may change"].contains($0.state) })
        // Once the run has read what there is, nothing is left to do.
        let after = try plan(situation, arguments)
        #expect(after.days.filter(\.toDo).map(\.day) == [], "\(story)")
    }

    private func plan(_ situation: Situation, _ arguments: [String]) throws -> Plan {
        let outcome = try Program.run(
            ["plan", "pipeline.yaml", "--format", "json"] + arguments, in: situation.small.folder)
        try #require(outcome.status == 0, "\(situation.story): \(outcome.errors)")
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        return try decoder.decode(Plan.self, from: Data(outcome.output.utf8))
    }
}

/// Logs, runs and changes, one after the other as a seed has it.
private struct Situation {
    let small: SmallPipeline
    private(set) var story: [String] = []
    private var random: SeededNumbers
    private var options: [String] = []
    private let isUndated: Bool
    private let today = Date.now.formatted(.iso8601.year().month().day())

    init(seed: UInt64) throws {
        random = SeededNumbers(state: seed &* 7919 &+ 1)
        let late = ["0 s", "1 d", "2 d"][Int.random(in: 0..<3, using: &random)]
        let isUndated = Int.random(in: 0..<4, using: &random) == 0
        small = try SmallPipeline(
            files: isUndated ? "logs/*.csv" : "logs/{date}*.csv", read: ["late: \(late)"], stages: SmallPipeline.tracks)
        story = ["late \(late)\(isUndated ? ", undated" : "")"]
        self.isUndated = isUndated
    }

    private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

    /// A few logs, perhaps a run, and changes after it.
    mutating func prepare() throws {
        for day in 1...4 where number(0...3) > 0 { try write("2025-06-0\(day)", rows(day), suffix: ".csv") }
        if number(0...5) == 0 { try write(today, ["a,\(today)T00:00:00Z,31.2,121.4"], suffix: ".csv") }
        for _ in 0..<number(0...2) {
            try run()
            for _ in 0..<number(1...3) { try change() }
        }
    }

    private mutating func rows(_ day: Int) -> [String] {
        var rows = (0..<number(1...4)).map { "a,2025-06-0\(day)T08:0\($0):00Z,31.2,121.4" }
        if number(0...2) == 0, day > 1 { rows.append("b,2025-06-0\(day - 1)T20:00:0\(number(0...9))Z,31.2,121.4") }
        if number(0...4) == 0 { rows.append("c,2025-06-0\(day + 1)T00:0\(number(0...9)):00Z,31.2,121.4") }
        return rows
    }

    private mutating func write(_ day: String, _ rows: [String], suffix: String) throws {
        story.append("write \(day)\(suffix) \(rows.count)")
        try small.log(day, rows, suffix: suffix)
        // An undated file has settled when it is old enough.
        if day != today {
            try small.folder.setModification(of: "logs/\(day)\(suffix)", to: "2025-06-10T00:00:0\(number(0...9))Z")
        }
    }

    private mutating func run() throws {
        let range = number(0...2) == 0 ? ["--from", "2025-06-0\(number(1...2))", "--to", "2025-06-0\(number(2...4))"] : []
        story.append("run \(range)")
        let outcome = try Program.run(["run", "pipeline.yaml"] + range + options, in: small.folder)
        try #require([0, 65, 66].contains(outcome.status), "\(story): \(outcome.errors)")
    }

    private mutating func change() throws {
        let names = small.folder.has("logs") ? try small.folder.names(in: "logs") : []
        let day = number(1...4)
        let some = names.isEmpty ? nil : names[number(0...names.count - 1)]
        switch number(0...6) {
        case 0: try write("2025-06-0\(day)", rows(day), suffix: ".csv")
        case 1: try write("2025-06-0\(day)", rows(day), suffix: "-b.csv")
        case 2:
            guard let some else { return }
            story.append("remove \(some)")
            try FileManager.default.removeItem(atPath: small.folder("logs/" + some))
        case 3:
            guard let some, !small.folder.has("logs/\(some.prefix(10))-x.csv") else { return }
            story.append("rename \(some)")
            try FileManager.default.moveItem(
                atPath: small.folder("logs/" + some), toPath: small.folder("logs/\(some.prefix(10))-x.csv"))
        case 4:
            guard let some, !some.hasPrefix(today) else { return }
            story.append("touch \(some)")
            try small.folder.setModification(of: "logs/" + some, to: "2025-06-11T00:00:0\(number(0...9))Z")
        case 5:
            options = number(0...1) == 0 ? [] : ["--set", "find-stays.radius='60 m'"]
            story.append("options \(options)")
        default:
            guard let some, !some.hasPrefix(today) else { return }
            var lines = try small.folder.text(of: "logs/" + some).split(separator: "\n").map(String.init)
            lines.removeLast()
            story.append("shorten \(some)")
            try write(String(some.prefix(10)), Array(lines.dropFirst()), suffix: String(some.dropFirst(10)))
        }
    }

    /// Those of the plan and of the run after it.
    mutating func arguments() -> (words: [String], isDated: Bool) {
        switch number(0...4) {
        case 0, 1: (["--from", "2025-06-0\(number(1...2))", "--to", "2025-06-0\(number(2...4))"] + options, true)
        case 2: (["--to", "today"] + options, false)
        default: (options, false)
        }
    }
}

/// The generator of Vigna, "Further scramblings of Marsaglia's xorshift generators" (splitmix64).
private struct SeededNumbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
