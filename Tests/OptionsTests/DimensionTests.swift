import Testing

@testable import Options

@Suite struct DimensionTests {
    @Test(
        arguments: [
            (Dimension.length, "15 m", 15), (.length, "2.5km", 2500), (.length, " 1 km ", 1000), (.length, "-3 m", -3),
            (.duration, "2 days", 172_800),
            (.duration, "1 day", 86_400), (.duration, "3 d", 259_200), (.duration, "1 week", 604_800), (.duration, "1.5 h", 5400),
            (.duration, "20 min", 1200), (.duration, "1 hour", 3600), (.duration, "36 hours", 129_600),
            (.duration, "250 ms", 0.25), (.speed, "90 km/h", 25), (.speed, "70 m/s", 70),
            (.speed, "10 mph", 4.4704),
            (.speed, "3600 kn", 1852), (.area, "2 km2", 2_000_000), (.area, "3 m²", 3), (.size, "512 MB", 512_000_000),
            (.size, "1 GB", 1_000_000_000),
            (.size, "5 kB", 5000), (.size, "7 B", 7), (.rate, "3/s", 3), (.rate, "90/min", 1.5), (.rate, "1000/h", 1000.0 / 3600),
            (.rate, "2.5 /s", 2.5), (.rate, "86400/day", 1),
        ] as [(Dimension, String, Double)])
    func `reads units`(dimension: Dimension, text: String, expected: Double) throws {
        #expect(abs(try dimension.value(of: text) - expected) < 1e-9)
    }

    @Test func `refuses a bare number`() {
        #expect(throws: QuantityError.noUnit("15")) { try Dimension.length.value(of: "15") }
    }

    @Test func `refuses a unit of another dimension and no number`() {
        #expect(throws: QuantityError.unknownUnit("s")) { try Dimension.length.value(of: "15 s") }
        #expect(throws: QuantityError.unknownUnit("KM")) { try Dimension.length.value(of: "15 KM") }
        #expect(throws: QuantityError.noNumber) { try Dimension.length.value(of: "m") }
    }

    @Test func `90 km/h is exactly 25 m/s`() throws {
        #expect(try Dimension.speed.value(of: "90 km/h") == 25)
    }

    @Test(
        arguments: [
            (Dimension.duration, 1200, "20 min"), (.duration, 1, "1 s"), (.duration, 90, "90 s"), (.duration, 86_400, "24 h"),
            (.duration, 172_800, "2 days"),
            (.duration, 0.5, "0.5 s"), (.duration, 0, "0 s"), (.length, 150, "150 m"), (.length, 2000, "2000 m"),
            (.length, 10_000, "10 km"),
            (.length, 10_500, "10500 m"), (.speed, 0.1, "0.1 m/s"), (.size, 512e6, "512 MB"), (.size, 1e9, "1 GB"),
            (.size, 1500, "1500 B"), (.rate, 3, "3/s"), (.rate, 0.5, "30/min"), (.rate, 1000.0 / 3600, "1000/h"),
            (.rate, 0.3, "18/min"), (.rate, 5000.0 / 86_400, "5000/day"),
        ] as [(Dimension, Double, String)])
    func `says a value in the largest unit that keeps it short`(dimension: Dimension, value: Double, words: String) {
        #expect(dimension.words(value) == words)
    }

    @Test func `what is said in words reads back as the same value`() throws {
        for value in [1, 59, 60, 61, 3600, 5400, 86_400, 172_800, 604_800, 0.001] {
            #expect(try Dimension.duration.value(of: Dimension.duration.words(value)) == value)
        }
    }

    @Test func `numbers are written without .0`() {
        #expect(shortText(15) == "15")
        #expect(shortText(-0.5) == "-0.5")
        #expect(!shortText(1e15).hasSuffix(".0"))
    }
}
