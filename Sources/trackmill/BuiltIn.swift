import Geocoding
import LogFormats
import Pipeline
import Reports
import Stages

/// Every stage, source of addresses, report, format of logs and command there is.
enum BuiltIn {
    /// Formats that the rows of a view are written in.
    static let viewReports: [any ViewReport.Type] = [
        CSVReport.self, NDJSONReport.self, JSONReport.self, GeoJSONReport.self, GPXReport.self, KMLReport.self,
        GeoPackageReport.self, ParquetReport.self,
    ]

    /// All formats of reports.
    static var reports: [any Report.Type] { [HTMLReport.self] + viewReports }

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
        reports: reports.map(declaration(of:)),
        // In the order in which `format: auto` asks; CSV, which any text may be, is the last.
        formats: [
            NMEA.self, PLT.self, FIT.self, GPX.self, KML.self, TCX.self, GoogleLocations.self, Overland.self, OwnTracks.self,
            TraccarJSON.self, GeoJSON.self, Movebank.self, GeoLifeTable.self, TraccarCSV.self,
            TDrive.self,
            OwnTracksCSV.self, GPSLogger.self, NDJSON.self, CSV.self,
        ])

    private static func declaration(of report: any Report.Type) -> ReportDeclaration {
        ReportDeclaration(
            name: report.name, summary: report.summary, whyNotPerDevice: { ($0 as? any Report)?.whyNotPerDevice },
            read: { report.init(reading: &$0) })
    }

    static let commands: [Command] = [
        runCommand, checkCommand, planCommand, statusCommand, geocodeCommand, explainCommand, digestCommand, exportCommand,
        reportCommand,
        initCommand, sqlCommand, convertCommand, generateCommand, gazetteerCommand, completionsCommand, helpCommand,
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
