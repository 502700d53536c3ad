import Testing

/// Rule 1.1: a day that the zone skips is empty.
@Suite struct SkippedDayTests {
    /// The days that zones skipped when they changed the side of the date line, by the tz database.
    @Test(arguments: [
        ("Pacific/Apia", "2011-12-30", "2011-12-31"), ("Pacific/Fakaofo", "2011-12-30", "2011-12-31"),
        ("Pacific/Kwajalein", "1993-08-21", "1993-08-22"), ("Pacific/Kiritimati", "1994-12-31", "1995-01-01"),
    ])
    func `NC-07: a log of a day that the zone skipped gives rejects, and nothing ends in a crash`(
        zone: String, day: String, next: String
    )
        throws
    {
        let small = try SmallPipeline(read: ["files-dated-in: \(zone)", "timezone: \(zone)"])
        // Half an hour into the next day is more than the 10 minutes that a log may be ahead.
        try small.log(day, ["A,\(next)T00:30:00,-13.8,-171.7", "A,2000-01-01T00:00:00,-13.8,-171.7"])
        let settings = ["--set", "timezone=\(zone)"]
        for command in ["check", "plan", "run"] {
            let outcome = try Program.run([command, "pipeline.yaml"] + settings, in: small.folder)
            #expect(outcome.status == 0, "\(command): \(outcome.errors)")
        }
        let dated = try Program.run(["run", "pipeline.yaml", "--from", day, "--to", next] + settings, in: small.folder)
        #expect(dated.status == 0, "\(dated.errors)")
        #expect(try small.lines("SELECT count(*) FROM fixes") == ["0"])
        #expect(try small.lines("SELECT line, reason FROM rejects ORDER BY line").count == 2)
    }
}
