/// The fixes of one device from the first day on, without end.
struct Journey {
    private let device: SampleDevice
    private var random: RandomSource
    /// Seconds since 1970 UTC of the next fix.
    private var clock: Int
    private var jitter = PlaneVector.zero
    private var wander = PlaneVector.zero
    private var visits: ArraySlice<Visit> = []
    private var planned: Int
    private var spot: SampleFix.Spot
    private var leaveAt: Int
    private var trip: Trip?

    /// At home, from the second on that the first day starts.
    init(_ device: SampleDevice, number: Int, seed: UInt64, startSeconds: Int) {
        self.device = device
        random = RandomSource(seed: seed, stream: UInt64(number) * 4 + 1)
        clock = startSeconds + random.integer(0, device.movingIntervalSeconds)
        planned = (startSeconds + device.city.utcOffsetSeconds) / 86_400 - 1
        spot = SampleFix.Spot(place: 0, position: device.places[0].position)
        leaveAt = 0
        leaveAt = nextDeparture()
    }

    /// Each fix is later than the one before.
    mutating func nextFix() -> SampleFix {
        while let travelling = trip {
            let time = clock
            let point = advance(travelling)
            if trip == nil { break }
            clock += device.movingIntervalSeconds
            if let point { return fix(at: time, point.position, spot: nil, speed: point.speed, course: point.course) }
        }
        let time = clock
        scheduleNext()
        return fix(at: time, spot.position + strayed(), spot: spot, speed: 0, course: nil)
    }

    /// The next place on the road; nil where no fix is to be reported. Ends the trip at its last place.
    private mutating func advance(_ travelling: Trip) -> (position: PlaneVector, speed: Double, course: Int)? {
        var now = travelling
        let speed = now.speed(&random)
        now.meters += speed * Double(device.movingIntervalSeconds)
        if now.meters >= now.route.lengthMeters {
            arrive(at: now.destination)
            return nil
        }
        let (position, course) = now.route.position(after: now.meters)
        trip = now
        // A fix just inside the radius of find-stays would open a group that jitter at the place breaks: truth would be unfair.
        let toPlace = (position - device.places[now.destination.place].position).length
        let margin = 60 + device.kind.wanderMeters
        if abs(toPlace - 150) < margin { return nil }
        return (position, speed, course)
    }

    private mutating func arrive(at visit: Visit) {
        trip = nil
        wander = .zero
        let offset = PlaneVector(east: random.gaussian(), north: random.gaussian()) * 6
        spot = SampleFix.Spot(place: visit.place, position: device.places[visit.place].position + offset)
        let isLast = visits.isEmpty
        let localMidnight = (planned * 86_400) - device.city.utcOffsetSeconds
        leaveAt = isLast ? nextDeparture() : max(clock + visit.leastSeconds, visit.until == 0 ? 0 : localMidnight + visit.until)
    }

    /// Plans the next day on which the device can still leave in time; gives when.
    private mutating func nextDeparture() -> Int {
        while true {
            planned += 1
            let plan = DayPlan.plan(of: device, on: CalendarDay(number: planned), &random)
            let departure = planned * 86_400 - device.city.utcOffsetSeconds + plan.departure + random.integer(0, 59)
            if departure < clock + 1_500 { continue }
            visits = plan.visits[...]
            return departure
        }
    }

    /// Sets the clock to the next fix at rest, or starts the trip after the last one.
    private mutating func scheduleNext() {
        if clock >= leaveAt, let visit = visits.popFirst() {
            trip = Trip(from: spot, to: visit, device, &random)
            clock += device.movingIntervalSeconds
            return
        }
        let isNight = device.sleeps && spot.place == 0 && !(6 * 3_600..<23 * 3_600).contains(localSecondOfDay)
        let pause = isNight ? random.integer(600, 1_190) : device.restingIntervalSeconds
        // The last fix of a visit is at its very end, and no two fixes lie closer than usual.
        clock = clock + pause + device.movingIntervalSeconds / 2 >= leaveAt ? max(leaveAt, clock + 1) : clock + pause
    }

    private var localSecondOfDay: Int { (clock + device.city.utcOffsetSeconds) % 86_400 }

    /// A slow walk around the spot, never beyond the kind's bound.
    private mutating func strayed() -> PlaneVector {
        if device.kind.wanderMeters == 0 { return .zero }
        let next = wander * 0.9 + PlaneVector(east: random.gaussian(), north: random.gaussian()) * (device.kind.wanderMeters / 6)
        wander = next.length > device.kind.wanderMeters ? next * (device.kind.wanderMeters / next.length) : next
        return wander
    }

    private mutating func fix(
        at seconds: Int, _ position: PlaneVector, spot: SampleFix.Spot?, speed: Double, course: Int?
    ) -> SampleFix {
        // Errors of GPS are alike from one fix to the next: a first-order autoregression of the device's deviation.
        jitter = jitter * 0.6 + PlaneVector(east: random.gaussian(), north: random.gaussian()) * (0.8 * device.jitterMeters)
        let accuracy = random.happens(0.04) ? nil : 2 + Int(device.jitterMeters * random.real(0.6, 1.8))
        let noise = random.unit()
        return SampleFix(
            time: Int64(seconds) * 1_000 + device.phaseMilliseconds, position: position + jitter, spot: spot,
            speedMetersPerSecond: spot == nil ? speed * (0.9 + 0.2 * noise) : noise < 0.15 ? noise : 0,
            courseDegrees: course.map { ($0 + 356 + Int(noise * 9)) % 360 }, accuracyMeters: accuracy)
    }
}
