/// A file to import, plain or unpacked on the way.
public struct ImportInput {
    /// Its path, as messages say it.
    public var name: String
    /// Opens it: the function that comes back fills a buffer with the next bytes and says how many; 0 at the end.
    public var open: () throws -> (UnsafeMutableRawBufferPointer) throws -> Int

    /// A file.
    public init(name: String, open: @escaping () throws -> (UnsafeMutableRawBufferPointer) throws -> Int) {
        self.name = name
        self.open = open
    }
}

/// What an import takes from its files.
public struct ImportOptions: Sendable {
    /// How areas are read.
    public var areas = AreaFields()
    /// Places with fewer inhabitants are left out.
    public var leastPopulation: Int64 = 0

    /// All places, areas in WGS-84 with the usual members.
    public init() {}
}

/// Why nothing was imported: a sentence with file and place.
public struct ImportError: Error, Sendable, CustomStringConvertible {
    /// A sentence: what, where, how to mend.
    public let description: String

    /// A sentence.
    public init(_ description: String) { self.description = description }
}

/// What an import brought in.
public struct ImportSummary: Sendable, Equatable {
    /// Of each file a sentence that begins with its name.
    public var files: [String] = []
    /// What is wrong with some lines, and what is missing: sentences.
    public var problems: [String] = []
    /// Places in the gazetteer.
    public var places: Int64 = 0
    /// Those with a Chinese name.
    public var chinesePlaces: Int64 = 0
    /// Areas in the gazetteer.
    public var areas: Int64 = 0
    /// Lines that could not be used.
    public var badLines: Int64 = 0
}

/// Counts what is wrong in one file and keeps the first few sentences.
struct LineProblems {
    private static let shownCount = 5
    let file: String
    private(set) var count: Int64 = 0
    private(set) var sentences: [String] = []

    init(file: String) { self.file = file }

    mutating func add(line: Int64, _ what: String) {
        count += 1
        if sentences.count < Self.shownCount { sentences.append("\(file):\(line): \(what); the line was left out.") }
    }

    /// The first few, and how many more there are.
    var all: [String] {
        let more = count - Int64(sentences.count)
        return more > 0 ? sentences + ["\(file): … and \(more) more lines that were left out."] : sentences
    }
}
