import Testing
import TrackAlgorithms
import Tracks

/// Issue 6, Shows 1 and 5: stays of whole tracks against independent programs and against the truth.
@Suite(.needsSharedReference) struct StayReferenceTests {
    private func stays(_ limits: StayLimits) throws -> [(device: String, stay: Stay)] {
        try cleanTracks().flatMap { device, fixes in joinedWhole(fixes, limits: limits).stays.map { (device, $0) } }
    }

    // Expected: rules-2/ref/stays/stays_whole_*, rules 2.6 and 3.1 by an independent program; nil minutes: anchored at the first fix.
    @Test(
        arguments: [
            ("stays_whole_r100m_t5min_gap15min", StayLimits(radiusMeters: 100, atLeast: 300_000, gap: 900_000), nil, 740),
            ("stays_whole_r200m_t20min_gap60min", StayLimits(radiusMeters: 200, atLeast: 1_200_000, gap: 3_600_000), nil, 495),
            ("stays_whole_r100m_t5min_gap15min", StayLimits(radiusMeters: 100, atLeast: 300_000, gap: 900_000), 5, 726),
            ("stays_whole_r200m_t20min_gap60min", StayLimits(radiusMeters: 200, atLeast: 1_200_000, gap: 3_600_000), 10, 499),
        ] as [(String, StayLimits, Int64?, Int)])
    func `stays of whole tracks are those of the reference in every column`(
        name: String, limits: StayLimits, minutes: Int64?, count: Int
    ) throws {
        var limits = limits
        if let minutes { (limits.anchor, limits.excursion) = (.mean, minutes * 60_000) }
        let found = try stays(limits)
        let suffix = minutes.map { "_mean_excursion\($0)min" } ?? ""
        let reference = try SharedReference.table("rules-2/ref/stays/\(name)\(suffix).csv")
        #expect(reference.rowCount == count && found.count == count)
        #expect(try found.map(\.device) == reference.texts("device"))
        #expect(try found.map(\.stay.arrived) == reference.texts("arrived").map(millisecondsOfUTC))
        #expect(try found.map(\.stay.lastSeen) == reference.texts("last_seen").map(millisecondsOfUTC))
        #expect(try found.map(\.stay.departed) == reference.texts("departed").map { $0.isEmpty ? nil : millisecondsOfUTC($0) })
        #expect(try found.map { $0.stay.isOpen ? 1 : 0 } == reference.integers("open"))
        #expect(try found.map { Int($0.stay.fixes) } == reference.integers("fixes"))
        let latitudes = try zip(found, reference.doubles("latitude")).map { abs($0.stay.centroid.latitude - $1) }
        let longitudes = try zip(found, reference.doubles("longitude")).map { abs($0.stay.centroid.longitude - $1) }
        // The reference has nine decimals.
        #expect(latitudes.max() ?? 1 <= 0.51e-9 && longitudes.max() ?? 1 <= 0.51e-9)
    }

    // trackintel 1.4.2 tests the time of the first fix outside, and drops a stay that a silence ends.
    @Test func `staypoints of trackintel differ from stays in exactly two ways`() throws {
        let found = try stays(StayLimits(radiusMeters: 100, atLeast: 300_000, gap: 900_000))
        let theirs = try SharedReference.table("ref/stays/staypoints_d100m_t5min_gap15_last1.csv")
        let ends = try zip(theirs.texts("end"), theirs.texts("start")).map {
            (start: millisecondsOfUTC($1), end: millisecondsOfUTC($0))
        }
        let endOf = try Dictionary(zip(theirs.texts("device"), ends).map { ("\($0) \($1.start)", $1) }) { first, _ in first }
        let ours = Dictionary(found.map { ("\($0.device) \($0.stay.arrived)", $0.stay) }) { first, _ in first }
        #expect(endOf.count == 702 && ours.count == 740)
        var dropped = 0
        for (key, stay) in ours {
            if let times = endOf[key] {
                #expect(times.end == stay.departed ?? stay.lastSeen && (stay.departed != nil || stay.isOpen), "\(key)")
            } else {
                #expect(stay.departed == nil && !stay.isOpen, "\(key): no silence ends it")
                dropped += 1
            }
        }
        let onlyTheirs = endOf.filter { ours[$0.key] == nil }
        #expect(dropped == 66 && onlyTheirs.count == 28)
        // Without the time to the first fix outside none of the 28 lasts 5 minutes.
        let lastFixes = try lastFixes(before: onlyTheirs)
        #expect(lastFixes.count == 28 && lastFixes.allSatisfy { $0.seen - $0.start < 300_000 && $0.end - $0.start >= 300_000 })
    }

    private func lastFixes(
        before staypoints: [String: (start: Int64, end: Int64)]
    ) throws -> [(start: Int64, seen: Int64, end: Int64)] {
        try cleanTracks().flatMap { device, fixes in
            staypoints.compactMap { key, times in
                guard key.hasPrefix(device + " "), let seen = fixes.times.last(where: { $0 < times.end }) else { return nil }
                return (times.start, seen, times.end)
            }
        }
    }

    // Issue 6, Shows 5: the shares it asks for, by the measure it names.
    @Test func `97 percent of the true stays of 20 minutes are found, 94 percent of the found ones are true`() throws {
        let table = try SharedReference.table("ref/input/truth_stops.csv")
        let times = try zip(table.texts("start"), table.texts("end")).map { millisecondsOfUTC($0)...millisecondsOfUTC($1) }
        let truth = try Dictionary(grouping: zip(table.texts("device"), times), by: \.0).mapValues { $0.map(\.1) }
        let limits = StayLimits(radiusMeters: 150, atLeast: 1_200_000, gap: 1_800_000)
        let found = try Dictionary(grouping: stays(limits), by: \.device).mapValues {
            $0.map { $0.stay.arrived...$0.stay.lastSeen }
        }
        let long = truth.mapValues { $0.filter { $0.upperBound - $0.lowerBound >= 1_200_000 } }
        let (hits, wanted) = matches(long, found)
        let (right, all) = matches(found, truth)
        #expect(wanted == 390 && all > 300)
        #expect(Double(hits) >= 0.97 * Double(wanted), "\(hits) of \(wanted)")
        #expect(Double(right) >= 0.94 * Double(all), "\(right) of \(all)")
    }

    /// How many of the spans agree to a half (overlap ÷ union) with one of the others, and how many there are.
    private func matches(_ spans: [String: [ClosedRange<Int64>]], _ others: [String: [ClosedRange<Int64>]]) -> (Int, Int) {
        let hits = spans.map { device, spans in
            spans.count { span in (others[device] ?? []).contains { agreement(span, $0) >= 0.5 } }
        }
        return (hits.reduce(0, +), spans.values.reduce(0) { $0 + $1.count })
    }

    private func agreement(_ a: ClosedRange<Int64>, _ b: ClosedRange<Int64>) -> Double {
        let overlap = min(a.upperBound, b.upperBound) - max(a.lowerBound, b.lowerBound)
        return Double(max(0, overlap)) / Double(max(a.upperBound, b.upperBound) - min(a.lowerBound, b.lowerBound))
    }
}
