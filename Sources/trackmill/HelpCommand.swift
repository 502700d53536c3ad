import LogFormats
import Options
import Pipeline
import Stages
import Tracks

let helpCommand = Command(
    name: "help", arguments: "[TOPIC]", counts: 0...1,
    summary: "Reference, made from the declarations that read the pipeline file.",
    options: [
        Command.Option(name: "--man", help: "Print the manual page trackmill(1)."),
        Command.Option(name: "--schema", help: "Of a topic such as json-status: print its JSON Schema."),
    ],
    examples: [
        "trackmill help", "trackmill help find-stays", "trackmill help rejects", "trackmill help too-late", "trackmill help 65",
        "trackmill help json-status --schema",
    ]
) { call in
    if call.has("--man") {
        guard call.arguments.isEmpty, !call.has("--schema") else { throw UsageError("--man stands alone.") }
        try printText(ManualPage.text)
    } else if call.has("--schema") {
        let topic = call.arguments.first ?? ""
        guard let document = Reference.documents.first(where: { $0.topic == topic }) else {
            throw UsageError(
                "there is no JSON Schema of '\(topic)'; there are \(Reference.documents.map(\.topic).joined(separator: ", ")); that of pipeline files prints: trackmill check --schema"
            )
        }
        try printText(document.schema.pretty() + "\n")
    } else {
        try printText(try Reference.text(of: call.arguments.first))
    }
    return 0
}

/// The reference pages.
enum Reference {
    /// Topics besides the commands.
    static var topics: [String] {
        [
            "pipeline", "stages", "source", "formats", "kinds", "geocoders", "reports", "rejects", "exit-statuses", "json",
            "commands",
        ]
            + BuiltIn.catalog.stages.map { $0.name }
            + BuiltIn.catalog.addressSources.map(\.name) + BuiltIn.catalog.reports.map(\.name)
            + formatNames
    }

    /// Topics that are not listed with the others, as they are many: reasons of rejects, exit statuses, documents of JSON.
    private static var smallTopics: [String] {
        RejectReason.allCases.map(\.name) + ExitStatusPage.all.map { "\($0.number)" } + documents.map(\.topic)
    }

    /// What machine output holds.
    static var documents: [JSONDocument] {
        [Status.document, CheckedFile.document, RunPlan.document, Explanation.document, ResultDigest.document] + JSONLog.documents
    }

    private static func smallPage(_ topic: String) -> String? {
        RejectReason.allCases.first { $0.name == topic }?.page ?? ExitStatusPage.all.first { "\($0.number)" == topic }?.text
            ?? documents.first { $0.topic == topic }?.page
    }

    /// Those that no report has, too.
    private static var formatNames: [String] {
        BuiltIn.catalog.formats.map { $0.name }.filter { name in !BuiltIn.catalog.reports.contains { $0.name == name } }
    }

    static func text(of topic: String?) throws -> String {
        guard let topic else { return BuiltIn.usage + "Topics of help: \(topics.joined(separator: ", ")).\n" }
        let command = BuiltIn.commands.first { $0.name == topic }?.help
        let stage = BuiltIn.catalog.stages.first { $0.name == topic }.map(page)
        let source = BuiltIn.catalog.addressSources.first { $0.name == topic }.map { page($0.name, $0.summary, $0.options) }
        // `convert` and `geocode` are both: a command and a stage; `gazetteer` is a command and a source.
        if command != nil || stage != nil || source != nil {
            return [stage.map { "Stage " + $0 }, source.map { "Source " + $0 }, command].compactMap(\.self)
                .joined(separator: "\n")
        }
        let report = BuiltIn.catalog.reports.first { $0.name == topic }.map(page)
        let format = BuiltIn.catalog.formats.first { $0.name == topic }.map(page)
        if report != nil || format != nil {
            // `csv` and `geojson` are both; `json` is what commands print, too.
            if topic == "json" { return documents.map { "\($0.topic): \($0.summary)\n" }.joined() + "\nReport \(report ?? "")" }
            guard let report, let format else { return report ?? format ?? "" }
            return "Report \(report)\nFormat \(format)"
        }
        switch topic {
        case "stages": return BuiltIn.catalog.stages.map { "\($0.name): \($0.summary)\n" }.joined()
        case "geocoders": return BuiltIn.catalog.addressSources.map { "\($0.name): \($0.summary)\n" }.joined()
        case "reports": return BuiltIn.catalog.reports.map { "\($0.name): \($0.summary)\n" }.joined()
        case "source":
            return page(
                "read", "A source of logs, or a list of sources; each format of logs has more options.", optionsOfAllFormats)
        case "formats": return BuiltIn.catalog.formats.map { "\($0.name): \($0.summary)\n" }.joined()
        case "kinds":
            var reader = OptionReader(reference: "kinds")
            _ = readKindOptions(named: "", &reader)
            return page("kinds", "How a kind of device looks and behaves; one mapping a kind.", reader.declarations)
        case "commands": return BuiltIn.commands.map { "\($0.name): \($0.summary)\n" }.joined()
        case "pipeline":
            var reader = OptionReader(reference: "the pipeline file")
            _ = TopOptions(reading: &reader)
            return page("pipeline", "The top of a pipeline file.", reader.declarations)
        case "rejects": return RejectReason.allCases.map { "\($0.name): \($0.help)\n" }.joined()
        case "exit-statuses": return ExitStatusPage.all.map { "\($0.number): \($0.meaning)\n" }.joined()
        default:
            if let page = smallPage(topic) { return page }
            let known = topics + BuiltIn.commands.map(\.name)
            let hint =
                suggestion(for: topic, among: known + smallTopics).map { "Did you mean '\($0)'?" }
                ?? "There are \(known.joined(separator: ", "))."
            throw UsageError("there is no help on '\(topic)'. \(hint)")
        }
    }

    /// The options that a source has whatever its format.
    private static var optionsOfAllFormats: [OptionDeclaration] {
        var (common, all) = (OptionReader(reference: "read"), OptionReader(reference: "read"))
        _ = SourceOptions(reading: &common, formats: [], mark: nil)
        _ = SourceOptions(reading: &all, formats: BuiltIn.catalog.formats, mark: nil)
        return all.declarations.filter { option in common.declarations.contains { $0.name == option.name } }
    }

    private static func page(of format: any LogFormat.Type) -> String {
        var reader = OptionReader(reference: format.name)
        var source = SourceOptions()
        source.isAuto = false
        _ = format.init(reading: &reader, of: source)
        let names = format.suffixes.isEmpty ? "" : " Names end in \(format.suffixes.joined(separator: ", "))."
        return page(format.name, format.summary + names, reader.declarations)
    }

    private static func page(of report: ReportDeclaration) -> String { page(report.name, report.summary, options(of: report)) }

    /// The options of a report but `to`.
    static func options(of report: ReportDeclaration) -> [OptionDeclaration] {
        var reader = OptionReader(reference: report.name)
        _ = report.read(&reader)
        return reader.declarations
    }

    private static func page(of stage: any Stage.Type) -> String { page(stage.name, stage.summary, options(of: stage)) }

    /// The options of a stage.
    static func options(of stage: any Stage.Type) -> [OptionDeclaration] {
        var reader = OptionReader(reference: stage.name)
        _ = stage.init(reading: &reader, context: StageContext())
        return reader.declarations
    }

    private static func page(_ name: String, _ summary: String, _ options: [OptionDeclaration]) -> String {
        var lines = ["\(name): \(summary)", ""]
        if options.isEmpty { lines.append("It has no options.") }
        for option in options {
            let standard = option.defaultInWords.map { "default \($0)" } ?? "must be given"
            let bounds = option.bounds.map { ", \($0)" } ?? ""
            lines.append("  \(option.name): \(option.type)\(bounds); \(standard).")
            lines.append("      \(option.help)\(option.isCompared ? "" : " A change of it makes nothing anew.")")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
