import Options
import Stages
import Tracks

/// A stage as a pipeline file has it.
struct PlacedStage {
    var stage: any Stage
    /// Where it stands.
    var mark: Mark
    /// Its options.
    var options: Node?

    /// Its name.
    var name: String { type(of: stage).name }

    /// Where an option stands.
    func mark(of option: String) -> Mark { options?[option]?.mark ?? mark }
}

/// The stages of a pipeline file, read from the list under `stages`.
struct StageList {
    /// In the order of the file. One that could not be read is there as the stage that its name is like, so that others find it.
    private(set) var stages: [PlacedStage] = []
    /// Whether there is no item that may have been any stage.
    private(set) var isWhole = true
    /// What was wrong.
    private(set) var problems: [Problem] = []
    /// Options that phase 1 depends on.
    private(set) var phase1: [(String, String)] = []
    /// Options that phase 2 depends on.
    private(set) var phase2: [(String, String)] = []
    private let catalog: Catalog
    private let file: String
    private var context: StageContext

    /// Reads stages.
    ///
    /// - Parameters:
    ///   - node: What stands under `stages`; nil for nothing.
    ///   - file: The name for messages.
    init(_ node: Node?, kinds: [KindOptions], catalog: Catalog, file: String) {
        self.catalog = catalog
        self.file = file
        let topSpeeds = kinds.compactMap { kind in kind.topSpeedMetersPerSecond.map { (kind.name, $0) } }
        context = StageContext(
            topSpeeds: Dictionary(topSpeeds) { a, _ in a }, kinds: kinds.map(\.name), addressSources: catalog.addressSources)
        guard let node, !node.isEmpty else { return }
        guard case .sequence(let items) = node.content else {
            if !node.isRefused { report(node.mark, "'stages' is \(node.kindInWords); it wants a list.") }
            isWhole = false
            return
        }
        for item in items { read(item) }
        tellStagesOfLaterOnes()
    }

    private mutating func tellStagesOfLaterOnes() {
        let trips = stages.compactMap { $0.stage as? SplitTrips }.first
        let speeds = trips?.areJumpsMovement == true ? nil : stages.compactMap { $0.stage as? DropSpikes }.first?.speeds
        for i in stages.indices {
            if var stays = stages[i].stage as? FindStays {
                stays.isFollowedBySplitTrips = trips != nil
                stages[i].stage = stays
            } else if var motion = stages[i].stage as? MeasureMotion {
                motion.speeds = speeds
                stages[i].stage = motion
            }
        }
    }

    /// The file that names places, and where it is named; nil for none.
    var namesFrom: (file: String, mark: Mark)? {
        for placed in stages {
            guard let file = (placed.stage as? FindPlaces)?.namesFrom else { continue }
            return (file, placed.mark(of: "names-from"))
        }
        return nil
    }

    /// What `geocode` says of files; nil without it.
    var geocode: (stage: Geocode, mark: (String) -> Mark)? {
        for placed in stages {
            if let stage = placed.stage as? Geocode { return (stage, placed.mark(of:)) }
        }
        return nil
    }

    private mutating func read(_ item: Node) {
        guard !item.isRefused else {
            isWhole = false
            context.preceding += catalog.stages.map(standIn)
            return
        }
        guard let name = Setting.stageName(item) else {
            let found = item.content == .mapping([]) ? "an empty mapping" : item.kindInWords
            report(item.mark, "a stage is a name, or a name with options; here stands \(found).")
            return
        }
        guard let type = type(named: name, at: item.mark) else { return }
        if case .mapping(let entries) = item.content, entries.count > 1 {
            let names = entries.map(\.key).joined(separator: ", ")
            report(item.mark, "a stage is one name with its options; here stand \(names).")
            place(standIn(type), item.mark)
        } else if type.name != name || item[name]?.isRefused == true {
            place(standIn(type), item.mark)
        } else {
            place(read(type, options: item[name], at: item.mark), item.mark, options: item[name])
        }
    }

    /// The stage of a name; where there is none, that is told, and it is the one that was probably meant.
    private mutating func type(named name: String, at mark: Mark) -> (any Stage.Type)? {
        if let type = catalog.stages.first(where: { $0.name == name }) { return type }
        let meant = suggestion(for: name, among: catalog.stageNames)
        let hint = meant.map { "Did you mean '\($0)'?" } ?? "There are \(catalog.stageNames.joined(separator: ", "))."
        report(mark, "there is no stage '\(name)'. \(hint)")
        return catalog.stages.first { $0.name == meant }
    }

    private mutating func read(_ type: any Stage.Type, options: Node?, at mark: Mark) -> any Stage {
        var reader = OptionReader(owner: type.name, node: options, file: file, mark: mark)
        let stage = type.init(reading: &reader, context: context)
        reader.finish()
        problems += reader.problems
        let found = reader.values.map { ("\(type.name).\($0.name)", $0.value) } + [(type.name, "")]
        if stage is any FixStage { phase1 += found } else { phase2 += found }
        return stage
    }

    private func standIn(_ type: any Stage.Type) -> any Stage {
        var reader = OptionReader(reference: type.name)
        return type.init(reading: &reader, context: context)
    }

    private mutating func place(_ stage: any Stage, _ mark: Mark, options: Node? = nil) {
        stages.append(PlacedStage(stage: stage, mark: mark, options: options))
        context.preceding.append(stage)
    }

    private mutating func report(_ mark: Mark, _ what: String) {
        problems.append(Problem(file: file, mark: mark, what: what))
    }
}
