import Geocoding
import Geodesy
import Options
import SQLite
import Stages
import Store
import Tracks

/// Where the addresses of a result file come from, and what became of those that are asked (rule 3.6).
///
/// An address is a function of its cell, the local sources and the cache of answers; who wrote that cache, and when, does not show.
struct Addresses {
    private let store: Store
    private let stage: Geocode
    private let source: CellAddresses
    private let cachePath: String?
    private let lanes: Int
    private var chain: AddressChain { source.chain }
    private var grid: CellGrid { source.grid }

    /// Those of a pipeline; nil without `geocode`.
    ///
    /// - Parameter lanes: Busy threads in all.
    init?(_ store: Store, _ pipeline: PipelineFile, _ chain: AddressChain?, lanes: Int = 1) {
        guard let stage = pipeline.stage(Geocode.self), let chain else { return nil }
        self.store = store
        self.stage = stage
        self.lanes = lanes
        source = CellAddresses(chain: chain, grid: CellGrid(cellMeters: stage.cellMeters))
        cachePath = pipeline.cachePath
    }

    /// Whether any source is asked over the network.
    var asksAny: Bool { cachePath != nil }

    /// The cache as it stands, to be read; nil where there is none.
    ///
    /// - Throws: `AddressCacheError`, `StoreError`.
    func cache() throws -> AddressCache? { try cachePath.flatMap { try AddressCache.reading(path: $0) } }

    /// Keeps what must be shown where the addresses are.
    func keepAttributions() throws {
        for entry in stage.sources.all {
            let text = entry.source?.attribution
            guard try store.meta("attribution " + entry.name) != text else { continue }
            try store.transaction { try store.setAttribution(text, of: entry.name) }
        }
    }

    // MARK: Cells

    /// The cell of a coordinate, for what gets addresses: `stays`, `places` or `history`; nil where it gets none.
    func cells(of what: String) -> ((Coordinate) -> Int64)? {
        guard stage.of.contains(what) else { return nil }
        return { [grid] in grid.cell(of: $0).key }
    }

    /// Counts what came into cells and left them, and gives new cells their addresses.
    func apply(_ changes: CellChanges, in cache: AddressCache?) throws {
        let new = try store.apply(changes, goOn: Interruption.check)
        let ahead = lanes > 1 && !asksAny && new.count >= Self.manyCells ? AddressesAhead(of: new.map(\.cell), source) : nil
        var count = 0
        try store.add(new) { cell in
            count += 1
            if count % 1_024 == 0 { try Interruption.check() }
            return try ahead?.next() ?? source.address(of: AddressCell(key: cell), in: cache)
        }
    }

    /// So many new cells are worth a thread that finds their addresses while those before are written.
    private static let manyCells = 5_000

    /// Writes the addresses of cells as they are now, and notes the gathered days that show those that are others.
    private func rewrite(_ cells: [Int64], in cache: AddressCache?) throws {
        var changed: [Int64] = []
        for cell in cells where try store.rewrite(source.address(of: AddressCell(key: cell), in: cache)) { changed.append(cell) }
        try store.markToReport(showing: changed)
    }

    // MARK: The cache

    /// Takes over what came into the cache, or expired in it, since the addresses were last written: by whomever.
    func catchUp(with cache: AddressCache?) throws {
        guard cachePath != nil else { return }
        let now = try cache.map { CacheMark(identity: try $0.identity, change: try $0.lastChange) }
        let before = try store.meta(CacheMark.key).flatMap(CacheMark.init)
        guard now != before else { return }
        var cells: [Int64]
        if let now, let cache, now.identity == before?.identity {
            cells = Set(try cache.changes(since: before?.change ?? 0).map { grid.cell(of: $0).key }).sorted()
            cells = try cells.filter { try store.hasAddress(cell: $0) }
        } else {
            cells = try store.addressCells()
        }
        try store.transaction {
            try store.gatherShown(in: cells)
            try rewrite(cells, in: cache)
            try store.setMeta(CacheMark.key, now?.text ?? "")
        }
    }

    /// Where no cache can be read: whatever it holds is taken over once it can.
    func forgetCache() throws {
        guard try store.meta(CacheMark.key) != nil else { return }
        try store.transaction { try store.setMeta(CacheMark.key, "") }
    }

    // MARK: Asking

    /// Sources whose key is empty: they are not asked, and their cells stay pending.
    private var idle: [String: String] {
        let pairs = stage.sources.all.compactMap { source in
            source.emptyVariable.map { (source.name, "\($0) is empty or not set, which should hold its key.") }
        }
        return Dictionary(pairs) { a, _ in a }
    }

    /// Asks for the addresses that are pending, in the order of rule 3.6, and writes them as they come.
    ///
    /// Works outside any transaction but those in which a second's answers are written.
    /// - Returns: What happened; nil where there was nothing to ask.
    /// - Throws: `AddressCacheError`, `StoreError`, `RunProblem`.
    func ask(_ options: AskOptions) throws -> AskingSummary? {
        guard let cachePath, !chain.networkSources.isEmpty else { return nil }
        let isAsked = try !store.cellsToAsk().isEmpty
        if !isAsked, try AddressCache.reading(path: cachePath) == nil { return nil }
        try makeFolder(of: cachePath)
        let cache = try AddressCache.asking(path: cachePath, nowMilliseconds: options.now)
        try cache.expire(of: chain, nowMilliseconds: options.now)
        try catchUp(with: cache)
        try store.gatherShown(in: nil)
        let cells = try store.cellsInOrder()
        guard !cells.isEmpty else { return nil }
        let asking = Asking(
            chain: chain, cache: cache, userAgent: "trackmill/\(options.version)", idle: idle,
            isStopped: { Interruption.isAsked })
        let asked = cells.map { AskedCell(key: $0, center: grid.center(of: AddressCell(key: $0))) }
        let summary = try asking.run(asked) { keys, soFar in
            try store.transaction { try rewrite(keys, in: cache) }
            options.report(.asking(answered: soFar.sources.reduce(0) { $0 + $1.answered + $1.notFound }, pending: soFar.pending))
        } say: {
            options.report(.told(RunMessage(.addresses, $0)))
        }
        let mark = CacheMark(identity: try cache.identity, change: try cache.lastChange)
        try store.transaction { try store.setMeta(CacheMark.key, mark.text) }
        return summary
    }
}

/// What asking is told.
struct AskOptions {
    /// The clock, in milliseconds since 1970 UTC.
    var now: Int64
    /// The program's version, which servers are told.
    var version: String
    /// Told what goes on.
    var report: @Sendable (RunEvent) -> Void
}

/// Up to where a cache was taken over.
private struct CacheMark: Equatable {
    /// The name under which it is kept with the results.
    static let key = "address cache"

    let identity: Int64
    let change: Int64

    init(identity: Int64, change: Int64) {
        self.identity = identity
        self.change = change
    }

    /// As it was kept; nil for none.
    init?(_ text: String) {
        let numbers = text.split(separator: " ").compactMap { Int64($0) }
        guard numbers.count == 2 else { return nil }
        (identity, change) = (numbers[0], numbers[1])
    }

    var text: String { "\(identity) \(change)" }
}
