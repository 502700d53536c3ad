import Geocoding
import Options
import SQLite
import Store
import Tracks

/// What `geocode` did.
public struct GeocodeSummary: Sendable {
    /// How the command ends.
    public var status = ExitStatus.done
    /// Cells by how far their address is, before and after.
    public var before: [AddressState: Int64] = [:]
    /// After it.
    public var after: [AddressState: Int64] = [:]
    /// What came of asking: a sentence for each source that was asked.
    public var asked: [String] = []
    /// Days whose reports the next run writes anew.
    public var daysToReport: [CalendarDay] = []
    /// Whether the pipeline asks any source over the network.
    public var asksAny = true
}

/// Works off addresses that are pending, and nothing else: no log is read, no report is written.
///
/// - Parameter options: Its clock, version, `isOffline` and `report`. Offline, only what others brought into the cache is taken over.
/// - Throws: `RunProblem`, `Problems`, `StoreError`; `Interrupted` after a signal, with what was answered kept.
public func geocode(_ pipeline: PipelineFile, _ options: RunOptions) throws -> GeocodeSummary {
    let findings = try FindingsOptions(of: pipeline)
    let chain = try pipeline.openedChain()
    let path = shortenedPath(pipeline.resolved(pipeline.databasePath))
    guard try !Store.isNew(path) else {
        throw RunProblem(status: .noInput, "\(path): there is no such file. Make it with: \(pipeline.command("run"))")
    }
    let results = try OpenedResults(of: pipeline, now: options.now)
    let store = results.store
    guard let addresses = Addresses(store, pipeline, chain) else {
        throw RunProblem(status: .wrongPipeline, "\(pipeline.path) has no stage geocode: there are no addresses to ask for.")
    }
    guard try findings.isSame(as: store.meta("phase2 text")) else {
        throw RunProblem(
            status: .wrongPipeline,
            "the options of places, addresses or map clusters are others than those that \(path) was made with. Take them over first, with: \(pipeline.command("run"))"
        )
    }
    var summary = GeocodeSummary()
    summary.before = try store.addressStates()
    // What an earlier run left dirty is finished first: its cells are among those to ask for.
    try bringFindingsUpToDate(store, pipeline, addresses, findings, isFinishing: true, report: options.report)
    try ask(addresses, options, &summary)
    summary.after = try store.addressStates()
    summary.daysToReport = try store.daysToReport()
    try store.boundLog()
    try results.checkThatTheyAreThere()
    return summary
}

private func ask(_ addresses: Addresses, _ options: RunOptions, _ summary: inout GeocodeSummary) throws {
    summary.asksAny = addresses.asksAny
    guard !options.isOffline else { return }
    do {
        let ask = AskOptions(now: options.now, version: options.version, report: options.report)
        guard let asked = try addresses.ask(ask) else { return }
        summary.asked = asked.sentences
        guard !asked.wasStopped else {
            throw Interrupted(
                description:
                    "stopped by a signal. What was answered is kept; \(asked.pending) cells are pending. Run again to go on.")
        }
        if asked.isMisconfigured || asked.isUnserved { summary.status = .unserved }
    } catch let error as AddressCacheError {
        throw RunProblem(status: ExitStatus(of: error), error.description)
    }
}

extension ExitStatus {
    /// What an error of the cache ends `geocode` with.
    fileprivate init(of error: AddressCacheError) {
        switch error.kind {
        case .held: self = .locked
        case .foreign: self = .cannotCreate
        case .unusable: self = .inputOutput
        case .noResources: self = .noResources
        }
    }
}
