import Foundation
import Testing

/// Issue 18, point 6: help on each reason and exit status, man page and completions from the declarations.
@Suite struct HelpTopicTests {
    private func help(_ words: String...) throws -> Outcome { try Program.run(["help"] + words, in: TemporaryFolder()) }

    // RULES 1.7 and the reasons of the stages.
    @Test(arguments: [
        "not-a-row", "repeated-header", "bad-checksum", "wrong-column-count", "no-device", "bad-text", "void-fix", "no-time",
        "bad-time", "no-position", "bad-number", "mercator-as-degrees", "swapped-lat-lon", "out-of-range", "null-island",
        "unknown-crs", "past", "too-late", "ahead-of-file", "future", "duplicate", "duplicate-time", "spike", "inaccurate",
        "too-few-satellites", "near-zero", "too-many",
    ])
    func `each reason says what it means and what mends it`(reason: String) throws {
        let outcome = try help(reason)
        #expect(outcome.status == 0 && outcome.output.hasPrefix("Reject \(reason): "), "\(outcome.errors)")
        let mend = try #require(outcome.outputLines.first { $0.hasPrefix("To mend it: ") })
        #expect(mend.count > 30 && mend.hasSuffix("."))
        // The command that it names gives the rows.
        #expect(outcome.output.contains("where reason = '\(reason)'"))
    }

    // docs/operations.md, the table of exit statuses.
    @Test(arguments: ["0", "64", "65", "66", "69", "70", "71", "73", "74", "75", "78", "130", "143"])
    func `each exit status says what it means and what mends it`(status: String) throws {
        let outcome = try help(status)
        #expect(outcome.status == 0 && outcome.output.hasPrefix("Exit status \(status): "), "\(outcome.errors)")
        #expect(outcome.output.contains("\nTo mend it: "))
        #expect(try help("exit-statuses").outputLines.contains { $0.hasPrefix("\(status): ") })
    }

    @Test func `a reason that is misspelt gets a hint`() throws {
        let outcome = try help("to-late")
        #expect(outcome.status == 64 && outcome.errors == "trackmill: there is no help on 'to-late'. Did you mean 'too-late'?\n")
    }

    @Test func `help json lists the documents, and each has its fields and its schema`() throws {
        let page = try help("json")
        // `json` is a format of reports, too.
        #expect(page.output.contains("\nReport json: "))
        let names = page.outputLines.compactMap { $0.split(separator: ":").first.map(String.init) }.filter {
            $0.hasPrefix("json-")
        }
        #expect(Set(["json-status", "json-check", "json-plan", "json-explain", "json-digest"]).isSubset(of: names))
        #expect(names.filter { $0.hasPrefix("json-log-") }.count == 8)
        for name in names {
            #expect(try help(name).outputLines.count > 2)
            let schema = try help(name, "--schema").output
            let object = try JSONSerialization.jsonObject(with: Data(schema.utf8)) as? [String: Any]
            #expect(object?["$schema"] as? String == "https://json-schema.org/draft/2020-12/schema")
        }
        #expect(try help("stages", "--schema").status == 64)
    }

    @Test func `the manual page has every command and option`() throws {
        let page = try help("--man").output
        #expect(page.hasPrefix(".\\\" ") && page.contains("\n.TH TRACKMILL 1 "))
        for command in try help("commands").outputLines.map({ String($0.prefix { $0 != ":" }) }) {
            #expect(page.contains("\n.SS trackmill \(command)"), "\(command)")
            let options = try Program.run([command, "--help"], in: TemporaryFolder()).output.matches(of: /\n  (--?[a-z-]+)/)
            #expect(!options.isEmpty)
            for option in options {
                #expect(page.contains("\\fB\(option.1.replacing("-", with: "\\-"))\\fR"), "\(command) \(option.1)")
            }
        }
        // No line of text may begin as a request of roff does, but for those of the macros that are used.
        let requests = Set(
            page.split(separator: "\n").filter { $0.hasPrefix(".") || $0.hasPrefix("'") }.map { $0.split(separator: " ")[0] })
        #expect(requests == [".\\\"", ".TH", ".SH", ".SS", ".TP", ".B", ".PP", ".nf", ".fi"], "\(requests)")
    }

    // MARK: Completions

    /// What bash offers for a line, by the script itself; the last word is the one being written.
    private func bash(_ words: [String], in folder: TemporaryFolder) throws -> [String] {
        let program = try #require(Program.path)
        try folder.write(try Program.run(["completions", "bash"], in: folder).output, to: "completions.bash")
        try folder.write(
            """
            PATH="$(dirname "$1"):$PATH"; shift
            source completions.bash
            COMP_WORDS=(trackmill "$@"); COMP_CWORD=$#
            _trackmill
            printf '%s\\n' "${COMPREPLY[@]}"
            """, to: "complete.sh")
        let run = try BackgroundRun("/bin/bash", ["complete.sh", program] + words, in: folder).end()
        try #require(run.status == 0 && run.errors == "", "\(run.errors)")
        return run.outputLines
    }

    @Test func `bash completes commands, options, words and names`() throws {
        let folder = try TemporaryFolder()
        #expect(try bash(["di"], in: folder) == ["digest"])
        #expect(try bash(["run", "--me"], in: folder) == ["--memory", "--metrics"])
        #expect(try bash(["run", "--log", ""], in: folder) == ["text", "json"])
        #expect(try bash(["status", "--format", "j"], in: folder) == ["json"])
        #expect(try bash(["help", "find-p"], in: folder) == ["find-places"])
        #expect(try bash(["completions", ""], in: folder) == ["bash", "fish", "zsh"])
    }

    // A device's id comes from a log: no shell may run what stands in it.
    @Test func `bash completes devices and expands nothing in them`() throws {
        let small = try SmallPipeline()
        let ids = ["pet-1", "pet 2", "pet$(touch hacked)", "pet`touch hacked`", "van"]
        try small.log("2025-06-01", ids.map { "\($0),2025-06-01T08:00:00Z,31.2,121.4" })
        try small.runWell()
        let found = try bash(["export", "out.sqlite", "--device", "pet"], in: small.folder)
        #expect(Set(found) == ["pet\\ 2", "pet-1", "pet\\$\\(touch\\ hacked\\)", "pet\\`touch\\ hacked\\`"], "\(found)")
        #expect(!small.folder.has("hacked"))
        #expect(try bash(["export", "out.sqlite", "--table", "map_c"], in: small.folder) == ["map_clusters"])
    }

    @Test func `each shell has a script with every command`() throws {
        let folder = try TemporaryFolder()
        for shell in ["bash", "zsh", "fish"] {
            let script = try Program.run(["completions", shell], in: folder)
            #expect(script.status == 0)
            for command in try help("commands").outputLines.map({ String($0.prefix { $0 != ":" }) }) {
                #expect(script.output.contains(command), "\(shell) \(command)")
            }
        }
        let none = try Program.run(["completions", "csh"], in: folder)
        #expect(
            none.status == 64 && none.errors == "trackmill: there are no completions for 'csh'; there are bash, zsh and fish.\n")
    }
}
