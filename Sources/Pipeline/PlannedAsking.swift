import Geocoding
import Options
import Stages
import Store

/// How much a source of addresses is to be asked.
public struct PlannedAsking: Sendable, Equatable {
    /// Its name.
    public var source: String
    /// Cells that are pending with it. Where it knows no address, the next source of the chain is asked besides.
    public var cells: Int64
    /// Requests that they take, where each is answered at once.
    public var requests: Int64
    /// Requests that it may be sent in a day; nil for no limit.
    public var perDay: Int64?
    /// Requests that it was sent on the provider's day of now.
    public var sentToday: Int64
    /// Requests a second at most.
    public var requestsPerSecond: Double
    /// The environment variable that should hold its key and is empty: it is not asked then. Nil where none is.
    public var emptyVariable: String?

    /// Seconds that the requests take at that rate.
    public var seconds: Double { (Double(requests) / requestsPerSecond).rounded(.up) }

    /// On which of days in turn, today the first, the last of them is sent; nil where no limit bounds a day.
    public var days: Int64? {
        guard let perDay, perDay > 0 else { return nil }
        let today = max(0, perDay - sentToday)
        return requests <= today ? 1 : 1 + (requests - today + perDay - 1) / perDay
    }
}

/// What `plan` says of addresses that are pending in a result file.
func plannedAsking(_ pipeline: PipelineFile, _ store: Store, now: Int64) throws -> [PlannedAsking] {
    let cells = try store.cellsToAsk()
    guard let geocode = pipeline.stage(Geocode.self), !cells.isEmpty else { return [] }
    let cache: AddressCache?
    do {
        cache = try pipeline.cachePath.flatMap { try AddressCache.reading(path: $0) }
    } catch is AddressCacheError {
        // The run says what is wrong with it.
        cache = nil
    }
    return try geocode.sources.all.compactMap { entry in
        guard let source = entry.source as? any NetworkSource, let count = cells[entry.name], count > 0 else { return nil }
        let each = Int64(max(1, source.pointsPerRequest))
        return PlannedAsking(
            source: entry.name, cells: count, requests: (count + each - 1) / each, perDay: source.limits.perDay.map(Int64.init),
            sentToday: Int64(try cache?.requestsSent(source, nowMilliseconds: now) ?? 0),
            requestsPerSecond: source.limits.requestsPerSecond, emptyVariable: entry.emptyVariable)
    }
}
