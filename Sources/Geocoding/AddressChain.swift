import Geodesy

/// A source of a chain, ready to answer.
public enum ChainSource: Sendable {
    /// Answers from this machine.
    case local(any LocalAddresses, name: String)
    /// Is asked over the network, its answers kept in the cache.
    case network(any NetworkSource)

    /// The name in the pipeline file.
    public var name: String {
        switch self {
        case .local(_, let name): name
        case .network(let source): type(of: source).name
        }
    }
}

/// What is known of a cell's address.
public enum Resolution: Sendable, Equatable {
    /// It has one that stands.
    case done(Address)
    /// Every source says that it has none.
    case notFound
    /// A source is still to be asked; `shown` is what stands in meanwhile.
    case pending(source: String, shown: Address?)
}

/// Sources in the order in which they are asked: the next one only where the one before knows no address.
public struct AddressChain: Sendable {
    /// A source of the network with what its answers are kept under.
    struct Asked: Sendable {
        let source: any NetworkSource
        let key: CacheSource
        var limits: RequestLimits

        var name: String { type(of: source).name }
    }

    /// A link of a list: answers itself, or is an index of `asked`.
    enum Link: Sendable {
        case local(any LocalAddresses)
        case network(Int)
    }

    /// Where a walk along the chain ends.
    enum Step: Sendable, Equatable {
        case done(Address)
        case notFound
        /// A source is to be asked: an index of `asked`, and its position in the list.
        case ask(Int, position: Int)
    }

    /// BCP 47 tags, the wanted one first.
    public let languages: [String]
    /// Sources of the network, each once.
    private(set) var asked: [Asked] = []
    private var china: [Link] = []
    private var elsewhere: [Link] = []

    /// A chain for the whole earth.
    public init(_ sources: [ChainSource], languages: [String]) {
        self.init(china: sources, elsewhere: sources, languages: languages)
    }

    /// A chain for what lies inside China's outline and one for all else.
    public init(china: [ChainSource], elsewhere: [ChainSource], languages: [String]) {
        self.languages = languages
        self.china = china.map { link($0) }
        self.elsewhere = elsewhere.map { link($0) }
    }

    /// A source that stands in both lists is one, bounded by the stricter of its limits.
    private mutating func link(_ source: ChainSource) -> Link {
        let network: any NetworkSource
        switch source {
        case .local(let addresses, _): return .local(addresses)
        case .network(let source): network = source
        }
        let key = CacheSource(network, languages: languages)
        let probe = [Coordinate(latitude: 0, longitude: 0)]
        let request = network.request(for: probe, language: key.language)
        let known = asked.firstIndex { $0.key == key && $0.source.request(for: probe, language: key.language) == request }
        if let known {
            asked[known].limits.tighten(to: network.limits)
            return .network(known)
        }
        asked.append(Asked(source: network, key: key, limits: network.limits))
        return .network(asked.count - 1)
    }

    /// The sources of the network, each once, in the order of the lists.
    public var networkSources: [any NetworkSource] { asked.map(\.source) }

    /// What is known of the address of a cell.
    ///
    /// A pure function of what the cache holds and of the local sources. While a source is still to be asked, its expired answer
    /// stands in, or else that of the next source that has one, marked approximate.
    /// - Parameters:
    ///   - center: WGS-84 degrees; what is asked is its whole 1e-7°.
    ///   - cache: nil where nothing was ever asked.
    public func resolve(_ center: Coordinate, in cache: AddressCache?) throws -> Resolution {
        let center = AskedCenter(center)
        switch try walk(center, from: 0, in: cache) {
        case .done(let address): return .done(address)
        case .notFound: return .notFound
        case .ask(let index, let position):
            return .pending(source: asked[index].name, shown: try standIn(for: center, at: position, in: cache))
        }
    }

    /// Cells by the source that is to be asked next, in the order of the sources.
    public func toAsk(_ centers: some Sequence<Coordinate>, in cache: AddressCache?) throws -> [(source: String, cells: Int)] {
        var counts = [Int](repeating: 0, count: asked.count)
        for center in centers {
            if case .ask(let index, _) = try walk(AskedCenter(center), from: 0, in: cache) { counts[index] += 1 }
        }
        return zip(asked, counts).map { ($0.name, $1) }
    }

    /// Walks on from a position of the list that a centre belongs to.
    func walk(_ center: AskedCenter, from position: Int, in cache: AddressCache?) throws -> Step {
        let list = list(for: center)
        for i in position..<list.count {
            switch list[i] {
            case .local(let addresses):
                if let address = addresses.address(at: center.coordinate, languages: languages) { return .done(address) }
            case .network(let index):
                guard let answer = try cache?.answer(asked[index].key, center), !answer.isExpired else {
                    return .ask(index, position: i)
                }
                if let address = answer.address { return .done(address) }
            }
        }
        return .notFound
    }

    private func list(for center: AskedCenter) -> [Link] { isInsideChina(center.coordinate) ? china : elsewhere }

    private func standIn(for center: AskedCenter, at position: Int, in cache: AddressCache?) throws -> Address? {
        let list = list(for: center)
        for i in position..<list.count {
            let address: Address? =
                switch list[i] {
                case .local(let addresses): addresses.address(at: center.coordinate, languages: languages)
                case .network(let index): try cache?.answer(asked[index].key, center)?.address
                }
            guard var address else { continue }
            if i > position { address.isApproximate = true }
            return address
        }
        return nil
    }
}

extension RequestLimits {
    /// Keeps to other limits as well.
    mutating func tighten(to other: RequestLimits) {
        requestsPerSecond = min(requestsPerSecond, other.requestsPerSecond)
        perDay = [perDay, other.perDay].compactMap { $0 }.min()
        inFlight = min(inFlight, other.inFlight)
        timeoutSeconds = min(timeoutSeconds, other.timeoutSeconds)
    }
}
