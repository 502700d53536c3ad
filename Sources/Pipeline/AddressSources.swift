import Geocoding
import Options
import Stages

extension Catalog {
    /// The sources of addresses, as `geocode` reads them.
    public var addressSources: [AddressSourceDeclaration] {
        sources.map { type in
            AddressSourceDeclaration(
                name: type.name, summary: type.summary, isAsked: type is any NetworkSource.Type,
                read: { type.init(reading: &$0) },
                file: { ($0 as? any LocalSource)?.file })
        }
    }
}

extension ChainedSource {
    /// What it is.
    var source: (any AddressSource)? { value as? any AddressSource }
}

extension PipelineFile {
    /// The file that keeps what was answered over the network; nil where no source is asked.
    public var cachePath: String? {
        guard let geocode = stage(Geocode.self), geocode.sources.all.contains(where: \.isAsked) else { return nil }
        return shortenedPath(resolved(geocode.cache(besideResults: databasePath)))
    }

    /// The chain of sources of addresses, its files opened; nil without `geocode`.
    ///
    /// - Throws: `Problems` of files that cannot be used.
    func openedChain() throws -> AddressChain? {
        guard let geocode = stage(Geocode.self) else { return nil }
        var opened: [String: ChainSource] = [:]
        var problems: [Problem] = []
        func open(_ sources: [ChainedSource]) throws -> [ChainSource] {
            try sources.compactMap { entry in
                if let source = entry.source as? any NetworkSource { return .network(source) }
                guard let source = entry.source as? any LocalSource else { return nil }
                let identity = entry.name + " " + (entry.file ?? "")
                if let known = opened[identity] { return known }
                do {
                    let addresses = try source.opened(at: entry.file.map { shortenedPath(resolved($0)) })
                    opened[identity] = .local(addresses, name: entry.name)
                    return opened[identity]
                } catch let error as SourceFileError {
                    problems.append(Problem(file: path, mark: entry.mark, what: error.description))
                    return nil
                }
            }
        }
        let (china, elsewhere) = (try open(geocode.sources.china), try open(geocode.sources.elsewhere))
        guard problems.isEmpty else { throw Problems(problems) }
        return geocode.sources.isSplit
            ? AddressChain(china: china, elsewhere: elsewhere, languages: geocode.languages)
            : AddressChain(china, languages: geocode.languages)
    }

    /// What local sources answer from besides their options: another content of a file is another option, and so is another gazetteer in
    /// the program.
    ///
    /// - Throws: `Problems` of files that cannot be read.
    func addressContents() throws -> [String] {
        let sources = stage(Geocode.self)?.sources.all ?? []
        // An imported one asks it which province a point lies in.
        let hasGazetteer = sources.contains { $0.source is GazetteerSource }
        let program = hasGazetteer ? ["gazetteer in the program (version)=\(Gazetteer.version)"] : []
        var seen: Set<String> = []
        return try program
            + sources.compactMap { entry in
                guard let file = entry.file, seen.insert(file).inserted else { return nil }
                do {
                    let identity = try contentIdentity(ofSourceFile: shortenedPath(resolved(file)))
                    return "geocode.with (the content of \(file.debugDescription))=\(identity)"
                } catch let error as SourceFileError {
                    throw Problems([Problem(file: path, mark: entry.mark, what: error.description)])
                }
            }
    }
}

extension Geocode {
    /// The file that keeps answers, as a pipeline file names it; where it does not, one beside the results.
    func cache(besideResults path: String) -> String {
        if let cache { return cache }
        let folder = folder(of: path)
        return folder == "." ? "addresses.cache" : "\(folder == "/" ? "" : folder)/addresses.cache"
    }
}
