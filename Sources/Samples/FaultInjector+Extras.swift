extension FaultInjector {
    /// A row that is no fix, half-way to the next one.
    mutating func addExtra(after i: Int, of fixes: [SampleFix], _ row: LogRow, _ random: inout RandomSource) {
        guard i + 1 < fixes.count, fixes[i + 1].time - fixes[i].time >= 4_000 else { return }
        let chance = random.unit()
        let fault: Fault =
            chance < 0.3
            ? .nullIsland : chance < 0.5 ? .inaccurate : Fault.malformed[random.integer(0, Fault.malformed.count - 1)]
        var extra = row.with(fault)
        extra.variant = random.integer(0, 2)
        extra.received += (fixes[i + 1].time - fixes[i].time) / 2_000 * 1_000
        extra.time = extra.received
        switch fault {
        case .inaccurate:
            extra.accuracyMeters = random.integer(120, 900)
            extra.position = row.truePosition + random.direction() * random.real(60, 400)
        case .aheadOfFile: extra.time += Int64([2, 30, 6_900][extra.variant]) * 86_400_000
        case .tooLate:
            // Beyond the two days that a row may be late, and never before the first day.
            extra.time -= 3 * 86_400_000
            if extra.time < firstDay.lowerBound { return }
        default: break
        }
        rows.append(extra)
    }
}
