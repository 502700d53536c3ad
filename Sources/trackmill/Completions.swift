import Geodesy
import Options
import Pipeline
import Reports
import SQLite
import Store
import Tracks

let completionsCommand = Command(
    name: "completions", arguments: "[SHELL]", counts: 0...1,
    summary: "Prints what lets a shell complete commands, options, and the names in a result file.",
    options: [
        Command.Option(
            name: "--values", value: "OF",
            help: "Print the names of devices, kinds or views in the result file of --in, a line each; for the shell.",
            choices: ["device", "kind", "view"]),
        Command.Option(name: "--in", value: "DB", help: "Where --values looks."),
    ],
    examples: [
        "source <(trackmill completions bash)", "trackmill completions zsh > ~/.zfunc/_trackmill",
        "trackmill completions fish > ~/.config/fish/completions/trackmill.fish",
    ]
) { call in
    if let wanted = call.value("--values") {
        guard ["device", "kind", "view"].contains(wanted) else {
            throw UsageError("--values is '\(wanted)'; it may be device, kind or view.")
        }
        guard let path = call.value("--in"), call.arguments.isEmpty else {
            throw UsageError("--values wants --in DB and no SHELL.")
        }
        try printText(try values(wanted, in: databasePath(path, call)).map { $0 + "\n" }.joined())
        return 0
    }
    guard let shell = call.arguments.first else { throw UsageError("completions wants bash, zsh or fish.") }
    guard let script = CompletionScript().text(for: shell) else {
        throw UsageError("there are no completions for '\(shell)'; there are bash, zsh and fish.")
    }
    try printText(script)
    return 0
}

/// Names in a result file. One that a terminal cannot show as it is, is left out: nobody could type it.
private func values(_ wanted: String, in path: String) throws -> [String] {
    let query =
        switch wanted {
        case "device": "SELECT device FROM devices ORDER BY 1 LIMIT 10000"
        case "kind": "SELECT DISTINCT kind FROM devices WHERE kind IS NOT NULL ORDER BY 1"
        default: "SELECT DISTINCT view FROM about"
        }
    let names = try Store(readingFrom: path).reader.rows(query) { $0.text(0) }
    return names.filter { shownText($0) == $0 && !$0.isEmpty }
}

/// Scripts for shells, made from the commands' declarations.
///
/// Names from a result file come from logs: no script lets a shell expand them.
struct CompletionScript {
    /// The script for a shell; nil where there is none.
    func text(for shell: String) -> String? {
        switch shell {
        case "bash": bash
        case "zsh": zsh
        case "fish": fish
        default: nil
        }
    }

    private let commands = BuiltIn.commands

    /// What an option's value may be.
    private enum Values {
        case words([String])
        /// Names in the result file: `device`, `kind` or `view`.
        case names(String)
        case files
        case nothing
    }

    private func values(_ option: Command.Option) -> Values {
        if !option.choices.isEmpty { return .words(option.choices) }
        switch option.value {
        case "DAY": return .words(["today", "yesterday"])
        case "VIEW": return .names("view")
        case "KIND": return .names("kind")
        case "ID" where option.name == "--device": return .names("device")
        case "SYSTEM": return .words(CoordinateSystem.allCases.map(\.name))
        case "FILE", "DIR", "DB", "OUT": return .files
        case let value? where value.contains("|"): return .words(value.split(separator: "|").map(String.init))
        default: return .nothing
        }
    }

    private func options(_ command: Command) -> [Command.Option] { command.options + Command.commonOptions }

    /// Words that stand behind a command's name; nil for files.
    private func arguments(_ command: Command) -> [String]? {
        switch command.name {
        case "help": Reference.topics
        case "completions": ["bash", "fish", "zsh"]
        case "gazetteer": ["import"]
        default: nil
        }
    }

    // MARK: bash

    private var bash: String {
        """
        # Completions of trackmill for bash; made by: trackmill completions bash
        _trackmill_names() {
          local name
          COMPREPLY=()
          # They are quoted below, and are no files.
          compopt +o filenames 2>/dev/null
          while IFS= read -r name; do
            # Quoted, never expanded: names come from logs.
            [[ $name == "$2"* ]] && COMPREPLY+=("$(printf %q "$name")")
          done < <(trackmill completions --values "$1" --in "$3" 2>/dev/null)
        }
        _trackmill() {
          local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD-1]} command=${COMP_WORDS[1]} database= i
          COMPREPLY=()
          if [ "$COMP_CWORD" -eq 1 ]; then
            COMPREPLY=($(compgen -W "\((commands.map(\.name) + ["--help", "--version"]).joined(separator: " "))" -- "$word"))
            return
          fi
          for ((i = 2; i < COMP_CWORD; i++)); do
            case ${COMP_WORDS[i]} in *.sqlite | *.yaml | *.yml) database=${COMP_WORDS[i]} ;; esac
          done
          case "$command $before" in
        \(bashValues.joined(separator: "\n"))
          esac
          case "$command $word" in
        \(bashOptions.joined(separator: "\n"))
          esac
          COMPREPLY=($(compgen -f -- "$word"))
        }
        complete -o filenames -o bashdefault -F _trackmill trackmill

        """
    }

    private var bashValues: [String] {
        commands.flatMap { command in
            options(command).filter { $0.value != nil }.map { option in
                let action: String =
                    switch values(option) {
                    case .words(let words): "COMPREPLY=($(compgen -W \"\(words.joined(separator: " "))\" -- \"$word\"))"
                    case .names(let kind): "_trackmill_names \(kind) \"$word\" \"$database\""
                    case .files: "COMPREPLY=($(compgen -f -- \"$word\"))"
                    case .nothing: ":"
                    }
                return "    \"\(command.name) \(option.name)\") \(action); return ;;"
            }
        }
    }

    private var bashOptions: [String] {
        commands.flatMap { command in
            let names = options(command).map(\.name).joined(separator: " ")
            let lines = ["    \"\(command.name) -\"*) COMPREPLY=($(compgen -W \"\(names)\" -- \"$word\")); return ;;"]
            guard let words = arguments(command) else { return lines }
            return lines + [
                "    \"\(command.name) \"*) COMPREPLY=($(compgen -W \"\(words.joined(separator: " "))\" -- \"$word\")); return ;;"
            ]
        }
    }

    // MARK: zsh

    private var zsh: String {
        let cases = commands.map { command in
            let specs = options(command).map(zshSpec)
            let rest = arguments(command).map { "'*:: :(\($0.joined(separator: " ")))'" } ?? "'*:file:_files'"
            return "    \(command.name)) _arguments -S \(specs.joined(separator: " ")) \(rest) ;;"
        }
        let names = commands.map { "    \(zshQuoted("\($0.name):\($0.summary)"))" }
        return """
            #compdef trackmill
            # Completions of trackmill for zsh; made by: trackmill completions zsh
            _trackmill_names() {
              local database name
              local -a names
              for name in $words; do case $name in *.sqlite | *.yaml | *.yml) database=$name ;; esac; done
              names=("${(@f)$(trackmill completions --values $1 --in "$database" 2>/dev/null)}")
              compadd -a names
            }
            _trackmill() {
              local -a commands
              commands=(
            \(names.joined(separator: "\n"))
              )
              if (( CURRENT == 2 )); then
                _describe command commands
                return
              fi
              local command=$words[2]
              shift words
              (( CURRENT-- ))
              case $command in
            \(cases.joined(separator: "\n"))
              esac
            }
            if [ "$funcstack[1]" = _trackmill ]; then _trackmill "$@"; else compdef _trackmill trackmill; fi

            """
    }

    private func zshSpec(_ option: Command.Option) -> String {
        let help = option.help.replacing("[", with: "(").replacing("]", with: ")").replacing(":", with: "\\:")
        let action: String =
            switch values(option) {
            case .words(let words): ":\(option.value ?? ""):(\(words.joined(separator: " ")))"
            case .names(let kind): ":\(option.value ?? ""):_trackmill_names \(kind)"
            case .files: ":\(option.value ?? ""):_files"
            case .nothing: option.value.map { ":\($0.replacing(":", with: "\\:")):" } ?? ""
            }
        return zshQuoted("\(option.isRepeated ? "*" : "")\(option.name)[\(help)]\(action)")
    }

    private func zshQuoted(_ text: String) -> String { "'" + text.replacing("'", with: "'\\''") + "'" }

    // MARK: fish

    private var fish: String {
        var lines = [
            "# Completions of trackmill for fish; made by: trackmill completions fish", "function __trackmill_names",
            "  set -l database (commandline -opc | string match -r '.*\\.(?:sqlite|yaml|yml)$' | tail -n 1)",
            "  trackmill completions --values $argv[1] --in \"$database\" 2>/dev/null", "end",
        ]
        for command in commands {
            lines.append(
                "complete -c trackmill -f -n __fish_use_subcommand -a \(command.name) -d \(fishQuoted(command.summary))")
            let condition = "-n '__fish_seen_subcommand_from \(command.name)'"
            if let words = arguments(command) {
                lines.append("complete -c trackmill -f \(condition) -a \(fishQuoted(words.joined(separator: " ")))")
            }
            lines += options(command).map { "complete -c trackmill \(condition) \(fishOption($0)) -d \(fishQuoted($0.help))" }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private func fishOption(_ option: Command.Option) -> String {
        let name = option.name.hasPrefix("--") ? "-l \(option.name.dropFirst(2))" : "-s \(option.name.dropFirst(1))"
        guard option.value != nil else { return "-f \(name)" }
        return switch values(option) {
        case .words(let words): "-x \(name) -a \(fishQuoted(words.joined(separator: " ")))"
        case .names(let kind): "-x \(name) -a '(__trackmill_names \(kind))'"
        case .files: "-r -F \(name)"
        case .nothing: "-x \(name)"
        }
    }

    private func fishQuoted(_ text: String) -> String {
        "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
    }
}
