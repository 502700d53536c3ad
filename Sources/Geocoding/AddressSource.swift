import Geodesy
import Options

/// A source of addresses: what stands under `with` of `geocode` by its name. A value: its options, read once.
public protocol AddressSource: Sendable, SendableMetatype {
    /// The name in the pipeline file, in addresses and in the cache.
    static var name: String { get }
    /// What it is, in one sentence.
    static var summary: String { get }

    /// Reads its options.
    init(reading reader: inout OptionReader)

    /// What must be shown where its answers are; nil for nothing.
    var attribution: String? { get }
}

/// A source that answers from this machine, at once and for free.
public protocol LocalSource: AddressSource {
    /// Its file as the pipeline file names it; nil for what is built in.
    var file: String? { get }

    /// Opens its file.
    ///
    /// - Parameter path: Where `file` lies.
    /// - Throws: `SourceFileError`: what is wrong with the file, and how to mend it.
    func opened(at path: String?) throws -> any LocalAddresses
}

/// An open local source.
public protocol LocalAddresses: Sendable {
    /// The address of a coordinate; nil where the source knows none there.
    ///
    /// - Parameters:
    ///   - coordinate: WGS-84 degrees.
    ///   - languages: BCP 47 tags, the wanted one first.
    func address(at coordinate: Coordinate, languages: [String]) -> Address?
}

/// What is wrong with the file of a local source.
public struct SourceFileError: Error, CustomStringConvertible {
    /// A sentence: what, where, how to mend.
    public let description: String

    /// A sentence.
    public init(_ description: String) { self.description = description }
}

/// A source that is asked over the network.
public protocol NetworkSource: AddressSource {
    /// How often, how many at once and how long it is asked.
    var limits: RequestLimits { get }
    /// How many points one request may hold: 1 or more.
    var pointsPerRequest: Int { get }
    /// Seconds for which an answer may be kept and used; nil for ever.
    var lifetimeSeconds: Double? { get }
    /// What besides name, language and centre an answer depends on (a zoom level); part of the cache's key. Never a key or a password.
    var variant: String { get }
    /// Whose share of a day a request counts for: the name, or the host where one name stands for many servers. Never a key.
    var account: String { get }
    /// Seconds that the zone of the provider's day is ahead of UTC.
    var dayOffsetSeconds: Int64 { get }

    /// The language that it is asked in: the first of those wanted that it speaks.
    func language(among languages: [String]) -> String

    /// The request for points.
    ///
    /// - Parameter centers: WGS-84 degrees, 1 up to `pointsPerRequest`.
    func request(for centers: [Coordinate], language: String) -> HTTPRequest

    /// What a reply says of each of the points that were asked, in their order; checks status, the provider's own code and the body.
    func outcomes(of response: HTTPResponse, for centers: [Coordinate], language: String) -> [Outcome]
}

extension NetworkSource {
    /// The name.
    public var account: String { Self.name }
    /// A day of UTC.
    public var dayOffsetSeconds: Int64 { 0 }
}

/// What a reply says of a point.
public enum Outcome: Sendable, Equatable {
    /// Its address.
    case address(Address)
    /// The source knows no address there: an answer, too.
    case notFound
    /// No answer.
    case failed(SourceFailure)
}

/// Why a source gave no answer.
public struct SourceFailure: Sendable, Equatable {
    /// What follows from it.
    public enum Kind: String, Sendable {
        /// The key, the signature or a parameter is wrong: nothing is asked of this source until the settings are mended.
        case misconfigured
        /// The day's share is used up: nothing more is asked of it today.
        case stopForToday
        /// Asked too fast, or the source is overloaded: it is asked again later, more slowly.
        case backOff
        /// The reply cannot be used (cut, no JSON, another shape), or none came: it is asked again a few times.
        case unusable
    }

    /// What follows from it.
    public var kind: Kind
    /// The provider's own code, or what stands for it: `10003`, `HTTP 502`, `timeout`.
    public var code: String
    /// A sentence; never with a key.
    public var words: String

    /// A failure.
    public init(_ kind: Kind, code: String, _ words: String) {
        self.kind = kind
        self.code = code
        self.words = words
    }
}

/// How often, how many at once and how long a source is asked.
public struct RequestLimits: Sendable, Equatable {
    /// Requests a second at most.
    public var requestsPerSecond: Double
    /// Requests a day at most, kept across runs; nil for no limit. A day is one of the provider's zone.
    public var perDay: Int?
    /// Requests at once at most.
    public var inFlight: Int
    /// Seconds that one request may take.
    public var timeoutSeconds: Double

    /// Limits.
    public init(requestsPerSecond: Double, perDay: Int?, inFlight: Int, timeoutSeconds: Double) {
        self.requestsPerSecond = requestsPerSecond
        self.perDay = perDay
        self.inFlight = inFlight
        self.timeoutSeconds = timeoutSeconds
    }
}

/// A GET request.
public struct HTTPRequest: Sendable, Equatable {
    /// The whole address, keys and signatures included: shown nowhere.
    public var url: String
    /// Headers: name and value.
    public var headers: [(name: String, value: String)]

    /// A request.
    public init(url: String, headers: [(name: String, value: String)] = []) {
        self.url = url
        self.headers = headers
    }

    /// Whether both ask the same.
    public static func == (left: HTTPRequest, right: HTTPRequest) -> Bool {
        left.url == right.url && left.headers.elementsEqual(right.headers) { $0 == $1 }
    }
}

/// A whole reply.
public struct HTTPResponse: Sendable, Equatable {
    /// The status: 200.
    public var status: Int
    /// Its `Content-Type`, as sent; nil for none.
    public var contentType: String?
    /// Seconds that `Retry-After` asks to wait; nil where it does not.
    public var retryAfterSeconds: Double?
    /// The body, unpacked.
    public var body: [UInt8]

    /// A reply.
    public init(status: Int, contentType: String? = nil, retryAfterSeconds: Double? = nil, body: [UInt8]) {
        self.status = status
        self.contentType = contentType
        self.retryAfterSeconds = retryAfterSeconds
        self.body = body
    }
}
