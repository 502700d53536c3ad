import Geodesy
import Testing

@Suite struct HaversineTests {
    /// Latitude, longitude, latitude, longitude in 1e-7 degrees, metres: the formula of rule 2.2 with mpmath, 40 digits.
    static let lengths: [(Int32, Int32, Int32, Int32, Double)] = [
        (399000000, 1164000000, 399000001, 1164000000, 0.011119508023353292),
        (399000000, 1164000000, 399000000, 1164000001, 0.008530499060847269),
        (0, 1799999999, 0, -1799999999, 0.022239016046706583),
        (0, 0, 0, 1800000000, 20015114.442035925),
        (-900000000, 0, 900000000, 0, 20015114.442035925),
        (399000000, 1164000000, 312000000, 1215000000, 1071287.2593172756),
        (194300727, 833739374, 194300728, 833739372, 0.023737895759781382),
        (-502488875, -1000513529, -502488885, -1000513529, 0.11119508023353292),
        (279716291, 191668817, 279716300, 191668809, 0.12722993189573706),
        (-82688911, 580573511, -82688902, 580573502, 0.14079449131641616),
        (763780918, -172123197, 763780264, -172122757, 7.362881197089796),
        (170707528, 1314132053, 170707393, 1314131374, 7.371963298431242),
        (-438303678, -777745364, -438304573, -777746137, 11.725591397203429),
        (-515618249, 374409019, -515617464, 374409911, 10.687047362351871),
        (467935469, -1528010145, 468015939, -1528009570, 894.7975159816261),
        (-581666558, -549399661, -581712829, -549322915, 683.5919164876767),
        (-318317113, 1316885045, -318306553, 1316808038, 736.9156975454043),
        (-227194032, -898528751, -227190081, -898555041, 273.20496034672806),
        (-66291249, 1676821989, -70566562, 1675168762, 50922.79140142177),
        (722137954, -1777358655, 724036538, -1781439443, 25215.618274247652),
        (13502026, 311885832, 10836455, 307279814, 59164.83560894564),
        (-291619078, 24181489, -294739254, 19246494, 59101.35992109557),
        (-539655323, 1482914713, -531237364, 1478547429, 97949.78718322347),
        (-363946585, -381730065, -374669676, -389928150, 139737.27961945636),
        (-513990847, 518292094, -524404825, 524096267, 122447.84945447923),
        (-617814865, 660922380, -612146982, 667960827, 73257.53879401411),
        (-374421454, 4347661, -383412232, 6406848, 101592.84205140652),
        (-387329890, 943270928, -395495309, 951425792, 114846.5257433164),
        (-487847806, -1058881109, -478716904, -1068798664, 125234.82555668692),
        (-683663926, -640382413, -676339179, -631335650, 89740.48798968087),
        (-479371073, 1400393787, -493359041, 1449296470, 391465.5314299434),
        (435408010, -1652948219, 401693401, -1608261872, 526641.9015846951),
        (64077835, -783011455, 35786172, -750987318, 474111.22194593825),
        (284288920, -1615184384, 333072592, -1616067829, 542515.8806863535),
    ]

    @Test(arguments: lengths)
    func `agrees with 40 digits of mpmath to 4e-15`(row: (Int32, Int32, Int32, Int32, Double)) {
        let from = GridPoint(latitude: row.0, longitude: row.1)
        let to = GridPoint(latitude: row.2, longitude: row.3)
        let found = haversineMeters(from: from, to: to)
        // Next to the antipode the arc sine loses half its digits, in the rule's own formula too.
        let allowed = row.4 > 2e7 ? 0.2 : row.4 * 4e-15
        #expect(abs(found - row.4) <= allowed)
        #expect(found == haversineMeters(from: to, to: from))
    }

    @Test(arguments: lengths)
    func `gives the same bits with the cosines at hand`(row: (Int32, Int32, Int32, Int32, Double)) {
        let from = GridPoint(latitude: row.0, longitude: row.1)
        let to = GridPoint(latitude: row.2, longitude: row.3)
        let (cosineFrom, cosineTo) = (cosineOfLatitude(from.latitude), cosineOfLatitude(to.latitude))
        let found = haversineMeters(from: from, cosineFrom: cosineFrom, to: to, cosineTo: cosineTo)
        #expect(found.bitPattern == haversineMeters(from: from, to: to).bitPattern)
    }

    @Test(arguments: lengths)
    func `coordinates in degrees are as far apart as on the grid`(row: (Int32, Int32, Int32, Int32, Double)) {
        let from = GridPoint(latitude: row.0, longitude: row.1)
        let to = GridPoint(latitude: row.2, longitude: row.3)
        let onGrid = haversineMeters(from: from, to: to)
        // 1e-9 m of rounding degrees that are not whole.
        #expect(abs(haversineMeters(from: from.coordinate, to: to.coordinate) - onGrid) <= 1e-8 + (onGrid > 2e7 ? 0.2 : 0))
    }

    @Test func `equal places are 0 m apart, on both sides of 180 degrees too`() {
        let east = GridPoint(latitude: 10, longitude: 1_800_000_000)
        let west = GridPoint(latitude: 10, longitude: -1_800_000_000)
        #expect(haversineMeters(from: east, to: east) == 0)
        #expect(haversineMeters(from: east, to: west) == 0)
    }
}
