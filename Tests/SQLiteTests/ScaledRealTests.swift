import Testing

@testable import SQLite

/// Counts by hand: 11.3 m are 1,130 hundredths; 90 km/h are 25 m/s, and 9,000 hundredths of km/h.
@Suite struct ScaledRealTests {
    private let hundredths = ScaledReal(parts: 100)
    private let speed = ScaledReal(parts: 100, factor: 3.6)

    @Test func `a number of few decimals is a count of fractions`() {
        #expect(hundredths.count(of: 11.3) == 1130)
        #expect(hundredths.count(of: -0.07) == -7)
        #expect(hundredths.count(of: 0) == 0)
        #expect(speed.count(of: 25) == 9000)
        #expect(speed.count(of: 23.4 / 3.6) == 2340)
    }

    @Test(arguments: [1.0 / 3, 0.001, 0.07.nextUp, 21_474_836.47, -1e300, .infinity, .nan])
    func `any other number is none`(value: Double) {
        #expect(hundredths.count(of: value) == nil)
    }

    @Test func `what SQLite reads has the bits of what was stored`() throws {
        let database = try Database(path: ":memory:", isReadOnly: false)
        var random = SystemRandomNumberGenerator()
        for stored in [hundredths, speed, ScaledReal(parts: 10)] {
            let tenths = (0..<500).map { _ in Double(Int.random(in: -40_000...40_000, using: &random)) / 10 }
            for value in [tenths, tenths.map { $0 / 3.6 }, [0, 1e9, -1e-9, .pi, Double.leastNonzeroMagnitude]].joined() {
                let written: Value = stored.count(of: value).map { .integer($0) } ?? .real(ScaledReal.uncounted(value))
                let read = try database.first("SELECT \(stored.reading("?1"))", written) { $0.real(0) }
                #expect(read == value)
            }
        }
    }

    @Test func `an expression stores what the program stores`() throws {
        let database = try Database(path: ":memory:", isReadOnly: false)
        for value in [11.3, 23.4 / 3.6, 1.0 / 3, 0, 250.25, 13, -1e9] {
            let stored = try database.first("SELECT \(speed.storing("?1"))", .real(value)) { $0.value(0) }
            #expect(stored == speed.count(of: value).map { .integer($0) } ?? .real(ScaledReal.uncounted(value)))
        }
        #expect(try database.first("SELECT \(speed.storing("NULL"))") { $0.isNull(0) } == true)
    }
}
