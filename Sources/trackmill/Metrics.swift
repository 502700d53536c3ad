import Glibc
import Options
import Pipeline
import Reports
import Store
import Tracks

/// What the metrics of a run are made from.
struct RunMetrics {
    /// The pipeline's name; of a pipeline file that cannot be read, the file's own without its ending.
    var pipeline: String
    /// When the run ended, in milliseconds since 1970 UTC.
    var ended: Int64
    var seconds: Double
    var status: Int32
    /// nil of a run that something stopped.
    var summary: RunSummary?
    /// What the result file holds; nil where there is none that can be read.
    var results: Results?

    /// What a result file holds.
    struct Results {
        /// When the last run that ended with 0 did so, in seconds since 1970; nil for none.
        var lastSuccess: Double?
        var runs: Int64
        var days: Int64
        var damagedFiles: Int64
        var newestFix: Int64?
        var devices: Int64
        var silentDevices: Int64
        var addresses: [AddressState: Int64]
        /// Bytes of the file and its log.
        var bytes: Int64
    }
}

extension RunMetrics.Results {
    /// - Parameter path: Where the result file is.
    init(of path: String) throws {
        let store = try Store(readingFrom: path)
        try store.holdMoment()
        lastSuccess = try store.reader.first(
            "SELECT (julianday(ended_utc) - 2440587.5) * 86400.0 FROM runs WHERE exit_status = 0 ORDER BY run DESC LIMIT 1"
        ) { ($0.real(0) * 1000).rounded() / 1000 }
        runs = try store.reader.first("SELECT coalesce(max(run), 0) FROM runs") { $0.integer(0) } ?? 0
        days = Int64(try store.processedDays().count)
        damagedFiles = Int64(try store.files().count { $0.state == "damaged" })
        newestFix = try store.newestFix()
        (devices, silentDevices) = try store.devicesOfLastDay()
        addresses = try store.addressStates()
        bytes = [path, path + "-wal"].reduce(0) { sum, file in
            var status = stat()
            return stat(file, &status) == 0 ? sum + Int64(status.st_size) : sum
        }
    }
}

extension RunMetrics {
    /// The file for Prometheus's textfile collector.
    ///
    /// - Source: Prometheus, "Exposition formats", text-based format 0.0.4; "Metric and label naming".
    var text: String {
        var file = ExpositionText(pipeline: pipeline)
        file.add(
            "trackmill_run_end_timestamp_seconds", "When the last run ended, whatever came of it.", Double(ended) / 1000)
        file.add("trackmill_run_duration_seconds", "How long the last run took.", seconds)
        file.add("trackmill_run_exit_status", "The exit status of the last run; 0 is done.", Double(status))
        if let summary { addCounts(of: summary, to: &file) }
        if let results { add(results, to: &file) }
        return file.text
    }

    private func addCounts(of summary: RunSummary, to file: inout ExpositionText) {
        let rejected = summary.rejected.filter { $0.value > 0 }.sorted { $0.key.name < $1.key.name }
        let left = summary.left.reduce(0) { $0 + ($1.days.map { Int64($0.upperBound.number - $0.lowerBound.number) + 1 } ?? 0) }
        // Not _days, which would be a unit of time.
        file.add(
            "trackmill_run_dates",
            "Calendar days that the last run made, or left as they are though they may be out of date.",
            [
                (label: ("outcome", "made"), value: Double(summary.madeDays.count)),
                (label: ("outcome", "left"), value: Double(left)),
            ])
        file.add("trackmill_run_files_read", "Files that the last run read.", Double(summary.files))
        file.add("trackmill_run_read_bytes", "Bytes that the last run read, unpacked.", Double(summary.bytes))
        file.add(
            "trackmill_run_rows", "Rows of the last run by what became of them; read is what its files had.",
            [
                ("read", summary.rowsRead), ("kept", summary.kept), ("thinned", summary.thinned),
                ("rejected", rejected.reduce(0) { $0 + $1.value }),
            ].map { (label: ("outcome", $0.0), value: Double($0.1)) })
        file.add(
            "trackmill_run_rejected_rows", "Rows that the last run rejected, by reason.",
            rejected.map { (label: ("reason", $0.key.name), value: Double($0.value)) })
        file.add("trackmill_run_problems", "Problems that the last run told.", Double(summary.problems.count))
    }

    private func add(_ results: Results, to file: inout ExpositionText) {
        if let lastSuccess = results.lastSuccess {
            file.add("trackmill_last_success_timestamp_seconds", "When the last run that ended with 0 did so.", lastSuccess)
        }
        file.add("trackmill_runs_total", "Runs that the result file knows.", Double(results.runs), type: "counter")
        file.add("trackmill_dates", "Calendar days that are made.", Double(results.days))
        file.add("trackmill_damaged_files", "Files that were damaged when they were last read.", Double(results.damagedFiles))
        if let newest = results.newestFix {
            file.add("trackmill_newest_fix_timestamp_seconds", "The time of the newest fix.", Double(newest) / 1000)
            file.add(
                "trackmill_newest_fix_age_seconds", "How old the newest fix was when the last run ended.",
                Double(ended - newest) / 1000)
        }
        file.add(
            "trackmill_devices", "Devices with a fix on the newest day made or one of the seven before it.",
            Double(results.devices))
        file.add("trackmill_devices_silent", "Those of them without a fix on the newest day made.", Double(results.silentDevices))
        file.add(
            "trackmill_addresses", "Cells by how far their address is.",
            AddressState.allCases.map { (label: ("state", $0.rawValue), value: Double(results.addresses[$0] ?? 0)) })
        file.add("trackmill_database_size_bytes", "Bytes of the result file and its write-ahead log.", Double(results.bytes))
    }
}

/// A text in the exposition format: each metric with its help and type, then its samples, each with the label `pipeline`.
private struct ExpositionText {
    private(set) var text = ""
    private let pipeline: String

    init(pipeline: String) { self.pipeline = pipeline }

    mutating func add(_ name: String, _ help: String, _ value: Double, type: String = "gauge") {
        begin(name, help, type)
        text += "\(name){\(label("pipeline", pipeline))} \(shortText(value))\n"
    }

    /// A metric with a sample for each value of a label; none is left out.
    mutating func add(_ name: String, _ help: String, _ samples: [(label: (String, String), value: Double)]) {
        guard !samples.isEmpty else { return }
        begin(name, help, "gauge")
        for (own, value) in samples {
            text += "\(name){\(label("pipeline", pipeline)),\(label(own.0, own.1))} \(shortText(value))\n"
        }
    }

    private mutating func begin(_ name: String, _ help: String, _ type: String) {
        text += "# HELP \(name) \(help.replacing("\\", with: "\\\\"))\n# TYPE \(name) \(type)\n"
    }

    private func label(_ name: String, _ value: String) -> String {
        let escaped = value.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"").replacing("\n", with: "\\n")
        return "\(name)=\"\(escaped)\""
    }
}

let metricsOption = Command.Option(
    name: "--metrics", value: "FILE",
    help: "Write metrics for Prometheus's textfile collector at the end, also of a run that fails; a name that ends in .prom.")

/// Writes the metrics of a run that ended, where the call or the pipeline file asks for them.
///
/// - Parameter pipeline: nil where the pipeline file cannot be read.
/// - Returns: Why they could not be written; nil where they were, or nobody asked.
func writeMetrics(
    _ call: Invocation, _ pipeline: PipelineFile?, status: Int32, summary: RunSummary?, started: Int64
) -> (any Error)? {
    guard let path = call.value("--metrics") ?? pipeline.flatMap({ file in file.metricsPath.map(file.resolved) }) else {
        return nil
    }
    let ended = currentMilliseconds()
    var metrics = RunMetrics(
        pipeline: pipeline?.name ?? fileStem(call.arguments.first ?? ""), ended: ended,
        seconds: Double(ended - started) / 1000, status: status, summary: summary)
    let database = pipeline.map { $0.resolved($0.databasePath) }
    do {
        if let database, try !Store.isNew(database) { metrics.results = try RunMetrics.Results(of: database) }
    } catch {
        // The run has told what is wrong with a result file that cannot be read; its status stands in the metrics.
        metrics.results = nil
    }
    do {
        try makeFolder(of: path)
        let output = try OutputFile(
            path: path,
            sparing: (pipeline.map(sparedFiles) ?? []) + (database.map(SparedFile.resultFile) ?? [])
                + call.arguments.map { SparedFile(path: $0, what: "is the pipeline file") })
        try output.write(metrics.text)
        try output.finish()
        return nil
    } catch {
        return error
    }
}

/// `nightly` of `pipelines/nightly.yaml`.
private func fileStem(_ path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? ""
    return name.split(separator: ".").first.map(String.init) ?? name
}
