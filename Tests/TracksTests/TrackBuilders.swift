import Geodesy
import Tracks

/// A source of numbers that is the same in every run (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

/// Milliseconds in an hour and in a day.
let hour: Int64 = 3_600_000
let fullDay: Int64 = 86_400_000

/// The day of a text such as `2025-06-01`; day 0 for what is none.
func day(_ text: String) -> CalendarDay { CalendarDay(text) ?? CalendarDay(number: 0) }

/// Midnight UTC of a day, in milliseconds since 1970.
func utcMidnight(_ text: String) -> Int64 { Int64(day(text).number) * fullDay }

/// A batch whose every column is filled; the value of each cell tells its row.
func numberedBatch(rows: Int) -> FixBatch {
    var batch = FixBatch()
    batch.columns = [.altitude, .speed, .course, .accuracy, .hdop, .satellites, .extra]
    for row in 0..<rows {
        let value = Double(row)
        batch.times.append(Int64(row) * 1000)
        batch.readLatitudes.append(value)
        batch.readLongitudes.append(value + 0.25)
        batch.systems.append(UInt8(row))
        batch.latitudes.append(Int32(row) * 10)
        batch.longitudes.append(Int32(row) * 10 + 1)
        batch.cosines.append(value / 100)
        batch.altitudes.append(value + 1)
        batch.speeds.append(value + 2)
        batch.courses.append(value + 3)
        batch.accuracies.append(value + 4)
        batch.hdops.append(value + 5)
        batch.satellites.append(value + 6)
        batch.kinds.append(UInt32(row) + 7)
        batch.files.append(UInt32(row) + 8)
        batch.lines.append(UInt32(row) + 9)
        batch.extras.append(Int32(row))
        batch.extraTexts.append("{\"row\":\(row)}")
        batch.isEdge.append(row.isMultiple(of: 2))
        batch.tripParts.append(Int32(row) - 1)
    }
    return batch
}

/// What a row of `numberedBatch` was made from, told by each of its cells.
func rowNumbers(of batch: FixBatch, at row: Int) -> Set<Int> {
    [
        Int(batch.times[row] / 1000), Int(batch.readLatitudes[row]), Int(batch.readLongitudes[row]), Int(batch.systems[row]),
        Int(batch.latitudes[row] / 10), Int(batch.longitudes[row] / 10), Int((batch.cosines[row] * 100).rounded()),
        Int(batch.altitudes[row]) - 1, Int(batch.speeds[row]) - 2, Int(batch.courses[row]) - 3, Int(batch.accuracies[row]) - 4,
        Int(batch.hdops[row]) - 5, Int(batch.satellites[row]) - 6, Int(batch.kinds[row]) - 7, Int(batch.files[row]) - 8,
        Int(batch.lines[row]) - 9, Int(batch.extras[row]), Int(batch.tripParts[row]) + 1,
    ]
}

/// The sums over places given as whole 1e-7 degrees; the first is the origin.
func sums(_ places: [GridPoint]) -> PositionSums {
    var sums = PositionSums(first: places[0])
    for place in places.dropFirst() { sums.add(place) }
    return sums
}
