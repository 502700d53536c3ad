extension FaultInjector {
    /// In place of a fix amid others.
    mutating func addSpike(at i: Int, of fixes: [SampleFix], _ row: LogRow, _ random: inout RandomSource) {
        guard i > 0, i + 1 < fixes.count, i - lastSpike > 5, fixes[i + 1].time - fixes[i - 1].time <= 600_000,
            let position = spikePosition(from: fixes[i].position, milliseconds: fixes[i].time - fixes[i - 1].time, &random)
        else { return add(row) }
        lastSpike = i
        spiked.append(i)
        var spike = row.with(.spike)
        spike.position = position
        rows.append(spike)
    }

    /// Before a day's first fix; the first three fixes must not be in reach of it, or the walk would go on from it.
    mutating func addSpike(before fixes: [SampleFix], _ random: inout RandomSource) {
        var spike = LogRow(fixes[0], in: device.system, fault: .spike)
        spike.time -= 20_000
        spike.received = spike.time
        guard spike.time >= day.lowerBound,
            let position = spikePosition(from: spike.position, milliseconds: fixes[2].time - spike.time, &random)
        else { return }
        spike.position = position
        rows.append(spike)
        lastSpike = 0
    }

    /// After a day's last fix.
    mutating func addSpike(after fixes: [SampleFix], _ random: inout RandomSource) {
        var spike = LogRow(fixes[fixes.count - 1], in: device.system, fault: .spike)
        spike.time += 20_000
        spike.received = spike.time
        guard spike.time < day.upperBound, fixes.count - lastSpike > 5,
            let position = spikePosition(from: spike.position, milliseconds: 20_000, &random)
        else { return }
        spike.position = position
        rows.append(spike)
    }

    /// 2 to 80 km away, and well beyond what the kind can do in that time; nil where 80 km are not enough.
    private func spikePosition(from position: PlaneVector, milliseconds: Int64, _ random: inout RandomSource) -> PlaneVector? {
        let reach = device.kind.topSpeedMetersPerSecond * Double(milliseconds) / 1_000
        let nearest = max(2_000, 2 * reach + 500)
        if nearest > 70_000 { return nil }
        var direction = random.direction()
        if let inland = device.city.inland {
            direction = direction * 0.7 + inland
            direction = direction * (1 / direction.length)
        }
        // Most are near: the square of a uniform share.
        let share = random.unit()
        return position + direction * (nearest + (80_000 - nearest) * share * share)
    }
}
