import Geocoding
import LogFormats
import Pipeline
import Reports
import Stages

/// Every stage, source of addresses, report, format of logs and command there is.
enum BuiltIn {
    static let catalog = Catalog(
        stages: [
            Convert.self, DropInvalid.self, DropSpikes.self, HoldWhileStill.self, MeasureMotion.self, FindStays.self,
            SplitTrips.self, PickHistory.self, Thin.self, Simplify.self,
            FindPlaces.self, Geocode.self, ClusterForMap.self,
        ],
        sources: [
            AreasSource.self, Baidu.self, Amap.self, Tencent.self, Google.self, Nominatim.self, AnyHTTP.self,
            GazetteerSource.self,
        ],
        reports: [
            ReportDeclaration(name: HTMLReport.name, summary: HTMLReport.summary) { HTMLReport(reading: &$0) },
            ReportDeclaration(
                name: CSVReport.name, summary: CSVReport.summary,
                whyNotPerDevice: { ($0 as? CSVReport).flatMap { ViewSelection.whyNotPerDevice($0.table) } },
                read: { CSVReport(reading: &$0) }),
            ReportDeclaration(
                name: GeoJSONReport.name, summary: GeoJSONReport.summary,
                whyNotPerDevice: { ($0 as? GeoJSONReport).flatMap { ViewSelection.whyNotPerDevice($0.table) } },
                read: { GeoJSONReport(reading: &$0) }),
        ],
        // In the order in which `format: auto` asks; CSV, which any text may be, is the last.
        formats: [
            NMEA.self, PLT.self, FIT.self, GPX.self, KML.self, TCX.self, GoogleLocations.self, Overland.self, OwnTracks.self,
            TraccarJSON.self, GeoJSON.self, Movebank.self, GeoLifeTable.self, TraccarCSV.self,
            TDrive.self,
            OwnTracksCSV.self, GPSLogger.self, NDJSON.self, CSV.self,
        ])

    static let commands = [
        runCommand, checkCommand, planCommand, statusCommand, geocodeCommand, explainCommand, digestCommand, exportCommand,
        reportCommand,
        convertCommand, generateCommand, gazetteerCommand, helpCommand,
    ]

    static var usage: String {
        let width = commands.map { $0.name.count + $0.arguments.count + 1 }.max() ?? 0
        let lines = commands.map { command in
            let call = command.name + " " + command.arguments
            return "  \(call)\(String(repeating: " ", count: width - call.count + 2))\(command.summary)"
        }
        return """
            trackmill: turns gzip GPS logs into tracks, stays, places and addresses in one SQLite file.

            trackmill COMMAND …
            \(lines.joined(separator: "\n"))

            trackmill COMMAND --help says more of one; --version the version.

            """
    }
}
