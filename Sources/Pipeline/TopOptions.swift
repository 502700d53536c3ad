import Options
import TrackAlgorithms

/// The options at the top of a pipeline file, in its order.
public struct TopOptions {
    let name: String
    let base: String?
    let zone: String
    let sameTime: String
    let devices: String?
    let kinds: Node?
    let read: Node?
    let write: Node?
    let reports: Node?
    let metrics: String?

    /// Reads `name`, `base`, `timezone`, `same-time`, `devices`, `kinds`, `read`, `stages`, `write`, `reports`, `metrics`.
    public init(reading reader: inout OptionReader) {
        name = reader.text("name", isRequired: true, help: "A database belongs to one name.") ?? ""
        base = reader.text("base", help: "The folder that paths are relative to, itself relative to this file.")
        zone = reader.text("timezone", isRequired: true, help: "What a day means, such as Asia/Shanghai.") ?? "UTC"
        sameTime = reader.choice(
            "same-time", default: "best-accuracy", of: SameTimeRule.allCases.map(\.rawValue),
            help: "Which row of one time is kept.")
        devices = reader.text("devices", help: "A CSV of device, name, kind, group.")
        kinds = reader.anything("kinds", type: "mapping of kinds", default: "none", help: "How kinds look and behave.")
        read = reader.anything("read", type: "a source or a list of sources", default: nil, help: "Where logs are.")
        _ = reader.anything("stages", type: "a list of stages", default: "none", help: "What is done with them, in order.")
        write = reader.anything("write", type: "{sqlite: …}", default: nil, help: "Where results go.")
        reports = reader.anything("reports", type: "a list of reports", default: "none", help: "What is written for people.")
        metrics = reader.text(
            "metrics",
            help: "A file for Prometheus's textfile collector, written anew at the end of each run; its name ends in .prom.")
    }
}

/// The options of `write`.
public struct WriteOptions {
    let database: String
    let isDurable: Bool

    /// Reads `sqlite`, `durable`.
    public init(reading reader: inout OptionReader) {
        database = reader.text("sqlite", isRequired: true, help: "The result file.") ?? ""
        isDurable = reader.flag("durable", default: false, help: "Whether every day waits until the disk has it.")
    }
}
