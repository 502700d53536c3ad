/// What replies mean for the units that were asked for.
extension AskingRun {
    /// Says of each lane what the cache knows: failures of earlier runs, and whether it may be asked at all today.
    mutating func openLanes() throws {
        guard !asking.isOffline else { return }
        let now = asking.wallMilliseconds()
        for i in lanes.indices {
            lanes[i].failures = try asking.cache.failures(of: lanes[i].asked.key)
            if let why = asking.idle[lanes[i].asked.name] {
                lanes[i].halt(SourceStop(failure: SourceFailure(.misconfigured, code: "no key", why), untilMilliseconds: nil))
                continue
            }
            guard let stop = try asking.cache.stop(account: lanes[i].asked.source.account),
                let until = stop.untilMilliseconds, until > now
            else { continue }
            lanes[i].halt(stop)
            say(lanes[i].asked.name, stop)
        }
    }

    /// Walks a unit on along the chain, into the line of the next source that is to be asked.
    ///
    /// - Parameter isNew: Whether this is the run's first look at it: then it is no change that it waits.
    mutating func walk(_ unit: Int, from position: Int, isNew: Bool) throws {
        guard case .ask(let lane, let next) = try asking.chain.walk(units.centers[unit], from: position, in: asking.cache) else {
            laneOf[unit] = -1
            changedKeys += units.keys(unit)
            return
        }
        laneOf[unit] = Int16(lane)
        positions[unit] = UInt8(next)
        tries[unit] = 0
        largestShare[unit] = .max
        if !isNew { changedKeys += units.keys(unit) }
        guard !asking.isOffline else { return }
        if let failed = lanes[lane].failures[units.centers[unit]] {
            // What failed before does not spoil the request of others.
            largestShare[unit] = 1
            guard failed.nextTryMilliseconds <= asking.wallMilliseconds() else { return noteLater(lane, unit) }
        }
        lanes[lane].ready.insert(unit)
    }

    private mutating func noteLater(_ lane: Int, _ unit: Int) {
        lanes[lane].laterCells += units.cellCount(unit)
        let cells = counted(lanes[lane].laterCells, "cell failed before and is", "cells failed before and are")
        lanes[lane].counts.slowed = "\(cells) asked again later."
    }

    /// The day's share is used up by our own bound.
    mutating func haltForToday(_ lane: Int) {
        let asked = lanes[lane].asked
        let end = endOfDay(of: asked.source, nowMilliseconds: asking.wallMilliseconds())
        let words =
            "The \(counted(asked.limits.perDay ?? 0, "request")) a day that 'per-day' allows have been sent; the next day begins "
            + "\(shownTime(milliseconds: end))."
        // Not kept: the count is, and 'per-day' may be raised.
        halt(lane, SourceStop(failure: SourceFailure(.stopForToday, code: "per-day", words), untilMilliseconds: nil))
    }

    private mutating func halt(_ lane: Int, _ stop: SourceStop) {
        guard lanes[lane].stop == nil else { return }
        lanes[lane].halt(stop)
        announce(lane, stop)
    }

    /// Says that a source was stopped, and keeps why.
    private mutating func announce(_ lane: Int, _ stop: SourceStop) {
        batch.stops[lanes[lane].asked.source.account] = .some(stop)
        say(lanes[lane].asked.name, stop)
    }

    private mutating func say(_ name: String, _ stop: SourceStop) {
        let until = stop.untilMilliseconds.map { " Nothing is asked of it before \(shownTime(milliseconds: $0))." } ?? ""
        sayings.append("\(name) is asked nothing more in this run (\(stop.failure.code)): \(stop.failure.words)\(until)")
    }

    // MARK: Replies

    /// What a whole reply says of the units of a request.
    mutating func settle(_ flight: Flight, _ response: HTTPResponse) throws {
        let asked = lanes[flight.lane].asked
        let centers = flight.units.map { units.centers[$0].coordinate }
        let outcomes = asked.source.outcomes(of: response, for: centers, language: asked.key.language).map { outcome in
            // A server may quote what it was asked.
            guard case .failed(let failure) = outcome else { return outcome }
            return Outcome.failed(failure.withoutSecrets(of: flight.request))
        }
        guard outcomes.count == centers.count else {
            let what = "it says something of \(outcomes.count) points, \(centers.count) were asked for"
            return try settle(flight, .malformed(what), retryAfter: nil)
        }
        let failures = outcomes.compactMap { outcome in
            if case .failed(let failure) = outcome { failure } else { nil as SourceFailure? }
        }
        if failures.count < outcomes.count {
            if !lanes[flight.lane].hasAnswered { batch.stops[asked.source.account] = .some(nil) }
            lanes[flight.lane].noteAnswer()
        } else if let failure = failures.first(where: { $0.kind != .unusable }) ?? failures.first {
            note(flight, failure, retryAfter: response.retryAfterSeconds)
        }
        for (unit, outcome) in zip(flight.units, outcomes) { try settle(unit, flight, outcome) }
    }

    /// No reply, or none that can be used.
    mutating func settle(_ flight: Flight, _ failure: SourceFailure, retryAfter: Double?) throws {
        let failure = failure.withoutSecrets(of: flight.request)
        note(flight, failure, retryAfter: retryAfter)
        for unit in flight.units { try settle(unit, flight, .failed(failure)) }
    }

    private mutating func note(_ flight: Flight, _ failure: SourceFailure, retryAfter: Double?) {
        let wasStopped = lanes[flight.lane].stop != nil
        lanes[flight.lane].noteFailure(
            failure, retryAfter: retryAfter, started: flight.startedNanoseconds, points: flight.units.count,
            now: monotonicNanoseconds(), nowMilliseconds: asking.wallMilliseconds(), rules: asking.rules)
        if !wasStopped, let stop = lanes[flight.lane].stop { announce(flight.lane, stop) }
    }

    private mutating func settle(_ unit: Int, _ flight: Flight, _ outcome: Outcome) throws {
        let center = units.centers[unit]
        switch outcome {
        case .address(let address):
            keep(address, center, flight.lane)
            lanes[flight.lane].counts.answered += units.cellCount(unit)
            laneOf[unit] = -1
            changedKeys += units.keys(unit)
        case .notFound:
            keep(nil, center, flight.lane)
            lanes[flight.lane].counts.notFound += units.cellCount(unit)
            try walk(unit, from: Int(positions[unit]) + 1, isNew: false)
        case .failed(let failure) where failure.kind == .stopForToday:
            lanes[flight.lane].ready.insert(unit)
        case .failed(let failure): fail(unit, flight, failure)
        }
    }

    private mutating func fail(_ unit: Int, _ flight: Flight, _ failure: SourceFailure) {
        let isOneOfMany = flight.units.count > 1
        let isAskedByItself = failure.kind == .misconfigured && isOneOfMany && lanes[flight.lane].stop == nil
        tries[unit] += 1
        let isGivenUp = !isAskedByItself && (failure.kind == .misconfigured || Int(tries[unit]) >= asking.rules.tries)
        let entry = CacheEntry(source: lanes[flight.lane].asked.key, center: units.centers[unit])
        noteFailure(failure, entry, flight.lane, isGivenUp: isGivenUp)
        if isAskedByItself {
            largestShare[unit] = 1
            lanes[flight.lane].ready.insert(unit)
        } else if isGivenUp {
            lanes[flight.lane].counts.note(failure, cells: units.cellCount(unit))
        } else {
            if failure.kind == .unusable && isOneOfMany { largestShare[unit] = UInt8(min(flight.units.count / 2, 255)) }
            delay(unit, flight.lane)
        }
    }

    private mutating func keep(_ address: Address?, _ center: AskedCenter, _ lane: Int) {
        let key = lanes[lane].asked.key
        batch.answers.append((key, center, address))
        batch.failures[CacheEntry(source: key, center: center)] = nil
        lanes[lane].failures[center] = nil
    }

    private mutating func noteFailure(_ failure: SourceFailure, _ entry: CacheEntry, _ lane: Int, isGivenUp: Bool) {
        let tries = (lanes[lane].failures[entry.center]?.tries ?? 0) + 1
        let next = asking.wallMilliseconds() + (isGivenUp ? RetryRules.laterMilliseconds(afterFailures: tries) : 0)
        lanes[lane].failures[entry.center] = (tries, next)
        batch.failures[entry] = PendingReason(failure: failure, tries: tries, nextTryMilliseconds: next)
    }

    private mutating func delay(_ unit: Int, _ lane: Int) {
        let seconds = asking.rules.delaySeconds(afterFailures: Int(tries[unit]), random: asking.random())
        lanes[lane].delayed.insert(DelayedUnit(dueNanoseconds: monotonicNanoseconds() + Int64(seconds * 1e9), unit: unit))
    }
}
