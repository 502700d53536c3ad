import Glibc

/// A line on a terminal that changes.
struct ChangingLine {
    private var width = 0
    /// NO_COLOR (no-color.org) and a terminal that knows no codes: then blanks erase.
    private let hasCodes =
        (getenv("NO_COLOR").map { $0.pointee == 0 } ?? true) && getenv("TERM").map { strcmp($0, "dumb") != 0 } ?? true

    /// Puts the first of some texts that fits in the place of the last one; of the last text what does not fit into the terminal is left
    /// out, as a second line could not be erased.
    mutating func draw(_ texts: [String]) {
        let room = Self.terminalWidth - 1
        let fitting = texts.first { $0.count <= room } ?? String((texts.last ?? "").prefix(room))
        let blanks = String(repeating: " ", count: max(0, width - fitting.count))
        printError(hasCodes ? "\r\u{1B}[K\(fitting)" : "\r\(fitting)\(blanks)")
        width = fitting.count
    }

    /// Takes the text away.
    mutating func erase() {
        guard width > 0 else { return }
        printError(hasCodes ? "\r\u{1B}[K" : "\r\(String(repeating: " ", count: width))\r")
        width = 0
    }

    private static var terminalWidth: Int {
        var size = winsize()
        return ioctl(2, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 1 ? Int(size.ws_col) : 80
    }
}
