import Geocoding
import LogFormats
import Options
import Stages
import Store
import TrackAlgorithms
import Tracks

/// How a kind of device looks and behaves: an entry of `kinds`.
public struct KindOptions: Sendable, Equatable {
    /// Its name.
    public var name: String
    /// Values of the kind column that mean it, besides its name.
    public var codes: [String] = []
    /// The highest plausible speed in metres per second; nil: that of drop-spikes.
    public var topSpeedMetersPerSecond: Double?
    /// `#RRGGBB`; nil for none.
    public var color: String?
    /// A letter or two for its marker; nil for none.
    public var glyph: String?
    /// On a map: 1000 is required, 750 high, 250 low.
    public var priority: Int64 = 750
}

/// A source of logs with its zones looked up.
public struct Source: Sendable {
    /// Its options.
    public var options: SourceOptions
    /// The zone of `{date}`.
    public var datedIn: TimeZoneRules
    /// The zone of times that do not say their offset.
    public var timeZone: TimeZoneRules
    /// The zones of its formats, by name.
    var formatZones: [String: TimeZoneRules] = [:]
    /// The patterns of its files.
    var patterns: [FilePattern]
}

/// A report as the pipeline file asks for it; what it holds is the program's.
public struct ReportEntry: Sendable {
    /// `csv`, `html` …
    public var name: String
    /// Where it goes: may hold `{date}` or `{date:yyyyMMdd}`.
    public var path: String
    /// Its other options.
    public var options: any Sendable

    /// Whether one is written for each day.
    public var isDaily: Bool { FilePattern(writing: path)?.isDated ?? false }

    /// Whether one is written for each device.
    public var isPerDevice: Bool { FilePattern(writing: path)?.hasDevice ?? false }

    /// Where that of a day and a device goes.
    public func path(of day: CalendarDay, device: String? = nil) -> String {
        FilePattern(writing: path)?.path(of: day, device: device) ?? path
    }

    /// What tells it from other reports: another place or another option makes it another one.
    public var identity: String { stableID("report", "\(name) \(path) \(options)", 0) }
}

/// How a report reads its options: declared by the program.
public struct ReportDeclaration: Sendable {
    /// The name under `reports`.
    public var name: String
    /// One sentence.
    public var summary: String
    /// Reads the options but `to`.
    public var read: @Sendable (inout OptionReader) -> any Sendable
    /// Why there can be none of one device with these options; nil where there can.
    public var whyNotPerDevice: @Sendable (any Sendable) -> String?

    /// A report that a pipeline file may ask for.
    public init(
        name: String, summary: String, whyNotPerDevice: @escaping @Sendable (any Sendable) -> String? = { _ in nil },
        read: @escaping @Sendable (inout OptionReader) -> any Sendable
    ) {
        self.name = name
        self.summary = summary
        self.whyNotPerDevice = whyNotPerDevice
        self.read = read
    }
}

/// What a pipeline file may hold: the stages, sources of addresses, reports and formats of logs of the program.
public struct Catalog: Sendable {
    /// Stages in the order of the reference.
    public var stages: [any Stage.Type]
    /// Sources of addresses in the order of the reference.
    public var sources: [any AddressSource.Type]
    /// Reports in the order of the reference.
    public var reports: [ReportDeclaration]
    /// Formats of logs in the order in which `format: auto` asks them.
    public var formats: [any LogFormat.Type]

    /// Stages, sources of addresses, reports and formats of logs.
    public init(
        stages: [any Stage.Type], sources: [any AddressSource.Type] = [GazetteerSource.self], reports: [ReportDeclaration],
        formats: [any LogFormat.Type] = [CSV.self]
    ) {
        self.stages = stages
        self.sources = sources
        self.reports = reports
        self.formats = formats
    }

    var stageNames: [String] { stages.map { $0.name } }
}

/// A pipeline file, read and checked.
public struct PipelineFile: Sendable {
    /// The file as the user named it.
    public var path: String
    /// The name that its database belongs to.
    public var name: String
    /// The folder that its paths are relative to.
    public var base: String
    /// What "a day" means.
    public var zone: TimeZoneRules
    /// In the order of the file.
    public var kinds: [KindOptions]
    /// The lines of the devices file; none where there is none.
    public var devices: [DeviceEntry]
    /// The files it was read from besides its own, with what they are: `the devices file`.
    var smallFiles: [(path: String, words: String)]
    /// The names that people gave places; none where there is no `names-from`.
    var placeNames: PlaceNames
    /// Rule 2.4.
    public var sameTime: SameTimeRule
    /// In the order of the file.
    public var sources: [Source]
    /// In the order of the file.
    public var stages: [any Stage]
    /// Where the results go.
    public var databasePath: String
    /// Whether every transaction waits for the disk.
    public var isDurable: Bool
    /// In the order of the file.
    public var reports: [ReportEntry]
    /// Where a run writes its metrics; nil for nowhere.
    public var metricsPath: String?
    /// Warnings, in reading order.
    public var warnings: [Problem]
    /// Tells whether days were made with the same options.
    var compared: ComparedOptions
    /// All that phase 1 depends on and is not at its default, a line of name and value each.
    public var phase1Text: String
    /// All that phase 2 depends on and is not at its default, a line of name and value each.
    public var phase2Text: String

    /// A hash of all that phase 1 depends on.
    public var phase1Options: String { ComparedOptions.hash(phase1Text) }

    /// A hash of all that decides what reading makes of a file.
    var readingOptions: String { ComparedOptions.readingHash(phase1Text) }

    /// The stages of phase 1.
    public var fixStages: [any FixStage] { stages.compactMap { $0 as? any FixStage } }

    /// The stage of a type, if the pipeline has it.
    public func stage<S: Stage>(_ type: S.Type) -> S? { stages.compactMap { $0 as? S }.first }

    /// What tells stays from movement; nil without find-stays.
    public var stayLimits: StayLimits? { stage(SplitTrips.self)?.limits ?? stage(FindStays.self)?.limits }

    /// Where a leg that is too long for these is a jump; nil where none is (rule 2.7).
    var jumpSpeeds: TopSpeeds? {
        stage(SplitTrips.self)?.areJumpsMovement == true ? nil : stage(DropSpikes.self)?.speeds
    }

    /// The kinds as the database keeps them.
    var storedKinds: [StoredKind] {
        kinds.enumerated().map { number, kind in
            StoredKind(name: kind.name, number: number, color: kind.color, glyph: kind.glyph, priority: kind.priority)
        }
    }

    /// The canonical kind of a value of the kind column.
    public func kind(of text: String) -> String {
        let exact = ExactText(text)
        func isThat(_ name: String) -> Bool { ExactText(name) == exact }
        return kinds.first { isThat($0.name) || $0.codes.contains(where: isThat) }?.name ?? text
    }

    /// The kinds that the devices file gives, by device.
    var kindsOfDevices: [ExactText: String] {
        Dictionary(devices.compactMap { device in device.kind.map { (ExactText(device.device), kind(of: $0)) } }) { a, _ in a }
    }

    /// The groups that the devices file gives, by device.
    var groupsOfDevices: [ExactText: String] {
        Dictionary(devices.compactMap { device in device.group.map { (ExactText(device.device), $0) } }) { a, _ in a }
    }

    /// The absolute form of a path of the file.
    public func resolved(_ path: String) -> String { joinedPath(base, path) }
}
