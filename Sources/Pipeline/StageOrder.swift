import Options
import Stages
import TrackAlgorithms

/// Says what is wrong with the order of stages, and which of them do without what they want.
struct StageOrder {
    /// What was wrong.
    private(set) var problems: [Problem] = []
    private let stages: [PlacedStage]
    private let sources: [Source]
    private let file: String

    /// Checks stages and what they want of the sources.
    init(_ list: StageList, sources: [Source], catalog: Catalog, file: String) {
        stages = list.stages
        self.sources = sources
        self.file = file
        checkNumbers(catalog)
        checkConvert(isWhole: list.isWhole)
        if list.isWhole { checkPredecessors() }
        checkStays()
        checkPhases()
    }

    private func position(_ type: any Stage.Type) -> Int? { stages.firstIndex { Swift.type(of: $0.stage) == type } }

    private func takes(_ placed: PlacedStage) -> FixLoss? {
        (placed.stage as? any FixStage).map { Swift.type(of: $0).takes }
    }

    private mutating func checkNumbers(_ catalog: Catalog) {
        for type in catalog.stages where type.name != Thin.name {
            for extra in stages.filter({ $0.name == type.name }).dropFirst() {
                report(extra.mark, "\(type.name) stands here a second time; once is enough.")
            }
        }
    }

    private mutating func checkConvert(isWhole: Bool) {
        if let convert = position(Convert.self) {
            guard convert > 0 else { return }
            report(stages[convert].mark, "convert stands behind \(stages[0].name); it must be the first stage.")
        } else if isWhole {
            for source in sources where source.options.mayNeedConversion {
                report(
                    source.options.mark,
                    "this source may be in another coordinate system than wgs84, and no stage converts it; add convert as the first stage."
                )
            }
        }
    }

    private mutating func checkPredecessors() {
        let after: [(any Stage.Type, any Stage.Type)] = [(SplitTrips.self, FindStays.self), (FindPlaces.self, FindStays.self)]
        for (later, earlier) in after {
            guard let place = position(later), position(earlier).map({ $0 > place }) ?? true else { continue }
            report(stages[place].mark, "\(later.name) wants \(earlier.name) before it.")
        }
    }

    private mutating func checkStays() {
        guard let stays = position(FindStays.self) else { return }
        for placed in stages[..<stays] where takes(placed) == .thinned {
            report(
                placed.mark, "\(placed.name) thins before find-stays; stays may be lost. Put it behind.", isWarning: true)
        }
        guard let trips = position(SplitTrips.self), trips > stays else { return }
        for placed in stages[stays..<trips] where takes(placed).map({ $0 != .nothing }) ?? false {
            report(
                placed.mark, "\(placed.name) drops fixes between find-stays and split-trips; put it before or behind both.")
        }
    }

    /// A stage of phase 2 works on results; what drops fixes cannot stand behind find-stays but thinning.
    private mutating func checkPhases() {
        var hasStays = false
        var laterName: String?
        for placed in stages {
            guard placed.stage is any FixStage else {
                laterName = laterName ?? placed.name
                continue
            }
            if let laterName {
                report(
                    placed.mark,
                    "\(placed.name) works on fixes and stands behind \(laterName), which works on results; put it before.")
            }
            if hasStays, takes(placed) == .rejects {
                report(placed.mark, "\(placed.name) rejects fixes behind find-stays; put it before.")
            }
            if placed.stage is FindStays { hasStays = true }
        }
    }

    /// Warnings of stages that go by kind or group where no device has one.
    func warningsOfKinds(devices: [DeviceEntry]) -> [Problem] {
        let groups = stages.filter { ($0.stage as? ClusterForMap)?.separator == .group && !devices.contains { $0.group != nil } }
            .map { placed in
                let what = "'separate-by' is group, and no device has one; give groups in a 'devices' file."
                return Problem(file: file, mark: placed.mark(of: "separate-by"), what: what, isWarning: true)
            }
        return groups + warningsOfMissingKinds(devices)
    }

    private func warningsOfMissingKinds(_ devices: [DeviceEntry]) -> [Problem] {
        let hasKinds = sources.contains { $0.options.mayNameKinds } || devices.contains { $0.kind != nil }
        guard !hasKinds else { return [] }
        return stages.compactMap { placed in
            let option: String
            if (placed.stage as? FindPlaces)?.of == .kind {
                option = "of"
            } else if (placed.stage as? ClusterForMap)?.separator == .kind {
                option = "separate-by"
            } else {
                return nil
            }
            let what =
                "'\(option)' is kind, and no device has one; give a source the column 'kind', or kinds in a 'devices' file."
            return Problem(file: file, mark: placed.mark(of: option), what: what, isWarning: true)
        }
    }

    private mutating func report(_ mark: Mark?, _ what: String, isWarning: Bool = false) {
        problems.append(Problem(file: file, mark: mark, what: what, isWarning: isWarning))
    }
}
