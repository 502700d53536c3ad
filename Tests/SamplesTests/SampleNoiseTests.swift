import Geodesy
import Samples
import Testing

/// The noise of sample logs against that of `../shared/noise/generate.py`, which it may not be milder than.
@Suite struct SampleNoiseTests {
    private let judged: JudgedLogs
    private let fixes: [JudgedLogs.Fix]

    init() throws {
        judged = try JudgedLogs.few.get()
        fixes = judged.fixes.values.flatMap { $0 }
    }

    @Test func `wrong positions lie as far off as is said of them`() {
        // A burst scatters some metres around its first position, which lies 120 m off or more.
        let least = ["spike": 120.0, "burst": 90, "cold-start": 90, "stale": 150, "midnight-spike": 2_000]
        let wrong = fixes.filter { least[$0.what] != nil }
        #expect(wrong.count > 500)
        #expect(wrong.allSatisfy { !$0.isGood && $0.errorMeters >= least[$0.what, default: 0] })
    }

    // 120 m × u^-1.75, u uniform: 33 % lie within 240 m, 8 % beyond 10 km. The shared noise has the exponent 1/0.6, so a lighter tail.
    @Test func `single wrong positions have a heavy tail`() {
        let errors = fixes.filter { $0.what == "spike" }.map(\.errorMeters)
        #expect(errors.count > 60)
        #expect((0.2...0.45).contains(Double(errors.count { $0 <= 240 }) / Double(errors.count)))
        #expect((0.02...0.18).contains(Double(errors.count { $0 > 10_000 }) / Double(errors.count)))
        #expect(errors.allSatisfy { $0 <= 50_001 })
    }

    @Test func `one fix in a hundred is wrong or more, indoors too`() {
        let wrong = fixes.filter { ["spike", "burst", "cold-start", "stale"].contains($0.what) }
        // 4,872 of the 443,013 of the shared noise with seed 1.
        #expect(Double(wrong.count) / Double(fixes.count) >= 4_872.0 / 443_013)
        let indoors = wrong.count { fix in
            judged.stays[fix.row.device, default: []].contains { $0.time.contains(fix.time) }
        }
        #expect(indoors > wrong.count / 3)
    }

    // Deviations of 8, 20, 35 or 50 m each way: the mean square of both ways together is 2,094 m².
    @Test func `errors indoors are as large as those of the shared noise, or larger`() {
        let indoors = fixes.filter { $0.what == "good" && $0.row.cells[5].isEmpty }
        let squares = Dictionary(grouping: indoors, by: \.row.device).mapValues { fixes in
            fixes.reduce(0) { $0 + $1.errorMeters * $1.errorMeters } / Double(fixes.count)
        }
        #expect(squares.count == 15)
        #expect(squares.values.reduce(0, +) / 15 >= 2_094, "\(squares)")
    }

    @Test func `errors indoors are alike from fix to fix`() {
        var (square, change, count) = (0.0, 0.0, 0)
        for (device, stays) in judged.stays where !device.hasPrefix("pet") {
            for stay in stays {
                let good = judged.fixes(of: device, during: stay).filter(\.isGood)
                for (a, b) in zip(good, good.dropFirst()) {
                    let (before, step) = (haversineMeters(stay.center, a.place), haversineMeters(a.place, b.place))
                    square += before * before
                    change += step * step
                    count += 1
                }
            }
        }
        #expect(count > 10_000)
        // Without memory it would be 2.
        #expect(change / square < 1.4, "\(change / square)")
    }

    @Test func `the error said of a fix at rest is its distance from the stay, in all systems`() throws {
        var compared = 0
        // Pets stray about; errors of kilometres may lie where China's outline runs.
        for (device, stays) in judged.stays where !device.hasPrefix("pet") {
            for stay in stays {
                for fix in judged.fixes(of: device, during: stay) where fix.errorMeters <= 2_000 {
                    compared += 1
                    let meters = haversineMeters(stay.center, fix.place)
                    // Whole metres, on a plane of the city.
                    #expect(abs(meters - fix.errorMeters) < 2 + 0.02 * meters, "\(fix.row.cells)")
                }
            }
        }
        #expect(compared > 20_000)
    }

    @Test func `usual intervals lie between 5 s and 5 min and are not the same for long`() {
        for (device, fixes) in judged.fixes {
            let steps = zip(fixes, fixes.dropFirst()).map { $1.time - $0.time }.filter { $0 > 0 }
            // Rows that are doubled or in between, and silences, are a few per cent.
            let usual = steps.filter { (5_000...300_000).contains($0) }
            #expect(Double(usual.count) > 0.95 * Double(steps.count), "\(device)")
            #expect(Set(usual).count > 30, "\(device)")
        }
        let steps = judged.fixes.values.flatMap { fixes in zip(fixes, fixes.dropFirst()).map { $1.time - $0.time } }
        #expect(steps.count { (5_000...15_000).contains($0) } > 1_000)
        #expect(steps.count { (240_000...300_000).contains($0) } > 1_000)
        #expect(steps.contains { $0 > 1_800_000 })
    }

    @Test func `no fix is left out on the way to a place`() {
        let places = Dictionary(grouping: judged.logs.truth("places"), by: { $0["device"] ?? "" }).mapValues {
            $0.compactMap(JudgedLogs.center)
        }
        // Under way: with a course.
        let near = fixes.count { fix in
            !fix.row.cells[5].isEmpty
                && places[fix.row.device, default: []].contains { (90...210).contains(haversineMeters(fix.place, $0)) }
        }
        #expect(near > 100)
    }

    @Test func `there are walks round the block and visits a short walk apart`() {
        var (rounds, walks) = (0, 0)
        for stays in judged.stays.values {
            for (a, b) in zip(stays, stays.dropFirst()) {
                if a.place == b.place { rounds += 1 }
                if Set([a.place, b.place]) == ["work", "lunch"] { walks += 1 }
            }
        }
        #expect(rounds > 10)
        #expect(walks > 5)
    }
}
