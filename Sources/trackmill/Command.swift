import Options

/// A command of the program: what it takes, and what it does.
struct Command: Sendable {
    /// An option that begins with `-`.
    struct Option: Sendable {
        var name: String
        /// What stands behind it; nil for a flag.
        var value: String?
        var help: String
        /// Whether it may stand there more than once.
        var isRepeated = false
        /// The words that the value may be, for completions; empty where it is free, or is told by `value`.
        var choices: [String] = []
    }

    var name: String
    /// What stands behind the name: `PIPELINE`.
    var arguments: String
    /// How many arguments it takes.
    var counts: ClosedRange<Int>
    var summary: String
    var options: [Option] = []
    var examples: [String]
    var run: @Sendable (Invocation) throws -> Int32

    static let commonOptions = [
        Option(name: "--quiet", help: "Say problems only."), Option(name: "--help", help: "Say what the command takes."),
    ]
}

/// A command as it was called.
struct Invocation {
    var arguments: [String] = []
    var values: [String: [String]] = [:]

    func value(_ name: String) -> String? { values[name]?.last }
    func all(_ name: String) -> [String] { values[name] ?? [] }
    func has(_ name: String) -> Bool { values[name] != nil }
    var isQuiet: Bool { has("--quiet") }
}

/// What is wrong with a call: exit status 64.
struct UsageError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}

extension Command {
    /// Reads what stands behind the command's name.
    func parse(_ words: [String]) throws -> Invocation {
        var invocation = Invocation()
        var rest = words[...]
        var takesOptions = true
        let known = options + Self.commonOptions
        while let word = rest.popFirst() {
            guard takesOptions, word.hasPrefix("-"), word != "-" else {
                invocation.arguments.append(word)
                continue
            }
            if word == "--" {
                takesOptions = false
                continue
            }
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let option = known.first(where: { $0.name == parts[0] }) else {
                let names = known.map(\.name)
                let hint = suggestion(for: parts[0], among: names).map { "Did you mean \($0)?" }
                throw UsageError("\(name) has no option \(parts[0]). \(hint ?? "It has \(names.joined(separator: ", ")).")")
            }
            guard option.isRepeated || !invocation.has(option.name) else {
                throw UsageError("\(option.name) stands there twice; give it once.")
            }
            if let wanted = option.value {
                guard let value = parts.count > 1 ? parts[1] : rest.popFirst() else {
                    throw UsageError("\(option.name) wants a value: \(option.name) \(wanted).")
                }
                invocation.values[option.name, default: []].append(value)
            } else {
                guard parts.count == 1 else { throw UsageError("\(option.name) takes no value.") }
                invocation.values[option.name] = [""]
            }
        }
        return invocation
    }

    /// How many arguments stand there must fit.
    func checkCount(_ invocation: Invocation) throws {
        guard !counts.contains(invocation.arguments.count) else { return }
        throw UsageError("\(name) wants \(arguments.isEmpty ? "no argument" : arguments); found \(invocation.arguments.count).")
    }

    /// What the command takes, as `--help` prints it.
    var help: String {
        var lines = ["trackmill \(name) \(arguments)", "", summary, ""]
        if !options.isEmpty {
            lines.append("Options:")
            let all = options + Self.commonOptions
            let names = all.map { $0.name + ($0.value.map { " " + $0 } ?? "") }
            let width = names.map(\.count).max() ?? 0
            for (name, option) in zip(names, all) {
                lines.append("  \(name)\(String(repeating: " ", count: width - name.count))  \(option.help)")
            }
            lines.append("")
        }
        lines.append("Examples:")
        lines += examples.map { "  " + $0 }
        return lines.joined(separator: "\n") + "\n"
    }
}
