import Pipeline

extension JSONLog {
    /// The lines of a log, by event.
    static let documents: [JSONDocument] = [
        line(
            "read", "A file was read.",
            [
                JSONField("file", .text, "The file."), JSONField("rows", .integer, "Its rows."),
                JSONField("bytes", .integer, "Its bytes, unpacked."),
                JSONField("damage", .optional(.text), "What is wrong with it; null where it is whole."),
            ]),
        line(
            "day", "A day was written.",
            [
                JSONField("day", .day, "The day."), JSONField("device_days", .integer, "Devices with rows of it."),
                JSONField("kept", .integer, "Fixes kept."), JSONField("done", .integer, "Days done so far."),
                JSONField("known", .integer, "Days known to be done or to do."),
            ]),
        line(
            "findings", "Places, addresses and map clusters are brought up to date.",
            [
                JSONField("devices_done", .integer, "Devices done."), JSONField("devices", .integer, "Devices that changed."),
            ]),
        line(
            "addresses", "Sources of addresses answered over the network.",
            [JSONField("answered", .integer, "Cells answered."), JSONField("pending", .integer, "Cells left.")]),
        line("problem", "Something is wrong.", messageFields), line("warning", "A warning of the pipeline file.", messageFields),
        line("note", "Something to know.", messageFields),
        line("summary", "The last line of every log; null is what nobody counted.", summaryFields),
    ]

    private static func line(_ event: String, _ summary: String, _ fields: [JSONField]) -> JSONDocument {
        let head = [
            JSONField("run", .optional(.integer), "The run's id in the view runs; null before it has one."),
            JSONField("process", .text, "When the command began and its process's id."), JSONField("time", .time, "When."),
            JSONField("event", .constant(event), "What the line is."),
        ]
        return JSONDocument(
            name: "log-\(event)", summary: "A line of the log of run and geocode with --log json: \(summary)",
            fields: head + fields)
    }

    private static let kinds = RunMessage.Kind.allCases.map { "\($0.rawValue) (\($0.help))" }.joined(separator: "; ")
    private static let messageFields = [
        JSONField("kind", .one(of: RunMessage.Kind.allCases.map(\.rawValue)), "What it is about: \(kinds)."),
        JSONField("text", .text, "The sentence for people."), JSONField("file", .optional(.text), "The file it is about."),
        JSONField("line", .optional(.integer), "A line of the file."),
        JSONField("day", .optional(.day), "The first day it is about."),
        JSONField("last_day", .optional(.day), "The last day."),
        JSONField("count", .optional(.integer), "Rows or days, as kind says."),
    ]
    private static let rangeFields = [
        JSONField("from", .optional(.day), "The first day."), JSONField("to", .optional(.day), "The last day."),
    ]
    private static let summaryFields = [
        JSONField("status", .integer, "The exit status."), JSONField("pipeline", .optional(.text), "The pipeline's name."),
        JSONField("seconds", .optional(.number), "How long it took."), JSONField("days", .optional(.integer), "Days made."),
        JSONField("unchanged", .optional(.integer), "Days that were looked at and are as they should be."),
        JSONField("rows", .optional(.integer), "Rows read."), JSONField("bytes", .optional(.integer), "Bytes read, unpacked."),
        JSONField("kept", .optional(.integer), "Fixes kept."), JSONField("thinned", .optional(.integer), "Fixes thinned away."),
        JSONField("rejected", .optional(.integer), "Rows rejected."),
        JSONField("rejected_by_reason", .optional(.counts), "These by reason."),
        JSONField("made", .optional(.list(.object(rangeFields))), "The days made, those that follow each other as one range."),
        JSONField(
            "left",
            .optional(
                .list(
                    .object(
                        rangeFields + [
                            JSONField("kind", .text, "Why, as of a problem."), JSONField("why", .text, "Why, for people."),
                        ]))), "Days that were left as they are."),
        JSONField("damaged", .optional(.list(.text)), "Files that are damaged or cannot be read."),
        JSONField(
            "addresses",
            .optional(
                .object([
                    JSONField("done", .integer, "Cells with their address."),
                    JSONField("not_found", .integer, "Cells without one."),
                    JSONField("pending", .integer, "Cells to be asked for."),
                ])), "Cells by how far their address is."),
        JSONField("results", .optional(.text), "Where the result file is."),
    ]
}
