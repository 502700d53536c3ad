import Tracks

/// What one device truly did: its stays, and how far it went on each day of Asia/Shanghai outside them.
struct JourneyTruth {
    private(set) var stays: [TrueStay] = []
    private var metersOfDays: [CalendarDay: Double] = [:]

    mutating func stayed(at spot: TrueState.Spot, from arrived: Int, to left: Int) {
        stays.append(TrueStay(spot: spot, arrived: Int64(arrived) * 1_000, left: Int64(left) * 1_000))
    }

    mutating func went(_ trip: TrueTrip) {
        for step in trip.steps {
            metersOfDays[CalendarDay(number: Int32((step.second + 28_800) / 86_400)), default: 0] += step.meters
        }
    }

    /// Forgets what is later.
    mutating func end(at second: Int) {
        let end = Int64(second) * 1_000
        stays = stays.filter { $0.arrived < end }.map { TrueStay(spot: $0.spot, arrived: $0.arrived, left: min($0.left, end)) }
    }

    func meters(on day: CalendarDay) -> Double { metersOfDays[day] ?? 0 }
}
