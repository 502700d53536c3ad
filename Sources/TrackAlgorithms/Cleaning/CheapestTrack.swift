import Geodesy
import Tracks

/// The cheapest track of a device-day, by `judge: day` (rule 2.5): those of its fixes that are no spikes.
///
/// A track is some of the day's fixes in order. Each fix left out costs 1000, each leg that joins up to 1000 by how much of the reach it
/// takes, each other leg a jump. The price of a fix is the cost of the cheapest track that ends there less 1000 for each fix before it:
/// so prices compare whatever their rows, and an earlier fix than the one before is measured only if its price can beat that one's.
/// - Complexity: O(n) time for a fixed `reanchor`, one distance a fix where nothing is left out; O(n) memory.
/// - Source: rule 2.5; reference `ref/tracks/spikes_*_day`.
public struct CheapestTrack: Sendable {
    /// What it costs to leave out a fix.
    public static let droppedFix: Int64 = 1000

    /// Which tracks are compared.
    public enum Choice: Sendable, Hashable {
        /// All.
        case any
        /// Those that hold a row.
        case with(Int)
        /// Those that do not hold a row.
        case without(Int)
    }

    /// The cost of the cheapest track, of those compared.
    public let cost: Int64
    /// A flag a fix: whether that track holds it.
    public let holds: [Bool]

    /// Finds the cheapest track; of equals as rule 2.5 says.
    /// - Parameters:
    ///   - fixes: Fixes of one device-day, rising in time. May be empty.
    ///   - reach: How far the device can come.
    ///   - reanchor: As many fixes left out and a half are what a jump costs.
    ///   - choice: Which tracks are compared; a row that must not be held wants another one beside it.
    public init(of fixes: FixBatch, reach: Reach, reanchor: Int, choosing choice: Choice = .any) {
        (cost, holds) = fixes.withView { Self.search($0, reach, reanchor, choice) }
    }

    private static func search(
        _ fixes: TrackView, _ reach: Reach, _ reanchor: Int, _ choice: Choice
    ) -> (cost: Int64, holds: [Bool]) {
        var holds = [Bool](repeating: false, count: fixes.count)
        guard fixes.count > 0 else { return (0, holds) }
        var search = TrackSearch(fixes: fixes, reach: reach, reanchor: reanchor, choice: choice)
        for row in 1..<max(1, fixes.count) { search.price(row) }
        let last = search.end()
        var row = last
        while row >= 0 {
            holds[row] = true
            row = Int(search.origins[row])
        }
        return (search.prices[last] + droppedFix * Int64(fixes.count - 1), holds)
    }
}

/// Which fixes of a device-day are no spikes by `judge: day` (rule 2.5).
///
/// - Returns: A flag a fix; all are kept where the cheapest track has fewer than `reanchor`.
public func fixesOfCheapestTrack(in fixes: FixBatch, reach: Reach, reanchor: Int) -> [Bool] {
    let track = CheapestTrack(of: fixes, reach: reach, reanchor: reanchor)
    return track.holds.count { $0 } < reanchor ? [Bool](repeating: true, count: fixes.count) : track.holds
}

private struct TrackSearch {
    private static let droppedFix = CheapestTrack.droppedFix
    /// More than any track costs, and far from the end of the numbers.
    private static let never = Int64.max / 4

    private let fixes: TrackView
    private let reach: Reach
    private let farthestBack: Int
    private let jump: Int64
    /// The row that a track must hold, and the one that it must not; -1 for none.
    private let wantedRow: Int
    private let unwantedRow: Int
    /// The cost of the cheapest track that ends at a row, less 1000 for each row before it.
    private(set) var prices: [Int64]
    /// The row that it comes from; -1 for none.
    private(set) var origins: [Int32]
    /// The latest of the cheapest rows of those judged but the last.
    private var best = 0
    /// No track comes from an earlier row; nil unless a row must be held and is priced.
    private var heldRow: Int?

    init(fixes: TrackView, reach: Reach, reanchor: Int, choice: CheapestTrack.Choice) {
        self.fixes = fixes
        self.reach = reach
        farthestBack = 4 * reanchor
        jump = Self.droppedFix * Int64(reanchor) + Self.droppedFix / 2
        switch choice {
        case .any: (wantedRow, unwantedRow) = (-1, -1)
        case .with(let row): (wantedRow, unwantedRow) = (row, -1)
        case .without(let row): (wantedRow, unwantedRow) = (-1, row)
        }
        prices = [Int64](repeating: 0, count: fixes.count)
        origins = [Int32](repeating: -1, count: fixes.count)
        if unwantedRow == 0 { prices[0] = Self.never }
        if wantedRow == 0 { heldRow = 0 }
    }

    /// Prices the next row: all before it are priced.
    mutating func price(_ row: Int) {
        let previous = row - 1
        let meters = fixes.meters(previous, row)
        let step = micrometers(meters)
        var price = Self.never
        var origin = -1
        if let strain = strain(from: previous, to: row, meters: meters, micrometers: step) {
            price = prices[previous] - Self.droppedFix + strain
            origin = previous
        }
        if prices[best] - Self.droppedFix < price { lookBack(from: row, step: step, &price, &origin) }
        if prices[previous] <= prices[best] { best = previous }
        if prices[best] - Self.droppedFix + jump < price {
            price = prices[best] - Self.droppedFix + jump
            origin = best
        }
        if price > 0, heldRow == nil {
            price = 0
            origin = -1
        }
        prices[row] = row == unwantedRow ? Self.never : price
        origins[row] = Int32(origin)
        if row == wantedRow { (heldRow, best) = (row, row) }
    }

    /// The row that the cheapest track ends at, after all are priced.
    mutating func end() -> Int {
        let last = prices.count - 1
        if prices[last] <= prices[best] { best = last }
        return best
    }

    /// Looks for a row before the one before that is cheaper to come from, the latest first.
    private func lookBack(from row: Int, step: Int64, _ price: inout Int64, _ origin: inout Int) {
        var earlier = row - 2
        let earliest = max(row - farthestBack, heldRow ?? 0)
        while earlier >= earliest {
            if prices[earlier] - Self.droppedFix < price, let strain = strainOfDetour(from: earlier, to: row, step: step) {
                let found = prices[earlier] - Self.droppedFix + strain
                if found < price { (price, origin) = (found, earlier) }
            }
            earlier -= 1
        }
    }

    /// What the leg costs that leaves out all between two rows; nil where it does not join.
    /// - Parameter step: Micrometres from the last row between to the second.
    private func strainOfDetour(from a: Int, to b: Int, step: Int64) -> Int64? {
        let meters = fixes.meters(a, b)
        let direct = micrometers(meters)
        guard direct <= step, direct <= micrometers(fixes.meters(a, a + 1)) else { return nil }
        return strain(from: a, to: b, meters: meters, micrometers: direct)
    }

    /// What a leg costs by how much of the reach it takes; nil where it is not plausible.
    private func strain(from a: Int, to b: Int, meters: Double, micrometers: Int64) -> Int64? {
        let farthest = reach.meters(in: fixes.times[b] - fixes.times[a])
        guard meters <= farthest else { return nil }
        return quotient(Self.droppedFix * micrometers, Int64(farthest * 1e6))
    }

    /// Metres in whole micrometres, halves up: no length is negative.
    private func micrometers(_ meters: Double) -> Int64 { Int64(meters * 1e6 + 0.5) }

    /// The whole part of a quotient of at most 1000: by a division of floating-point numbers, which is at most one off, in half the time.
    private func quotient(_ number: Int64, _ divisor: Int64) -> Int64 {
        let near = Int64(Double(number) / Double(divisor))
        let rest = number - near * divisor
        return rest < 0 ? near - 1 : rest < divisor ? near : near + 1
    }
}
