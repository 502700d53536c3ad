import Testing
import Tracks

@testable import Store

/// Bits by hand: day · 2^48 + device · 2^27 + milliseconds.
@Suite struct PackedKeyTests {
    @Test func `a key is made of day, device and time`() {
        #expect(PackedKey.key(day: CalendarDay(number: 1), device: 2, sinceStart: 3) == 281_474_976_710_656 + 268_435_456 + 3)
        #expect(PackedKey.key(day: CalendarDay(number: -1), device: 0, sinceStart: 0) == -281_474_976_710_656)
    }

    @Test func `the longest day, the last device and the last storable day fit`() {
        let largest = PackedKey.key(day: CalendarDay.storable.upperBound, device: (1 << 21) - 1, sinceStart: 25 * 3_600_000)
        #expect(
            largest > 0 && largest >> 48 == 32_767 && (largest >> 27) & 2_097_151 == 2_097_151
                && largest & 134_217_727 == 90_000_000)
    }

    @Test func `keys are in the order of day, device, time`() {
        var random = SeededRandom(seed: 52)
        let keys = (0..<2000).map { _ -> ([Int64], Int64) in
            let day = Int32.random(in: -32_507...32_767, using: &random)
            let device = Int64.random(in: 0..<1 << 21, using: &random)
            let time = Int64.random(in: 0..<90_000_000, using: &random)
            return ([Int64(day), device, time], PackedKey.key(day: CalendarDay(number: day), device: device, sinceStart: time))
        }
        let byKey = keys.sorted { $0.1 < $1.1 }.map(\.0)
        #expect(byKey == keys.map(\.0).sorted { $0.lexicographicallyPrecedes($1) })
        for (parts, key) in keys {
            let day = PackedKey.range(of: CalendarDay(number: Int32(parts[0])))
            let device = PackedKey.range(of: CalendarDay(number: Int32(parts[0])), device: parts[1])
            #expect(day.0 <= key && key < day.1 && device.0 <= key && key < device.1)
        }
    }
}
