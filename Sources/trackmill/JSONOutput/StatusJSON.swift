import Pipeline
import Store

extension Status {
    static let document = JSONDocument(
        name: "status", summary: "What trackmill status DB --format json prints.",
        fields: [
            JSONField("pipeline", .text, "The name that the result file belongs to."),
            JSONField("timezone", .text, "What a day means."),
            JSONField("exit_status", .integer, "That of the command: 65 where the last run left damage or days, else 0."),
            JSONField("held_by", .optional(.object(holderFields)), "The process that holds the result file now; null for none."),
            JSONField("runs", .list(.object(runFields)), "The last five runs, in the order in which they began."),
            JSONField("days", .object(dayFields), "The days that are made."),
            JSONField("sums", .object(sumFields("device_days", "Device-days.")), "What became of the rows of device-days."),
            JSONField(
                "files",
                .object(
                    sumFields("files", "Files of the days made.") + [JSONField("waiting", .integer, "Rows of days not made yet.")]
                ),
                "What became of the rows of files."),
            JSONField("damaged", .list(.object(damageFields)), "Files that are damaged."),
            JSONField("gone", .list(.text), "Files that made days and are gone."),
            JSONField("left", .list(.object(leftFields)), "Days that the last run which looked at them left as they are."),
            JSONField("rejected", .counts, "Rejected rows by reason."),
            JSONField(
                "spikes", .list(.object(spikeFields)), "Device-days that lost more than a tenth of their fixes as spikes."),
            JSONField("addresses", .object(addressFields), "Cells by how far their address is."),
            JSONField("rejects", .optional(.list(.object(rejectFields))), "The rejected rows; null without --rejects."),
        ])

    private static let holderFields = [
        JSONField("pid", .optional(.integer), "Its id; null where it has only just begun."),
        JSONField("since_utc", .optional(.time), "When it began."),
    ]
    private static let runFields = [
        JSONField("run", .integer, "Its id in the view runs."), JSONField("started_utc", .time, "When it began."),
        JSONField("ended_utc", .optional(.time), "When it ended."),
        JSONField("first_day", .optional(.day), "The first day of a dated run."),
        JSONField("last_day", .optional(.day), "The last day of a dated run."),
        JSONField("state", .one(of: Run.State.allCases.map(\.rawValue)), "Whether it ended, is at work, or was killed."),
        JSONField("exit_status", .optional(.integer), "How it ended."), JSONField("days", .integer, "Days it made."),
        JSONField("rows", .integer, "Rows it read."), JSONField("kept", .integer, "Fixes kept."),
        JSONField("thinned", .integer, "Fixes thinned away."), JSONField("rejected", .integer, "Rows rejected."),
    ]
    private static let dayFields = [
        JSONField("count", .integer, "How many."), JSONField("first", .optional(.day), "The first."),
        JSONField("last", .optional(.day), "The last."),
        JSONField(
            "other_options", .optional(.integer),
            "How many were made with other options than the pipeline file's; null where the result file was named."),
        JSONField("option_sets", .integer, "With how many sets of options they were made."),
    ]
    private static let damageFields = [
        JSONField("file", .text, "The file."), JSONField("damage", .text, "What is wrong with it."),
    ]
    private static let leftFields = [
        JSONField("day", .day, "The day."), JSONField("why", .text, "Why, and what mends it."),
    ]
    private static let spikeFields = [
        JSONField("day", .day, "The day."), JSONField("device", .text, "The device."), JSONField("spikes", .integer, "Spikes."),
        JSONField("fixes", .integer, "Fixes before they were rejected."),
    ]
    private static let addressFields = [
        JSONField("done", .integer, "Cells with their address."),
        JSONField("not_found", .integer, "Cells that every source was asked for in vain."),
        JSONField("pending", .integer, "Cells that a source is still to be asked for."),
        JSONField("by_provider", .counts, "Cells with their address, by who gave it."),
        JSONField("to_ask", .counts, "Pending cells, by the source to be asked."),
    ]
    private static let rejectFields = [
        JSONField("file", .text, "The file."), JSONField("line", .integer, "The line, from 1."),
        JSONField("reason", .text, "Why; 'trackmill help REASON' says more."),
        JSONField("field", .optional(.text), "The field that is wrong."), JSONField("value", .optional(.text), "What it holds."),
        JSONField("text", .text, "The row."),
    ]

    private static func sumFields(_ name: String, _ meaning: String) -> [JSONField] {
        [
            JSONField(name, .integer, meaning), JSONField("wrong", .integer, "How many of them do not add up."),
            JSONField("rows", .integer, "Rows in."), JSONField("kept", .integer, "Fixes kept."),
            JSONField("thinned", .integer, "Fixes thinned away."), JSONField("rejected", .integer, "Rows rejected."),
        ]
    }

    var json: JSONOutput {
        .object([
            ("pipeline", .text(pipeline)), ("timezone", .text(zone)), ("exit_status", .integer(Int64(exitStatus.rawValue))),
            ("held_by", holder.map { .object([("pid", .optional($0.process)), ("since_utc", .optional($0.since))]) } ?? .null),
            ("runs", .list(runs.map(json))), ("days", jsonOfDays), ("sums", .object(json(ofDays, "device_days"))),
            ("files", .object(json(ofFiles, "files") + [("waiting", .integer(ofFiles.waiting))])),
            ("damaged", .list(damaged.map { .object([("file", .text($0.file)), ("damage", .text($0.damage))]) })),
            ("gone", .texts(gone)),
            ("left", .list(left.map { .object([("day", .text("\($0.day)")), ("why", .text($0.sentence))]) })),
            ("rejected", .object(reasons.map { ($0.reason, .integer($0.rows)) })),
            (
                "spikes",
                .list(
                    spikes.map {
                        .object([
                            ("day", .text($0.day)), ("device", .text($0.device)), ("spikes", .integer($0.spikes)),
                            ("fixes", .integer($0.fixes)),
                        ])
                    })
            ), ("addresses", jsonOfAddresses), ("rejects", rejects.map { .list($0.map(json)) } ?? .null),
        ])
    }

    private var jsonOfDays: JSONOutput {
        .object([
            ("count", .integer(days.count)), ("first", .optional(days.first.map { "\($0)" })),
            ("last", .optional(days.last.map { "\($0)" })), ("other_options", .optional(otherOptions)),
            ("option_sets", .integer(optionSets)),
        ])
    }

    private var jsonOfAddresses: JSONOutput {
        .object([
            ("done", .integer(addresses[.done] ?? 0)), ("not_found", .integer(addresses[.notFound] ?? 0)),
            ("pending", .integer(addresses[.pending] ?? 0)),
            ("by_provider", .object(providers.map { ($0.name, .integer($0.cells)) })),
            ("to_ask", .object(toAsk.map { ($0.name, .integer($0.cells)) })),
        ])
    }

    private func json(_ run: Run) -> JSONOutput {
        .object([
            ("run", .integer(run.id)), ("started_utc", .text(run.started)), ("ended_utc", .optional(run.ended)),
            ("first_day", .optional(run.first)), ("last_day", .optional(run.last)), ("state", .text(run.state.rawValue)),
            ("exit_status", .optional(run.status)), ("days", .integer(run.days)), ("rows", .integer(run.rows)),
            ("kept", .integer(run.kept)), ("thinned", .integer(run.thinned)), ("rejected", .integer(run.rejected)),
        ])
    }

    private func json(_ sums: Sums, _ name: String) -> [JSONOutput.Member] {
        [
            (name, .integer(sums.items)), ("wrong", .integer(sums.items - sums.right)), ("rows", .integer(sums.rows)),
            ("kept", .integer(sums.kept)), ("thinned", .integer(sums.thinned)), ("rejected", .integer(sums.rejected)),
        ]
    }

    private func json(_ reject: Store.RejectedRow) -> JSONOutput {
        .object([
            ("file", .text(reject.file)), ("line", .integer(reject.line)), ("reason", .text(reject.reason)),
            ("field", .optional(reject.field)), ("value", .optional(reject.value)), ("text", .text(reject.text)),
        ])
    }
}
