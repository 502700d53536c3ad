/// The fit of one band: x = offset + factor · |longitude|; y a polynomial of |latitude| / unit.
struct BD09MCBand: Sendable {
    let offset: Double
    let factor: Double
    let constant: Double
    let first: Double
    let second: Double
    let third: Double
    let fourth: Double
    let fifth: Double
    let sixth: Double
    let unit: Double
}

extension BD09MC {
    /// Degrees to metres, for latitudes from 75°, 60°, 45°, 30°, 15° and 0°.
    ///
    /// - Source: LL2MC of Baidu's JavaScript map.
    static let bandFromDegrees: [BD09MCBand] = [
        BD09MCBand(
            offset: -0.0015702102444, factor: 111320.7020616939, constant: 1704480524535203, first: -10338987376042340,
            second: 26112667856603880, third: -35149669176653700, fourth: 26595700718403920, fifth: -10725012454188240,
            sixth: 1800819912950474, unit: 82.5),
        BD09MCBand(
            offset: 0.0008277824516172526, factor: 111320.7020463578, constant: 647795574.6671607, first: -4082003173.641316,
            second: 10774905663.51142, third: -15171875531.51559, fourth: 12053065338.62167, fifth: -5124939663.577472,
            sixth: 913311935.9512032, unit: 67.5),
        BD09MCBand(
            offset: 0.00337398766765, factor: 111320.7020202162, constant: 4481351.045890365, first: -23393751.19931662,
            second: 79682215.47186455, third: -115964993.2797253, fourth: 97236711.15602145, fifth: -43661946.33752821,
            sixth: 8477230.501135234, unit: 52.5),
        BD09MCBand(
            offset: 0.00220636496208, factor: 111320.7020209128, constant: 51751.86112841131, first: 3796837.749470245,
            second: 992013.7397791013, third: -1221952.21711287, fourth: 1340652.697009075, fifth: -620943.6990984312,
            sixth: 144416.9293806241, unit: 37.5),
        BD09MCBand(
            offset: -0.0003441963504368392, factor: 111320.7020576856, constant: 278.2353980772752, first: 2485758.690035394,
            second: 6070.750963243378, third: 54821.18345352118, fourth: 9540.606633304236, fifth: -2710.55326746645,
            sixth: 1405.483844121726, unit: 22.5),
        BD09MCBand(
            offset: -0.0003218135878613132, factor: 111320.7020701615, constant: 0.00369383431289, first: 823725.6402795718,
            second: 0.46104986909093, third: 2351.343141331292, fourth: 1.58060784298199, fifth: 8.77738589078284,
            sixth: 0.37238884252424, unit: 7.45),
    ]

    /// Metres to degrees, for |y| from 12,890,594.86, 8,362,377.87, 5,591,021, 3,481,989.83, 1,678,043.12 and 0 m.
    ///
    /// - Source: MC2LL of Baidu's JavaScript map.
    static let bandFromMeters: [BD09MCBand] = [
        BD09MCBand(
            offset: 1.410526172116255e-8, factor: 0.00000898305509648872, constant: -1.9939833816331, first: 200.9824383106796,
            second: -187.2403703815547, third: 91.6087516669843, fourth: -23.38765649603339, fifth: 2.57121317296198,
            sixth: -0.03801003308653, unit: 17337981.2),
        BD09MCBand(
            offset: -7.435856389565537e-9, factor: 0.000008983055097726239, constant: -0.78625201886289, first: 96.32687599759846,
            second: -1.85204757529826, third: -59.36935905485877, fourth: 47.40033549296737, fifth: -16.50741931063887,
            sixth: 2.28786674699375, unit: 10260144.86),
        BD09MCBand(
            offset: -3.030883460898826e-8, factor: 0.00000898305509983578, constant: 0.30071316287616, first: 59.74293618442277,
            second: 7.357984074871, third: -25.38371002664745, fourth: 13.45380521110908, fifth: -3.29883767235584,
            sixth: 0.32710905363475, unit: 6856817.37),
        BD09MCBand(
            offset: -1.981981304930552e-8, factor: 0.000008983055099779535, constant: 0.03278182852591, first: 40.31678527705744,
            second: 0.65659298677277, third: -4.44255534477492, fourth: 0.85341911805263, fifth: 0.12923347998204,
            sixth: -0.04625736007561, unit: 4482777.06),
        BD09MCBand(
            offset: 3.09191371068437e-9, factor: 0.000008983055096812155, constant: 0.00006995724062, first: 23.10934304144901,
            second: -0.00023663490511, third: -0.6321817810242, fourth: -0.00663494467273, fifth: 0.03430082397953,
            sixth: -0.00466043876332, unit: 2555164.4),
        BD09MCBand(
            offset: 2.890871144776878e-9, factor: 0.000008983055095805407, constant: -3.068298e-8, first: 7.47137025468032,
            second: -0.00000353937994, third: -0.02145144861037, fourth: -0.00001234426596, fifth: 0.00010322952773,
            sixth: -0.00000323890364, unit: 826088.5),
    ]
}
