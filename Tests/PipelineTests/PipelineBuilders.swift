import Foundation
import Geocoding
import Options
import Stages

@testable import Pipeline

/// The stages of the program, and reports with the options of the program's.
let catalog = Catalog(
    stages: [
        Convert.self, DropInvalid.self, DropSpikes.self, HoldWhileStill.self, MeasureMotion.self, FindStays.self, SplitTrips.self,
        PickHistory.self, Thin.self,
        Simplify.self, FindPlaces.self,
        Geocode.self, ClusterForMap.self,
    ],
    sources: [AreasSource.self, Amap.self, Nominatim.self, AnyHTTP.self, GazetteerSource.self],
    reports: [
        ReportDeclaration(name: "html", summary: "A page.") {
            $0.text("title", default: "Trackmill report", help: "The heading.") ?? ""
        },
        ReportDeclaration(name: "geojson", summary: "Features.") {
            $0.choice("table", default: "stays", of: ["stays", "trips", "places"], help: "Which view.")
        },
        ReportDeclaration(name: "csv", summary: "A table.") {
            $0.choice("table", default: "stays", of: ["stays", "trips", "days", "places", "rejects"], help: "Which view.")
        },
    ])

/// A pipeline file without mistakes; keys may be replaced or added, stages be given.
func pipelineText(
    top: [String] = [], read: [String] = [], stages: [String] = ["convert", "find-stays", "split-trips"], after: [String] = []
) -> String {
    func merged(_ defaults: [String], _ given: [String]) -> [String] {
        func key(_ line: String) -> Substring { line.prefix { $0 != ":" } }
        return defaults.filter { line in !given.contains { key($0) == key(line) } } + given
    }
    let readLines = merged(["files: \"logs/{date}.csv\"", "columns: {device: id, time: t, latitude: lat, longitude: lon}"], read)
        .map { "  " + $0 }
    let lines =
        merged(["name: nightly", "timezone: UTC"], top) + ["read:"] + readLines
        + ["stages:" + (stages.isEmpty ? " []" : "")] + stages.map { "  - " + $0 } + ["write: {sqlite: out/t.sqlite}"] + after
    return lines.joined(separator: "\n") + "\n"
}

/// A pipeline file that lies in `pipelines/`.
func pipeline(_ text: String, settings: [String] = [], environment: [String: String] = [:]) throws -> PipelineFile {
    try readPipeline(
        text, path: "pipelines/p.yaml", settings: settings.compactMap(Setting.init), catalog: catalog, environment: environment)
}

/// The problems of a pipeline file without its name, a line each; its warnings where it has no other problem.
func problems(_ text: String, settings: [String] = [], environment: [String: String] = [:]) -> [String] {
    func words(_ problem: Problem) -> String { problem.description.replacingOccurrences(of: "pipelines/p.yaml:", with: "") }
    do {
        return try pipeline(text, settings: settings, environment: environment).warnings.map(words)
    } catch let problems as Problems {
        return problems.list.map(words)
    } catch {
        return ["\(error)"]
    }
}

/// Runs a body with a folder that holds these files, which is gone afterwards.
func withFiles<Result>(_ names: [String], _ body: (String) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "trackmill-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in names {
        let file = folder.appending(path: name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data().write(to: file)
    }
    return try body(folder.path)
}
