import Testing

/// Issue 7: a second run of one result file ends with 75 and names the holder, also one that has only just begun.
@Suite struct RunLockTests {
    @Test func `of runs that start at once one runs, the others name who holds it or find nothing to do`() throws {
        let small = try SmallPipeline(stages: SmallPipeline.tracks)
        for day in 1...9 {
            let name = "2025-06-0\(day)"
            try small.log(name, (10..<60).map { "a,\(name)T08:\($0):00Z,31.2\($0),121.4" })
        }
        for _ in 0..<5 {
            let runs = try (0..<4).map { _ in try BackgroundRun.trackmill(["run", "pipeline.yaml"], in: small.folder) }
            let outcomes = try runs.map { try $0.end() }
            #expect(outcomes.contains { $0.status == 0 })
            for outcome in outcomes where outcome.status != 0 {
                #expect(outcome.status == 75)
                let sentence =
                    #/trackmill: out.sqlite is held by another run \(pid \d+, since \S+Z\)\. Wait for it to end, or end it, then run again\.\n/#
                #expect(outcome.errors.wholeMatch(of: sentence) != nil, "\(outcome.errors)")
            }
        }
        #expect(try small.lines("SELECT count(*), sum(kept) FROM days") == ["9,450"])
    }
}
