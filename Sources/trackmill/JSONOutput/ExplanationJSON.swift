import Pipeline
import Tracks

extension Explanation {
    static let document = JSONDocument(
        name: "explain", summary: "What trackmill explain PIPELINE --format json prints.",
        fields: [
            JSONField("device", .text, "The device that was asked for."), JSONField("asked_utc", .time, "The time asked for."),
            JSONField("exit_status", .integer, "That of the command: 66 where nothing was found, else 0."),
            JSONField("row", .optional(.object(rowFields)), "The nearest row of the device; null where none lies near."),
            JSONField(
                "steps",
                .list(
                    .object([
                        JSONField("stage", .text, "read, or a stage."), JSONField("verdict", .text, "What it made of the row."),
                    ])), "What reading and each stage said, in order."),
            JSONField("kept", .flag, "Whether a run of its day would keep it."),
            JSONField(
                "standing", .one(of: ["no-results", "not-made", "other-options", "other-rows", "as-it-is"]),
                "What the result file says of its day: there is no file, it is not made, it is made with other options or from other rows."
            ),
            JSONField(
                "held",
                .optional(
                    .object([
                        JSONField("time_utc", .time, "When."), JSONField("latitude", .number, "Degrees WGS-84."),
                        JSONField("longitude", .number, "Degrees WGS-84."),
                    ])), "The fix of that time in the view fixes; null for none."),
            JSONField("stay", .optional(.text), "The stay it lies in."),
            JSONField("trip", .optional(.text), "The trip it lies in."),
            JSONField("gone", .list(.text), "Files that made the day and are gone, or cannot be opened."),
            JSONField("before_utc", .optional(.time), "Where no row lies near: the one before."),
            JSONField("after_utc", .optional(.time), "Where no row lies near: the one after."),
            JSONField(
                "rejects", .list(.object(rowFields)), "Other rows of the device and day that reading rejected, nearest first."),
        ])

    private static let rowFields = [
        JSONField("file", .text, "The file."), JSONField("line", .integer, "The line, from 1."),
        JSONField("time_utc", .optional(.time), "Its time; null where it cannot be read."),
        JSONField("reason", .optional(.text), "Why reading rejected it; null where it did not."),
        JSONField("text", .text, "At most its first 1,000 bytes."),
    ]

    func json(of device: String, asked: Int64, status: Int32) -> JSONOutput {
        func time(_ milliseconds: Int64?) -> JSONOutput { .optional(milliseconds.map { isoText(milliseconds: $0) }) }
        func json(_ row: Row) -> JSONOutput {
            .object([
                ("file", .text(row.file)), ("line", .integer(row.line)), ("time_utc", time(row.time)),
                ("reason", .optional(row.reason)), ("text", .text(row.text)),
            ])
        }
        let isNear = row != nil
        let held = held.map { fix in
            JSONOutput.object([
                ("time_utc", time(fix.time)), ("latitude", .number(fix.latitude)), ("longitude", .number(fix.longitude)),
            ])
        }
        return .object([
            ("device", .text(device)), ("asked_utc", time(asked)), ("exit_status", .integer(Int64(status))),
            ("row", row.map(json) ?? .null),
            ("steps", .list(steps.map { .object([("stage", .text($0.stage)), ("verdict", .text($0.verdict))]) })),
            ("kept", .flag(isNear && isKept)), ("standing", .text(standing.word)), ("held", held ?? .null),
            ("stay", .optional(stay)), ("trip", .optional(trip)), ("gone", .texts(gone)), ("before_utc", time(nearest.before)),
            ("after_utc", time(nearest.after)), ("rejects", .list(rejects.map(json))),
        ])
    }
}

extension Explanation.Standing {
    fileprivate var word: String {
        switch self {
        case .noResults: "no-results"
        case .notMade: "not-made"
        case .otherOptions: "other-options"
        case .otherRows: "other-rows"
        case .asItIs: "as-it-is"
        }
    }
}
