/// Something wrong in a pipeline file, in settings or with a file: what, where, and how to mend it.
public struct Problem: Sendable, Hashable, Error, CustomStringConvertible {
    /// The file as the user named it; empty where the problem is in no file.
    public var file: String
    /// The place in the file.
    public var mark: Mark?
    /// One or two sentences: what is wrong, with the value found and the value wanted.
    public var what: String
    /// Whether a run may go on in spite of it.
    public var isWarning: Bool

    /// A problem.
    public init(file: String = "", mark: Mark? = nil, what: String, isWarning: Bool = false) {
        self.file = file
        self.mark = mark
        self.what = what
        self.isWarning = isWarning
    }

    /// `file:line:column: what`.
    public var description: String {
        // Line 0 is a value of --set: it stands in no file.
        let place = mark?.line == 0 ? "--set" : file + (mark.map { ":\($0.line):\($0.column)" } ?? "")
        let text = isWarning ? "warning: " + what : what
        return shownText(place.isEmpty ? text : place + ": " + text)
    }
}

/// Why a pipeline file cannot be used: all its problems in reading order.
public struct Problems: Sendable, Error, CustomStringConvertible {
    /// In reading order.
    public var list: [Problem]

    /// Problems, put in reading order.
    public init(_ list: [Problem]) {
        self.list = list.sorted {
            ($0.file, $0.mark ?? Mark(line: 0, column: 0)) < ($1.file, $1.mark ?? Mark(line: 0, column: 0))
        }
    }

    /// A problem a line.
    public var description: String { list.map(\.description).joined(separator: "\n") }
}
