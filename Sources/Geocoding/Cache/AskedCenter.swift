import Geodesy

/// The centre of a cell as it is asked and kept: whole 1e-7°.
struct AskedCenter: Sendable, Hashable {
    let latitudeE7: Int32
    let longitudeE7: Int32

    /// The centre next to a coordinate; halves away from zero (rule 2.2).
    ///
    /// - Parameter coordinate: WGS-84 degrees on earth.
    init(_ coordinate: Coordinate) {
        precondition(coordinate.isOnEarth, "expected a centre on earth, found \(coordinate.latitude), \(coordinate.longitude)")
        latitudeE7 = Int32((coordinate.latitude * 1e7).rounded())
        longitudeE7 = Int32((coordinate.longitude * 1e7).rounded())
    }

    /// A centre of the cache.
    init(latitudeE7: Int64, longitudeE7: Int64) {
        self.latitudeE7 = Int32(truncatingIfNeeded: latitudeE7)
        self.longitudeE7 = Int32(truncatingIfNeeded: longitudeE7)
    }

    /// WGS-84 degrees.
    var coordinate: Coordinate { Coordinate(latitude: Double(latitudeE7) / 1e7, longitude: Double(longitudeE7) / 1e7) }
}

/// Whose answers: a source, what besides the centre its answers depend on, and the language it was asked in.
struct CacheSource: Sendable, Hashable {
    let provider: String
    let variant: String
    let language: String

    init(_ source: any NetworkSource, languages: [String]) {
        provider = type(of: source).name
        variant = source.variant
        language = source.language(among: languages)
    }
}

/// An answer of the cache.
struct CachedAnswer: Sendable, Equatable {
    /// nil: the source knows no address there.
    let address: Address?
    /// Whether the provider's lifetime is over.
    let isExpired: Bool
}

/// Why a centre is pending, from the last try.
public struct PendingReason: Sendable, Equatable {
    /// What went wrong.
    public let failure: SourceFailure
    /// Requests that failed.
    public let tries: Int
    /// From when on it is asked again; milliseconds since 1970 UTC.
    public let nextTryMilliseconds: Int64
}

/// Why a source was stopped.
struct SourceStop: Sendable, Equatable {
    let failure: SourceFailure
    /// Until when nothing is asked of it; milliseconds since 1970 UTC, nil: until the next run.
    let untilMilliseconds: Int64?
}
