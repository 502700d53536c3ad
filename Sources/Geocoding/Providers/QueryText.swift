import Geodesy

/// Parameters of a request in the order that they are sent in.
typealias Parameters = [(name: String, value: String)]

/// A text as a part of a URL: every byte but letters, digits, `-_.~` and those of `besides` as `%` and two digits.
func percentEncoded(_ text: String, besides: String = "") -> String {
    let kept = Set(besides.utf8)
    var encoded: [UInt8] = []
    for byte in text.utf8 {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
            UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "~"):
            encoded.append(byte)
        case _ where kept.contains(byte): encoded.append(byte)
        default:
            let digits = Array(String(byte, radix: 16, uppercase: true).utf8)
            encoded += [UInt8(ascii: "%")] + (digits.count == 1 ? [UInt8(ascii: "0")] : []) + digits
        }
    }
    return String(decoding: encoded, as: UTF8.self)
}

extension Parameters {
    /// `name=value&name=value`, the values encoded; a comma stays, as providers print it.
    var encoded: String { map { "\($0.name)=\(percentEncoded($0.value, besides: ","))" }.joined(separator: "&") }

    /// `name=value&name=value` in byte order of the names, nothing encoded: what is signed.
    var sortedAsTheyAre: String {
        sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    }
}

/// Degrees with a fixed number of decimals, rounded to the nearest: `116.404269`.
func degreesText(_ degrees: Double, decimals: Int) -> String {
    var scale = 1.0
    for _ in 0..<decimals { scale *= 10 }
    let scaled = Int64((degrees.magnitude * scale).rounded())
    let fraction = String(scaled % Int64(scale))
    let sign = degrees < 0 && scaled > 0 ? "-" : ""
    return "\(sign)\(scaled / Int64(scale)).\(String(repeating: "0", count: decimals - fraction.utf8.count))\(fraction)"
}

extension Coordinate {
    /// `latitude,longitude` with six decimals, a tenth of a metre.
    var latitudeLongitude: String { "\(degreesText(latitude, decimals: 6)),\(degreesText(longitude, decimals: 6))" }

    /// `longitude,latitude` with six decimals.
    var longitudeLatitude: String { "\(degreesText(longitude, decimals: 6)),\(degreesText(latitude, decimals: 6))" }
}
