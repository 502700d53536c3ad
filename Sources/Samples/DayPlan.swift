/// What a device means to do on one local day: when it leaves home and where it goes; the last visit is home again.
struct DayPlan {
    /// Second of the local day.
    let departure: Int
    let visits: [Visit]

    /// The habits of the device's kind, a little different each day.
    static func plan(of device: SampleDevice, on day: CalendarDay, _ random: inout RandomSource) -> DayPlan {
        switch device.kind {
        case .pet: walks(&random)
        case .bicycle, .unicycle: day.isWeekend ? outing(&random) : commute(&random)
        case .tricycle: deliveries(&random)
        case .vehicle: device.worksAtNight ? nightShift(&random) : day.isWeekend ? outing(&random) : rounds(&random)
        }
    }

    private static func walks(_ random: inout RandomSource) -> DayPlan {
        let departure = random.integer(390, 480) * 60
        var visits = [Visit(random.happens(0.8) ? 1 : 2, minutes: random.integer(22, 45))]
        if random.happens(0.85) {
            visits.append(Visit(0, untilMinute: random.integer(990, 1_110)))
            visits.append(Visit(random.integer(1, 3), minutes: random.integer(15, 40)))
        }
        return DayPlan(departure: departure, visits: visits + [Visit(0, minutes: 25)])
    }

    private static func commute(_ random: inout RandomSource) -> DayPlan {
        let departure = random.integer(450, 540) * 60
        var visits = [Visit(1, untilMinute: random.integer(715, 735)), Visit(2, minutes: random.integer(25, 50))]
        visits.append(Visit(1, untilMinute: random.integer(1_050, 1_110)))
        if random.happens(0.4) { visits.append(Visit(random.integer(3, 5), minutes: random.integer(10, 60))) }
        return DayPlan(departure: departure, visits: visits + [Visit(0, minutes: 25)])
    }

    private static func outing(_ random: inout RandomSource) -> DayPlan {
        let departure = random.integer(570, 690) * 60
        var place = random.integer(2, 5)
        var visits = [Visit(place, minutes: random.integer(25, 90))]
        for _ in 0..<random.integer(0, 2) {
            place = otherErrand(than: place, &random)
            visits.append(Visit(place, minutes: random.integer(15, 90)))
        }
        return DayPlan(departure: departure, visits: visits + [Visit(0, minutes: 25)])
    }

    private static func deliveries(_ random: inout RandomSource) -> DayPlan {
        let departure = random.integer(390, 480) * 60
        var visits = [Visit(1, minutes: random.integer(25, 40))]
        for _ in 0..<2 {
            visits += errands(random.integer(2, 4), minutes: (8, 30), &random)
            visits.append(Visit(1, minutes: random.integer(25, 60)))
        }
        return DayPlan(departure: departure, visits: visits + [Visit(0, minutes: 25)])
    }

    private static func rounds(_ random: inout RandomSource) -> DayPlan {
        let departure = random.integer(420, 510) * 60
        var visits = [Visit(1, minutes: random.integer(30, 120))]
        visits += errands(random.integer(2, 3), minutes: (10, 60), &random)
        visits.append(Visit(1, untilMinute: random.integer(840, 900)))
        visits += errands(random.integer(1, 3), minutes: (10, 60), &random)
        return DayPlan(departure: departure, visits: visits + [Visit(0, minutes: 25)])
    }

    private static func nightShift(_ random: inout RandomSource) -> DayPlan {
        let departure = random.integer(1_200, 1_290) * 60
        var visits = [Visit(1, minutes: random.integer(25, 40))]
        visits += errands(random.integer(6, 9), minutes: (10, 30), &random)
        visits.append(Visit(1, minutes: random.integer(25, 40)))
        return DayPlan(departure: departure, visits: visits + [Visit(0, minutes: 25)])
    }

    private static func errands(_ count: Int, minutes: (Int, Int), _ random: inout RandomSource) -> [Visit] {
        var place = 1
        return (0..<count).map { _ in
            place = otherErrand(than: place, &random)
            return Visit(place, minutes: random.integer(minutes.0, minutes.1))
        }
    }

    private static func otherErrand(than place: Int, _ random: inout RandomSource) -> Int {
        let other = random.integer(2, 4)
        return other >= place && place >= 2 ? other + 1 : other
    }
}
