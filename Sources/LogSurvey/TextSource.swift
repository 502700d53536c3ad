import Geodesy
import LogFormats
import Options
import Tracks

/// What delimited text says of how it is to be read: lines of a source.
struct TextSource {
    /// Without `files`, `device` and what is told by reading.
    private(set) var lines: [SourceLine] = []
    /// What was seen, in words.
    private(set) var words: [String] = []
    /// Whether a column names the device.
    private(set) var namesDevice = false
    /// Whether a column or a name says the coordinate system.
    private(set) var saysSystem = false
    /// Whether positions are metres of a projection.
    private(set) var isInMeters = false
    /// Whether the speeds' unit is said by a name; nil where there are none.
    private(set) var saysSpeedUnit: Bool?

    /// Why a text is no log that can be read: the rest of a sentence about it.
    struct Refusal: Error { let words: String }

    /// - Parameters:
    ///   - day: The day that the file is named after.
    ///   - modified: When the file was changed last.
    ///   - foreign: What a file looks like that is no table.
    init(_ sample: LogSample, day: CalendarDay?, modified: Int64?, foreign: String) throws(Refusal) {
        let (encoding, encodingWords, others) = sample.guessedEncoding
        let text = sample.text(in: encoding)
        let tables = TextTable.delimiters.compactMap { TextTable(text, isWhole: sample.isWhole, delimiter: $0.byte) }
        let (best, time) = try Self.best(of: tables, day, modified, foreign)
        lines = [SourceLine("format", CSV.name)]
        addLayout(best.table)
        addEncoding(encoding, isMarked: sample.markedEncoding != nil, others)
        addCells(best, time)
        words = Self.words(best.table, encodingWords) + Self.words(best, time)
    }

    /// Of fields of JSON.
    init(_ sample: LogSample, json format: String, day: CalendarDay?, modified: Int64?, foreign: String) throws(Refusal) {
        guard let found = JSONTable(sample.text(in: .utf8)) else { throw Refusal(words: foreign) }
        let (best, time) = try Self.best(of: [found.table], day, modified, foreign)
        lines = [SourceLine("format", format)]
        if let path = found.rowsPath { lines.append(SourceLine("rows", path, note: "the array of rows")) }
        addCells(best, time)
        words = [format + (found.rowsPath.map { ", rows in '\($0)'" } ?? "")] + Self.words(best, time)
    }

    /// The table that gives most, and how its times are written.
    private static func best(
        of tables: [TextTable], _ day: CalendarDay?, _ modified: Int64?, _ foreign: String
    ) throws(Refusal) -> (ColumnGuess, TimeGuess) {
        let guesses = tables.compactMap { ColumnGuess($0) }
        // The cut that gives most: a time, a device, and then the fewest rows of other lengths.
        func worth(_ guess: ColumnGuess) -> Int {
            (guess.times.isEmpty ? 0 : 4) + (guess.indices["device"] == nil ? 0 : 1) + (guess.table.others == 0 ? 2 : 0)
        }
        guard let best = guesses.max(by: { worth($0) < worth($1) }) else { throw refusal(tables, foreign) }
        guard let time = TimeGuess(best.times, day: day, modified: modified) else { throw refusalOfTime(best) }
        return (best, time)
    }

    private static func refusal(_ tables: [TextTable], _ foreign: String) -> Refusal {
        guard let table = tables.first(where: { $0.hasHeader }) else { return Refusal(words: foreign) }
        return Refusal(
            words:
                "is delimited text, but none of its columns hold latitudes and longitudes by their names and cells: its columns are \(listedNames(table.names)). Write 'columns' yourself; docs/formats.md says how"
        )
    }

    private static func refusalOfTime(_ guess: ColumnGuess) -> Refusal {
        let found = guess.times.first.map {
            "the times of '\(guess.name("time") ?? guess.name("clock") ?? "")', such as '\($0.prefix(60))', are in no format that is known"
        }
        return Refusal(
            words:
                "has positions, but \(found ?? "no column of it holds times by its name and cells"): its columns are \(listedNames(guess.table.names)). A row without a time is no fix"
        )
    }

    // MARK: Lines

    private mutating func addLayout(_ table: TextTable) {
        lines.append(SourceLine("delimiter", table.delimiterName))
        if !table.hasHeader { lines.append(SourceLine("header", "off", note: "columns are positions from 1")) }
        if !table.comment.isEmpty { lines.append(SourceLine("comment", table.comment, note: "lines that are no rows")) }
    }

    private mutating func addEncoding(_ encoding: TextEncoding, isMarked: Bool, _ others: [String]) {
        guard !encoding.isUTF8, !isMarked else { return }
        let decide =
            others.isEmpty
            ? "" : "the encoding; its bytes would also make sense as \(alternatives(others)). See whether names look right."
        lines.append(SourceLine("encoding", encoding.name, decide: decide))
    }

    private mutating func addCells(_ guess: ColumnGuess, _ time: TimeGuess) {
        if guess.coordinates.hasComma { lines.append(SourceLine("decimal", "comma")) }
        if guess.coordinates.format != "auto" { lines.append(SourceLine("coordinates", guess.coordinates.format)) }
        addColumns(guess)
        addTime(time)
        addSystem(guess)
    }

    private mutating func addColumns(_ guess: ColumnGuess) {
        let keys = CellOptions.columnKeys.filter { guess.indices[$0] != nil }
        namesDevice = guess.indices["device"] != nil
        var decide = ""
        if guess.isOrderUnknown { decide = "which column is the latitude; all numbers may be either, the first was taken." }
        let note = guess.coordinates.isSwapped && guess.table.hasHeader ? "the columns' names are swapped, by their cells" : ""
        lines.append(
            SourceLine("columns", mapping(keys.map { ($0, guess.name($0) ?? "") }), note: note, decide: decide))
        guard let speed = guess.name("speed") else { return }
        let unit = ColumnNames.speedUnit(speed)
        saysSpeedUnit = unit != nil
        if let unit { lines.append(SourceLine("speed-unit", unit, note: "by the column's name")) }
    }

    private mutating func addTime(_ time: TimeGuess) {
        guard time.format != "auto" else { return }
        let decide =
            time.alternatives.isEmpty
            ? ""
            : "what the parts of a time are; \(alternatives(time.alternatives.map { "'\($0)'" })) would read every time, too."
        lines.append(SourceLine("time-format", time.format, note: time.why, decide: decide))
    }

    private mutating func addSystem(_ guess: ColumnGuess) {
        isInMeters = guess.coordinates.isInMeters
        if let column = guess.name("crs"), let index = guess.indices["crs"] {
            saysSystem = true
            let hasEmpty = guess.table.rows.contains { $0[index].isEmpty }
            let entries = [("column", column)] + (hasEmpty ? [("default", "wgs84")] : [])
            let decide = hasEmpty ? "the coordinate system of rows whose cell of '\(column)' is empty." : ""
            lines.append(SourceLine("crs", mapping(entries), decide: decide))
        } else if let (system, name) = ColumnNames.system([guess.name("latitude"), guess.name("longitude")].compactMap(\.self)) {
            saysSystem = true
            lines.append(SourceLine("crs", system, note: "by the name '\(name)'"))
        }
    }

    // MARK: Words

    private static func words(_ table: TextTable, _ encoding: String) -> [String] {
        var words = "csv, \(table.delimiterName)-separated, \(table.hasHeader ? "header" : "no header"), \(encoding)"
        if !table.comment.isEmpty { words += ", comments behind \(table.comment)" }
        if table.others > 0 { words += "; \(grouped(Int64(table.others))) rows have another number of cells" }
        return [words]
    }

    private static func words(_ guess: ColumnGuess, _ time: TimeGuess) -> [String] {
        var words: [String] = []
        let keys = CellOptions.columnKeys.filter { guess.indices[$0] != nil }
        words.append("columns: " + keys.map { "\($0) '\(guess.name($0) ?? "")'" }.joined(separator: ", "))
        if !guess.others.isEmpty { words.append("further columns, which 'extra' can keep: \(listedNames(guess.others))") }
        let positions = guess.coordinates
        let format =
            positions.isInMeters
            ? "metres of a projection"
            : [
                "auto": "degrees", "e7": "ten-millionths of a degree", "dms": "degrees, minutes and seconds",
                "ddmm": "degrees and minutes",
            ][positions.format] ?? positions.format
        words.append("positions: \(format), decimals behind a \(positions.hasComma ? "comma" : "point")")
        let sure = time.alternatives.isEmpty ? "sure" : "unsure, \(alternatives(time.alternatives)) would do, too"
        let why = time.why.isEmpty ? sure : time.why
        let shown =
            [
                "auto": number(in: guess.times.first ?? "") == nil ? "ISO 8601" : "seconds since 1970",
                "milliseconds": "milliseconds since 1970", "microseconds": "microseconds since 1970",
            ][time.format] ?? time.format
        words.append("times: \(shown) (\(why)), such as '\(guess.times.first?.prefix(40) ?? "")'")
        return words
    }
}
