/// The receiver of one device: what it reports of the true way, with the errors that receivers make.
///
/// Indoors the error drifts, alike over some 4 minutes; outdoors it is small. Some positions are wrong by far more, alone or a few
/// in a row; after a silence the first may be that from before it, or those of a receiver that finds itself anew.
struct Tracker {
    private let device: SampleDevice
    private var journey: Journey
    private var random: RandomSource
    /// Seconds since 1970 UTC of the next fix.
    private var clock: Int
    private var elapsedSeconds = 0
    private var drift = PlaneVector.zero
    private var lastShown: PlaneVector
    private var burst = Burst(fault: .spike, offset: .zero, left: 0)
    private var staleLeft = 0
    private var startsCold: Bool

    /// Wrong positions in a row, all about as far off.
    private struct Burst {
        let fault: Fault
        let offset: PlaneVector
        var left: Int
    }

    init(_ device: SampleDevice, number: Int, seed: UInt64, startSeconds: Int) {
        self.device = device
        journey = Journey(device, number: number, seed: seed, startSeconds: startSeconds)
        random = RandomSource(seed: seed, stream: UInt64(number) * 4 + 3)
        clock = startSeconds + random.integer(0, device.movingIntervalSeconds)
        startsCold = random.happens(0.5)
        lastShown = device.places[0].position
    }

    /// Each fix is later than the one before.
    mutating func nextFix() -> SampleFix {
        let state = journey.state(at: clock)
        let noise = random.unit()
        let accuracy = random.happens(0.04) ? nil : 2 + Int(deviationMeters(state) * random.real(0.6, 1.8))
        let (position, fault) = shown(state)
        let fix = SampleFix(
            time: Int64(clock) * 1_000 + device.phaseMilliseconds, position: position, truePosition: state.position, fault: fault,
            speedMetersPerSecond: state.spot == nil ? state.speedMetersPerSecond * (0.9 + 0.2 * noise) : noise < 0.15 ? noise : 0,
            courseDegrees: state.courseDegrees.map { ($0 + 356 + Int(noise * 9)) % 360 }, accuracyMeters: accuracy)
        elapsedSeconds = secondsToNextFix(state)
        clock += elapsedSeconds
        return fix
    }

    /// What the device truly did, to the end that `finish` was given.
    var truth: JourneyTruth { journey.truth }

    /// Ends the truth at a second before the fix that `nextFix` gave last.
    mutating func finish(at second: Int) { journey.finish(at: second) }

    private func deviationMeters(_ state: TrueState) -> Double { state.spot == nil ? device.outdoorMeters : device.indoorMeters }

    /// What the receiver makes of its place, and what is wrong with it.
    private mutating func shown(_ state: TrueState) -> (PlaneVector, Fault) {
        drift(of: deviationMeters(state), overSeconds: state.spot == nil ? 20 : 240)
        if burst.left > 0 {
            burst.left -= 1
            return (state.position + burst.offset + gaussian(5), burst.fault)
        }
        if startsCold || random.happens(0.004) {
            let more = [0, 0, 0, 1, 1, 2, 3, 5][random.integer(0, 7)]
            burst = Burst(fault: startsCold ? .coldStart : more == 0 ? .spike : .burst, offset: farOff(), left: more)
            startsCold = false
            return (state.position + burst.offset, burst.fault)
        }
        if staleLeft > 0 {
            staleLeft -= 1
            let position = lastShown + gaussian(3)
            return (position, (position - state.position).length > 150 ? .stale : .none)
        }
        lastShown = state.position + drift
        return (lastShown, .none)
    }

    /// Errors of receivers are alike from one fix to the next: a first-order autoregression, at most 4 deviations each way.
    private mutating func drift(of deviation: Double, overSeconds seconds: Double) {
        let kept = decay(Double(elapsedSeconds) / seconds)
        let next = drift * kept + gaussian((1 - kept * kept).squareRoot() * deviation)
        let bound = 4 * deviation
        drift = PlaneVector(east: max(-bound, min(bound, next.east)), north: max(-bound, min(bound, next.north)))
    }

    private mutating func gaussian(_ deviation: Double) -> PlaneVector {
        PlaneVector(east: random.gaussian(), north: random.gaussian()) * deviation
    }

    /// 120 m and, with a heavy tail (Pareto, exponent 1/1.75), up to 50 km.
    private mutating func farOff() -> PlaneVector {
        let share = max(1e-6, random.unit())
        let meters = min(50_000, 120 / (share * (share * share.squareRoot()).squareRoot()))
        return device.city.direction(meters: meters, &random) * meters
    }

    /// The usual interval, or in a tenth of the cases another; now and then a silence, of a tunnel or of an empty battery.
    private mutating func secondsToNextFix(_ state: TrueState) -> Int {
        let usual = state.spot == nil ? device.movingIntervalSeconds : device.restingIntervalSeconds
        var seconds = random.happens(0.9) ? usual : Int(Double(usual) * random.real(0.3, 3))
        seconds = max(5, min(300, seconds))
        if random.happens(0.003) {
            seconds += random.integer(60, 900)
            staleLeft = [0, 0, 1, 2][random.integer(0, 3)]
        } else if state.spot == nil, random.happens(0.007) {
            // A tunnel.
            seconds += random.integer(20, 180)
            staleLeft = random.integer(0, 2)
        }
        if random.happens(0.000_6) {
            seconds += random.happens(0.015) ? random.integer(86_400, 129_600) : random.integer(1_800, 9_000)
            staleLeft = random.integer(0, 1)
            startsCold = random.happens(0.4)
        }
        return seconds
    }
}

/// About exp(−x) for x ≥ 0, without libm, whose last bits differ from processor to processor: (1 + x/16)⁻¹⁶.
private func decay(_ x: Double) -> Double {
    let root = 1 / (1 + x / 16)
    let fourth = root * root * root * root
    return fourth * fourth * fourth * fourth
}
