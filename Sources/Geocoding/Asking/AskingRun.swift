/// One run of asking: its loop, and how requests start.
struct AskingRun {
    /// Changes that the caller is told of before a second is over.
    private static let largestBatch = 5_000
    /// How long an answer waits for the cache to be written: at least and at most.
    private static let shortestUncommitted: Int64 = 50_000_000
    private static let longestUncommitted: Int64 = 1_000_000_000
    private static let nanosecondsPerCall: Int64 = 1_000_000_000

    let asking: Asking
    let units: AskedUnits
    private let client: HTTPClient
    var lanes: [SourceLane]
    /// By unit: the lane it waits in or for; −1 when it has been resolved.
    var laneOf: [Int16]
    /// By unit: the position in its list of the chain.
    var positions: [UInt8]
    /// By unit: requests that failed in this run.
    var tries: [UInt8]
    /// By unit: with how many others it may share a request.
    var largestShare: [UInt8]
    private var flights: [Int: Flight] = [:]
    private var lastFlight = 0
    var budget: DayBudget
    var batch = CacheBatch()
    var changedKeys: [Int64] = []
    /// Sentences to say.
    var sayings: [String] = []
    private var wasStopped = false
    /// When the caller was told of changes, and when the cache was written and is to be written again; nanoseconds.
    private var calledAt = monotonicNanoseconds()
    private var nextCommit = Int64.min

    init(_ asking: Asking, _ cells: [AskedCell], _ client: HTTPClient) {
        self.asking = asking
        self.client = client
        units = AskedUnits(cells)
        lanes = asking.chain.asked.map { SourceLane($0, rules: asking.rules) }
        laneOf = Array(repeating: -1, count: units.count)
        positions = Array(repeating: 0, count: units.count)
        tries = Array(repeating: 0, count: units.count)
        largestShare = Array(repeating: .max, count: units.count)
        budget = DayBudget(asking.cache)
    }

    /// Asks until nothing is left to do; what was answered is in the cache, whatever ends it.
    mutating func ask(changed: ([Int64], AskingSummary) throws -> Void, say: (String) -> Void) throws {
        do {
            try begin(changed: changed)
            try loop(changed: changed, say: say)
        } catch {
            client.cancelAll()
            try commit(isLast: true)
            throw error
        }
        // What has come in meanwhile is an answer, too.
        for request in client.wait(nanoseconds: 0) { try take(request) }
        client.cancelAll()
        tell(say)
        try commit(isLast: true)
        try call(changed)
    }

    private mutating func loop(changed: ([Int64], AskingSummary) throws -> Void, say: (String) -> Void) throws {
        while !wasStopped && lanes.contains(where: \.isBusy) {
            wasStopped = asking.isStopped()
            if wasStopped { break }
            for lane in lanes.indices { try start(lane) }
            tell(say)
            let ended = client.wait(nanoseconds: waitingTime())
            noteSent()
            for request in ended { try take(request) }
            if !batch.isEmpty && monotonicNanoseconds() >= nextCommit { try commit(isLast: false) }
            if isCallDue { try call(changed) }
        }
    }

    /// Sends every unit to the first source that is to be asked for it; those that the cache answers are done.
    private mutating func begin(changed: ([Int64], AskingSummary) throws -> Void) throws {
        try asking.cache.expire(of: asking.chain, nowMilliseconds: asking.wallMilliseconds())
        try openLanes()
        for unit in 0..<units.count {
            if unit % 256 == 0 && asking.isStopped() {
                wasStopped = true
                // Those that were not looked at are pending as they were.
                for later in unit..<units.count { laneOf[later] = Int16(lanes.count) }
                return
            }
            try walk(unit, from: 0, isNew: true)
            if isCallDue { try call(changed) }
        }
    }

    private mutating func tell(_ say: (String) -> Void) {
        for sentence in sayings { say(sentence) }
        sayings.removeAll()
    }

    // MARK: Requests

    /// Starts a request of a lane if it may.
    private mutating func start(_ lane: Int) throws {
        let now = monotonicNanoseconds()
        guard let start = lanes[lane].mayStartAt, start <= now else { return }
        let source = lanes[lane].asked.source
        let day = AccountDay(
            account: source.account, day: dayNumber(of: source, nowMilliseconds: asking.wallMilliseconds()))
        guard try budget.take(day, perDay: lanes[lane].asked.limits.perDay, rate: lanes[lane].asked.limits.requestsPerSecond)
        else {
            return haltForToday(lane)
        }
        lanes[lane].wake(at: now)
        guard let (request, asked, redirects) = nextRequest(lane) else { return budget.giveBack(day) }
        lastFlight += 1
        flights[lastFlight] = Flight(
            lane: lane, units: asked, request: request, redirects: redirects, startedNanoseconds: now, day: day)
        lanes[lane].noteStart(at: now)
        client.start(request, id: lastFlight, timeoutSeconds: lanes[lane].asked.limits.timeoutSeconds)
    }

    private mutating func nextRequest(_ lane: Int) -> (HTTPRequest, units: [Int], redirects: Int)? {
        if let again = lanes[lane].redirected.popLast() { return (again.request, again.units, again.redirects) }
        let failures = lanes[lane].failures
        let centers = units.centers
        guard let first = lanes[lane].takeFirst(hasFailed: { failures[centers[$0]] != nil }) else { return nil }
        let source = lanes[lane].asked.source
        // Before the first answer one point, so that an odd one does not spoil the request of others.
        var share = lanes[lane].hasAnswered ? min(source.pointsPerRequest, Int(largestShare[first])) : 1
        var asked = [first]
        while asked.count < share, let next = lanes[lane].ready.first {
            share = min(share, Int(largestShare[next]))
            guard asked.count < share else { break }
            _ = lanes[lane].ready.removeFirst()
            asked.append(next)
        }
        let request = source.request(for: asked.map { centers[$0].coordinate }, language: lanes[lane].asked.key.language)
        return (request, asked, 0)
    }

    private mutating func noteSent() {
        for (id, moment) in client.takeSent() {
            guard let flight = flights[id] else { continue }
            flights[id]?.isSent = true
            lanes[flight.lane].noteSent(at: moment)
            asking.whenSent?(lanes[flight.lane].asked.name, moment)
        }
    }

    /// How long to wait for replies before something else is to be done.
    private func waitingTime() -> Int64 {
        let now = monotonicNanoseconds()
        var next = now + HTTPClient.longestWait * 1_000_000
        for lane in lanes { if let start = lane.mayStartAt { next = min(next, start) } }
        if !batch.isEmpty { next = min(next, nextCommit) }
        if !changedKeys.isEmpty { next = min(next, calledAt + Self.nanosecondsPerCall) }
        return next <= now ? 0 : next - now
    }

    private mutating func take(_ ended: EndedRequest) throws {
        guard let flight = flights.removeValue(forKey: ended.id) else { return }
        if !ended.wasSent { budget.giveBack(flight.day) }
        lanes[flight.lane].noteEnd(wasSent: ended.wasSent, isNoted: flight.isSent)
        switch ended.result {
        case .response(let response): try settle(flight, response)
        case .failure(let failure): try settle(flight, failure, retryAfter: nil)
        case .redirect(let url):
            guard flight.redirects < asking.rules.redirects else {
                let words = "The server redirects again and again; give its own address."
                return try settle(flight, SourceFailure(.misconfigured, code: "redirects", words), retryAfter: nil)
            }
            lanes[flight.lane].redirected.append(
                Flight(
                    lane: flight.lane, units: flight.units, request: HTTPRequest(url: url, headers: flight.request.headers),
                    redirects: flight.redirects + 1, startedNanoseconds: 0, day: flight.day))
        }
    }

    // MARK: Commits

    /// Writes the cache. What is answered is lost to a kill until then, so it is written as often as takes a twentieth of the time.
    private mutating func commit(isLast: Bool) throws {
        let start = monotonicNanoseconds()
        let spent = budget.toWrite(isLast: isLast)
        batch.requestsSent.merge(spent) { $1 }
        try asking.cache.write(batch, nowMilliseconds: asking.wallMilliseconds())
        budget.noteWritten(spent)
        batch = CacheBatch()
        let end = monotonicNanoseconds()
        nextCommit = end + min(Self.longestUncommitted, max(Self.shortestUncommitted, 20 * (end - start)))
    }

    private var isCallDue: Bool {
        guard !changedKeys.isEmpty else { return false }
        return changedKeys.count >= Self.largestBatch || monotonicNanoseconds() - calledAt >= Self.nanosecondsPerCall
    }

    /// Tells the caller what has changed, after it is committed.
    private mutating func call(_ changed: ([Int64], AskingSummary) throws -> Void) throws {
        if !batch.isEmpty { try commit(isLast: false) }
        let keys = changedKeys
        changedKeys = []
        if !keys.isEmpty { try changed(keys, summary) }
        calledAt = monotonicNanoseconds()
    }

    /// What came of it so far.
    var summary: AskingSummary {
        var summary = AskingSummary(sources: lanes.map(\.counts))
        summary.wasStopped = wasStopped
        summary.wasOffline = asking.isOffline
        for unit in 0..<units.count where laneOf[unit] >= 0 {
            summary.pending += units.cellCount(unit)
            if Int(laneOf[unit]) < lanes.count { summary.sources[Int(laneOf[unit])].pending += units.cellCount(unit) }
        }
        return summary
    }
}
