import Tracks

/// What a device means to do on one local day: when it leaves home and where it goes; the last visit is home again.
struct Itinerary {
    /// Second of the local day.
    let departure: Int
    let visits: [Visit]

    /// The habits of the device's kind, a little different each day.
    static func of(_ device: SampleDevice, on day: CalendarDay, _ random: inout RandomSource) -> Itinerary {
        let nearby = device.places.count - 1
        return switch device.kind {
        case .pet: walks(nearby, &random)
        case .bicycle, .unicycle: day.isWeekend ? outing(&random) : commute(nearby, &random)
        case .tricycle: deliveries(nearby, &random)
        case .vehicle:
            device.worksAtNight ? nightShift(&random) : day.isWeekend ? outing(&random) : rounds(nearby, &random)
        }
    }

    private static func walks(_ nearby: Int, _ random: inout RandomSource) -> Itinerary {
        let departure = random.integer(390, 480) * 60
        var visits = [Visit(random.happens(0.8) ? 1 : 2, minutes: random.integer(22, 45))]
        if random.happens(0.3) { visits.append(Visit(nearby, minutes: random.integer(15, 40), by: .walk)) }
        if random.happens(0.85) {
            visits.append(Visit(0, untilMinute: random.integer(990, 1_110)))
            visits.append(Visit(random.integer(1, 3), minutes: random.integer(15, 40)))
        }
        return Itinerary(departure: departure, visits: visits + evening(&random))
    }

    private static func commute(_ nearby: Int, _ random: inout RandomSource) -> Itinerary {
        let departure = random.integer(450, 540) * 60
        var visits = [Visit(1, untilMinute: random.integer(715, 735))]
        visits += noon(nearby, untilMinute: random.integer(1_050, 1_110), &random)
        if random.happens(0.4) { visits.append(Visit(random.integer(3, 5), minutes: random.integer(10, 60))) }
        return Itinerary(departure: departure, visits: visits + evening(&random))
    }

    private static func outing(_ random: inout RandomSource) -> Itinerary {
        let departure = random.integer(570, 690) * 60
        var place = random.integer(2, 5)
        var visits = [Visit(place, minutes: random.integer(25, 90))]
        for _ in 0..<random.integer(0, 2) {
            place = otherErrand(than: place, &random)
            visits.append(Visit(place, minutes: random.integer(15, 90)))
        }
        return Itinerary(departure: departure, visits: visits + evening(&random))
    }

    private static func deliveries(_ nearby: Int, _ random: inout RandomSource) -> Itinerary {
        let departure = random.integer(390, 480) * 60
        var visits = [Visit(1, minutes: random.integer(25, 40))]
        for _ in 0..<2 {
            visits += errands(random.integer(2, 4), minutes: (8, 30), &random)
            visits.append(Visit(1, minutes: random.integer(25, 60)))
        }
        if random.happens(0.3) { visits += noon(nearby, untilMinute: 0, &random) }
        return Itinerary(departure: departure, visits: visits + evening(&random))
    }

    private static func rounds(_ nearby: Int, _ random: inout RandomSource) -> Itinerary {
        let departure = random.integer(420, 510) * 60
        var visits = [Visit(1, minutes: random.integer(30, 120))]
        visits += errands(random.integer(2, 3), minutes: (10, 60), &random)
        visits.append(Visit(1, minutes: random.integer(25, 60)))
        visits += noon(nearby, untilMinute: random.integer(840, 900), &random)
        visits += errands(random.integer(1, 3), minutes: (10, 60), &random)
        return Itinerary(departure: departure, visits: visits + evening(&random))
    }

    private static func nightShift(_ random: inout RandomSource) -> Itinerary {
        let departure = random.integer(1_200, 1_290) * 60
        var visits = [Visit(1, minutes: random.integer(25, 40))]
        visits += errands(random.integer(6, 9), minutes: (10, 30), &random)
        visits.append(Visit(1, minutes: random.integer(25, 40)))
        return Itinerary(departure: departure, visits: visits + [Visit(0, minutes: 25)])
    }

    /// A break from the second place and the way back to it: on foot to the place nearby, round the block, or a ride to an errand.
    private static func noon(_ nearby: Int, untilMinute: Int, _ random: inout RandomSource) -> [Visit] {
        let chance = random.unit()
        if chance < 0.3 {
            let minutes = random.integer(25, 50)
            return [Visit(nearby, minutes: minutes, by: .walk), Visit(1, untilMinute: untilMinute, by: .walk)]
        }
        if chance < 0.6 { return [Visit(1, untilMinute: untilMinute, by: .roundTheBlock(minutes: random.integer(8, 25)))] }
        return [Visit(2, minutes: random.integer(25, 50)), Visit(1, untilMinute: untilMinute)]
    }

    /// Home, and up to two times out again: round the block or to an errand.
    private static func evening(_ random: inout RandomSource) -> [Visit] {
        var visits: [Visit] = []
        var way = Visit.Way.ride
        for _ in 0..<random.integer(0, 2) {
            visits.append(Visit(0, minutes: random.integer(25, 90), by: way))
            if random.happens(0.5) {
                way = .roundTheBlock(minutes: random.integer(8, 40))
            } else {
                visits.append(Visit(2, minutes: random.integer(20, 60)))
                way = .ride
            }
        }
        return visits + [Visit(0, minutes: 25, by: way)]
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

extension CalendarDay {
    /// 1970-01-01 was a Thursday.
    fileprivate var isWeekend: Bool { (number + 3) % 7 >= 5 }
}
