import Testing
import TrackAlgorithms

/// Rules 2.5 and 2.7: how far devices can come.
@Suite struct TopSpeedsTests {
    @Test func `a leg of exactly the reach is plausible, a longer one is not`() {
        // By hand: 10 s · 70 m/s + 30 m = 730 m.
        let reach = Reach(metersPerSecond: 70, slackMeters: 30)
        #expect(reach.allows(meters: 730, in: 10_000))
        #expect(!reach.allows(meters: 730.0.nextUp, in: 10_000))
    }

    @Test func `of two kinds the faster counts, whichever day has it`() {
        let speeds = TopSpeeds(metersPerSecond: 10, byKind: ["pet": 5, "car": 40], slackMeters: 30)
        #expect(speeds.reach(of: "pet", or: "car") == Reach(metersPerSecond: 40, slackMeters: 30))
        #expect(speeds.reach(of: "car", or: "pet") == Reach(metersPerSecond: 40, slackMeters: 30))
        #expect(speeds.reach(of: "pet", or: nil) == Reach(metersPerSecond: 10, slackMeters: 30))
        #expect(speeds.reach(of: "pet", or: "pet") == Reach(metersPerSecond: 5, slackMeters: 30))
    }
}
