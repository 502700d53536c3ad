/// What a reply says of a place, before it is an address.
struct AddressParts {
    /// The provider's own line.
    var text: String?
    var country: String?
    var province: String?
    var city: String?
    var district: String?
    /// Street with number.
    var street: String?
    /// Below the district and above the street; only in the line, where the provider gives none.
    var town: String?

    /// The address; `notFound` where there is no part.
    ///
    /// The provider's line stands as it is; where it gives none the line is made of the parts, none of them twice. An address that names
    /// no more than a country is approximate.
    func outcome(provider: String, language: String) -> Outcome {
        guard let line = text ?? line() else { return .notFound }
        let areNil = [province, city, district, street, town].allSatisfy { $0 == nil }
        return .address(
            Address(
                text: line, country: country, province: province, city: city, district: district, street: street,
                provider: provider, language: language, isApproximate: areNil && country != nil, distanceMeters: nil))
    }

    /// The parts in one line: of Chinese, Japanese and Korean names from the country down, else from the street up.
    private func line() -> String? {
        let all = [country, province, city, district, town, street].compactMap { $0 }
        let isBigFirst = all.count(where: \.isEastAsian) * 2 > all.count
        var parts: [String] = []
        for part in all where !parts.contains(part) {
            // 北京市海淀区 behind 北京市 says it all.
            if isBigFirst, let last = parts.last, part.hasPrefix(last) { parts.removeLast() }
            parts.append(part)
        }
        guard let first = parts.first else { return nil }
        guard isBigFirst else { return parts.reversed().joined(separator: ", ") }
        return parts.dropFirst().reduce(first) { $0 + ($0.endsTogether && $1.beginsTogether ? "" : " ") + $1 }
    }
}

/// A street with its number as its language has it: `望江路88号`, `88 Riverview Road`, `Hauptstraße 5`.
///
/// A number that holds the street already (Tencent's do) stands alone.
func streetText(_ street: String?, number: String?, language: String) -> String? {
    guard let street, let number, street != number else { return street ?? number }
    if number.hasPrefix(street) { return number }
    if street.endsTogether { return street + number }
    return ["en", "fr"].contains(language.mainLanguage) ? "\(number) \(street)" : "\(street) \(number)"
}

/// The province as a city, where it is both (北京市): some providers give no city there. Of a county that is right below its province
/// (琼中黎族苗族自治县) there is no city, and of Hong Kong and Macau none either.
func cityItself(_ province: String?) -> String? { province?.hasSuffix("市") == true ? province : nil }

extension String {
    /// Whether it has Chinese, Japanese or Korean letters.
    fileprivate var isEastAsian: Bool { unicodeScalars.contains { $0.isWrittenTogether || (0xAC00...0xD7A3).contains($0.value) } }

    /// Whether what stands behind it in a line needs no space before it.
    var endsTogether: Bool { unicodeScalars.last?.isWrittenTogether ?? false }

    fileprivate var beginsTogether: Bool {
        unicodeScalars.first.map { $0.isWrittenTogether || $0.properties.numericType != nil } ?? false
    }
}

extension Unicode.Scalar {
    /// Whether words in this script stand without spaces: Chinese letters and kana.
    fileprivate var isWrittenTogether: Bool { properties.isIdeographic || (0x3040...0x30FF).contains(value) }
}
