import Testing
import Tracks

/// Zones made by hand: one offset change each, so that every expected time can be counted on a clock.
@Suite struct TimeZoneRulesTests {
    /// At 00:00 of 2025-03-30 the clock leaps to 01:00: UTC+1, then UTC+2.
    private let leapAtMidnight = TimeZoneRules(
        name: "leap", changes: [Int64.min, utcMidnight("2025-03-30") - hour], offsets: [hour, 2 * hour])
    /// At 24:00 of 2025-10-26 the clock steps back to 23:00: UTC+2, then UTC+1.
    private let stepAtMidnight = TimeZoneRules(
        name: "step", changes: [Int64.min, utcMidnight("2025-10-27") - 2 * hour], offsets: [2 * hour, hour])
    /// Berlin in 2025: 02:00 to 03:00 on March 30, 03:00 to 02:00 on October 26, both at 01:00 UTC.
    private let berlin = TimeZoneRules(
        name: "Europe/Berlin", changes: [Int64.min, utcMidnight("2025-03-30") + hour, utcMidnight("2025-10-26") + hour],
        offsets: [hour, 2 * hour, hour])

    @Test func `a time reads twice in the hour before the clock steps back, and in no other`() {
        let step = utcMidnight("2025-10-26") + hour
        #expect(!berlin.readsTwice(step - hour - 1) && berlin.readsTwice(step - hour) && berlin.readsTwice(step - 1))
        #expect(!berlin.readsTwice(step) && !TimeZoneRules.utc.readsTwice(0))
        let leap = utcMidnight("2025-03-30") + hour
        #expect(!berlin.readsTwice(leap - 1))
        #expect(
            berlin.hasRepeatedReadings(from: step - 2 * hour, to: step)
                && berlin.hasRepeatedReadings(from: step - 1, to: step + hour))
        #expect(!berlin.hasRepeatedReadings(from: step, to: step + 24 * hour))
        #expect(!berlin.hasRepeatedReadings(from: leap - 24 * hour, to: leap + 24 * hour))
        #expect(!berlin.hasRepeatedReadings(from: step - 26 * hour, to: step - hour))
    }

    @Test func `a day of UTC begins at its midnight and has 24 hours`() {
        #expect(TimeZoneRules.utc.start(of: day("2025-06-01")) == utcMidnight("2025-06-01"))
        #expect(TimeZoneRules.utc.end(of: day("2025-06-01")) == utcMidnight("2025-06-02"))
        #expect(TimeZoneRules.utc.day(of: -1) == day("1969-12-31"))
        #expect(TimeZoneRules.utc.day(of: 0) == day("1970-01-01"))
    }

    @Test func `a day that the clock leaps into begins at the leap and has 23 hours`() {
        let start = leapAtMidnight.start(of: day("2025-03-30"))
        #expect(start == utcMidnight("2025-03-30") - hour)
        #expect(leapAtMidnight.end(of: day("2025-03-30")) - start == 23 * hour)
        #expect(leapAtMidnight.localText(milliseconds: start) == "2025-03-30 01:00:00")
        #expect(leapAtMidnight.localText(milliseconds: start - 1000) == "2025-03-29 23:59:59")
    }

    @Test func `a day whose end the clock steps back from has 25 hours`() {
        let end = stepAtMidnight.end(of: day("2025-10-26"))
        #expect(end == utcMidnight("2025-10-27") - hour)
        #expect(end - stepAtMidnight.start(of: day("2025-10-26")) == 25 * hour)
        // The first midnight reads 23:00 of the same day again.
        #expect(stepAtMidnight.day(of: end - hour) == day("2025-10-26"))
        #expect(stepAtMidnight.day(of: end) == day("2025-10-27"))
    }

    @Test func `a clock that steps back over midnight gives the day its second midnight`() {
        // UTC+9 to UTC+8:30 when the clock shows 00:00 of August 15, as in Pyongyang 2015.
        let change = utcMidnight("2015-08-15") - 9 * hour
        let zone = TimeZoneRules(name: "half", changes: [Int64.min, change], offsets: [9 * hour, 8 * hour + hour / 2])
        #expect(zone.start(of: day("2015-08-15")) == change + hour / 2)
        #expect(zone.end(of: day("2015-08-14")) - zone.start(of: day("2015-08-14")) == 24 * hour + hour / 2)
        #expect(zone.day(of: change) == day("2015-08-14"))
    }

    @Test func `a day inside which the clock changes has 23 or 25 hours`() {
        #expect(berlin.end(of: day("2025-03-30")) - berlin.start(of: day("2025-03-30")) == 23 * hour)
        #expect(berlin.end(of: day("2025-10-26")) - berlin.start(of: day("2025-10-26")) == 25 * hour)
        #expect(berlin.end(of: day("2025-10-27")) - berlin.start(of: day("2025-10-27")) == 24 * hour)
    }

    @Test func `a day that a zone skips has no length`() {
        // UTC−10 to UTC+14 when the clock shows 00:00 of December 30, as in Apia 2011.
        let change = utcMidnight("2011-12-30") + 10 * hour
        let zone = TimeZoneRules(name: "line", changes: [Int64.min, change], offsets: [-10 * hour, 14 * hour])
        #expect(zone.start(of: day("2011-12-30")) == change)
        #expect(zone.start(of: day("2011-12-31")) == change)
        #expect(zone.day(of: change - 1) == day("2011-12-29"))
        #expect(zone.day(of: change) == day("2011-12-31"))
    }

    @Test func `the offset changes with its millisecond`() {
        let change = utcMidnight("2025-03-30") + hour
        #expect(berlin.offset(at: change - 1) == hour)
        #expect(berlin.offset(at: change) == 2 * hour)
        #expect(berlin.offset(at: Int64.min) == hour)
    }

    @Test func `a local reading that comes twice counts as the first`() {
        // Python: datetime(2025, 10, 26, 2, 30, fold=0, tzinfo=ZoneInfo("Europe/Berlin")).timestamp() = 1761438600
        #expect(berlin.milliseconds(ofLocal: utcMidnight("2025-10-26") + 2 * hour + hour / 2) == 1_761_438_600_000)
    }

    @Test func `a local reading that the clock leaps over counts with the offset before the leap`() {
        // Python: datetime(2025, 3, 30, 2, 30, fold=0, tzinfo=ZoneInfo("Europe/Berlin")).timestamp() = 1743298200
        #expect(berlin.milliseconds(ofLocal: utcMidnight("2025-03-30") + 2 * hour + hour / 2) == 1_743_298_200_000)
    }

    @Test func `a local reading just before and just after a leap`() {
        let twoOClock = utcMidnight("2025-03-30") + 2 * hour
        #expect(berlin.milliseconds(ofLocal: twoOClock - 1) == utcMidnight("2025-03-30") + hour - 1)
        #expect(berlin.milliseconds(ofLocal: twoOClock + hour) == utcMidnight("2025-03-30") + hour)
    }

    @Test func `local texts are those of the wall clock`() {
        #expect(berlin.localText(milliseconds: utcMidnight("2025-06-01")) == "2025-06-01 02:00:00")
        #expect(berlin.localText(milliseconds: utcMidnight("2025-01-01") - 1) == "2025-01-01 00:59:59")
    }

    @Test func `every time lies in the day whose start and end enclose it`() {
        var random = SeededRandom(seed: 1)
        for zone in [leapAtMidnight, stepAtMidnight, berlin, .utc] {
            for _ in 0..<2000 {
                let time = utcMidnight("2025-03-28") + Int64.random(in: 0..<220 * fullDay, using: &random)
                let local = zone.day(of: time)
                #expect(zone.start(of: local) <= time && time < zone.end(of: local))
            }
        }
    }

    @Test func `what the clock shows leads back to the time, but where it shows it twice`() {
        var random = SeededRandom(seed: 2)
        for _ in 0..<5000 {
            let time = utcMidnight("2025-03-28") + Int64.random(in: 0..<220 * fullDay, using: &random)
            let back = berlin.milliseconds(ofLocal: time + berlin.offset(at: time))
            let isSecondReading = (0..<hour).contains(time - berlin.changes[2])
            #expect(back == (isSecondReading ? time - hour : time))
        }
    }
}
