import Geocoding
import Geodesy
import LogFormats
import Stages
import Store
import TrackAlgorithms
import Tracks

/// Brings places, addresses and map clusters up to date: phase 2 (rule 3.3).
///
/// Each dirty device is computed anew from its whole history of stays, and its mark cleared, in one transaction; map clusters are made
/// anew as a set. Where an option of phase 2 differs from the one the database was made with, every device is dirty.
func bringFindingsUpToDate(_ store: Store, _ pipeline: PipelineFile, report: (RunEvent) -> Void) throws {
    let update = FindingsUpdate(store: store, pipeline: pipeline)
    if try store.meta("phase2 options") != pipeline.phase2Options {
        try store.database.transaction {
            try store.resetFindings()
            try store.markAllDirty()
            try store.setMeta("map clusters are stale", "1")
            try store.setMeta("phase2 options", pipeline.phase2Options)
        }
    }
    let dirty = try store.dirtyDevices()
    // Few transactions, and yet a run that is killed has lost little.
    for start in stride(from: 0, to: dirty.count, by: 500) {
        try store.database.transaction {
            for device in dirty[start..<min(start + 500, dirty.count)] {
                try update.compute(device: device)
                try store.clearDirty(device)
            }
            try store.setMeta("map clusters are stale", "1")
        }
        report(.computing(devicesDone: min(start + 500, dirty.count), devices: dirty.count))
        guard !Interruption.isAsked else { throw Interrupted(description: "stopped by a signal in phase 2; run again to go on.") }
    }
    guard try store.meta("map clusters are stale") == "1" else { return }
    try store.database.transaction {
        try store.dropUnusedAddresses()
        try update.clusterForMap()
        try store.setMeta("map clusters are stale", "0")
    }
}

private struct FindingsUpdate {
    let store: Store
    let pipeline: PipelineFile
    private let places: FindPlaces?
    private let geocode: Geocode?
    private let grid: CellGrid?

    init(store: Store, pipeline: PipelineFile) {
        self.store = store
        self.pipeline = pipeline
        places = pipeline.stage(FindPlaces.self)
        geocode = pipeline.stage(Geocode.self)
        grid = geocode.map { CellGrid(cellMeters: $0.cellMeters) }
    }

    func compute(device: Int64) throws {
        if let places { try computePlaces(device, places) }
        guard let geocode, let grid else { return }
        for what in geocode.of {
            for point in try store.pointsWithoutCell(of: what, device: device) {
                let cell = grid.cell(of: point.coordinate)
                try store.setCell(cell.key, of: what, device: device, key: point.key)
                if try !store.hasAddress(cell: cell.key) { try writeAddress(of: cell, grid) }
            }
        }
    }

    private func computePlaces(_ device: Int64, _ stage: FindPlaces) throws {
        let stays = try store.stays(of: device)
        let visits = stays.map { StayVisit(arrived: $0.arrived, lastSeen: $0.lastSeen, center: $0.center) }
        let (found, placeOfStay) = findPlaces(
            in: visits, radiusMeters: stage.radiusMeters, leastStays: stage.leastStays, night: stage.night, zone: pipeline.zone)
        try store.replacePlaces(
            device: device, id: try store.id(ofDevice: device), found,
            placeOfStay: zip(stays, placeOfStay).map { ($0.arrived, $1) })
    }

    private func writeAddress(of cell: AddressCell, _ grid: CellGrid) throws {
        let center = grid.center(of: cell)
        let address = Gazetteer.embedded.address(at: center)
        try store.write(
            StoredAddress(
                cell: cell.key, id: cell.id, center: center, text: address.text,
                parts: [address.country, address.province, address.city, address.district, address.street], provider: address.provider,
                language: address.language, isApproximate: address.isApproximate, distanceMeters: address.distanceMeters))
    }

    // MARK: Map clusters

    /// Points of a missing or unlisted kind count as `other`, where kinds are declared.
    func clusterForMap() throws {
        try store.dropMapClusters()
        guard let stage = pipeline.stage(ClusterForMap.self) else { return }
        let points = try store.mapPoints(of: stage.of)
        let declared = pipeline.kinds.map(\.name)
        let known = declared.isEmpty ? Set(points.compactMap(\.kind)).sorted() : declared
        let names = known + ["other"]
        let numbers = Dictionary(names.enumerated().map { ($1, Int32($0)) }) { a, _ in a }
        let other = Int32(names.count - 1)
        let priorities = names.map { name in pipeline.kinds.first { $0.name == name }?.priority ?? 750 }
        let kinds = points.map { point in point.kind.flatMap { numbers[$0] } ?? other }
        let columns = MapClusterPoints(
            latitudes: points.map(\.latitude), longitudes: points.map(\.longitude),
            identifiers: stage.isSeparatedByKind ? identifiers(points) : nil, kinds: kinds, priorities: kinds.map { Double(priorities[Int($0)]) })
        var pyramid = MapClusterPyramid(
            of: columns, kindCount: names.count,
            options: MapClusterOptions(
                radiusPixels: stage.radiusPixels, extentPixels: stage.extentPixels, minimumPoints: stage.leastPoints, zooms: stage.zooms))
        while let level = pyramid.nextLevel() {
            try store.write(
                (0..<level.count).map { item in stored(level, item, points, kinds, names, priorities, isSeparated: stage.isSeparatedByKind) })
        }
    }

    /// Null never merges: −1.
    private func identifiers(_ points: [MapPoint]) -> [Int32] {
        let texts = Set(points.compactMap(\.kind)).sorted()
        let numbers = Dictionary(texts.enumerated().map { ($1, Int32($0)) }) { a, _ in a }
        return points.map { $0.kind.flatMap { numbers[$0] } ?? -1 }
    }

    private func stored(
        _ level: MapClusterLevel, _ item: Int, _ points: [MapPoint], _ kinds: [Int32], _ names: [String], _ priorities: [Int64],
        isSeparated: Bool
    ) -> StoredMapCluster {
        let first = points[Int(level.firstMembers[item])]
        let representative = Int(level.representatives[item])
        let counts = names.indices.compactMap { kind -> String? in
            let count = level.kindCounts[item * level.kindCount + kind]
            return count > 0 ? "\(jsonText(names[kind])):\(count)" : nil
        }
        let isSingle = level.counts[item] == 1
        return StoredMapCluster(
            zoom: Int64(level.zoom), id: stableID("cluster \(level.zoom)", first.device, first.arrived),
            identifier: isSeparated ? first.kind : nil, latitude: level.latitudes[item], longitude: level.longitudes[item],
            count: Int64(level.counts[item]), kinds: "{" + counts.joined(separator: ",") + "}", representative: points[representative].id,
            priority: isSingle ? priorities[Int(kinds[representative])] : 750,
            expansionZoom: isSingle ? nil : Int64(level.expansionZooms[item]))
    }
}
