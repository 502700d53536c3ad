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
///   - isFinishing: Whether only what an earlier run left dirty is finished; with other options than its own that is left to later.
///   - report: Is told of every 500 devices.
func bringFindingsUpToDate(
    _ store: Store, _ pipeline: PipelineFile, isFinishing: Bool, report: (RunEvent) -> Void
) throws {
    let update = FindingsUpdate(store: store, pipeline: pipeline)
    if try !update.options.isSame(as: store.meta("phase2 text")) {
        guard !isFinishing else { return }
        try store.database.transaction {
            try store.resetFindings()
            try store.markAllDirty()
            try store.markAllToReport()
            try store.setMeta("map clusters are stale", "1")
            try store.setMeta("phase2 text", update.options.text)
        }
    }
    let dirty = try store.dirtyDevices()
    // Few transactions, and yet a run that is killed has lost little; what is shared by devices is made at once.
    let step = update.sharesPlaces ? max(1, dirty.count) : 500
    for start in stride(from: 0, to: dirty.count, by: step) {
        try store.database.transaction {
            try update.compute(dirty[start..<min(start + step, dirty.count)])
            try store.setMeta("map clusters are stale", "1")
        }
        report(.computing(devicesDone: min(start + step, dirty.count), devices: dirty.count))
        guard !Interruption.isAsked else { throw Interrupted(description: "places, addresses and map clusters") }
    }
    if !isFinishing { try store.setMapClusterSettings(pipeline.stage(ClusterForMap.self)?.settings) }
    guard try store.meta("map clusters are stale") == "1" else { return }
    guard !Interruption.isAsked else { throw Interrupted(description: "map clusters") }
    try store.database.transaction {
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
    let options: FindingsOptions
    private let places: FindPlaces?
    private let geocode: Geocode?
    private let grid: CellGrid?

    init(store: Store, pipeline: PipelineFile) {
        self.store = store
        self.pipeline = pipeline
        places = pipeline.stage(FindPlaces.self)
        geocode = pipeline.stage(Geocode.self)
        grid = geocode.map { CellGrid(cellMeters: $0.cellMeters) }
        options = FindingsOptions(of: pipeline)
    }

    /// Whether places are of several devices, so that all are computed when one changes.
    var sharesPlaces: Bool { places.map { $0.of != .device } ?? false }

    /// Computes places and addresses of devices and clears their marks.
    func compute(_ devices: ArraySlice<Int64>) throws {
        if let places, sharesPlaces { try computeSharedPlaces(places) }
        for device in devices {
            if let places, !sharesPlaces { try computePlaces(of: device, places) }
            for what in geocode?.of ?? [] { try findAddresses(of: what, device: device) }
            try store.clearDirty(device)
        }
        guard sharesPlaces, geocode?.of.contains("places") == true else { return }
        for device in try store.devicesOfPlacesWithoutCell() { try findAddresses(of: "places", device: device) }
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

    // MARK: Addresses

    private func findAddresses(of what: String, device: Int64) throws {
        guard let grid else { return }
        for point in try store.pointsWithoutCell(of: what, device: device) {
            let cell = grid.cell(of: point.coordinate)
            try store.setCell(cell.key, of: what, device: device, key: point.key)
            if try !store.hasAddress(cell: cell.key) { try writeAddress(of: cell, grid) }
        }
    }

    private func writeAddress(of cell: AddressCell, _ grid: CellGrid) throws {
        let center = grid.center(of: cell)
        let address = Gazetteer.embedded.address(at: center)
        try store.write(
            StoredAddress(
                cell: cell.key, id: cell.id, center: center, text: address.text,
                parts: [address.country, address.province, address.city, address.district, address.street],
                provider: address.provider,
                language: address.language, isApproximate: address.isApproximate, distanceMeters: address.distanceMeters))
    }
}
