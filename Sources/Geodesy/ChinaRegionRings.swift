// Made by scripts/china-outline/make_outline.py: change its inputs, not this file.

/// Islands of the shift by themselves, and the regions of China whose shift can be switched off.
///
/// A ring is latitude and longitude of each vertex in turn, in 1e-4 degrees, as differences from the one before.
/// - Source: Natural Earth 10m countries (public domain), with corrections.csv and regions.csv of scripts/china-outline.
enum ChinaRegionRings {
    /// What lies apart from the mainland's ring.
    static let islands: [[Int32]] = [
        [
            166004, 1120493, 5996, 7, 0, 8000, -12500, 0, -3000, -17500, 15000, 0,
        ],
        [
            205500, 1170000, 0, -4000, 3000, 0, 0, 4000,
        ],
        [
            435009, 805514, 52, -175, 128, -73, 127, 73, 52, 175, -52, 176, -127, 72, -128, -72,
        ],
        [
            292117, 958568, 84, -125, 90, -28, 90, 28, 84, 125, -18, 156, -109, 96, -137, -20, -84, -125,
        ],
        [
            285692, 940988, 84, -124, 90, -28, 90, 28, 84, 124, -18, 155, -130, 99, -116, -24, -84, -124,
        ],
        [
            284799, 952189, 52, -145, 127, -60, 128, 60, 52, 145, -52, 145, -128, 60, -127, -60,
        ],
    ]

    /// The rings of `ShiftRegions.hongKong`.
    static let hongKong: [[Int32]] = [
        [
            221390, 1138350, 2410, 0, 350, 270, 200, 230, 210, 380, 340, 350, 130, 320, 20, 350, 60, 250, 85, 220, -45, 140, 140,
            120, 40, 160, 55, 170, 45, 140, 125, 80, -55, 220, 80, 210, -100, 270, 10, 170, 90, 350, 70, 550, 0, 700, -1250, 600,
            -100, 420, -2910, 0,
        ]
    ]

    /// The rings of `ShiftRegions.macau`.
    static let macau: [[Int32]] = [
        [
            222135, 1135350, 30, 145, -15, 105, 20, 200, -170, 300, -500, 200, -700, 0, 0, -700, 300, -70, 200, -100, 150, 30,
            170, -30, 130, -100, 100, -50, 150, 45,
        ]
    ]

    /// The rings of `ShiftRegions.taiwan`.
    static let taiwan: [[Int32]] = [
        [
            258000, 1210000, 1000, 13000, -13000, 2000, -16000, -5000, -15000, -1000, -1000, -14000, 8000, -7000, 7000, -9000,
            10000, 2000, 10000, 11000,
        ],
        [
            243500, 1181350, 500, 0, 250, 550, 450, 200, 400, 600, 150, 700, 230, 600, -280, 1000, -900, 400, -800, -400,
        ],
        [
            259000, 1198500, 2000, 0, 1900, 800, 200, 1400, 1400, 3500, 0, 1500, -1500, 0, -4000, -4700,
        ],
        [
            249300, 1194000, 1000, 0, 0, 1200, -1000, 0,
        ],
        [
            205500, 1166000, 3000, 0, 0, 4000, -3000, 0,
        ],
    ]
}
