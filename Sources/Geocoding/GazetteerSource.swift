import Geodesy
import Options

/// The gazetteer as a source of a chain.
public struct GazetteerSource: LocalSource {
    /// `gazetteer`.
    public static let name = Gazetteer.provider
    /// One sentence.
    public static let summary = "The nearest place by name, out of GeoNames' places in the program."

    /// GeoNames' licence asks for it.
    public let attribution: String? = "Place names and positions: GeoNames (geonames.org), CC BY 4.0"
    /// What is built in has none.
    public let file: String? = nil

    /// It has no options.
    public init(reading reader: inout OptionReader) {}

    /// The gazetteer of this binary.
    public func opened(at path: String?) -> any LocalAddresses { Gazetteer.embedded }
}

extension Gazetteer: LocalAddresses {
    /// The nearest place, in the one text that this gazetteer has.
    public func address(at coordinate: Coordinate, languages: [String]) -> Address? { address(at: coordinate) }
}
