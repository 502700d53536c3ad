import Glibc

extension PipelineFile {
    /// Which pattern of a source stands for a path, whether a file is there or not: one that is put there would be read as a log.
    ///
    /// - Parameter path: Absolute, without links.
    public func pattern(matching path: String) -> String? {
        guard let folder = realpath(base, nil) else { return nil }
        defer { free(folder) }
        let (shape, base) = (PathShape(path), String(cString: folder))
        return sources.flatMap(\.options.files).first { text in
            FilePattern(text).map { PathShape($0, in: base).overlaps(shape) } ?? false
        }
    }

    /// The files that it is read from, with what they are: `the devices file`.
    public var settingFiles: [(path: String, words: String)] {
        [(path, "the pipeline file")] + smallFiles.map { (resolved($0.path), $0.words) }
    }

    /// The cache of addresses, and what SQLite keeps beside it; none where no source is asked.
    public var cacheFiles: [String] {
        cachePath.map { path in ["", "-journal", "-wal", "-shm", ".lock"].map { path + $0 } } ?? []
    }

    /// Where its logs lie that are there now.
    public func logPaths() throws -> [String] { try inputFiles(of: self).logs.map(\.absolutePath) }
}
