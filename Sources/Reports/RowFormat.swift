import SQLite
import Store

/// How the rows of a view become text.
protocol RowFormat {
    /// What stands before the rows of a file.
    ///
    /// - Throws: `StoreMismatch` where a view with these columns cannot be written so.
    mutating func head(_ columns: [String]) throws -> String
    /// A row.
    mutating func row(_ values: [Value]) throws -> String
    /// What stands behind the rows of a file.
    var tail: String { get }
}

extension RowFormat {
    /// Writes the rows of a view to a file.
    func write(_ selection: ViewSelection, of store: Store, to output: OutputFile) throws {
        var format = self
        try selection.forEach(in: store) { columns in
            try output.write(format.head(columns))
        } row: { values in
            try output.write(format.row(values))
        }
        try output.write(format.tail)
    }

    /// Writes the rows of a view to files of a number of rows each, `stays-1.csv`, `stays-2.csv`, …; no row makes one file.
    ///
    /// All are written beside their places before the first is put into its own.
    func writePages(_ selection: ViewSelection, of store: Store, rowsEach: Int, to path: String, sparing spared: [SparedFile])
        throws -> [String]
    {
        guard case .file = try OutputPlace(of: path) else {
            throw OutputError(path: path, spared: "is no file, after which others could be named")
        }
        var format = self
        var names: [String] = []
        var (columns, pages): ([String], [OutputFile]) = ([], [])
        var rows = 0
        func begin() throws {
            names.append(pagePath(path, pages.count + 1))
            pages.append(try OutputFile(path: names[pages.count], sparing: spared))
            try pages[pages.count - 1].write(format.head(columns))
            rows = 0
        }
        func end() throws {
            try pages[pages.count - 1].write(format.tail)
            try pages[pages.count - 1].close()
        }
        try selection.forEach(in: store) {
            columns = $0
            try begin()
        } row: { values in
            if rows == rowsEach {
                try end()
                try begin()
            }
            try pages[pages.count - 1].write(format.row(values))
            rows += 1
        }
        try end()
        for page in pages { try page.finish() }
        return names
    }
}

/// The path of a page of a file: its number stands before the name's extension.
public func pagePath(_ path: String, _ number: Int) -> String {
    let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    guard let dot = path[start...].lastIndex(of: "."), dot > start else { return "\(path)-\(number)" }
    return "\(path[..<dot])-\(number)\(path[dot...])"
}
