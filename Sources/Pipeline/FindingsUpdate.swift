import Geocoding
import Geodesy
import LogFormats
import Stages
import Store
import TrackAlgorithms
import Tracks

/// Brings places, addresses and map clusters up to date: phase 2 (rule 3.3).
///
/// Each dirty device is computed anew from its whole history of stays, and its mark cleared, in one transaction; places of a kind or
/// the fleet and map clusters are made anew as a set. Where an option of phase 2 differs from the one the database was made with, every
/// device is dirty.
///
/// - Throws: `Interrupted` after a signal, with what is left.
/// - Parameters:
///   - addresses: Where addresses come from; nil for none.
///   - options: What phase 2 depends on.
///   - isFinishing: Whether only what an earlier run left dirty is finished; with other options than its own that is left to later.
///   - report: Is told of every 500 devices.
func bringFindingsUpToDate(
    _ store: Store, _ pipeline: PipelineFile, _ addresses: Addresses?, _ options: FindingsOptions, isFinishing: Bool,
    report: (RunEvent) -> Void
) throws {
    if try !options.isSame(as: store.meta("phase2 text")) {
        guard !isFinishing else { return }
        try store.transaction {
            try store.resetFindings()
            try store.markAllDirty()
            try store.markAllToReport()
            try store.setMeta("map clusters are stale", "1")
            try store.setMeta("phase2 text", options.text)
        }
    }
    let update = try FindingsUpdate(store: store, pipeline: pipeline, addresses: addresses, report: report)
    let dirty = try store.dirtyDevices()
    // Few transactions, and yet a run that is killed has lost little; what is shared by devices is made at once.
    let step = update.sharesPlaces ? max(1, dirty.count) : 500
    for start in stride(from: 0, to: dirty.count, by: step) {
        try store.transaction {
            try update.compute(dirty[start..<min(start + step, dirty.count)])
            try store.setMeta("map clusters are stale", "1")
        }
        report(.computing(devicesDone: min(start + step, dirty.count), devices: dirty.count))
        guard !Interruption.isAsked else { throw Interrupted(description: "places, addresses and map clusters") }
    }
    if !isFinishing { try store.setMapClusterSettings(pipeline.stage(ClusterForMap.self)?.settings) }
    guard try store.meta("map clusters are stale") == "1" else { return }
    guard !Interruption.isAsked else { throw Interrupted(description: "map clusters") }
    try store.transaction {
        try store.dropUnusedAddresses()
        try store.dropMapClusters()
        if let stage = pipeline.stage(ClusterForMap.self) {
            try MapClustering(store: store, pipeline: pipeline, stage: stage).writeAll()
        }
        try store.setMeta("map clusters are stale", "0")
    }
}

private struct FindingsUpdate {
    let store: Store
    let pipeline: PipelineFile
    private let places: FindPlaces?
    private let addresses: Addresses?
    private let cache: AddressCache?

    init(store: Store, pipeline: PipelineFile, addresses: Addresses?, report: (RunEvent) -> Void) throws {
        self.store = store
        self.pipeline = pipeline
        self.addresses = addresses
        places = pipeline.stage(FindPlaces.self)
        cache = try Self.cache(addresses, report: report)
        try addresses?.keepAttributions()
    }

    /// The cache of answers, with what came into it taken over; nil where there is none, or none that can be used.
    private static func cache(_ addresses: Addresses?, report: (RunEvent) -> Void) throws -> AddressCache? {
        do {
            let cache = try addresses?.cache()
            try addresses?.catchUp(with: cache)
            return cache
        } catch let error as AddressCacheError {
            // Results do not wait for addresses: cells are pending, and those that have their address keep it.
            report(.told(error.description))
            try addresses?.forgetCache()
            return nil
        }
    }

    /// Whether places are of several devices, so that all are computed when one changes.
    var sharesPlaces: Bool { places.map { $0.of != .device } ?? false }

    /// Computes places and addresses of devices and clears their marks.
    func compute(_ devices: ArraySlice<Int64>) throws {
        if let places, sharesPlaces { try computeSharedPlaces(places) }
        for device in devices {
            if let places, !sharesPlaces { try computePlaces(of: device, places) }
            for what in addresses?.of ?? [] { try addresses?.find(for: what, device: device, in: cache) }
            try store.clearDirty(device)
        }
        guard sharesPlaces, let addresses, addresses.of.contains("places") else { return }
        for device in try store.devicesOfPlacesWithoutCell() { try addresses.find(for: "places", device: device, in: cache) }
    }

    // MARK: Places

    private func computePlaces(of device: Int64, _ stage: FindPlaces) throws {
        try store.dropPlaces(of: device)
        try computePlaces(in: try store.stays(of: device), stage, kind: nil)
    }

    private func computeSharedPlaces(_ stage: FindPlaces) throws {
        try store.dropPlaces(of: nil)
        let stays = try store.stays(of: nil)
        guard stage.of == .kind else { return try computePlaces(in: stays, stage, kind: nil) }
        // Stays without a kind make places among themselves.
        for (kind, stays) in Dictionary(grouping: stays, by: { $0.kind.map(ExactText.init) }) {
            try computePlaces(in: stays, stage, kind: kind?.text)
        }
    }

    private func computePlaces(in stays: [StoredStay], _ stage: FindPlaces, kind: String?) throws {
        let visits = stays.map { stay in
            StayVisit(
                device: stay.device, arrived: stay.arrived, lastSeen: stay.lastSeen, center: stay.center,
                isArrivalSeen: stay.isArrivalSeen, departed: stay.departed)
        }
        let (found, placeOfStay) = findPlaces(
            in: visits, limits: stage.limits, hasRoles: stage.of == .device, zone: pipeline.zone)
        try store.write(
            found, names: found.map { pipeline.placeNames.name(at: $0.center) }, of: stays, placeOfStay: placeOfStay,
            isShared: stage.of != .device, kind: kind)
    }
}
