import Store
import TrackAlgorithms
import Tracks

/// The slice of a device's days that is joined when one day of it changes, read from the store day by day.
struct StoredSlice {
    private(set) var slice: JoinSlice
    /// Its days as they are stored; the day itself with the pieces that it is to have.
    private(set) var stored: [StoredPieces]

    private let store: Store
    private let device: Int64
    private let hood: Neighbourhood
    private let limits: StayLimits
    /// The number of the options whose findings hold; nil where nothing does.
    private let trusted: Int64?

    /// - Parameter trusting: The number of the options that days must have been joined with for what was found to hold; nil: it does not.
    init(
        _ store: Store, _ device: Int64, _ day: CalendarDay, _ hood: Neighbourhood, _ limits: StayLimits, trusting: Int64?
    ) throws {
        self.store = store
        self.device = device
        self.hood = hood
        self.limits = limits
        trusted = trusting
        stored = hood.pieces.map { [StoredPieces(pieces: $0)] } ?? []
        slice = JoinSlice(days: [], start: .data, end: .data)
        try goBack(from: day)
        try goForward(from: day)
        slice.days = stored.map(\.pieces)
    }

    /// Rows that start from here on are replaced.
    var since: Int64 { slice.since }
    /// Rows that start before this are replaced.
    var until: Int64 { slice.until }

    /// Whether a day is in it from its first group to its last.
    func isWhole(_ index: Int) -> Bool {
        if index == 0, case .element(let first) = slice.start, first > 0 { return false }
        if index == stored.count - 1, case .element = slice.end { return false }
        return true
    }

    // MARK: Back

    private mutating func goBack(from day: CalendarDay) throws {
        var behind: [StoredPieces] = []
        defer { stored = behind.reversed() + stored }
        var found = hood.previous
        while let previous = found {
            // The neighbour always belongs to it: whether and when it was left depends on this day.
            if let next = behind.last, areParted(previous.pieces, next.pieces) {
                slice.start = .element(0)
                return
            }
            behind.append(previous)
            if let wall = previous.pieces.lastWall {
                slice.start = .element(wall)
                return
            }
            if let start = try heldStart(previous, isNeighbour: behind.count == 1) {
                slice.start = start
                return
            }
            let days = try store.days(of: device, around: previous.pieces.day)
            found = try days.previous.flatMap { try store.pieces(of: device, on: $0) }
        }
    }

    /// Where the slice can begin in a day without a stay inside, as what was found there holds.
    private mutating func heldStart(_ previous: StoredPieces, isNeighbour: Bool) throws -> JoinSlice.Start? {
        guard let trusted, previous.joined == trusted else { return nil }
        let elements = previous.pieces.elements
        guard elements.count > 1 else { return previous.first.rests ? try stayBehind(previous.pieces, isNeighbour) : nil }
        if let gap = elements.lastIndex(where: \.isGap) { return .element(gap + 1) }
        return previous.first.rests ? .rest : previous.behind.map { .trip($0) }
    }

    /// The stay that a day is one group of, without that and the days after it.
    private mutating func stayBehind(_ pieces: DayPieces, _ isNeighbour: Bool) throws -> JoinSlice.Start? {
        let group = pieces.firstGroup
        guard let stay = try store.stay(of: device, at: group.first.milliseconds), stay.lastSeen >= group.last.milliseconds else {
            return nil
        }
        var behind = JoinSlice.StayBehind(
            day: stay.day, kind: stay.kind, arrived: stay.arrived, isArrivalSeen: stay.isArrivalSeen)
        guard stay.arrived != group.first.milliseconds else { return .stay(behind) }
        guard var sums = stay.sums else { return nil }
        var known = [group]
        // What the stay holds after this day: of the day that changes, as it was, and of the one after that.
        if group.last.milliseconds != stay.lastSeen {
            guard isNeighbour else { return nil }
            var end: Int64?
            for after in [hood.before, hood.next?.pieces] {
                guard let after, end != stay.lastSeen else { continue }
                known.append(after.firstGroup)
                end = after.firstGroup.last.milliseconds
            }
            if end != stay.lastSeen {
                guard let next = hood.next, next.joined == trusted, next.pieces.elements.count == 1 else { return nil }
                slice.isWithinStay = true
            }
        }
        for each in known { sums = sums.without(each.sums) }
        behind.sums = sums
        behind.fixes = stay.fixes - known.reduce(0) { $0 + $1.fixes }
        return .stay(behind)
    }

    // MARK: Forward

    private mutating func goForward(from day: CalendarDay) throws {
        var found = hood.next
        var isNeighbour = true
        while let next = found {
            if !isNeighbour, let last = stored.last, areParted(last.pieces, next.pieces) {
                slice.end = .silence(next.pieces.firstGroup.first, kind: next.pieces.kind)
                return
            }
            stored.append(next)
            if let wall = next.pieces.firstWall {
                slice.end = .element(wall)
                return
            }
            if let end = try heldEnd(next, isNeighbour: isNeighbour) {
                slice.end = end
                return
            }
            isNeighbour = false
            let days = try store.days(of: device, around: next.pieces.day)
            found = try days.next.flatMap { try store.pieces(of: device, on: $0) }
        }
    }

    /// Where the slice can end in a day without a stay inside, as what was found there holds.
    private func heldEnd(_ next: StoredPieces, isNeighbour: Bool) throws -> JoinSlice.End? {
        guard let trusted, next.joined == trusted else { return nil }
        let elements = next.pieces.elements
        guard elements.count > 1 else { return next.first.rests ? try stayAhead(next.pieces, isNeighbour) : nil }
        // Whether the arrival of an inferred stay was seen depends on the leg before it, which must be of the same day.
        if let gap = elements.firstIndex(where: \.isGap), gap > 1 { return .element(gap) }
        return next.last.rests ? .element(elements.count - 1) : nil
    }

    /// The stay that a day is one group of, without that and the days before it.
    private func stayAhead(_ pieces: DayPieces, _ isNeighbour: Bool) throws -> JoinSlice.End? {
        let group = pieces.firstGroup
        guard let stay = try store.stay(of: device, at: group.last.milliseconds), stay.arrived <= group.first.milliseconds else {
            return nil
        }
        var ahead = JoinSlice.StayAhead(lastSeen: stay.lastSeen, departed: stay.departed, isOpen: stay.isOpen)
        guard stay.lastSeen != group.last.milliseconds, !slice.isWithinStay else { return .stay(ahead) }
        guard var sums = stay.sums else { return nil }
        var known = [group]
        if group.first.milliseconds != stay.arrived {
            guard isNeighbour else { return nil }
            var begin: Int64?
            for before in [hood.before, hood.previous?.pieces] {
                guard let before, begin != stay.arrived else { continue }
                known.append(before.lastGroup)
                begin = before.lastGroup.first.milliseconds
            }
            guard begin == stay.arrived else { return nil }
        }
        for each in known { sums = sums.without(each.sums) }
        ahead.sums = sums
        ahead.fixes = stay.fixes - known.reduce(0) { $0 + $1.fixes }
        return .stay(ahead)
    }

    private func areParted(_ a: DayPieces, _ b: DayPieces) -> Bool {
        b.firstGroup.first.milliseconds - a.lastGroup.last.milliseconds > limits.gap
    }
}
