import Geodesy
import Options
import Testing
import Tracks

@testable import Stages

@Suite struct ConvertTests {
    private func place(_ day: DeviceDay, _ row: Int) -> [Int32] { [day.fixes.latitudes[row], day.fixes.longitudes[row]] }

    @Test func `an empty batch stays empty`() throws {
        #expect(try DeviceDay().after(stage(Convert.self)).fixes.count == 0)
    }

    @Test func `rounds WGS-84 to 1e-7 degrees, halves away from zero`() throws {
        let day = try track(at: [
            Coordinate(latitude: 39.123_456_75, longitude: -116.123_456_75), Coordinate(latitude: 1.000_000_04, longitude: 2),
        ]).after(
            stage(Convert.self))
        #expect(place(day, 0) == [391_234_568, -1_161_234_568])
        #expect(place(day, 1) == [10_000_000, 20_000_000])
        #expect(day.fixes.cosines[0] == cosineOfLatitude(391_234_568))
    }

    /// From shared/vectors/coordinates.csv (mpmath with other libraries): v0032, v0006.
    @Test func `converts GCJ-02 and BD-09 as other programs do`() throws {
        let gcj = try track(at: [Coordinate(latitude: 47.172554, longitude: 87.546775)], in: .gcj02).after(stage(Convert.self))
        #expect(place(gcj, 0) == [471_715_799, 875_436_582])
        let bd = try track(at: [Coordinate(latitude: 35.557313, longitude: 81.87681)], in: .bd09).after(stage(Convert.self))
        #expect(place(bd, 0) == [355_522_762, 818_677_539])
    }

    @Test func `converts each row from its own system`() throws {
        var day = track(
            at: [Coordinate(latitude: 47.172554, longitude: 87.546775), Coordinate(latitude: 47.172554, longitude: 87.546775)],
            in: .gcj02)
        day.fixes.systems[1] = CoordinateSystem.wgs84.rawValue
        day = try day.after(stage(Convert.self))
        #expect(place(day, 0) == [471_715_799, 875_436_582])
        #expect(place(day, 1) == [471_725_540, 875_467_750])
    }

    @Test func `the poles and ±180° are positions`() throws {
        let corners = [Coordinate(latitude: 90, longitude: 180), Coordinate(latitude: -90, longitude: -180)]
        let day = try track(at: corners).after(stage(Convert.self))
        #expect(day.lines == [1, 2] && place(day, 0) == [900_000_000, 1_800_000_000])
    }

    @Test func `keeps what was read`() throws {
        let day = try track(at: [Coordinate(latitude: 47.172554, longitude: 87.546775)], in: .gcj02).after(stage(Convert.self))
        #expect(day.fixes.readLatitudes == [47.172554] && day.fixes.readLongitudes == [87.546775])
    }

    @Test func `outside China GCJ-02 is WGS-84, and everywhere it may be told not to be`() throws {
        let paris = [Coordinate(latitude: 48.8566, longitude: 2.3522)]
        #expect(try place(track(at: paris, in: .gcj02).after(stage(Convert.self)), 0) == [488_566_000, 23_522_000])
        let beijing = [Coordinate(latitude: 39.9, longitude: 116.4)]
        #expect(
            try place(track(at: beijing, in: .gcj02).after(stage(Convert.self, ["china-shift": "nowhere"])), 0) == [
                399_000_000, 1_164_000_000,
            ])
    }

    @Test func `Hong Kong may be taken out of the shift`() throws {
        let hongKong = [Coordinate(latitude: 22.3, longitude: 114.17)]
        let off = try stage(Convert.self, ["regions": options(["hong-kong": "off"])])
        #expect(place(track(at: hongKong, in: .gcj02).after(off), 0) == [223_000_000, 1_141_700_000])
        #expect(try place(track(at: hongKong, in: .gcj02).after(stage(Convert.self)), 0) != [223_000_000, 1_141_700_000])
    }

    @Test func `what has no WGS-84 is a reject that says so`() throws {
        let day = try track(
            at: [Coordinate(latitude: 4_000_000, longitude: 11_000_000), Coordinate(latitude: .nan, longitude: 0)],
            in: .webMercator
        ).after(
            stage(Convert.self))
        #expect(day.faults == ["2 out-of-range"] && day.lines == [1])
        #expect(day.rejects[0].value == "no WGS-84 position")
    }

    @Test func `says what is wrong with its options`() {
        #expect(
            messages(Convert.self, ["china-shift": "outlin"]) == [
                "'china-shift' is 'outlin'; it may be outline, box, everywhere, nowhere. Did you mean 'outline'?"
            ])
        #expect(
            messages(Convert.self, ["regions": "off"]) == [
                "'regions' is 'off'; it may be {hong-kong: off, macau: off, taiwan: off}."
            ])
        let (_, found) = staged(Convert.self, ["regions": options(["tibet": "off"])], after: [], topSpeeds: [:])
        #expect(found == ["'regions' may have hong-kong, macau, taiwan, each on or off; found tibet."])
    }

    @Test(arguments: [CoordinateSystem.gcj02, .bd09, .webMercator])
    func `converting there and back moves under 0.1 m`(system: CoordinateSystem) throws {
        var random = SeededRandom(seed: 41)
        let places = (0..<500).map { _ in
            Coordinate(
                latitude: Double.random(in: 18...53, using: &random), longitude: Double.random(in: 74...134, using: &random))
        }
        let there = Conversion(from: .wgs84, to: system)
        let day = try track(at: places.map(there.converted), in: system).after(stage(Convert.self))
        for (row, place) in places.enumerated() {
            #expect(haversineMeters(from: place, to: day.fixes.point(row).coordinate) < 0.1)
        }
    }
}
