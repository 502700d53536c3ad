import Glibc

/// Looks for a log that a pattern was probably meant to match: in a folder beside or below, or with another ending of compression.
///
/// At most 200 folders below the base are looked at, at most three deep, so that a base on a large disk costs little.
struct NearbyLogs {
    private let base: String
    private let folders: [String]
    private static let mostFolders = 200
    private static let deepest = 3

    init(in base: String) {
        self.base = base
        var found = [""]
        var level = [""]
        for _ in 0..<Self.deepest where found.count < Self.mostFolders {
            level = level.flatMap { folder in Self.folders(in: joinedPath(base, folder)).map { folder + $0 + "/" } }
            found += level
        }
        folders = found.prefix(Self.mostFolders) + ["../"]
    }

    /// The first file found, relative to the base; nil for none.
    func first(meantBy texts: [String]) -> String? {
        for text in texts where !text.hasPrefix("/") {
            let spellings = [text, text.hasSuffix(".gz") ? String(text.dropLast(3)) : text + ".gz"]
            for pattern in spellings.compactMap({ FilePattern($0) }) {
                for folder in folders {
                    let match = pattern.matches(in: joinedPath(base, folder)).matches.first { $0.fault == nil }
                    if let match { return folder + match.path }
                }
            }
        }
        return nil
    }

    /// The names of folders, in byte order; hidden ones and links are left out.
    private static func folders(in path: String) -> [String] {
        guard let folder = opendir(path) else { return [] }
        defer { closedir(folder) }
        var names: [String] = []
        while let entry = readdir(folder) {
            guard entry.pointee.d_type == UInt8(DT_DIR) else { continue }
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
            if !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}

extension PipelineFile {
    /// `; there is sample-data/logs/2025-06-01.csv.gz`, where the patterns of sources match nothing and one probably meant that; else
    /// empty. What another source reads is none of it.
    func hint(of patterns: [String]) -> String {
        guard let path = NearbyLogs(in: base).first(meantBy: patterns), pattern(matching: resolved(path)) == nil else {
            return ""
        }
        return "; there is \(path)"
    }
}
