import Tracks

/// The true way of one device from the first day on, without end.
struct Journey {
    private let device: SampleDevice
    private var random: RandomSource
    private var wander = PlaneVector.zero
    private var visits: ArraySlice<Visit> = []
    /// The local day, counted from 1970, that is planned last.
    private var planned: Int
    private var spot: TrueState.Spot
    private var arrivedAt: Int
    private var leaveAt = 0
    private var trip: TrueTrip?
    private(set) var truth = JourneyTruth()

    /// At home, from the second on that the first day starts.
    init(_ device: SampleDevice, number: Int, seed: UInt64, startSeconds: Int) {
        self.device = device
        random = RandomSource(seed: seed, stream: UInt64(number) * 4 + 1)
        planned = (startSeconds + device.city.utcOffsetSeconds) / 86_400 - 1
        spot = TrueState.Spot(place: 0, position: device.places[0].position)
        arrivedAt = startSeconds
        leaveAt = nextDeparture()
    }

    /// Where the device is at a second since 1970 UTC; seconds never fall from call to call.
    mutating func state(at second: Int) -> TrueState {
        while true {
            if var trip {
                if second >= trip.arrival {
                    arrive(trip)
                    continue
                }
                let state = trip.state(at: second)
                self.trip = trip
                return state
            }
            guard second >= leaveAt, let visit = visits.popFirst() else {
                return TrueState(position: spot.position + strayed(), spot: spot, speedMetersPerSecond: 0, courseDegrees: nil)
            }
            leave(for: visit)
        }
    }

    /// Ends the truth at a second that the last call of `state` has reached.
    mutating func finish(at second: Int) {
        if trip == nil { truth.stayed(at: spot, from: arrivedAt, to: leaveAt) }
        truth.end(at: second)
    }

    private mutating func leave(for visit: Visit) {
        truth.stayed(at: spot, from: arrivedAt, to: leaveAt)
        let trip = TrueTrip(from: spot, to: visit, leaving: leaveAt, device, &random)
        truth.went(trip)
        self.trip = trip
    }

    private mutating func arrive(_ arrived: TrueTrip) {
        let visit = arrived.destination
        trip = nil
        wander = .zero
        let offset = PlaneVector(east: random.gaussian(), north: random.gaussian()) * 6
        spot = TrueState.Spot(place: visit.place, position: device.places[visit.place].position + offset)
        arrivedAt = arrived.arrival
        let localMidnight = planned * 86_400 - device.city.utcOffsetSeconds
        leaveAt =
            visits.isEmpty
            ? nextDeparture() : max(arrivedAt + visit.leastSeconds, visit.until == 0 ? 0 : localMidnight + visit.until)
    }

    /// Plans the next day on which the device can still leave in time; gives when.
    private mutating func nextDeparture() -> Int {
        while true {
            planned += 1
            let plan = Itinerary.of(device, on: CalendarDay(number: Int32(planned)), &random)
            let departure = planned * 86_400 - device.city.utcOffsetSeconds + plan.departure + random.integer(0, 59)
            if departure < arrivedAt + 1_500 { continue }
            visits = plan.visits[...]
            return departure
        }
    }

    /// A slow walk around the spot, never beyond the kind's bound.
    private mutating func strayed() -> PlaneVector {
        if device.kind.wanderMeters == 0 { return .zero }
        let next = wander * 0.9 + PlaneVector(east: random.gaussian(), north: random.gaussian()) * (device.kind.wanderMeters / 6)
        wander = next.length > device.kind.wanderMeters ? next * (device.kind.wanderMeters / next.length) : next
        return wander
    }
}
