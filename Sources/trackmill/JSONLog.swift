import LogFormats
import Options
import Pipeline
import Tracks

/// Standard error as `--log json` has it: an object a line, each with the run, the time and the event.
struct JSONLog {
    /// The id of the run; nil where none has begun.
    let run: String?

    /// Whether the words of a call ask for it; also of a call that cannot be read.
    static func isAskedFor(_ words: [String]) -> Bool {
        words.contains("--log=json") || zip(words, words.dropFirst()).contains { $0 == ("--log", "json") }
    }

    /// Writes a line.
    ///
    /// - Parameter fields: Names, and values as JSON.
    func write(_ event: String, _ fields: [(name: String, value: String)]) {
        let head = [
            ("run", run.map(jsonText) ?? "null"), ("time", "\"\(isoText(milliseconds: currentMilliseconds()))\""),
            ("event", jsonText(event)),
        ]
        printError("{\((head + fields).map { "\(jsonText($0.0)):\($0.1)" }.joined(separator: ","))}\n")
    }

    /// Writes what went wrong: a line for each problem of a pipeline file.
    func write(_ error: any Error) {
        let sentences = (error as? Problems)?.list.map(\.description) ?? ["\(error)"]
        for sentence in sentences { write("problem", [("text", jsonText(sentence))]) }
    }

    /// Writes the last line: how it ended, and its counts; null is what nobody counted.
    func summarize(
        status: Int32, days: Int? = nil, unchanged: Int? = nil, rows: Int64? = nil, kept: Int64? = nil, thinned: Int64? = nil,
        rejected: Int64? = nil, results: String? = nil
    ) {
        func number(_ value: (some BinaryInteger)?) -> String { value.map { "\($0)" } ?? "null" }
        write(
            "summary",
            [
                ("status", "\(status)"), ("days", number(days)), ("unchanged", number(unchanged)), ("rows", number(rows)),
                ("kept", number(kept)), ("thinned", number(thinned)), ("rejected", number(rejected)),
                ("results", results.map(jsonText) ?? "null"),
            ])
    }
}
