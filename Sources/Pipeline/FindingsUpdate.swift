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
    do { try update.computeAll(report) } catch is Interrupted {
        throw Interrupted(description: "places, addresses and map clusters")
    }
    if !isFinishing { try store.setMapClusterSettings(pipeline.stage(ClusterForMap.self)?.settings) }
    guard try store.meta("map clusters are stale") == "1" else { return }
    do { try writeMapClusters(store, pipeline) } catch is Interrupted { throw Interrupted(description: "map clusters") }
}

private func writeMapClusters(_ store: Store, _ pipeline: PipelineFile) throws {
    try Interruption.check()
    try store.transaction {
        try store.dropUnusedAddresses()
        if let stage = pipeline.stage(ClusterForMap.self) {
            try store.dropMapClustersOfUnknownContent()
            try MapClustering(store: store, pipeline: pipeline, stage: stage).writeAll()
        } else {
            try store.dropMapClusters()
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
            report(.told(RunMessage(.addresses, error.description)))
            try addresses?.forgetCache()
            return nil
        }
    }

    /// Whether places are of several devices, so that all are computed when one changes.
    private var sharesPlaces: Bool { places.map { $0.of != .device } ?? false }

    /// Computes all that is dirty, in few transactions, and yet so that a run that is killed has lost little; what is shared by devices
    /// is made at once.
    func computeAll(_ report: (RunEvent) -> Void) throws {
        let dirty = try store.dirtyDevices()
        let step = sharesPlaces ? max(1, dirty.count) : 500
        var start = 0
        while start < dirty.count {
            try store.transaction {
                start += try compute(dirty[start..<min(start + step, dirty.count)])
                try store.setMeta("map clusters are stale", "1")
            }
            report(.computing(devicesDone: start, devices: dirty.count))
            try Interruption.check()
        }
        try putHistory()
    }

    /// Computes places and addresses of devices and clears their marks; gives how many, which are all unless a signal comes.
    private func compute(_ devices: ArraySlice<Int64>) throws -> Int {
        var cells = CellChanges()
        let areDaysNoted = try store.areAllToReport()
        if let places, sharesPlaces { try computeSharedPlaces(places, &cells, areDaysNoted) }
        let all = try readsStays ? staysAtOnce(devices) : nil
        var done = 0
        for device in devices {
            if readsStays {
                var stays = all?[done] ?? []
                if all == nil { try store.appendStays(of: device, to: &stays) }
                try compute(device, stays, &cells, areDaysNoted)
            }
            try store.clearDirty(device)
            done += 1
            if Interruption.isAsked { break }
        }
        try addresses?.apply(cells, in: cache)
        return done
    }

    /// Whether what is dirty is computed device by device from its stays.
    private var readsStays: Bool { !sharesPlaces && (places != nil || addresses?.cells(of: "stays") != nil) }

    /// The stays of each device, where most devices are dirty and all their stays can be held; else nil.
    private func staysAtOnce(_ devices: ArraySlice<Int64>) throws -> [[StoredStay]]? {
        guard try 2 * devices.count >= store.deviceCount() else { return nil }
        return try store.stays(ofEach: Array(devices), most: 500_000)
    }

    private func compute(_ device: Int64, _ stays: [StoredStay], _ cells: inout CellChanges, _ areDaysNoted: Bool) throws {
        guard let places else { return try tell(stays, placeOfStay: nil, &cells, areDaysNoted) }
        let found = try self.places(in: stays, places, kind: nil)
        try store.replacePlaces(of: device, with: found.places, cell: addresses?.cells(of: "places"), &cells)
        try tell(stays, placeOfStay: found.ofStays, &cells, areDaysNoted)
    }

    /// Points of history that get their addresses in one transaction.
    private static let mostPoints = 200_000

    /// Gives history that came anew its addresses, some days at once.
    private func putHistory() throws {
        var days = try store.daysOfNewHistory()[...]
        guard !days.isEmpty else { return }
        guard let addresses, let cell = addresses.cells(of: "history") else { return try store.clearNewHistory(nil) }
        while !days.isEmpty {
            try store.transaction {
                var history = NewHistory()
                while history.count < Self.mostPoints, let day = days.popFirst() {
                    try store.gather(historyOf: day, cell: cell, into: &history)
                }
                var cells = CellChanges()
                try store.put(history, &cells, goOn: Interruption.check)
                try addresses.apply(cells, in: cache)
                for day in history.days { try store.clearNewHistory(day) }
            }
            try Interruption.check()
        }
    }

    // MARK: Places

    /// Places of several devices, and what all stays say of them.
    private func computeSharedPlaces(_ stage: FindPlaces, _ cells: inout CellChanges, _ areDaysNoted: Bool) throws {
        var stays: [StoredStay] = []
        var kinds: [String?] = []
        for device in try store.devicesInOrder() {
            try store.appendStays(of: device.key, to: &stays) { kinds.append($0) }
            try Interruption.check()
        }
        // Stays without a kind make places among themselves.
        let groups =
            stage.of == .kind
            ? Dictionary(grouping: stays.indices, by: { kinds[$0].map(ExactText.init) }) : [nil: Array(stays.indices)]
        var found: [StoredPlace] = []
        var ofStays = [PlaceNumber?](repeating: nil, count: stays.count)
        for (kind, members) in groups {
            let part = try self.places(in: members.map { stays[$0] }, stage, kind: kind?.text)
            found += part.places
            for (stay, place) in zip(members, part.ofStays) { ofStays[stay] = place }
        }
        try store.replacePlaces(of: nil, with: found, cell: addresses?.cells(of: "places"), &cells)
        try tell(stays, placeOfStay: ofStays, &cells, areDaysNoted)
    }

    private func tell(
        _ stays: [StoredStay], placeOfStay: [PlaceNumber?]?, _ cells: inout CellChanges, _ areDaysNoted: Bool
    ) throws {
        let cell = addresses?.cells(of: "stays")
        try store.tell(
            stays, place: { placeOfStay?[$0] }, cell: { i in cell.map { $0(stays[i].center) } }, &cells,
            areDaysNoted: areDaysNoted)
    }

    private func places(in stays: [StoredStay], _ stage: FindPlaces, kind: String?) throws -> (
        places: [StoredPlace], ofStays: [PlaceNumber?]
    ) {
        let visits = stays.map { stay in
            StayVisit(
                device: stay.device, arrived: stay.arrived, lastSeen: stay.lastSeen, center: stay.center,
                isArrivalSeen: stay.isArrivalSeen, departed: stay.departed)
        }
        let (found, placeOfStay) = try findPlaces(
            in: visits, limits: stage.limits, hasRoles: stage.of == .device, zone: pipeline.zone, goOn: Interruption.check)
        let places = try found.map { place in
            let core = stays[place.firstCore]
            let number = PlaceNumber(device: try store.id(ofDevice: core.device), arrived: core.arrived)
            return StoredPlace(
                device: core.device, firstCore: core.arrived, number: number, place: place,
                name: pipeline.placeNames.name(at: place.center), isShared: stage.of != .device, kind: kind)
        }
        return (places, placeOfStay.map { $0.map { places[$0].number } })
    }
}
