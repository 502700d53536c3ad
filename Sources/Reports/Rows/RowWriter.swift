import Store

/// Makes the text of a file from rows.
protocol RowWriter {
    /// What was made and is not taken away yet.
    var bytes: [UInt8] { get set }
    /// Begins a file; what stands before the rows can be of any length, and is handed on meanwhile.
    mutating func begin(_ rows: any RowSource, to output: OutputFile) throws
    /// Adds the row that the source stands at.
    mutating func add(_ rows: any RowSource) throws
    /// Ends the file.
    mutating func end() throws
}

extension RowWriter {
    /// Rows are handed to the file in pieces of this size.
    private static var pieceBytes: Int { 1 << 16 }

    /// Writes all rows to a file.
    mutating func write(_ rows: any RowSource, to output: OutputFile) throws {
        try begin(rows, to: output)
        try rows.forEach {
            try add(rows)
            try handPiece(to: output)
        }
        try end()
        try hand(to: output)
    }

    /// Writes rows to files of a number of rows each, `stays-1.csv`, `stays-2.csv`, …; no row makes one file.
    ///
    /// All are written beside their places before the first is put into its own.
    /// - Parameter seen: Is shown each row.
    /// - Returns: The files, closed and beside their places, with their paths, and how many rows there were.
    mutating func writePages(
        _ rows: any RowSource, rowsEach: Int, to target: ReportTarget, seen: (any RowSource) -> Void
    ) throws -> (pages: [(path: String, file: OutputFile)], rows: Int) {
        var pages: [(path: String, file: OutputFile)] = []
        var (count, total) = (0, 0)
        var page = try beginPage(rows, 1, target)
        try rows.forEach {
            if count == rowsEach {
                try endPage(page.file, target)
                pages.append(page)
                page = try beginPage(rows, pages.count + 1, target)
                (total, count) = (total + count, 0)
            }
            seen(rows)
            try add(rows)
            count += 1
            try handPiece(to: page.file)
        }
        try endPage(page.file, target)
        return (pages + [page], total + count)
    }

    private mutating func beginPage(_ rows: any RowSource, _ number: Int, _ target: ReportTarget) throws -> (
        path: String, file: OutputFile
    ) {
        let path = try target.path(ofPage: number)
        let file = try OutputFile(path: path, sparing: target.spared)
        try begin(rows, to: file)
        return (path, file)
    }

    private mutating func endPage(_ file: OutputFile, _ target: ReportTarget) throws {
        try end()
        try hand(to: file)
        try file.close(isOnDisk: target.isOnDisk)
    }

    /// Hands on what was made where there is enough of it.
    mutating func handPiece(to output: OutputFile) throws {
        if bytes.count > Self.pieceBytes { try hand(to: output) }
    }

    private mutating func hand(to output: OutputFile) throws {
        try output.write(bytes)
        bytes.removeAll(keepingCapacity: true)
    }
}

/// The path of a page of a file: its number stands before the name's extension.
public func pagePath(_ path: String, _ number: Int) -> String { pagePath(path, "\(number)") }

/// The path of a page of a file, or of its index: the word stands before the name's extension.
func pagePath(_ path: String, _ word: String) -> String {
    let start = path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex
    guard let dot = path[start...].lastIndex(of: "."), dot > start else { return "\(path)-\(word)" }
    return "\(path[..<dot])-\(word)\(path[dot...])"
}
