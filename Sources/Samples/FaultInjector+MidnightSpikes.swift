extension FaultInjector {
    /// Before a day's first fix.
    mutating func addMidnightSpike(before first: SampleFix, _ random: inout RandomSource) {
        addMidnightSpike(beside: first, milliseconds: -20_000, &random)
    }

    /// After a day's last fix.
    mutating func addMidnightSpike(after last: SampleFix, _ random: inout RandomSource) {
        addMidnightSpike(beside: last, milliseconds: 20_000, &random)
    }

    /// 2 to 80 km away, most of them near: the square of a uniform share.
    private mutating func addMidnightSpike(beside fix: SampleFix, milliseconds: Int64, _ random: inout RandomSource) {
        let share = random.unit()
        let meters = 2_000 + 78_000 * share * share
        var spike = LogRow(fix, in: device.system).with(.midnightSpike)
        spike.time += milliseconds
        spike.received = spike.time
        spike.position = fix.truePosition + device.city.direction(meters: meters, &random) * meters
        if day.contains(spike.time) { rows.append(spike) }
    }
}
