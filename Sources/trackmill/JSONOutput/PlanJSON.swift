import Options
import Pipeline
import Tracks

extension RunPlan {
    static let document = JSONDocument(
        name: "plan", summary: "What trackmill plan PIPELINE --format json prints.",
        fields: [
            JSONField("days", .list(.object(dayFields)), "The days, in order."),
            JSONField(
                "undated_files", .list(.text), "Files that are new or changed, and whose days are known once they are read."),
            JSONField(
                "unsettled",
                .list(
                    .object([
                        JSONField("file", .text, "The file."), JSONField("until_utc", .time, "Until when it is left alone."),
                    ])), "Files that a run without dates leaves alone."),
            JSONField(
                "required_logs",
                .list(
                    .object([
                        JSONField("day", .day, "The day."), JSONField("files", .text, "The patterns that nothing matches."),
                    ])), "Days without a file of a required source: such a run ends with 66."),
            JSONField("no_input", .flag, "Whether such a run finds no file, ends with 66 and changes nothing."),
            JSONField("notes", .list(.text), "What else the run would say of files."),
            JSONField("addresses", .list(.object(askingFields)), "What sources are to be asked for."),
            JSONField(
                "findings_anew", .optional(.text),
                "Why places, addresses and map clusters of all devices are made anew; null where they are not."),
            JSONField("rows_per_second", .optional(.number), "Of earlier runs."),
            JSONField("rows_per_day", .optional(.number), "Of earlier runs."),
        ])

    private static let dayFields = [
        JSONField("day", .day, "The day."), JSONField("from_utc", .time, "Its first moment."),
        JSONField("before_utc", .time, "The first moment after it."),
        JSONField("files", .integer, "Files that may hold rows of it."),
        JSONField(
            "state", .one(of: ["new", "unfinished", "changed", "may change", "missing", "shrunk", "current"]),
            "What is the matter with it."), JSONField("reason", .text, "Why; may be empty."),
        JSONField("to_do", .flag, "Whether such a run makes it, or reads what decides that."),
    ]
    private static let askingFields = [
        JSONField("source", .text, "The source."), JSONField("cells", .integer, "Cells it is to be asked for."),
        JSONField("requests", .integer, "Requests these take."),
        JSONField("per_day", .optional(.integer), "Requests a day at most."),
        JSONField("sent_today", .integer, "Requests sent today."), JSONField("requests_per_second", .number, "Its rate."),
        JSONField("seconds", .number, "How long that takes, about."),
        JSONField("days", .optional(.integer), "On which day it is done, where requests a day are limited."),
        JSONField("asked", .flag, "Whether it is asked: its key is there."),
    ]

    var json: JSONOutput {
        .object([
            ("days", .list(days.map(\.json))), ("undated_files", .texts(undatedFiles)),
            (
                "unsettled",
                .list(
                    unsettled.map {
                        .object([("file", .text($0.path)), ("until_utc", .text(isoText(milliseconds: $0.until)))])
                    })
            ),
            (
                "required_logs",
                .list(requiredLogs.map { .object([("day", .text("\($0.day)")), ("files", .text($0.patterns))]) })
            ), ("no_input", .flag(hasNoInput)), ("notes", .texts(notes)), ("addresses", .list(asking.map(\.json))),
            ("findings_anew", .optional(findingsAnew)), ("rows_per_second", .optional(rowsPerSecond?.rounded())),
            ("rows_per_day", .optional(rowsPerDay?.rounded())),
        ])
    }
}

extension PlannedDay {
    fileprivate var json: JSONOutput {
        .object([
            ("day", .text("\(day)")), ("from_utc", .text(isoText(milliseconds: start))),
            ("before_utc", .text(isoText(milliseconds: end))), ("files", .integer(files)), ("state", .text(state)),
            ("reason", .text(reason)), ("to_do", .flag(isToDo)),
        ])
    }
}

extension PlannedAsking {
    fileprivate var json: JSONOutput {
        .object([
            ("source", .text(source)), ("cells", .integer(Int64(cells))), ("requests", .integer(Int64(requests))),
            ("per_day", .optional(perDay.map { Int64($0) })), ("sent_today", .integer(Int64(sentToday))),
            ("requests_per_second", .number(requestsPerSecond)), ("seconds", .number(seconds)),
            ("days", .optional(days.map { Int64($0) })), ("asked", .flag(emptyVariable == nil)),
        ])
    }
}
