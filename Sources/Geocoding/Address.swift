/// What a source says of a place on earth: a line of text and its parts.
public struct Address: Sendable, Hashable {
    /// The line to show.
    public var text: String
    /// Country or territory.
    public var country: String?
    /// Province, state or what stands right below the country.
    public var province: String?
    /// City, or the place's name where the source knows no cities.
    public var city: String?
    /// District or county of the city.
    public var district: String?
    /// Street with number.
    public var street: String?
    /// Who said it: "gazetteer", or the name of a service.
    public var provider: String
    /// BCP 47 tag of the language the parts are in: "en", "zh-CN".
    public var language: String
    /// True when the address names something near the coordinate, not what the coordinate lies in.
    public var isApproximate: Bool
    /// Metres from the coordinate to what the address names, where the source tells.
    public var distanceMeters: Double?

    /// An address of these parts.
    public init(
        text: String, country: String?, province: String?, city: String?, district: String?, street: String?,
        provider: String, language: String, isApproximate: Bool, distanceMeters: Double?
    ) {
        self.text = text
        self.country = country
        self.province = province
        self.city = city
        self.district = district
        self.street = street
        self.provider = provider
        self.language = language
        self.isApproximate = isApproximate
        self.distanceMeters = distanceMeters
    }
}
