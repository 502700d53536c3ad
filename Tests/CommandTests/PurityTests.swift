import Glibc
import Testing

/// Issue 3, Shows 5, and RULES 4.1: whatever the order, the grouping, the jobs and the memory, one digest: that of one run over the week.
@Suite struct PurityTests {
    private func expectSameDigest(after runs: [[String]], sourceLocation: SourceLocation = #_sourceLocation) throws {
        let folder = try TemporaryFolder()
        for arguments in runs { try SampleWeek.run(in: folder, arguments) }
        let wanted = try SampleWeek.result.get().digest
        #expect(try digest(of: "week.sqlite", in: folder) == wanted, sourceLocation: sourceLocation)
    }

    private static let week = ["--from", SampleWeek.firstDay, "--to", "2025-06-07"]

    @Test func `run twice`() throws {
        try expectSameDigest(after: [Self.week, Self.week])
    }

    @Test func `day by day forwards, one job`() throws {
        try expectSameDigest(after: SampleWeek.days.map { ["--day", $0, "--jobs", "1"] })
    }

    @Test func `day by day backwards, two jobs`() throws {
        try expectSameDigest(after: SampleWeek.days.reversed().map { ["--from", $0, "--to", $0, "--jobs", "2"] })
    }

    @Test func `one job`() throws {
        try expectSameDigest(after: [Self.week + ["--jobs", "1"]])
    }

    @Test func `more jobs than processors`() throws {
        try expectSameDigest(after: [Self.week + ["--jobs", "7"]])
    }

    @Test func `without dates, and once more with nothing new`() throws {
        try expectSameDigest(after: [[], []])
    }

    @Test func `with the least memory`() throws {
        try expectSameDigest(after: [Self.week + ["--memory", "64 MB", "--jobs", "1"]])
    }

    @Test func `overlapping ranges with days in between left for last`() throws {
        try expectSameDigest(after: [
            ["--from", "2025-06-05", "--to", "2025-06-07"], ["--from", "2025-06-01", "--to", "2025-06-02"],
            ["--from", "2025-06-02", "--to", "2025-06-05"],
        ])
    }

    @Test func `a day made with other options and then with these`() throws {
        let other = ["--set", "find-stays.radius='60 m'", "--set", "drop-spikes.speed='30 m/s'"]
        try expectSameDigest(after: [Self.week, ["--from", "2025-06-03", "--to", "2025-06-04"] + other, []])
    }

    // DESIGN: 143 stopped by SIGTERM; SIGKILL leaves no time for anything. A line of JSON says when a day is written.
    @Test(arguments: [(SIGKILL, 1), (SIGKILL, 4), (SIGTERM, 2)])
    func `stopped half-way and started again`(signal: Int32, afterDays: Int) throws {
        let folder = try TemporaryFolder()
        let call = SampleWeek.call(in: folder) + Self.week + ["--jobs", "1", "--log", "json"]
        let status = try Program.run(call, in: folder, until: "\"event\":\"day\"", times: afterDays, thenSend: signal)
        #expect(status == 128 + signal)
        try SampleWeek.run(in: folder, [])
        let wanted = try SampleWeek.result.get().digest
        #expect(try digest(of: "week.sqlite", in: folder) == wanted)
    }

    // DESIGN: the digest holds no path and nothing of the ledger, so another machine's run has it too.
    @Test func `a second file has the same digest view by view`() throws {
        let (folder, _) = try SampleWeek.result.get()
        let second = try TemporaryFolder()
        try SampleWeek.run(in: second, Self.week)
        let views = try Program.run(["digest", "week.sqlite"], in: folder).output
        #expect(try Program.run(["digest", "week.sqlite"], in: second).output == views)
    }
}
