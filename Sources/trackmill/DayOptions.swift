import Pipeline
import Tracks

let fromOption = Command.Option(
    name: "--from", value: "DAY", help: "The first day: 2025-06-01, today, yesterday or today-7; the first of all unless given.")
let toOption = Command.Option(name: "--to", value: "DAY", help: "The last day, included; the last of all unless given.")
let dayOption = Command.Option(name: "--day", value: "DAY", help: "This day only.")
/// `--from` of a command that makes days.
let fromRunOption = Command.Option(
    name: "--from", value: "DAY",
    help: "The first day: 2025-06-01, today, yesterday or today-7. All days from there to --to are made.")
/// `--to` of a command that makes days.
let toRunOption = Command.Option(
    name: "--to", value: "DAY",
    help:
        "The last day, included; yesterday unless given. Without --from it is no limit: unfinished days up to it are made, too."
)

/// The days of `--from`, `--to` and `--day`; nil is open.
func days(_ call: Invocation, _ zone: TimeZoneRules) throws -> (from: CalendarDay?, to: CalendarDay?) {
    let today = zone.day(of: currentMilliseconds())
    let (from, to) = (try day("--from", call, today), try day("--to", call, today))
    if let day = try day("--day", call, today) {
        guard from == nil, to == nil else { throw UsageError("--day stands alone; leave out --from and --to.") }
        return (day, day)
    }
    if let from, let to, to < from { throw UsageError("--to \(to) lies before --from \(from).") }
    return (from, to)
}

/// The days that a run is to make: from `--from` on up to yesterday unless `--to` is given.
///
/// `--to` alone is no range: an undated run makes unfinished days up to it, too.
func daysOfRun(_ call: Invocation, _ zone: TimeZoneRules) throws -> (from: CalendarDay?, to: CalendarDay?) {
    let (from, to) = try days(call, zone)
    guard let from, to == nil else { return (from, to) }
    let yesterday = zone.day(of: currentMilliseconds()).advanced(by: -1)
    guard from <= yesterday else {
        throw UsageError(
            "--from \(from) lies after yesterday, the last day unless --to is given; add --to, or write --day \(from).")
    }
    return (from, yesterday)
}

private func day(_ option: String, _ call: Invocation, _ today: CalendarDay) throws -> CalendarDay? {
    guard let text = call.value(option) else { return nil }
    if text == "today" { return today }
    if text == "yesterday" { return today.advanced(by: -1) }
    if text.hasPrefix("today-"), let back = Int(text.dropFirst(6)), (0...30_000).contains(back) {
        return today.advanced(by: -back)
    }
    guard let day = CalendarDay(text), CalendarDay.storable.contains(day) else {
        throw UsageError("\(option) is '\(text)'; it may be a day such as 2025-06-01, today, yesterday or today-7.")
    }
    return day
}
