/// The manual page trackmill(1), in the macros of man(7), made from the commands' declarations.
enum ManualPage {
    static var text: String {
        var lines = [
            ".\\\" Made by: trackmill help --man", ".TH TRACKMILL 1 \"\" \"trackmill \(Main.version)\" \"User commands\"",
            ".SH NAME",
            "trackmill \\- turns gzip GPS logs into tracks, stays, places and addresses in one SQLite file", ".SH SYNOPSIS",
        ]
        lines += [".nf"] + BuiltIn.commands.map { "\\fBtrackmill \(escaped($0.name))\\fR \(escaped($0.arguments))" } + [".fi"]
        lines += [
            ".SH DESCRIPTION",
            "A pipeline file says where logs are, what is done with them and where results go; \\fBtrackmill run\\fR makes the days that are new or changed. Where DB stands, a pipeline file may stand, too. \\fBtrackmill help\\fR \\fITOPIC\\fR explains stages, options, formats, reasons of rejects and exit statuses.",
            ".SH COMMANDS",
        ]
        for command in BuiltIn.commands { lines += page(command) }
        lines += [".SH EXIT STATUS"]
        for status in ExitStatusPage.all { lines += [".TP", "\(status.number)", escaped(status.meaning)] }
        lines += [".SH ENVIRONMENT"]
        for (name, words) in environment { lines += [".TP", ".B \(name)", escaped(words)] }
        return lines.joined(separator: "\n") + "\n"
    }

    private static let environment = [
        ("NO_COLOR", "If it is set and not empty, no codes are sent to a terminal."),
        ("TRACKMILL_MAP_LIBRARY", "The folder with maplibre-gl.js and maplibre-gl.css, which map reports draw with."),
    ]

    private static func page(_ command: Command) -> [String] {
        var lines = [".SS trackmill \(escaped("\(command.name) \(command.arguments)"))", escaped(command.summary)]
        for option in command.options + Command.commonOptions {
            let value = option.value.map { " \\fI\(escaped($0))\\fR" } ?? ""
            lines += [".TP", "\\fB\(escaped(option.name))\\fR\(value)", escaped(option.help)]
        }
        lines += [".PP", "Examples:", ".nf"] + command.examples.map { "    " + escaped($0) } + [".fi"]
        return lines
    }

    /// A text as roff takes it: `\` and `-` are written out, and no line begins with a control character.
    private static func escaped(_ text: String) -> String {
        let plain = text.replacing("\\", with: "\\e").replacing("-", with: "\\-")
        return plain.hasPrefix(".") || plain.hasPrefix("'") ? "\\&" + plain : plain
    }
}
